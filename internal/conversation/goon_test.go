package conversation

import (
	"context"
	"iter"
	"os"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestAsksToGoOn goes through the lines of testdata/goon.txt. Who asks for the rest
// and is not understood gets an answer all the same, so a few may be missed; what
// asks for something else must never be taken for it.
func TestAsksToGoOn(t *testing.T) {
	mirela := campaign.Agent{Name: "Mirela Voss", Aliases: []string{"Mira"}, Titles: []string{"my lady"}, KnownAs: "The Widow"}
	score := goOnScores(t, func(line, language string) bool { return asksToGoOn(line, language, mirela) })
	for language, s := range score {
		t.Logf("%-5s %3d of %3d found; %3d others, %d taken for it", language, s.found, s.asks, s.others, s.wrong)
		if s.asks+s.others < 60 || s.wrong > 0 || s.found*100 < 95*s.asks {
			t.Errorf("%s: %+v; want 60 lines or more, 95 in 100 found, and none wrong", language, s)
		}
	}
	for _, tt := range []struct {
		language, line string
		want           bool
	}{
		{"de-AT", "Und dann?", true},
		{"sv", "Go on.", true},
		{"", "Continue, please", true},
		{"sv", "Fortsätt.", false},
		{"en", "Mach weiter.", false},
		{"en", strings.Repeat("go on ", 8), true},
		{"en", strings.Repeat("go on ", 9), false},
		{"en", strings.Repeat("no ", 200), false},
	} {
		if got := asksToGoOn(tt.line, tt.language, mirela); got != tt.want {
			t.Errorf("%s: %q: %v, want %v", tt.language, tt.line, got, tt.want)
		}
	}
}

// A goOnScore counts what was made of the lines of a language.
type goOnScore struct{ asks, found, others, wrong int }

// goOnScores tries the lines of testdata/goon.txt and logs what is missed.
func goOnScores(t *testing.T, asks func(line, language string) bool) map[string]*goOnScore {
	t.Helper()
	text, err := os.ReadFile("testdata/goon.txt")
	if err != nil {
		t.Fatal(err)
	}
	scores := make(map[string]*goOnScore)
	var language string
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSpace(l)
		mark, line, _ := strings.Cut(l, " ")
		switch s := scores[language]; mark {
		case "+":
			if s.asks++; asks(line, language) {
				s.found++
			} else {
				t.Logf("%s: missed: %s", language, line)
			}
		case "-":
			if s.others++; asks(line, language) {
				s.wrong++
				t.Errorf("%s: taken for it: %s", language, line)
			}
		default:
			if tag, ok := strings.CutPrefix(l, "["); ok {
				language = strings.TrimSuffix(tag, "]")
				scores[language] = &goOnScore{}
			}
		}
	}
	return scores
}

// FuzzAsksToGoOn: whatever is said, it is decided, and marks, capitals and a
// please before it change nothing.
func FuzzAsksToGoOn(f *testing.F) {
	for _, s := range []string{"Go on.", "no no, sorry, go on", "And? And? And then?", "Erzähl doch bitte weiter", "ß"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var folded []string
		for _, w := range lineWords(line) {
			folded = append(folded, w.fold)
		}
		asks := asksToGoOn(line, "en", campaign.Agent{})
		if len(folded) == 0 || len(folded) >= goOnWords {
			return
		}
		if more := asksToGoOn("please "+strings.Join(folded, " "), "en", campaign.Agent{}); asks && !more {
			t.Errorf("%q asks, and politely it does not", line)
		}
	})
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
			"somebody else asks in many words, and names nobody",
			[]said{{joren, 6 * time.Second, time.Second, "No, sorry, please do go on."}},
			[]string{""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Joren: No, sorry, please do go on. | Bart: Six is here.", "Bart spoken, Bart spoken",
		},
		{
			"somebody else says one word, which may be for anybody",
			[]said{{joren, 6 * time.Second, time.Second, "And?"}},
			[]string{""},
			"Kara: Bart, count. | Bart: One is here. Two is here. | Joren: And?", "Bart spoken",
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
