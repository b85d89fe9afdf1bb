package command

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// What is left of a name can be shown and said, whatever was typed.
func FuzzOneLine(f *testing.F) {
	for _, s := range []string{"Odo", "\u202eodO\u202c", "a\u200bb", "\xff\x00", "שלום", "👩‍🚀", "a\r\n\tb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := oneLine(s)
		if again := oneLine(got); again != got {
			t.Errorf("oneLine(%q) = %q, and of that %q", s, got, again)
		}
		if len(got) > len(s) || strings.ContainsAny(got, "\n\r\t\x00\u202e\u200b") {
			t.Errorf("oneLine(%q) = %q", s, got)
		}
	})
}

func TestNPCQuick(t *testing.T) {
	sings := &choir{voices: "alto bass tenor"}
	inBubble(t, Options{Voicer: sings}, func(w *world) {
		t := w.t
		w.atTavern()
		quick := func(words string) *answer {
			return w.group(gina, groupNPC, subQuick, discord.Args{optWords: words})
		}
		wantText(t, "without a session", quick("grumpy old ferryman").text(), "No session of this campaign is running")
		w.book.file.Agents[0].Voices = map[string]campaign.Voice{"choir": {Name: "alto"}}
		s := w.playing()
		s.took()
		wantText(t, "without words", quick("\u200b !").text(), "Say in a few words")
		began := time.Now()
		a := quick("grumpy old ferryman with a limp")
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
		first := w.book.file.Agents[1]
		wantText(t, "the answer", a.text(), "**"+first.Name+"** is here, for this session", "here for this session only")
		if got := s.took(); got != "agent "+string(first.ID) {
			t.Errorf("the table was told %q", got)
		}
		if !slices.Equal(first.Titles, []string{"ferryman"}) || first.Persona != "You are "+first.Name+": grumpy old ferryman with a limp. That is how you talk, too. You have only just come into this story, and know what everybody here knows." {
			t.Errorf("made %+v", first)
		}
		quick("grumpy old ferryman with a limp")
		second := w.book.file.Agents[2]
		if second.Name == first.Name {
			t.Errorf("two are called %s", first.Name)
		}
		if a, b := first.Voices["choir"].Name, second.Voices["choir"].Name; a == "alto" || b == "alto" || a == b {
			t.Errorf("voices %q and %q, want two that nobody has", a, b)
		}

		keep := buttons(a.message())["Keep"]
		wantText(t, "keep", w.press(gina, keep).text(), "stays for good")
		wantText(t, "keep twice", w.press(gina, keep).text(), "stays already")
		w.book.troupe.over = map[transcript.SessionID]bool{s.id: true}
		w.give(gina, subEnd)
		if n := len(w.book.file.Agents); n != 2 || w.book.agent(first.Name).ID == "" || w.book.agent(second.Name).ID != "" {
			t.Errorf("%d agents are left: %+v", n, w.book.file.Agents)
		}
		wantText(t, "one that is gone", w.press(gina, button(btnNPCKeep, string(lantern), refOf(second.ID))).text(), "not there any more")
	})
}

func TestNPCQuickWithAModel(t *testing.T) {
	for _, tt := range []struct {
		name string
		muse muse
		want string // name; empty for one of the list's
	}{
		{"in time", muse{name: "Wenlow\u200b Reed", persona: "You are dry.", takes: 4 * time.Second}, "Wenlow Reed"},
		{"too late", muse{name: "Wenlow", persona: "You are dry.", takes: time.Hour}, ""},
		{"no idea", muse{}, ""},
		{"somebody's name", muse{name: "BART", persona: "You are Bart."}, ""},
		{"like somebody's name", muse{name: "Tamzin", persona: "You are new."}, ""},
		{"nobody", muse{name: "Wenlow", persona: " "}, ""},
		{"too long a name", muse{name: strings.Repeat("x", 81), persona: "You are long."}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.muse
			inBubble(t, Options{Namer: &m}, func(w *world) {
				t := w.t
				w.playing()
				began := time.Now()
				a := w.group(gina, groupNPC, subQuick, discord.Args{optWords: "grumpy old ferryman"})
				time.Sleep(inventWithin)
				settle()
				if n := len(w.book.file.Agents); n != 2 || time.Since(began) > 10*time.Second {
					t.Fatalf("%d agents after %v: %s", n, time.Since(began), a.text())
				}
				got := w.book.file.Agents[1]
				if want := cmp.Or(tt.want, got.Name); got.Name != want || tt.want == "" && !slices.Contains(quickNames["en"], got.Name) {
					t.Errorf("the name is %q", got.Name)
				}
				if (got.Persona == strings.TrimSpace(m.persona)) != (tt.want != "") {
					t.Errorf("the persona is %q", got.Persona)
				}
				if want := "lanterns grumpy old ferryman not Bart Tamsin Oskar"; m.asked[0] != want {
					t.Errorf("asked %q, want %q", m.asked[0], want)
				}
			})
		})
	}
}

// The names of the list can be told apart, and there is always another.
func TestQuickNames(t *testing.T) {
	for language, names := range quickNames {
		for i, a := range names {
			for _, b := range names[:i] {
				if campaign.SoundAlike(a, b) {
					t.Errorf("%s: %s sounds like %s", language, a, b)
				}
			}
		}
		c := cast{campaign: campaign.Campaign{Language: language}}
		seen := map[string]bool{}
		for range len(names) + 3 {
			name := c.freeName("ferryman")
			if seen[name] {
				t.Fatalf("%s is given twice", name)
			}
			seen[name] = true
			c.file.Agents = append(c.file.Agents, campaign.Agent{ID: transcript.AgentID(name), Name: name})
		}
	}
}

func TestCalling(t *testing.T) {
	for words, want := range map[string]string{
		"grumpy old ferryman": "ferryman", "a nun with one eye": "nun", "mürrischer Fährmann, der hinkt": "Fährmann",
		"ferryman": "ferryman", "with": "with", "\"a spy.\"": "spy",
	} {
		if got := strings.Join(calling(words), "|"); got != want {
			t.Errorf("calling(%q) = %q, want %q", words, got, want)
		}
	}
}
