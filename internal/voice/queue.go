package voice

import "sync"

// A queue holds events that have not been heard yet. When it is full, Sound is
// dropped, and counted: sound so late would only make the answer later. No
// other event ever is, since who waits for an end would wait for ever; there
// are but a few of them a second.
type queue struct {
	more chan struct{} // has room for one: something was put

	mu      sync.Mutex
	events  []Event
	limit   int
	dropped int64
	closed  bool // nothing more will be put
}

func newQueue(limit int) *queue {
	return &queue{more: make(chan struct{}, 1), limit: limit}
}

// put appends events.
func (q *queue) put(events []Event) {
	if len(events) == 0 {
		return
	}
	q.mu.Lock()
	for _, e := range events {
		if _, ok := e.(Sound); ok && len(q.events) >= q.limit {
			q.dropped++
			continue
		}
		q.events = append(q.events, e)
	}
	q.mu.Unlock()
	q.wake()
}

// take moves all events into dst, which it overwrites, and reports whether
// there may be more.
func (q *queue) take(dst []Event) (events []Event, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	events = append(dst[:0], q.events...)
	clear(q.events) // let go of the sound
	q.events = q.events[:0]
	return events, !q.closed
}

func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.more <- struct{}{}:
	default:
	}
}

func (q *queue) drops() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}
