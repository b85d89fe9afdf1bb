package speech

import (
	"context"
	"iter"
	"slices"
	"sync"
)

// Limit returns a recogniser that asks r about at most n utterances at once.
// The others wait, those with a higher [Hints.Priority] first and of the same
// priority the earlier first, until there is room for them or their context ends,
// whose error is then their result. n below one is taken for one.
//
// It is meant for a recogniser that is asked once, when the sound has ended: an
// utterance takes no place while somebody still speaks it. One that hears as it
// goes works behind it too, but no longer as it goes.
func Limit(r Recognizer, n int) Recognizer {
	return &limited{r: r, free: max(n, 1)}
}

type limited struct {
	r Recognizer

	mu    sync.Mutex
	free  int
	queue []*waiting // in the order in which they came
}

// A waiting utterance learns by its channel, which is then closed, that it has
// the place of one that ended.
type waiting struct {
	priority int
	turn     chan struct{}
}

func (l *limited) Recognize(ctx context.Context, hints Hints, sound iter.Seq[[]int16]) iter.Seq2[Hypothesis, error] {
	return func(yield func(Hypothesis, error) bool) {
		var heard []int16
		for s := range sound {
			heard = append(heard, s...)
		}
		if err := l.enter(ctx, hints.Priority); err != nil {
			yield(Hypothesis{}, err)
			return
		}
		defer l.leave()
		whole := func(yield func([]int16) bool) {
			if len(heard) > 0 {
				yield(heard)
			}
		}
		for h, err := range l.r.Recognize(ctx, hints, whole) {
			if !yield(h, err) {
				return
			}
		}
	}
}

// enter waits for a place, which [limited.leave] gives back.
func (l *limited) enter(ctx context.Context, priority int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := l.queueUp(priority)
	if w == nil {
		return nil
	}
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
		l.giveUp(w)
		return ctx.Err()
	}
}

// queueUp takes a place, or joins the queue and returns what to wait for.
func (l *limited) queueUp(priority int) *waiting {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free > 0 {
		l.free--
		return nil
	}
	w := &waiting{priority, make(chan struct{})}
	l.queue = append(l.queue, w)
	return w
}

// leave gives the place to the first of those with the highest priority.
func (l *limited) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.free++
		return
	}
	first := 0
	for i, w := range l.queue {
		if w.priority > l.queue[first].priority {
			first = i
		}
	}
	close(l.queue[first].turn)
	l.queue = slices.Delete(l.queue, first, first+1)
}

// giveUp leaves the queue, or passes on the place that came at the same moment.
func (l *limited) giveUp(w *waiting) {
	l.mu.Lock()
	i := slices.Index(l.queue, w)
	if i >= 0 {
		l.queue = slices.Delete(l.queue, i, i+1)
	}
	l.mu.Unlock()
	if i < 0 {
		l.leave()
	}
}
