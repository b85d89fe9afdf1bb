package demo

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func TestExampleScene(t *testing.T) {
	s, err := ParseScene("scene.yaml", Example, map[string]string{"first": "bart"})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Lines) < 8 || len(s.Players) != 3 {
		t.Errorf("%d lines, %d players", len(s.Lines), len(s.Players))
	}
	if got := s.line("question").Want.Answer; got != "bart" {
		t.Errorf("the answer to the question is wanted of %q, want the given bart", got)
	}
	if got := s.Speakers()[0]; got.Role != transcript.GM {
		t.Errorf("the first speaker is %+v, want the GM", got)
	}
}

func TestParseSceneMistakes(t *testing.T) {
	const head = "players:\n  kara: {name: Kay, voice: slt}\n"
	for _, tt := range []struct {
		name, file string
		want       []string
	}{
		{"not YAML", "lines: [", []string{"s.yaml:"}},
		{"unknown key", "titel: x\n", []string{"s.yaml:", "titel"}},
		{"no value", head + "lines:\n  - {id: a, who: kara, say: '{what}', when: start}\n", []string{"{what} has no value"}},
		{"unknown role", "players:\n  kara: {name: Kay, role: queen}\n", []string{`role "queen"`, "player or gm"}},
		{
			"everything at once", head + "lines:\n  - {id: a, who: bart, say: '', when: soon}\n  - {id: a, who: kara, say: hi, when: start, want: {over: b}}\n",
			[]string{`"bart" is not among the players`, "nothing to say", `"soon" is not understood`, "an id of its own", `no line "b" before it`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseScene("s.yaml", []byte(tt.file), nil)
			if err == nil {
				t.Fatal("it was accepted")
			}
			for _, w := range tt.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("the error lacks %q:\n%v", w, err)
				}
			}
		})
	}
}

func TestTrigger(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Trigger
		ok   bool
	}{
		{"start", Trigger{What: Start}, true},
		{"1s after quiet", Trigger{After: time.Second, What: Quiet}, true},
		{"1.5s after mirela begins", Trigger{After: 1500 * time.Millisecond, Of: "mirela", What: Begins}, true},
		{"odo ends", Trigger{Of: "odo", What: Ends}, true},
		{"", Trigger{}, false},
		{"mirela", Trigger{}, false},
		{"mirela sings", Trigger{}, false},
		{"-1s after start", Trigger{}, false},
		{"9h after start", Trigger{}, false},
	} {
		got, err := parseTrigger(tt.text)
		if (err == nil) != tt.ok {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if tt.ok && got != tt.want {
			t.Errorf("%q is %+v, want %+v", tt.text, got, tt.want)
		}
		if tt.ok && got.String() != tt.text {
			t.Errorf("%q is written back as %q", tt.text, got)
		}
	}
}

func TestCheck(t *testing.T) {
	s := &Scene{Cast: "tavern", Lines: []Line{{ID: "a", Want: Want{Answer: "bart"}}, {ID: "b", Want: Want{Cuts: "greta"}}}}
	var f campaign.File
	f.Scenes = []campaign.Scene{{Key: "tavern"}}
	f.Agents = []campaign.Agent{{ID: "bart"}}
	err := s.Check(f)
	if err == nil || !strings.Contains(err.Error(), `"greta"`) || strings.Contains(err.Error(), "bart") {
		t.Errorf("Check = %v, want greta missed and nobody else", err)
	}
	f.Agents = append(f.Agents, campaign.Agent{ID: "greta"})
	if err := s.Check(f); err != nil {
		t.Error(err)
	}
}

func FuzzParseScene(f *testing.F) {
	f.Add(string(Example))
	f.Add("players: {a: {name: A}}\nlines: [{id: x, who: a, say: y, when: 1s after quiet}]")
	f.Fuzz(func(t *testing.T, in string) {
		s, err := ParseScene("s.yaml", []byte(in), nil)
		if err != nil {
			if !strings.Contains(err.Error(), "s.yaml") {
				t.Fatalf("the error does not name the file: %v", err)
			}
			return
		}
		for _, l := range s.Lines {
			s.player(l.Who) // panics if a line's player was not checked
		}
	})
}

func TestWordErrors(t *testing.T) {
	for _, tt := range []struct {
		said, heard  string
		wrong, total int
	}{
		{"Odo, how are you?", "odo how are you", 0, 4},
		{"one two three", "", 3, 3},
		{"one two three", "one three", 1, 3},
		{"one two", "one and two", 1, 2},
		{"one two", "one too", 1, 2},
		{"", "anything", 1, 0},
	} {
		wrong, total := wordErrors(tt.said, tt.heard)
		if diff := cmp.Diff([]int{tt.wrong, tt.total}, []int{wrong, total}); diff != "" {
			t.Errorf("%q heard as %q (-want +got):\n%s", tt.said, tt.heard, diff)
		}
	}
}
