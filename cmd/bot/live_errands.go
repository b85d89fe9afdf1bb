package main

import "sync"

// Errands are what a conversation is to be told, one after the other, so that
// whoever brings the news does not wait until it is listened to: it may be busy
// with a database that is. The zero errands have nothing to do.
//
// Nothing of it is ever dropped, because it says who may be heard. It is no more
// than people can cause by coming, going and pressing buttons.
type errands struct {
	mu   sync.Mutex
	list []func()
	done chan struct{} // closed when nothing is left to do; nil when nothing is
	over bool
}

// add has something done behind what was added before. Once the errands are
// closed it does nothing.
func (e *errands) add(do func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return
	}
	e.list = append(e.list, do)
	if e.done == nil {
		e.done = make(chan struct{})
		go e.run()
	}
}

// run does what is in the list, and ends when that is empty.
func (e *errands) run() {
	for {
		e.mu.Lock()
		if len(e.list) == 0 {
			close(e.done)
			e.list, e.done = nil, nil
			e.mu.Unlock()
			return
		}
		do := e.list[0]
		e.list = e.list[1:]
		e.mu.Unlock()
		do()
	}
}

// close takes no more errands, and returns when the last has been done.
func (e *errands) close() {
	e.mu.Lock()
	e.over = true
	done := e.done
	e.mu.Unlock()
	if done != nil {
		<-done
	}
}
