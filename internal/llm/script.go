package llm

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"
)

// A Step is one thing a scripted model does: it yields a [Text], a [ToolCall]
// or a [Finish], passes time with a [Wait], or breaks off with a [Fail].
type Step interface{ isStep() }

// A Wait lets time pass, as a slow model does. It ends early, and with it the
// answer, when the request is cancelled.
type Wait time.Duration

// A Fail ends the answer with an error.
type Fail struct{ Err error }

func (Text) isStep()     {}
func (ToolCall) isStep() {}
func (Finish) isStep()   {}
func (Wait) isStep()     {}
func (Fail) isStep()     {}

// An Answer is what a scripted model does when it is asked once. An answer
// that ends neither in a [Finish] nor in a [Fail] is finished with [Stop].
type Answer []Step

// A Scripted is a [Model] for tests: it says what it was told to say and
// remembers what it was asked. It may be used by several goroutines, which
// take their answers in the order in which they begin to range.
type Scripted struct {
	mu      sync.Mutex
	answers []Answer
	asked   []Request
}

// Script returns a model that gives each of answers once, in order. A request
// beyond the last is answered with an error that says so.
func Script(answers ...Answer) *Scripted {
	return &Scripted{answers: answers}
}

// Requests returns the requests that were made so far, in order.
func (s *Scripted) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Stream gives the next answer. The request counts as made when the sequence
// is first ranged over.
func (s *Scripted) Stream(ctx context.Context, req Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		answer, err := s.next(req)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, step := range answer {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			switch step := step.(type) {
			case Wait:
				select {
				case <-time.After(time.Duration(step)):
				case <-ctx.Done():
				}
			case Fail:
				yield(nil, step.Err)
				return
			case Finish:
				yield(step, nil)
				return
			case Text:
				if !yield(step, nil) {
					return
				}
			case ToolCall:
				if !yield(step, nil) {
					return
				}
			}
		}
		if ctx.Err() != nil { // cancelled in a closing Wait
			yield(nil, ctx.Err())
			return
		}
		yield(Finish{Reason: Stop}, nil)
	}
}

func (s *Scripted) next(req Request) (Answer, error) {
	// The caller may go on appending to its history.
	req.Messages = slices.Clone(req.Messages)
	req.Tools = slices.Clone(req.Tools)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, req)
	if n := len(s.asked); n > len(s.answers) {
		return nil, fmt.Errorf("llm: scripted model asked %d times, has %d answers", n, len(s.answers))
	}
	return s.answers[len(s.asked)-1], nil
}
