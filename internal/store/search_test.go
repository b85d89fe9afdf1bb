package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

func search(t *testing.T, c *Campaign, text string, agent transcript.AgentID, kinds ...transcript.Kind) string {
	t.Helper()
	got, err := c.Lines(t.Context(), knowledge.Query{Reader: knowledge.Reader{Agent: agent}, Text: text, Kinds: kinds, Limit: 5})
	check(t, err)
	return texts(got)
}

func (e engine) testSearch(t *testing.T) {
	c, s, tavern := played(t, e, "mirela", "bart")
	quay := scene(t, c, s, "bart")
	for sc, lines := range map[transcript.SceneID][]string{
		tavern: {"J'zargo stole the lantern", "who is Bart?", "don't pay 20.04 crowns AND run", "Élodie met Þórr Œdipus", "悬空引用 的问题", "が 그림자가 있다"},
	} {
		for _, l := range lines {
			say(t, c, s, sc, l)
		}
	}
	say(t, c, s, quay, "the lantern sank near the quay")
	say(t, c, s, "", "the GM mutters about the lantern")
	r := start(t, c, transcript.Rehearsal, at(60))
	say(t, c, r, scene(t, c, r, "mirela"), "a rehearsed lantern")

	for _, tt := range []struct {
		name, query string
		agent       transcript.AgentID
		kinds       []transcript.Kind
		want        string
	}{
		{"apostrophe (H01)", "J'zargo", "", nil, "J'zargo stole the lantern"},
		{"without it (H01)", "jzargo", "", nil, "J'zargo stole the lantern"},
		{"a part of it (H01)", "zargo", "", nil, "J'zargo stole the lantern"},
		{"another apostrophe (H01)", "don't", "", nil, "don't pay 20.04 crowns AND run"},
		{"dot (H01)", "20.04", "", nil, "don't pay 20.04 crowns AND run"},
		{"question (H01)", "who is Bart?", "", nil, "who is Bart?"},
		{"operator (H01)", "AND", "", nil, "don't pay 20.04 crowns AND run"},
		{"quotes and stars (H01)", `"crowns* NOT(^`, "", nil, "don't pay 20.04 crowns AND run"},
		{"punctuation alone (H01)", `"'*-?`, "", nil, ""},
		{"accents (H02)", "elodie", "", nil, "Élodie met Þórr Œdipus"},
		{"letters that do not decompose (H02)", "thorr oedipus", "", nil, "Élodie met Þórr Œdipus"},
		{"two Chinese characters (H03)", "悬空", "", nil, "悬空引用 的问题"},
		{"two in the middle (H03)", "空引", "", nil, "悬空引用 的问题"},
		{"one Chinese character (H03)", "题", "", nil, "悬空引用 的问题"},
		{"Korean with an ending (H03)", "그림자", "", nil, "が 그림자가 있다"},
		{"kana keep their marks", "か", "", nil, ""},
		{"the newest first", "lantern", "", nil, "the GM mutters about the lantern | the lantern sank near the quay | J'zargo stole the lantern"},
		{"an NPC reads scenes where it was", "lantern", "mirela", nil, "J'zargo stole the lantern"},
		{"another NPC", "lantern", "bart", nil, "the lantern sank near the quay | J'zargo stole the lantern"},
		{"a rehearsal on request", "lantern", "mirela", []transcript.Kind{transcript.Rehearsal}, "a rehearsed lantern"},
		{"two kinds", "rehearsed stole", "", []transcript.Kind{transcript.Rehearsal, transcript.Live}, "a rehearsed lantern | J'zargo stole the lantern"},
		{"more of the words first", "lantern quay the", "", nil, "the lantern sank near the quay | the GM mutters about the lantern | J'zargo stole the lantern"},
		{"nobody", "lantern", "ghost", nil, ""},
		{"nothing", "dragon", "", nil, ""},
		{"an empty query matches all", "", "mirela", nil, "が 그림자가 있다 | 悬空引用 的问题 | Élodie met Þórr Œdipus | don't pay 20.04 crowns AND run | who is Bart?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := search(t, c, tt.query, tt.agent, tt.kinds...); got != tt.want {
				t.Errorf("%q finds %q, want %q", tt.query, got, tt.want)
			}
		})
	}
	t.Run("another campaign finds nothing (F50)", func(t *testing.T) {
		f := sample()
		f.Campaign.Key = "other"
		id, err := c.db.SaveCampaign(t.Context(), f)
		check(t, err)
		other := c.db.Campaign(id)
		say(t, other, start(t, other, transcript.Live, t0), "", "an owl")
		if got := search(t, other, "lantern owl", ""); got != "an owl" {
			t.Errorf("finds %q", got)
		}
	})
	t.Run("an entry of the index is not a word", func(t *testing.T) {
		if got := search(t, c, "@live", ""); got != "" {
			t.Errorf("@live finds %q", got)
		}
	})
	t.Run("the index alone opens nothing", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		say(t, c, s, sc, "a heron")
		for _, change := range []string{`DELETE FROM played_cast`, `UPDATE lines SET hidden = TRUE`} {
			_, err := c.db.writer.ExecContext(t.Context(), change)
			check(t, err)
			if got := search(t, c, "heron", "bart"); got != "" {
				t.Errorf("after %s Bart finds %q", change, got)
			}
		}
		if got := search(t, c, "heron", ""); got != "" {
			t.Errorf("a hidden line is found: %q", got)
		}
	})
	t.Run("over many volumes", func(t *testing.T) {
		c, s, sc := played(t, e, "mirela")
		other := scene(t, c, s, "bart")
		var lines []transcript.Line
		for i := range 3 * volumeSize {
			l := transcript.Line{Session: s, Scene: other, Text: fmt.Sprintf("the tide %d", i%97)}
			switch i {
			case 5:
				l.Text = "the oldest pearl"
			case 7000:
				l.Text = "the pearl and the anchor"
			}
			if i < 50 {
				l.Scene = sc
			}
			lines = append(lines, l)
		}
		check(t, c.AppendAll(t.Context(), lines))
		for query, want := range map[string]string{
			"pearl":        "the pearl and the anchor | the oldest pearl",
			"the pearl":    "the pearl and the anchor | the oldest pearl",
			"oldest PEARL": "the oldest pearl | the pearl and the anchor",
			"anchor tide":  "the pearl and the anchor",
		} {
			got := search(t, c, query, "")
			if first := strings.Join(strings.SplitN(got, " | ", 3)[:strings.Count(want, "|")+1], " | "); first != want {
				t.Errorf("%q finds %q, want first %q", query, got, want)
			}
		}
		if got := search(t, c, "the pearl", "mirela"); !strings.HasPrefix(got, "the oldest pearl | the tide 49 | ") {
			t.Errorf("Mirela finds %q", got)
		}
	})
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		name, in     string
		query, index string
	}{
		{"words", "The QUICK, brown fox.", "the quick brown fox", "the quick brown fox"},
		{"once", "No no NO", "no", "no"},
		{"numbers", "20.04 x²", "20 04 x2", "20 04 x2"},
		{"sharp s and ligature", "Straße ﬁn", "strasse fin", "strasse fin"},
		{"Greek", "ΆΛΦΑ ς", "αλφα σ", "αλφα σ"},
		{"Turkish", "İzmir ılık", "izmir ilik", "izmir ilik"},
		{"Hindi keeps its vowels", "हिन्दी", "हिन्दी", "हिन्दी"},
		{"full width", "ＡＢ１", "ab1", "ab1"},
		{"pairs", "悬空引", "悬空 空引", "悬 空 引 悬空 空引"},
		{"one character", "剑", "剑", "剑"},
		{"mixed", "3つのIPA", "3 つの ipa", "3 つ の つの ipa"},
		{"kana", "がか", "がか", "が か がか"},
		{"apostrophe", "Bart's o’er j'ai", "barts oer jai bart er ai", "barts oer jai bart er ai"},
		{"empty", " \t-", "", ""},
		{"invalid", "a\xffb", "a b", "a b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(words(tt.in, false), " "); got != tt.query {
				t.Errorf("query words %q, want %q", got, tt.query)
			}
			if got := strings.Join(words(tt.in, true), " "); got != tt.index {
				t.Errorf("index words %q, want %q", got, tt.index)
			}
		})
	}
}

// FuzzWords: what a text is searched by, it is indexed by.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"J'zargo", "Élodie Þórr", "悬空引用", "がか", "a\xff\x00", "İ", "ﬃ", strings.Repeat("ü", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		indexed := map[string]bool{}
		for _, w := range words(s, true) {
			if w == "" || strings.ContainsAny(w, "@ \x00") {
				t.Errorf("%q is no word", w)
			}
			indexed[w] = true
		}
		for _, w := range words(s, false) {
			if !indexed[w] {
				t.Errorf("%q is searched and not indexed", w)
			}
		}
	})
}

func TestShelf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 341, 342, 343, 1000, volumeSize} {
		var s shelf
		var want []int
		for _, p := range rng.Perm(volumeSize)[:n] {
			s.add(p)
			want = append(want, p)
		}
		slices.Sort(want)
		slices.Reverse(want)
		text := s.String()
		if len(text) > 2*n || len(text) > bitmapLen || strings.ContainsAny(text, "\x00'\"") {
			t.Errorf("%d places take %d bytes", n, len(text))
		}
		var back shelf
		back.parse(text)
		if got := slices.Collect(back.newestFirst()); !slices.Equal(got, want) || back.len() != n {
			t.Errorf("%d places came back as %d, not the same or not in order", n, len(got))
		}
		if n > 0 {
			back.remove(want[0])
			if back.len() != n-1 || back.has(want[0]) {
				t.Errorf("of %d places one was removed and %d are left", n, back.len())
			}
		}
	}
}

// TestShelfOfOne: a posting of a single place is read as that place, wherever it
// is. One form of posting once began with a digit of the other.
func TestShelfOfOne(t *testing.T) {
	for place := range volumeSize {
		var s, back shelf
		s.add(place)
		back.parse(s.String())
		if back != s {
			t.Fatalf("place %d is written as %q, which is %d places", place, s.String(), back.len())
		}
	}
}

// FuzzShelf: whatever stands in a posting is read as places of the volume, and
// what is read is written so that it is read again.
func FuzzShelf(f *testing.F) {
	for _, s := range []string{"", "00", "0o", "oo00", "=oo", "!oo", "!", "0", "\xff\x00é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, places string) {
		var s, back shelf
		s.parse(places)
		back.parse(s.String())
		if back != s {
			t.Errorf("%q is read as %d places and then as %d", places, s.len(), back.len())
		}
	})
}
