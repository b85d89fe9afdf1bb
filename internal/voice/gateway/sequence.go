package gateway

// A sequence keeps the number of the last message that came. What a resume
// sends again is told from what is new by it.
type sequence struct {
	last int
	// replay is from a resume to the first message that is new.
	replay bool
}

// resume says that the next messages may be ones that came before.
func (s *sequence) resume() { s.replay = s.last != Unnumbered }

// take notes a message's number, and reports whether the message is new.
//
// The last number is the one that came last, not the greatest: numbers of
// binary messages wrap at 65536. The order on one websocket is certain, so
// numbers are compared in a replay only; else a server that begins to count
// anew would not be heard any more.
func (s *sequence) take(seq int) bool {
	if seq < 0 {
		return true
	}
	if s.replay && int16(uint16(seq)-uint16(s.last)) <= 0 {
		return false
	}
	s.last, s.replay = seq, false
	return true
}
