package conversation

import (
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/spoken"
)

// A score keeps, segment by segment, how much of an answer has been handed to
// the channel. It is written by the goroutine that speaks and those that
// prepare, and read by the loop.
type score struct {
	mu       sync.Mutex
	segments []segmentScore
	planned  []string // to be made into the next segments
	rest     string   // generated and never made into a segment
	beside   string   // not for speaking: see posted.go
}

type segmentScore struct {
	text     string
	say      spoken.Spoken // how the voice is to say it
	sound    making
	skipped  time.Duration // cut off its front
	frames   int           // handed over so far
	whole    bool          // the last frame has been handed over
	from, to time.Time     // when the first and the latest of them were
}

// plan notes what is to be prepared next. An answer that is cut before that has it
// among what was not heard.
func (s *score) plan(pieces []piece) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.planned = append(s.planned, texts(pieces)...)
}

// add notes that a segment has been prepared and returns its index.
func (s *score) add(text string, say spoken.Spoken) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.planned) > 0 && s.planned[0] == text {
		s.planned = s.planned[1:]
	}
	s.segments = append(s.segments, segmentScore{text: text, say: say})
	return len(s.segments) - 1
}

// made notes that the voice has made more of segment i.
func (s *score) made(i int, c audio.Clip) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.segments[i].sound.add(c)
}

// ended notes that the voice has come to the end of segment i, and returns what is
// wrong with what it made of that.
func (s *score) ended(i int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	seg := &s.segments[i]
	seg.sound.whole = true
	return seg.sound.fault(seg.say.Text)
}

// skip notes how much was cut off the front of segment i.
func (s *score) skip(i int, lead time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.segments[i].skipped = lead
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

// endsSentence reports whether a sentence ends with segment i.
func (s *score) endsSentence(i int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return endsSentence(s.segments[i].text)
}

// leave notes text that was written and will not be spoken.
func (s *score) leave(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest = join(s.rest, text)
}

// heard splits the answer into what the table heard and what it did not, given
// that sent frames left. Of a segment that was not played to its end, those
// words were heard that were. A dash stands where something is missing before
// more.
func (s *score) heard(sent int) (heard, unheard string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gap := false
	for _, seg := range s.segments {
		n := 0
		switch left := min(sent, seg.frames); {
		case seg.whole && seg.frames > 0 && left == seg.frames:
			n = len(seg.text)
		case left > 0:
			n = seg.say.HeardTo(seg.sound.said(seg.say.Text, seg.skipped+time.Duration(left)*audio.FrameDuration))
		}
		sent -= min(sent, seg.frames)
		if n > 0 && gap {
			heard = join(heard, "—")
		}
		gap = n > 0 && n < len(seg.text) || gap && n == 0
		heard, unheard = join(heard, seg.text[:n]), join(unheard, seg.text[n:])
	}
	return heard, join(unheard, s.left())
}

// written splits the answer into what was written down and what was left out.
func (s *score) written() (text, rest string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		text = join(text, seg.text)
	}
	return text, s.left()
}

// left returns what is no segment.
func (s *score) left() string { return join(strings.Join(s.planned, " "), s.rest) }

// text returns what has been prepared so far.
func (s *score) text() string {
	text, rest := s.written()
	return join(text, rest)
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
