package command

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/transcript"
)

// A table's sessions are recorded.
type sessions struct {
	mu    sync.Mutex
	begun []Sitting
	all   []*session
	err   error
	delay time.Duration

	status Status // of those that are begun
}

func (s *sessions) Begin(ctx context.Context, sit Sitting) (Session, error) {
	select {
	case <-time.After(s.delay):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun = append(s.begun, sit)
	if s.err != nil {
		return nil, s.err
	}
	one := &session{id: transcript.SessionID(fmt.Sprintf("s%d", len(s.begun))), done: make(chan struct{}), admit: sit.Admit}
	one.fakeControls = &fakeControls{of: one}
	one.notice = sit.Notice
	one.status = s.status
	s.all = append(s.all, one)
	return one, nil
}

func (s *sessions) last() *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return nil
	}
	return s.all[len(s.all)-1]
}

type session struct {
	*fakeControls
	notice func(TableNotice)

	id     transcript.SessionID
	admit  func(transcript.SpeakerID) bool
	status Status
	slow   time.Duration // how long its end takes

	mu    sync.Mutex
	log   []string
	err   error
	ended time.Time
	done  chan struct{}
}

func (s *session) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

func (s *session) took() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := strings.Join(s.log, "; ")
	s.log = nil
	return out
}

func (s *session) ID() transcript.SessionID { return s.id }
func (s *session) Done() <-chan struct{}    { return s.done }
func (s *session) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
func (s *session) OffRecord(off bool)            { s.note("off=%v", off) }
func (s *session) Drop(who transcript.SpeakerID) { s.note("drop %d", who%1000) }
func (s *session) Came(who transcript.Speaker)   { s.note("came %d %s", who.ID%1000, who.Consent) }
func (s *session) Left(who transcript.SpeakerID) { s.note("left %d", who%1000) }
func (s *session) Loudspeaker(who transcript.SpeakerID, l transcript.Loudspeaker) {
	s.note("loud %d %s", who%1000, l)
}

func (s *session) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// now changes how the session is.
func (s *session) now(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

// is says how the session is.
func (s *session) is(st Status) { s.now(func(now *Status) { *now = st }) }

func (s *session) End(context.Context) error {
	time.Sleep(s.slow)
	s.over(nil)
	return nil
}

func (s *session) over(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended.IsZero() {
		s.ended, s.err = time.Now(), err
		close(s.done)
	}
}

func (s *session) endedAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}
