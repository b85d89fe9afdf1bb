package conversation

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func TestAsksToGoOn(t *testing.T) {
	mirela := campaign.Agent{Name: "Mirela Voss", Aliases: []string{"Mira"}, Titles: []string{"my lady"}, KnownAs: "The Widow"}
	for _, tt := range []struct {
		language, line string
		want           bool
	}{
		{"en", "Go on.", true},
		{"en", "go on", true},
		{"en", "Mirela, go on!", true},
		{"en", "Go on, Mirela Voss", true},
		{"en", "Please, go on, my lady.", true},
		{"en", "No, no, go on, please.", true},
		{"en", "Yes, Mira? You were saying?", true},
		{"en", "Oh. And then?", true},
		{"en", "Continue.", true},
		{"en", "Widow, carry on", true},
		{"en", "And?", true},
		{"en", "So … sorry, keep going!", true},
		{"en", "Shall we go on to the mine?", false},
		{"en", "Let's go on a hunt tomorrow", false},
		{"en", "Go on without me.", false},
		{"en", "We go on.", false},
		{"en", "I want to continue.", false},
		{"en", "Please.", false},
		{"en", "Mirela?", false},
		{"en", "", false},
		{"en", "…", false},
		{"de", "Mirela, sprich weiter.", true},
		{"de", "Erzähl weiter!", true},
		{"de", "Ja, erzähl doch bitte weiter", false}, // the particle stands inside; the mind gets the line all the same
		{"de", "Weiter.", true},
		{"de-AT", "Und dann?", true},
		{"de", "Go on.", true},
		{"de", "Wir gehen weiter.", false},
		{"de", "Weiter zur Mühle!", false},
		{"fr", "Continuez, s'il vous plaît.", true},
		{"fr", "Et alors ?", true},
		{"fr", "Et la clé ?", false},
		{"es", "Sigue, por favor.", true},
		{"es", "¿Y entonces?", true},
		{"it", "Vai avanti, Mirela", true},
		{"pt-BR", "E depois?", true},
		{"nl", "Ga door alsjeblieft", true},
		{"sv", "Go on.", true},
		{"", "Continue, please", true},
	} {
		if got := asksToGoOn(tt.line, tt.language, mirela); got != tt.want {
			t.Errorf("%s: %q: %v, want %v", tt.language, tt.line, got, tt.want)
		}
	}
}

// TestTheRest: what an agent stopped before by itself, and what it was cut off
// from, is what it goes on with, and nothing is said twice. Anything else than
// "go on" is answered as if the rest had never been.
func TestTheRest(t *testing.T) {
	const answer = "One is here. Two is here. Six is here."
	for _, tt := range []struct {
		name   string
		lines  []said
		asked  []string // Unsaid, each time the mind is asked
		heard  string
		ending string
	}{
		{
			"its talk was brief: the rest is said, and no mind asked",
			[]said{{kara, 6 * time.Second, time.Second, "Go on."}},
			[]string{""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Kara: Go on. | Bart: Six is here.", "Bart spoken, Bart spoken",
		},
		{
			"somebody else asks by name",
			[]said{{joren, 6 * time.Second, time.Second, "Bart, go on!"}},
			[]string{""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Joren: Bart, go on! | Bart: Six is here.", "Bart spoken, Bart spoken",
		},
		{
			"once more: there is nothing left",
			[]said{{kara, 6 * time.Second, time.Second, "Go on."}, {kara, 12 * time.Second, time.Second, "Continue."}},
			[]string{"", ""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Kara: Go on. | Bart: Six is here. | Kara: Continue. | Bart: And so on.", "Bart spoken, Bart spoken, Bart spoken",
		},
		{
			"it was cut",
			[]said{{kara, 2310 * ms, 600 * ms, "wait a moment there"}, {kara, 8 * time.Second, time.Second, "Bart, go on."}},
			[]string{"", "", ""},
			"Kara: Bart, count. | Bart: One is here. Two -- | Kara: wait a moment there | Bart: And so on. | Kara: Bart, go on. | Bart: And so on.", "Bart cut, Bart spoken, Bart spoken",
		},
		{
			"it was cut by the request",
			[]said{{gm, 2310 * ms, 600 * ms, "Suddenly it is dark."}, {kara, 8 * time.Second, time.Second, "Bart, go on."}},
			[]string{"", "is here. Six is here."},
			"Kara: Bart, count. | Bart: One is here. Two -- | Max: Suddenly it is dark. | Kara: Bart, go on. | Bart: And so on.", "Bart cut, Bart spoken",
		},
		{
			"others spoke meanwhile: the mind is asked",
			[]said{{joren, 5 * time.Second, time.Second, "Well I never"}, {kara, 8 * time.Second, time.Second, "Bart, go on."}},
			[]string{"", "Six is here."},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Joren: Well I never | Kara: Bart, go on. | Bart: And so on.", "Bart spoken, Bart spoken",
		},
		{
			"it is asked something else",
			[]said{{kara, 6 * time.Second, time.Second, "Bart, and what of the key?"}, {kara, 12 * time.Second, time.Second, "Go on."}},
			[]string{"", "", ""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Kara: Bart, and what of the key? | Bart: And so on. | Kara: Go on. | Bart: And so on.", "Bart spoken, Bart spoken, Bart spoken",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &asked{brain: func(ctx context.Context, q Question) iter.Seq2[string, error] {
				if len(q.History) == 1 {
					return says(0, answer)(ctx, q)
				}
				return says(0, "And so on.")(ctx, q)
			}}
			tb := table{
				lines: append([]said{{kara, 0, time.Second, "Bart, count."}}, tt.lines...), mind: mind, end: 20 * time.Second,
				opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkBrief}},
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, q := range mind.all {
				got = append(got, q.Unsaid)
			}
			if strings.Join(got, "|") != strings.Join(tt.asked, "|") {
				t.Errorf("asked with %q unsaid, want %q", got, tt.asked)
			}
			if got := tb.book.story(); got != tt.heard {
				t.Errorf("kept %s\nwant %s", got, tt.heard)
			}
			if got := tb.book.outcomes(); got != tt.ending {
				t.Errorf("turns: %s, want %s", got, tt.ending)
			}
		})
	}
}

// TestTheRestUnkept: what repeats somebody of whom nothing is kept is not said
// again as it stands.
func TestTheRestUnkept(t *testing.T) {
	r := &running{Conversation: &Conversation{}, unsaid: map[transcript.AgentID]leftover{}}
	turn := &turn{agent: bart}
	turn.rec.Unheard = "You say that " + transcript.Withdrawn + "."
	r.keepUnsaid(turn, transcript.Spoken)
	history := []transcript.Line{{Agent: "bart", Text: "Aye."}, {Speaker: kara, Text: "Go on."}}
	if got := r.resumes(turn, history); got != turn.rec.Unheard || turn.rest != "" {
		t.Errorf("goes on with %q, as it stands %q", got, turn.rest)
	}
}
