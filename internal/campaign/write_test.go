package campaign

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// roundTrip checks that f, written and parsed, is f.
func roundTrip(t *testing.T, f File) {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Parse("written.yaml", b.Bytes())
	if err != nil {
		t.Fatalf("written file does not parse: %v\n%s", err, b.Bytes())
	}
	if diff := cmp.Diff(f, got); diff != "" {
		t.Errorf("-written +parsed:\n%s\n%s", diff, b.Bytes())
	}
}

func TestWrite(t *testing.T) {
	roundTrip(t, smallFile())
	retired := smallFile()
	retired.Characters[0].Retired = true
	roundTrip(t, retired)
	var b bytes.Buffer
	if err := smallFile().Write(&b); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "small.golden.yaml")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("-want +got (rewrite with -update):\n%s", diff)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte("campaign: c\nname: C\n"))
	f.Add([]byte("campaign: c\nname: \"a\\x41\\U0001f3b2\"\nsetting: >-\n  a\n\n   b\n"))
	f.Add([]byte("campaign: c\nname: 'it''s'\nagents: {a: {name: .inf, tools: dice}}\n"))
	f.Add([]byte("? a\n: b\n"))
	f.Add([]byte("a: &a [*a, *a]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Parse("f.yaml", data)
		if err != nil {
			if diff := cmp.Diff(File{}, got); diff != "" {
				t.Fatalf("a refused file left something behind: %s", diff)
			}
			return
		}
		roundTrip(t, got)
		if changes := Diff(got, got); len(changes) > 0 {
			t.Fatalf("a campaign differs from itself: %v", changes)
		}
	})
}

// FuzzWrite puts any text into every place where a text may stand.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{
		"plain", "it's", "a: b", "# c", "- d", "null", "~", "007", "1e3", "0x1f", "yes", "a\nb", "a\n\n  b\n c", "\"q\"", `back\slash`,
		"a,b", "[x]", "{y}", "tab\there", "*leans*", "&a", "!b", "%c", "@d", "`e`", "|", ">", "?", ": x", "x:", "x :y", "x #y", "…", "Þórr", "悬空引用", "🎲 dice",
		"a\u2028b", "a\u00a0b", "--- x", "... y", "<<", "none", "everyone", "a\n---\nb", "a\n# b", "a\n\tb", "a \nb", "\ufeffx",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		prose := strings.TrimSpace(strings.ReplaceAll(s, "\r", ""))
		words := strings.Join(strings.Fields(s), " ")
		file := smallFile()
		file.Campaign.Setting, file.Campaign.Name = prose, words
		a := &file.Agents[0]
		a.Name, a.Aliases, a.Titles, a.Persona = words, nil, []string{words, words}, prose
		a.Voices = map[string]Voice{"flite": {Name: words, Options: map[string]string{"speed": words}}}
		a.Grants = []Grant{{Tool: words, Scope: words}}
		if Fold(words) != "" { // no name is without letters
			file.Names[0] = Name{Text: words, Say: words, Heard: []string{words}}
		}
		n := &file.Nodes[0]
		n.Text, n.Aspects[0], n.Aspects[1].Text = prose, Aspect{Key: words, Text: prose}, prose
		n.Aspects[1].Stances[0].Text = prose
		file.Edges[0].Type, file.Edges[0].Note = words, prose
		if file.Check(Known{}) != nil {
			t.Skip("no campaign could hold this")
		}
		roundTrip(t, file)
	})
}
