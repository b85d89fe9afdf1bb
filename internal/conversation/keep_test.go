package conversation

import (
	"context"
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// A stuckBook is a journal that hangs from some moment on, for as long as it
// is let, or deaf for some time.
type stuckBook struct {
	book
	good int           // so many writes succeed
	deaf time.Duration // how long it hangs whatever its context says; 0: until that is done
}

func (b *stuckBook) hang(ctx context.Context) error {
	b.good--
	switch {
	case b.good >= 0:
		return nil
	case b.deaf > 0:
		time.Sleep(b.deaf)
		return errors.New("disk: slow")
	}
	<-ctx.Done()
	return ctx.Err()
}

func (b *stuckBook) Append(ctx context.Context, l *transcript.Line) error {
	if err := b.hang(ctx); err != nil {
		return err
	}
	return b.book.Append(ctx, l)
}

func (b *stuckBook) AddTurn(ctx context.Context, t transcript.Turn) error {
	if err := b.hang(ctx); err != nil {
		return err
	}
	return b.book.AddTurn(ctx, t)
}

// TestJournalHangs: a journal that hangs silences nobody, does not hold up the
// end, and everything it did not take is handed back.
func TestJournalHangs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		deaf  time.Duration
		limit time.Duration
	}{
		{"until told", 0, finishLimit + time.Second},
		{"deaf for ten seconds", 10 * time.Second, finishLimit + 10*time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keeps := &stuckBook{good: 1, deaf: tt.deaf}
			tb := table{mind: says(0, "Hm."), keeps: keeps, end: 41 * time.Second}
			for i := range time.Duration(10) {
				tb.lines = append(tb.lines, said{kara, 4 * i * time.Second, time.Second, "Bart, hello."})
			}
			_, err := tb.run(t)
			unsaved, ok := errors.AsType[*UnsavedError](err)
			if !ok {
				t.Fatalf("Run = %v", err)
			}
			if lines, turns := len(unsaved.Lines), len(unsaved.Turns); lines != 19 || turns != 10 {
				t.Errorf("handed back %d lines and %d turns, want 19 and 10", lines, turns)
			}
			if late := tb.took - tb.end; late > tt.limit {
				t.Errorf("Run ended %v after the channel, want at most %v", late, tt.limit)
			}
			if got := len(noticed[SpeechBegan](&tb)); got != 10 {
				t.Errorf("answered %d times, want 10", got)
			}
			if got := len(noticed[Trouble](&tb)); got != 1 {
				t.Errorf("the GM was told %d times, want once", got)
			}
		})
	}
}
