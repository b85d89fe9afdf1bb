package conversation

import (
	"context"
	"sync"
	"time"
)

// An aside is a turn of the Butler, the GM's assistant. The table does not hear
// it: it waits for nobody, needs no mouth, and its words go to whom it answers
// as text ([Whispered]). They are no line, so no NPC knows of them.

// write finds the words of an answer that is read. They are the turn's unheard text.
// What everybody reads waits for its turn: the GM may want to see it first.
func (r *running) write(ctx context.Context, preparing *sync.WaitGroup, t *turn, q Question) (sent int, err error) {
	words := ahead(ctx, preparing, 0, r.wordsOf(ctx, t, q))
	if err := t.released(ctx); err != nil {
		return 0, err
	}
	for {
		p, ok, err := within(ctx, answerLimit, words)
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		t.score.add(p.text, p.say(nil))
	}
	if t.aside || t.toRead() == "" {
		return 0, nil
	}
	r.report(progress{turn: t, step: isWritten, at: time.Now()})
	return 0, t.mouth.wait(ctx)
}
