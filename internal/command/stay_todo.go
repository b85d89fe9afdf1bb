package command

import (
	"context"
	"slices"
)

// maxNews bounds the news that waits to be told. Beyond it Discord has not
// answered for minutes: the oldest goes, and the card says how things stand.
const maxNews = 64

// A todo is what watch has to do, in order. The zero todo is empty.
//
// What is to be kept is never dropped: it says who was there and may be heard,
// and of what is written the last counts. It is no more than people came and
// went while the store did not answer. News is dropped when there is newer.
type todo struct{ list []errand }

// An errand is one thing to do.
type errand struct {
	do   func(context.Context)
	news string // what it tells of; empty for what must be done
	lost func() // called if it is dropped for want of room; may be nil
}

// add puts what must be done at the end.
func (t *todo) add(do func(context.Context)) { t.list = append(t.list, errand{do: do}) }

// tell puts news of something at the end. What waits to be told of the same is
// old, and goes.
func (t *todo) tell(of string, do func(context.Context), lost func()) {
	t.list = slices.DeleteFunc(t.list, func(e errand) bool { return e.news == of })
	t.list = append(t.list, errand{do, of, lost})
	n := 0
	for _, e := range t.list {
		if e.news != "" {
			n++
		}
	}
	if n <= maxNews {
		return
	}
	i := slices.IndexFunc(t.list, func(e errand) bool { return e.news != "" })
	old := t.list[i]
	t.list = slices.Delete(t.list, i, i+1)
	if old.lost != nil {
		old.lost()
	}
}

// next takes the first, nil if there is none.
func (t *todo) next() func(context.Context) {
	if len(t.list) == 0 {
		t.list = nil
		return nil
	}
	do := t.list[0].do
	t.list[0] = errand{}
	t.list = t.list[1:]
	return do
}

// dropNews drops all that need not be done.
func (t *todo) dropNews() {
	t.list = slices.DeleteFunc(t.list, func(e errand) bool { return e.news != "" })
}

// post puts what must be done in line for watch, with mu held.
func (s *stay) post(do func(context.Context)) { s.todo.add(do) }

// announceStand has the channel told how the session stands now, with mu held.
func (s *stay) announceStand(do func(context.Context)) { s.todo.tell("the stand", do, nil) }

// work does what is in line.
func (s *stay) work(ctx context.Context) {
	for {
		s.mu.Lock()
		do := s.todo.next()
		s.mu.Unlock()
		if do == nil {
			return
		}
		within(ctx, postLimit, do)
	}
}
