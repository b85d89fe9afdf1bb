package conversation

import (
	"context"
	"sync"
)

// An aside is a turn of the Butler, the GM's assistant. The table does not hear
// it: it waits for nobody, needs no mouth, and its words go to whom it answers
// as text ([Whispered]). They are no line, so no NPC knows of them.

// write finds the words of an aside. They are the turn's unheard text.
func (r *running) write(ctx context.Context, preparing *sync.WaitGroup, t *turn, q Question) (sent int, err error) {
	words := ahead(ctx, preparing, 0, r.wordsOf(ctx, t, q))
	if err := t.released(ctx); err != nil {
		return 0, err
	}
	for {
		p, ok, err := within(ctx, answerLimit, words)
		if !ok {
			return 0, err
		}
		t.score.add(p.text, p.say(nil))
	}
}
