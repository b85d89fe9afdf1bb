package agent

import (
	"context"
	"sync"
	"time"

	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

const (
	// foreseenFor is how long what was looked up ahead may be used, from when it
	// was asked for.
	//
	// It was read with the rights of whoever uses it, so that only its age can be
	// wrong, and that is no leak: had the speaker come to their end these seconds
	// sooner, the agent would be answering from the same facts, and it goes on
	// doing so for longer than this. A fact that the GM takes away in that time was
	// the agent's to read when it was read; one that comes is missed once. What
	// changes who reads, or how far, is part of the [inquiry] and holds at once.
	foreseenFor = 3 * time.Second
	// foreseenMost bounds what is kept, in lookups: what ten people who speak at
	// once bring up within foreseenFor.
	foreseenMost = 128
)

// An inquiry is one thing to look up, with all that decides what is found.
type inquiry struct {
	caller tool.Caller // without a line: what may be known does not depend on it
	node   transcript.NodeID
	scope  tool.Scope
	query  string
}

// Foresee looks up, without any effect, what the answer to q will need, while the
// last line of q is still being said. It returns when it has.
//
// [Mind.Reply] uses what was found if it would ask the very same: once, until ctx
// is done, and for 3 s at most. What is still being looked up then it waits for,
// also beyond ctx; what failed it asks again.
func (m *Mind) Foresee(ctx context.Context, q Question) {
	if m.Facts == nil {
		return
	}
	ctx = tool.WithCaller(ctx, caller(q))
	var looking sync.WaitGroup
	for _, i := range inquiries(q, m.grants(q)) {
		looking.Go(func() { m.foresee(ctx, i) })
	}
	looking.Wait()
}

// foresee looks i up, unless that was just done, or is being done.
func (m *Mind) foresee(ctx context.Context, i inquiry) {
	asking, cancel := context.WithCancel(context.WithoutCancel(ctx)) // so that it can outlive ctx, if it is taken
	defer cancel()
	life, end := context.WithTimeout(ctx, foreseenFor)
	l := &lookup{began: time.Now(), done: make(chan struct{}), cancel: cancel}
	stop := context.AfterFunc(life, func() { m.foreseen.drop(i, l) })
	l.untie = func() { stop(); end() }
	if !m.foreseen.add(i, l) {
		l.untie()
		return
	}
	if life.Err() != nil { // it may have ended before there was anything to drop
		m.foreseen.drop(i, l)
		return
	}
	l.facts, l.err = m.Facts.Facts(asking, i.scope, i.query, factLimit)
	close(l.done)
	if l.err != nil {
		m.foreseen.drop(i, l)
	}
}

// find returns what i finds: what was looked up ahead, or else anew.
func (m *Mind) find(ctx context.Context, i inquiry) ([]tool.Fact, error) {
	if l := m.foreseen.take(i); l != nil {
		select {
		case <-l.done:
			if l.err == nil {
				return l.facts, nil
			}
		case <-ctx.Done():
			l.cancel()
			return nil, ctx.Err()
		}
	}
	return m.Facts.Facts(ctx, i.scope, i.query, factLimit)
}

// A lookup is what an inquiry found, or is about to.
type lookup struct {
	began  time.Time
	done   chan struct{} // closed when facts and err are there
	facts  []tool.Fact
	err    error
	cancel context.CancelFunc // gives it up
	untie  func()             // from the life of who foresaw it
}

// A foresight holds the lookups that nobody has used yet. The zero foresight is
// empty.
type foresight struct {
	mu      sync.Mutex
	lookups map[inquiry]*lookup
}

// add keeps l, and reports false if there is one for i already that will do.
func (f *foresight) add(i inquiry, l *lookup) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	old := f.lookups[i]
	switch {
	case old == nil:
	case !old.finished(), time.Since(old.began) < foreseenFor/2:
		return false
	default: // it would soon be too old
		f.remove(i, old)
	}
	if len(f.lookups) >= foreseenMost {
		f.forgetOldest()
	}
	if f.lookups == nil {
		f.lookups = make(map[inquiry]*lookup)
	}
	f.lookups[i] = l
	return true
}

// take returns the lookup for i, which is the caller's from then on, or nil.
func (f *foresight) take(i inquiry) *lookup {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.lookups[i]
	switch {
	case l == nil:
		return nil
	case time.Since(l.began) > foreseenFor: // its timer is late
		f.remove(i, l)
		return nil
	}
	delete(f.lookups, i)
	l.untie()
	return l
}

// drop gives l up, unless somebody has taken it.
func (f *foresight) drop(i inquiry, l *lookup) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lookups[i] == l {
		f.remove(i, l)
	}
}

func (f *foresight) forgetOldest() {
	var first inquiry
	var oldest *lookup
	for i, l := range f.lookups {
		if oldest == nil || l.began.Before(oldest.began) {
			first, oldest = i, l
		}
	}
	f.remove(first, oldest)
}

// remove gives up l, which f has for i. f is locked.
func (f *foresight) remove(i inquiry, l *lookup) {
	delete(f.lookups, i)
	l.untie()
	l.cancel()
}

func (l *lookup) finished() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}
