package conversation

import (
	"context"
	"errors"
	"slices"
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

// A fussyBook will not have some records, whatever becomes of the others.
type fussyBook struct {
	book
	line, who string // the text of a line, and whose turns
}

func (b *fussyBook) Append(ctx context.Context, l *transcript.Line) error {
	if l.Text == b.line {
		return errors.New("constraint failed")
	}
	return b.book.Append(ctx, l)
}

func (b *fussyBook) AddTurn(ctx context.Context, t transcript.Turn) error {
	if t.Who == b.who {
		return errors.New("constraint failed")
	}
	return b.book.AddTurn(ctx, t)
}

// TestJournalRefusesOne: a record that the journal refuses for ever does not keep it from
// what comes behind, and is handed back. What is struck of it is not, and the journal
// strikes nothing that came before it.
func TestJournalRefusesOne(t *testing.T) {
	lines := []said{
		{joren, 0, time.Second, "Good evening."},
		{kara, 2 * time.Second, time.Second, "Bart, hello."},
		{joren, 40 * time.Second, time.Second, "Bart, bye."},
	}
	for _, tt := range []struct {
		name         string
		line, who    string        // that the journal refuses
		struck       time.Duration // from when; 0: never
		end          time.Duration
		want         string
		lines, turns int
		strikes      []int64
	}{
		{"a line", "Bart, hello.", "", 0, time.Minute, "Joren: Good evening. | Bart: Aye. | Joren: Bart, bye. | Bart: Aye.", 1, 0, nil},
		{"a turn", "", "Kara", 0, time.Minute, "Joren: Good evening. | Kara: Bart, hello. | Bart: Aye. | Joren: Bart, bye. | Bart: Aye.", 0, 1, nil},
		{"a line, at the end", "Bart, hello.", "", 0, 5 * time.Second, "Joren: Good evening. | Bart: Aye.", 1, 0, nil},
		{"a line that is struck", "Bart, hello.", "", 1500 * ms, time.Minute, "Joren: Good evening. | Bart: Aye. | Joren: Bart, bye. | Bart: Aye.", 0, 0, []int64{2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keeps := fussyBook{line: tt.line, who: tt.who}
			tb := table{lines: lines, mind: says(0, "Aye."), keeps: &keeps, end: tt.end}
			if tt.struck > 0 {
				tb.meanwhile = gmDoes(t, deed{30 * time.Second, func(ctx context.Context, c *Conversation) error {
					_, err := c.Strike(ctx, time.Now().Add(tt.struck-30*time.Second))
					return err
				}})
			}
			_, err := tb.run(t)
			if got := keeps.story(); got != tt.want {
				t.Errorf("kept %s, want %s", got, tt.want)
			}
			if !slices.Equal(keeps.struck, tt.strikes) {
				t.Errorf("struck from %v on, want %v", keeps.struck, tt.strikes)
			}
			unsaved, _ := errors.AsType[*UnsavedError](err)
			if unsaved == nil {
				unsaved = new(UnsavedError)
			}
			if len(unsaved.Lines) != tt.lines || len(unsaved.Turns) != tt.turns {
				t.Errorf("handed back %d lines and %d turns, want %d and %d", len(unsaved.Lines), len(unsaved.Turns), tt.lines, tt.turns)
			}
			if got := len(noticed[Trouble](&tb)); got != 1 {
				t.Errorf("the GM was told %d times, want once", got)
			}
		})
	}
}
