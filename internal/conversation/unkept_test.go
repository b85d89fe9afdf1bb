package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// listener records what a mind is asked, and answers with what words gives.
type listener struct {
	mu        sync.Mutex
	questions []Question
	commits   []error
	words     func(q Question) string
}

func (a *listener) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		a.mu.Lock()
		a.questions = append(a.questions, q)
		if q.Unkept {
			a.commits = append(a.commits, q.Commit(ctx))
		}
		a.mu.Unlock()
		yield(a.words(q), nil)
	}
}

func (a *listener) history(i int) string {
	var all []string
	for _, l := range a.questions[i].History {
		all = append(all, l.Name+": "+l.Text)
	}
	return strings.Join(all, "\n")
}

// unkeptKara is Kara, who wants to be heard and not kept.
func unkeptKara() transcript.Speaker {
	k := crew[0]
	k.Consent = transcript.ConsentUnkept
	return k
}

// Who is heard and not kept is answered, and nothing of their words is left: not
// in the journal, nor in what any agent is told afterwards, nor in what is
// observed; and what leaves a trace is refused.
//
// Case: H10.
func TestUnkept(t *testing.T) {
	mind := &listener{words: func(q Question) string {
		return "You say the reliquary lies under the old mill, do you? I wonder."
	}}
	tb := table{
		lines: []said{
			{kara, 500 * ms, 2 * time.Second, "Bart, the reliquary lies under the old mill."},
			{joren, 10 * time.Second, time.Second, "Bart, what did she say?"},
			{kara, 20 * time.Second, time.Second, "Greta, what of the reliquary?"},
		},
		mind: mind,
		meanwhile: func(ctx context.Context, c *Conversation) {
			if err := c.Meet(ctx, unkeptKara()); err != nil {
				t.Error(err)
			}
			until(ctx, time.Now().Add(30*time.Second))
			for _, r := range must(c.Why(ctx))(t) {
				if strings.Contains(r.Line.Text, "reliquary") {
					t.Errorf("why remembers %q", r.Line.Text)
				}
			}
		},
		end: 32 * time.Second,
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := "Bart: You say […], do you? I wonder.\nJoren: Bart, what did she say?\n" +
		"Bart: You say the reliquary lies under the old mill, do you? I wonder.\nGreta: You say the reliquary lies under the old mill, do you? I wonder."
	if got := strings.Join(tb.book.lines, "\n"); got != want {
		t.Errorf("kept:\n%s\nwant:\n%s", got, want)
	}
	if len(mind.questions) != 3 {
		t.Fatalf("asked %d times", len(mind.questions))
	}
	if got, want := mind.history(0), "Kara: Bart, the reliquary lies under the old mill."; got != want {
		t.Errorf("first question:\n%s\nwant:\n%s", got, want)
	}
	if got := mind.history(1); strings.Contains(got, "Kara") {
		t.Errorf("second question:\n%s", got)
	}
	for i, want := range []bool{true, false, true} {
		if mind.questions[i].Unkept != want {
			t.Errorf("question %d unkept %v, want %v", i, mind.questions[i].Unkept, want)
		}
	}
	for _, err := range mind.commits {
		if !errors.Is(err, errUnkept) {
			t.Errorf("commit: %v, want %v", err, errUnkept)
		}
	}
	for _, turn := range tb.book.turns {
		if turn.Outcome != transcript.Spoken || turn.Caller != 0 && turn.Who == "Kara" {
			t.Errorf("turn %+v", turn)
		}
	}
	for _, n := range tb.notices {
		if said := fmt.Sprintf("%+v", n); strings.Contains(said, "Greta, what of") || strings.Contains(said, "Bart, the reliq") {
			t.Errorf("observed: %s", said)
		}
	}
}

// TestUnkeptReason: why somebody is answered does not quote them either. Of those who
// are kept the GM is told at once, and what lasts quotes nobody.
func TestUnkeptReason(t *testing.T) {
	for _, tt := range []struct{ name, text, quoted string }{
		{"a word of the room", "Do you keep an umbrella for me here?", "umbrella"},
		{"a word of the rules", "Which spell do you know against ghosts?", "spell"},
		{"somebody who is not there", "Do you see that, Kevin?", "kevin"},
		{"a name heard otherwise", "Gretta, what is there?", "gretta"},
		{"a name that may be one", "Gretna, what is there?", "gretna"},
	} {
		for _, kept := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, kept %v", tt.name, kept), func(t *testing.T) {
				who, toldOf := crew[0], false
				if !kept {
					who = unkeptKara()
				}
				told := func(how, reason string) {
					if toldOf = toldOf || strings.Contains(reason, tt.quoted); toldOf && !kept {
						t.Errorf("%s: because %s", how, reason)
					}
				}
				tb := table{
					lines: []said{{kara, time.Second, time.Second, "Bart, hello."}, {kara, 6 * time.Second, time.Second, tt.text}}, mind: says(0, "Aye."),
					opts: Options{Referee: whistle{name: "Greta"}},
					meanwhile: gmDoes(
						t,
						deed{500 * ms, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, who) }},
						deed{12 * time.Second, func(ctx context.Context, c *Conversation) error {
							why, err := c.Why(ctx)
							for _, r := range why {
								told("why", r.Reason)
							}
							return err
						}},
					),
				}
				if _, err := tb.run(t); err != nil {
					t.Fatal(err)
				}
				for _, n := range noticed[Addressed](&tb) {
					told("observed", n.Reason)
				}
				if toldOf != kept {
					t.Errorf("the words were told: %v", toldOf)
				}
				for _, turn := range tb.book.turns {
					if strings.Contains(turn.Reason, tt.quoted) {
						t.Errorf("the journal has a turn because %s", turn.Reason)
					}
				}
			})
		}
	}
}

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return v
	}
}

// It holds from the next word on: what is being said when somebody asks not to
// be kept is not kept, and what is being said when they ask to be kept again is
// not either.
func TestUnkeptFromNow(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "This is kept."},
			{kara, 3 * time.Second, 2 * time.Second, "This is not."},
			{kara, 8 * time.Second, 2 * time.Second, "Nor is this."},
			{kara, 12 * time.Second, time.Second, "But this is."},
		},
		mind: says(0, "Aye."),
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(4*time.Second))
			_ = c.Meet(ctx, unkeptKara())
			until(ctx, time.Now().Add(5*time.Second))
			_ = c.Meet(ctx, crew[0])
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := linesOf(&tb), "Kara: This is kept.\nKara: But this is."; got != want {
		t.Errorf("kept:\n%s\nwant:\n%s", got, want)
	}
}

// Whoever goes on before they are answered gets one answer to both lines, though
// the first is remembered nowhere.
func TestUnkeptGoesOn(t *testing.T) {
	mind := &listener{words: func(Question) string { return "Aye." }}
	tb := table{
		lines: []said{
			{kara, 500 * ms, time.Second, "Bart, listen."},
			{kara, 2200 * ms, time.Second, "Bart, what of the mill?"},
		},
		ears: dictation{delay: 300 * ms},
		mind: mind,
		meanwhile: func(ctx context.Context, c *Conversation) {
			_ = c.Meet(ctx, unkeptKara())
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := mind.history(len(mind.questions)-1), "Kara: Bart, listen.\nKara: Bart, what of the mill?"; got != want {
		t.Errorf("the last question:\n%s\nwant:\n%s", got, want)
	}
	if got := strings.Join(tb.book.lines, "\n"); got != "Bart: Aye." {
		t.Errorf("kept:\n%s", got)
	}
}

// A microphone that several share is nobody's name, and nobody who speaks
// through it is alone with an agent.
func TestSharedMicrophone(t *testing.T) {
	table := transcript.Speaker{ID: kara, Name: "kay", Role: transcript.Player, Character: transcript.TableName("en")}
	c := Company{Agents: []campaign.Agent{bart}, People: []transcript.Speaker{table, crew[1]}, Language: "en"}
	d, _ := address(Heard{Text: "The table, Bart, is it oak?", Speaker: joren, Role: transcript.Player}, c, memory{})
	if len(d.Agents) != 1 {
		t.Errorf("with a table at the table: %+v", d)
	}
	alone := Company{Agents: []campaign.Agent{bart}, People: []transcript.Speaker{crew[0]}, Language: "en"}
	for _, tt := range []struct {
		who  transcript.Speaker
		want int
	}{{crew[0], 1}, {table, 0}} {
		alone.People = []transcript.Speaker{tt.who}
		d, _ := address(Heard{Text: "What does the ferry cost today?", Speaker: kara, Role: transcript.Player}, alone, memory{})
		if len(d.Agents) != tt.want {
			t.Errorf("%s: %+v, want %d", tt.who.Label(), d, tt.want)
		}
	}
}

func TestUnquote(t *testing.T) {
	for _, tt := range []struct{ name, answer, said, want string }{
		{"nothing in common", "I know of no such place.", "Where is the old mill?", "I know of no such place."},
		{"three words are a phrase", "To the mill, aye.", "I go to the mill today.", "To the mill, aye."},
		{"four are a quotation", "So: “to the old mill”, aye.", "I go to the old MILL today.", "So: “[…]”, aye."},
		{"twice", "You are my brother? You are my brother!", "You are my brother", "[…]? […]!"},
		{"all of it, short", "Burn it? Never.", "Burn it!", "[…]? Never."},
		{"one word", "Yes. Yes, I will.", "Yes.", "Yes. Yes, I will."},
		{"punctuation and marks differ", "Élodie  went — home, then?", "elodie went home then", "[…]?"},
		{"nothing said", "Aye.", "", "Aye."},
		{"nothing answered", "", "one two three four", ""},
	} {
		if got := unquote(tt.answer, tt.said); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// What is left holds no passage of what was said, and no more than there was.
func FuzzUnquote(f *testing.F) {
	f.Add("So: to the old mill, aye", "I go to the old mill today")
	f.Add("a\xffb c d e", "b c d e")
	f.Fuzz(func(t *testing.T, answer, said string) {
		if len(answer)+len(said) > 2000 {
			return
		}
		got := unquote(answer, said)
		var a, s []string
		eachWord(got, func(w string, _, _ int) { a = append(a, w) })
		eachWord(said, func(w string, _, _ int) { s = append(s, w) })
		for piece := range strings.SplitSeq(got, transcript.Withdrawn) {
			var p []string
			eachWord(piece, func(w string, _, _ int) { p = append(p, w) })
			for i := range p {
				if n := repeats(p[i:], s); n >= min(quoteWords, max(len(s), 2)) {
					t.Errorf("%q of %q still repeats %d words of %q", got, answer, n, said)
				}
			}
		}
	})
}

// What an agent was about to say when it was cut is told it without the words
// that it repeats.
func TestUnkeptUnsaid(t *testing.T) {
	mind := &listener{words: func(q Question) string {
		if q.History[len(q.History)-1].Speaker != kara {
			return "Aye."
		}
		return "Let me think about that for a moment. So the reliquary lies under the old mill, you say."
	}}
	tb := table{
		lines: []said{
			{kara, 500 * ms, 2 * time.Second, "Bart, the reliquary lies under the old mill."},
			{joren, 10 * time.Second, time.Second, "Bart, go on."},
		},
		mind: mind,
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, unkeptKara()) }},
			deed{5500 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(mind.questions) != 2 || mind.questions[1].Unsaid == "" {
		t.Fatalf("asked %d times, at last with unsaid %q", len(mind.questions), mind.questions[len(mind.questions)-1].Unsaid)
	}
	if got := mind.questions[1].Unsaid; strings.Contains(got, "under the old mill") {
		t.Errorf("it was told %q", got)
	}
}
