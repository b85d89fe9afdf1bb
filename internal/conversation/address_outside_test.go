package conversation

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// TestOutsideReasons has what a GM reads of a line for somebody who is no part of the
// game, said alone with an agent, and when a referee would be asked.
func TestOutsideReasons(t *testing.T) {
	tests := []struct {
		name, scene, text string
		answers           bool
		reason            string
		unsure            bool
	}{
		{"a pet name", "duo", "honey could you close the window", false, `but "honey" is nobody here`, true},
		{"what has that name", "duo", "do you put honey in it", true, "", false},
		{"family", "duo", "go and ask daddy", false, `but "daddy" is nobody here`, false},
		{"family of somebody in the story", "duo", "my daddy was a smith", true, "", false},
		{"a stranger is told something", "duo", "lucy put that down", false, `but "lucy" is nobody here`, true},
		{"a stranger is asked something", "allein", "jonas hast du den hund gesehen", false, `but "jonas" is nobody here`, true},
		{"a stranger at the end", "duo", "put that down, lucy", false, `but "lucy" is nobody here`, true},
		{"somebody says what they are called", "duo", "Aldric, that's what they call me.", true, "", false},
		{"the phone", "duo", "hi this is anna", false, "but it is said on the phone", false},
		{"the phone, with a name that nobody has", "allein", "ja hallo krause hier", false, "but it is said on the phone", false},
		{"to a child", "allein", "geh in dein zimmer", false, "but a child or a pet is spoken to", true},
		{"to oneself", "duo", "where did i put it", false, "but they talk to themselves", false},
		{"to oneself, in writing", "duo", "i'll write that name down", false, "but they talk to themselves", false},
		{"the room, although somebody is asked", "duo", "did you charge the laptop battery", false, "but it is about the room they sit in, not about the game", false},
		{"a word of it, although somebody is asked", "duo", "do you have my ipad", false, `but "ipad" is of the room they sit in`, true},
	}
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, _ := address(Heard{Text: tt.text, Speaker: anna, At: now.Add(3 * time.Second)}, addressScenes()[tt.scene], m)
			want := `they were talking to "Bart"`
			switch {
			case tt.reason == "but it is about the room they sit in, not about the game":
				want = tt.reason[len("but "):]
			case tt.reason != "":
				want += ", " + tt.reason
			}
			if (len(d.Agents) == 1) != tt.answers || d.Reason != want || (len(d.Unsure) > 0) != tt.unsure {
				t.Errorf("%q: %v because %s, unsure of %v; want %v because %s, unsure %v", tt.text, d.Agents, d.Reason, d.Unsure, tt.answers, want, tt.unsure)
			}
		})
	}
}

// TestStillOutside: who spoke to somebody outside the game goes on doing so, for a
// while, until they come back or call the agent.
func TestStillOutside(t *testing.T) {
	start := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	const first = "hello mum i'm playing"
	tests := []struct {
		name  string
		lines []string // each five seconds after the one before
		after time.Duration
		want  bool // Bart is spoken to with the last of them
	}{
		{"the next line", []string{first, "yes i fed it"}, 0, false},
		{"and a question, which may be for either", []string{first, "did you feed it"}, 0, false},
		{"they come back", []string{first, "sorry about that where were we"}, 0, true},
		{"and go on", []string{first, "sorry about that where were we", "who was it"}, 0, true},
		{"they call", []string{first, "so, Bart, who was it"}, 0, true},
		{"and go on then", []string{first, "so, Bart, who was it", "and when"}, 0, true},
		{"they hang up", []string{first, "okay bye mum", "who was it"}, 0, true},
		{"long ago", []string{first, "who was it"}, outsideLasts, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now, m := start, memory{}.addressed("bart", anna, start, false)
			var d Decision
			for i, line := range tt.lines {
				if now = now.Add(5 * time.Second); i == len(tt.lines)-1 {
					now = now.Add(tt.after)
				}
				d, m = address(Heard{Text: line, Speaker: anna, At: now}, addressScenes()["duo"], m)
			}
			if got := len(d.Agents) == 1; got != tt.want {
				t.Errorf("%q: %v because %s, want %v", tt.lines, d.Agents, d.Reason, tt.want)
			}
			if last := tt.lines[len(tt.lines)-1]; len(tt.lines) == 2 && !tt.want && len(d.Unsure) == 0 {
				t.Errorf("%q: no referee is asked", last)
			}
		})
	}
}

// TestAnotherPlayerHasSpoken: "you" and "no" are for the player who has just said
// something, unless something is asked.
func TestAnotherPlayerHasSpoken(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	greta := memory{}.addressed("greta", anna, now, false).answered("greta", anna, now)
	for _, tt := range []struct {
		between, text string
		want          bool
	}{
		{"we still have the rope", "no you left it in the boat", false},
		{"", "no you left it in the boat", true},
		{"we still have the rope", "who owns the boat", true},
		{"mhm", "no you left it in the boat", true},
		{"i nod", "no you left it in the boat", true},
		{"Bart, a beer.", "no you left it in the boat", true},
	} {
		m := greta
		if tt.between != "" {
			_, m = address(Heard{Text: tt.between, Speaker: tom, At: now.Add(2 * time.Second)}, addressScenes()["inn"], m)
		}
		d, _ := address(Heard{Text: tt.text, Speaker: anna, At: now.Add(4 * time.Second)}, addressScenes()["inn"], m)
		if got := slices.Equal(d.Agents, []transcript.AgentID{"greta"}); got != tt.want {
			t.Errorf("%q after %q: %v because %s, want %v", tt.text, tt.between, d.Agents, d.Reason, tt.want)
		}
	}
}

// TestTitlesAreSaidOtherwise: who bears a title answers to what it becomes in speech.
func TestTitlesAreSaidOtherwise(t *testing.T) {
	for _, tt := range []struct {
		scene, text string
		want        []transcript.AgentID
	}{
		{"hafen", "Käpt'n, wohin?", []transcript.AgentID{"ruhland"}},
		{"hafen", "kaptein was ist los", []transcript.AgentID{"ruhland"}},
		{"hafen", "der käptn schläft", nil},
		{"ship", "cap'n what do we do", []transcript.AgentID{"velrik"}},
		{"market", "sarge what happened", []transcript.AgentID{"dray"}},
		{"kloster", "bruder ansehen was macht ihr da", []transcript.AgentID{"anselm"}},
		{"kloster", "das kann man sich ansehen was macht ihr da", nil},
	} {
		d, _ := address(Heard{Text: tt.text, Speaker: anna}, addressScenes()[tt.scene], memory{})
		if !slices.Equal(d.Agents, tt.want) {
			t.Errorf("%q: %v because %s, want %v", tt.text, d.Agents, d.Reason, tt.want)
		}
	}
}
