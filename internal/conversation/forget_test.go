package conversation

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What somebody has said is forgotten by everybody at once, and is in the journal
// when Forget returns, so that it can be deleted there.
//
// Case: H10.
func TestForget(t *testing.T) {
	mind := &listener{words: func(Question) string { return "Aye." }}
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, the reliquary is mine."},
			{joren, 6 * time.Second, time.Second, "Bart, I doubt it."},
			{kara, 11 * time.Second, 3 * time.Second, "Never mind the reliquary."},
			{joren, 16 * time.Second, time.Second, "Bart, what now?"},
		},
		mind: mind,
	}
	tb.meanwhile = func(ctx context.Context, c *Conversation) {
		until(ctx, time.Now().Add(13*time.Second))
		if err := c.Forget(ctx, kara); err != nil {
			t.Error(err)
		}
		tb.book.mu.Lock()
		defer tb.book.mu.Unlock()
		if len(tb.book.lines) != 4 {
			t.Errorf("in the journal: %q", tb.book.lines)
		}
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := "Kara: […]\nBart: Aye.\nJoren: Bart, I doubt it.\nBart: Aye.\nJoren: Bart, what now?"
	if got := mind.history(len(mind.questions) - 1); got != want {
		t.Errorf("the last question:\n%s\nwant:\n%s", got, want)
	}
}

// TestForgetWhatWaits: what is forgotten is not answered any more, and no mind is
// told of it. Case: H10.
func TestForgetWhatWaits(t *testing.T) {
	mind := &listener{words: func(Question) string { return story }}
	tb := table{
		lines: []said{{joren, 0, time.Second, "Bart, what of the mill?"}}, mind: mind, opts: Options{InterruptBy: ByNobody},
		meanwhile: gmDoes(
			t,
			deed{3 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.TypeTo(ctx, kara, "greta", "The reliquary is mine.")
			}},
			deed{4 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Forget(ctx, kara) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	for i := range mind.questions {
		if got := mind.history(i); strings.Contains(got, "reliquary") {
			t.Errorf("asked of:\n%s", got)
		}
	}
	if got, want := tb.book.outcomes(), "Greta superseded, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// TestForgetADraft: nor is it heard what was written for the GM to see.
func TestForgetADraft(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, the reliquary is mine."}}, mind: says(0, "Your reliquary?"), opts: Options{Mode: AskFirst},
		meanwhile: gmDoes(t, deed{4 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Forget(ctx, kara) }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := tb.book.turns[0]; got.Outcome != transcript.Superseded || got.Heard+got.Unheard != "" {
		t.Errorf("turn %+v", got)
	}
}

// TestForgetWhatOthersWereTold: whoever waits for an answer of a mind that was told what
// is forgotten gets another, of one that was not.
func TestForgetWhatOthersWereTold(t *testing.T) {
	const secret, ignorance = "She said the reliquary is hers.", "I do not know what she said."
	mind := brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		for _, l := range q.History {
			if strings.Contains(l.Text, "reliquary") {
				return says(time.Second, secret)(ctx, q)
			}
		}
		return says(time.Second, ignorance)(ctx, q)
	})
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	asks := said{joren, 6 * time.Second, time.Second, "Bart, what did she say?"}
	talk := said{gm, 6500 * ms, 4 * time.Second, "and so on"}
	for _, tt := range []struct {
		name  string
		lines []said
		opts  Options
		early bool
		at    time.Duration // when it is forgotten
		plays bool
		want  string
	}{
		{"it is thought of", []said{asks}, Options{}, false, 8 * time.Second, false, "Bart superseded, Bart spoken"},
		{"it is thought of before they have ended", []said{asks}, Options{}, true, 7300 * ms, false, "Bart spoken"},
		{"it waits for quiet", []said{asks, talk}, Options{}, false, 9 * time.Second, false, "Bart superseded, Bart spoken"},
		{"it found no quiet", []said{asks, talk}, Options{WaitLimit: 500 * ms}, false, 9500 * ms, false, "Bart superseded, Bart spoken"},
		{"it waits for the GM", []said{asks}, Options{Mode: AskFirst}, false, 9500 * ms, true, "Bart superseded, Bart spoken"},
		{"it is written to the GM", []said{{gm, 6 * time.Second, time.Second, "Quill, what did she say?"}}, Options{}, false, 8 * time.Second, false, "Quill superseded, Quill spoken"},
		{"it is being heard", []said{asks}, Options{}, false, 9 * time.Second, false, "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o offered
			tt.opts.Observe = o.observe
			deeds := []deed{{tt.at, func(ctx context.Context, c *Conversation) error { return c.Forget(ctx, kara) }}}
			if tt.plays {
				deeds = append(deeds, deed{12 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }})
			}
			tb := table{
				agents: []campaign.Agent{bart, quill}, mind: mind, opts: tt.opts, early: tt.early, extra: strings.Count(tt.want, ","),
				lines:     append([]said{{kara, 0, time.Second, "The reliquary is mine."}}, tt.lines...),
				meanwhile: gmDoes(t, deeds...),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.want {
				t.Errorf("turns: %s, want %s", got, tt.want)
			}
			said := tb.book.turns[len(tb.book.turns)-1]
			if got, want := said.Heard+said.Unheard, ignorance; got != want && tt.name != "it is being heard" {
				t.Errorf("it said %q, want %q", got, want)
			}
			for _, turn := range tb.book.turns[:len(tb.book.turns)-1] {
				if turn.Heard+turn.Unheard != "" {
					t.Errorf("of what was not said %q is kept", turn.Heard+turn.Unheard)
				}
			}
		})
	}
}

// A refusing journal keeps nothing.
type refusing struct{ *book }

func (refusing) Append(context.Context, *transcript.Line) error { return errors.New("disk full") }
func (refusing) AddTurn(context.Context, transcript.Turn) error { return errors.New("disk full") }

// TestForgottenIsNotRescued: what was forgotten before the journal had it is not handed
// back at the end.
func TestForgottenIsNotRescued(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, my secret."}, {joren, 3 * time.Second, time.Second, "Well."}}, mind: says(0, "Aye."), end: 10 * time.Second,
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(5*time.Second))
			if err := c.Forget(context.WithoutCancel(ctx), kara); err != nil {
				t.Error(err)
			}
		},
	}
	tb.keeps = refusing{&tb.book}
	_, err := tb.run(t)
	unsaved, ok := errors.AsType[*UnsavedError](err)
	if !ok {
		t.Fatal(err)
	}
	var texts []string
	for _, l := range unsaved.Lines {
		texts = append(texts, l.Text)
	}
	if want := []string{"Aye.", "Well."}; !equal(texts, want) {
		t.Errorf("handed back %q, want %q", texts, want)
	}
}
