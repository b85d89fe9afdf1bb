package conversation

import (
	"strings"
	"sync"
	"time"
)

// A score keeps, segment by segment, how much of an answer has been handed to
// the channel. It is written by the goroutine that speaks and the one that
// prepares, and read by the loop.
type score struct {
	mu       sync.Mutex
	segments []segmentScore
	rest     string // generated and never made into a segment
}

type segmentScore struct {
	text     string
	frames   int       // handed over so far
	whole    bool      // the last frame has been handed over
	from, to time.Time // when the first and the latest of them were
}

// add notes that a segment has been prepared and returns its index.
func (s *score) add(text string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.segments = append(s.segments, segmentScore{text: text})
	return len(s.segments) - 1
}

// frame notes that a frame of segment i has been handed over.
func (s *score) frame(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seg := &s.segments[i]
	seg.frames++
	seg.to = time.Now()
	if seg.frames == 1 {
		seg.from = seg.to
	}
}

// done notes that segment i has been handed over whole.
func (s *score) done(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.segments[i].whole = true
}

// leave notes text that was written and will not be spoken.
func (s *score) leave(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest = join(s.rest, text)
}

// heard splits the answer into what the table heard and what it did not, given
// that sent frames left. A segment counts as heard when all of its frames
// left: what a listener makes of half a sentence is anybody's guess.
func (s *score) heard(sent int) (heard, unheard string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	end := 0
	for _, seg := range s.segments {
		end += seg.frames
		if seg.whole && seg.frames > 0 && end <= sent {
			heard = join(heard, seg.text)
		} else {
			unheard = join(unheard, seg.text)
		}
	}
	return heard, join(unheard, s.rest)
}

// written splits the answer into what was written down and what was left out.
func (s *score) written() (text, rest string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		text = join(text, seg.text)
	}
	return text, s.rest
}

// text returns what has been prepared so far.
func (s *score) text() (text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		text = join(text, seg.text)
	}
	return join(text, s.rest)
}

// between returns the segments of which something was handed over from one
// moment to another.
func (s *score) between(from, to time.Time) (some []segmentScore) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		if seg.frames > 0 && !seg.to.Before(from) && !seg.from.After(to) {
			some = append(some, seg)
		}
	}
	return some
}

// last returns when the latest frame was handed over; zero if none was.
func (s *score) last() (at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		if seg.to.After(at) {
			at = seg.to
		}
	}
	return at
}

func join(a, b string) string {
	return strings.TrimSpace(strings.TrimSpace(a) + " " + strings.TrimSpace(b))
}
