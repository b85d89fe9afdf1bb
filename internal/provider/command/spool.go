package command

import (
	"errors"
	"io"
	"sync"
)

// A spool holds what a program has written until it is read. It never makes the
// program wait: one that is read at the speed of speech would keep its slot for
// as long as the sentence lasts.
type spool struct {
	max  int64
	kill func() // called when more than max was written

	mu    sync.Mutex
	more  sync.Cond // something below has changed
	buf   []byte
	total int64
	over  bool
	done  bool
	err   error // set with done; nil for a good end
}

func newSpool(limit int64, kill func()) *spool {
	s := &spool{max: limit, kill: kill}
	s.more.L = &s.mu
	return s
}

var errTooMuch = errors.New("too much output")

// Write is called by os/exec. Its error closes the program's output.
func (s *spool) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.total += int64(len(b)); s.total > s.max {
		s.over = true
		s.kill() // one that ignores SIGPIPE would go on
		return 0, errTooMuch
	}
	s.buf = append(s.buf, b...)
	s.more.Broadcast()
	return len(b), nil
}

// end says that nothing more will come, and why.
func (s *spool) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done, s.err = true, err
	s.more.Broadcast()
}

// Read waits until there is something, or nothing will come any more. A
// cancelled run ends, so that it does not wait for ever.
func (s *spool) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.buf) == 0 && !s.done {
		s.more.Wait()
	}
	if len(s.buf) > 0 {
		n := copy(b, s.buf)
		s.buf = s.buf[n:]
		return n, nil
	}
	if s.err != nil {
		return 0, s.err
	}
	return 0, io.EOF
}

func (s *spool) overflowed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// tailSize is enough for the last lines of a complaint.
const tailSize = 4 << 10

// A tail keeps the end of what is written to it. os/exec writes to it from one
// goroutine, which has ended when it is read.
type tail struct {
	buf []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.buf = append(t.buf, b[max(len(b)-tailSize, 0):]...)
	if extra := len(t.buf) - tailSize; extra > 0 {
		t.buf = append(t.buf[:0], t.buf[extra:]...)
	}
	return len(b), nil
}

func (t *tail) String() string { return string(t.buf) }
