package main

import "sync"

// Errands are done one after the other, so that whoever brings one does not wait: a
// conversation that is told something may be busy with a database that is. The zero
// errands have nothing to do.
//
// None is ever dropped, as it may say who may be heard. They are no more than people
// can cause by coming, going and pressing buttons.
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
