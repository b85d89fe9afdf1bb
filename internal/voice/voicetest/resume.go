package voicetest

import (
	"encoding/json"
	"slices"

	"glyphoxa/internal/voice/gateway"
)

// resume takes op 7.
func (c *voiceConn) resume(m gateway.Message) {
	var d resumeBody
	if c.session != nil {
		c.end(4005, "Already authenticated.")
		return
	}
	if json.Unmarshal(m.Data, &d) != nil || d.Server == nil {
		c.end(4002, "Error while decoding payload.")
		return
	}
	i := slices.IndexFunc(c.v.sessions, func(s *voiceSession) bool {
		return s.pass.guild == uint64(*d.Server) && s.pass.Session == d.Session && s.pass.Token == d.Token
	})
	if i < 0 {
		c.end(4006, "Session is no longer valid.")
		return
	}
	s := c.v.sessions[i]
	if code, ok := c.v.faultsOf(s.user).strikes(m.Op, true); ok {
		c.end(code, "")
		if ends(code) {
			s.kill()
		}
		return
	}
	missed, ok := s.missed(d.Ack)
	if !ok {
		c.end(4006, "Session is no longer valid.")
		s.kill()
		return
	}
	if old := s.conn; old != nil {
		old.end(NoFrame, "")
	}
	s.v.cancel(s.expiry)
	s.conn, c.session = c, s
	s.stats.Resumes++
	s.tell(gateway.Message{Op: gateway.OpResumed, Seq: unnumbered})
	for _, k := range missed {
		s.stats.Replayed++
		c.push(outgoing{binary: k.binary, frame: k.frame})
	}
}

// missed returns what was sent behind the number that a client has seen last. It
// is not ok if some of that is not kept any more.
func (s *voiceSession) missed(ack *int) (list []sentMessage, ok bool) {
	if ack == nil || *ack == unnumbered {
		whole := len(s.kept) == 0 || s.kept[0].seq == s.v.options.FirstSeq
		return s.kept, whole
	}
	for i, k := range slices.Backward(s.kept) {
		if int(k.seq) == *ack {
			return s.kept[i+1:], true
		}
	}
	// What was seen last may just have gone.
	if len(s.kept) > 0 && s.kept[0].seq == uint16(*ack)+1 {
		return s.kept, true
	}
	return nil, len(s.kept) == 0 && s.seq == uint16(*ack)+1
}

// cutAfter ends the connection if that is due when a message has passed.
func (s *voiceSession) cutAfter(op gateway.Op) {
	if s.conn == nil {
		return
	}
	if code, ok := s.v.faultsOf(s.user).strikes(op, false); ok {
		s.cut(code)
	}
}

// cut ends the connection, and the session too if the code says so.
func (s *voiceSession) cut(code gateway.CloseCode) {
	if s.conn != nil {
		s.conn.end(code, "")
	}
	if ends(code) {
		s.kill()
	}
}

// ends reports whether a session is over that was closed by a code. The others
// can be resumed.
func ends(code gateway.CloseCode) bool {
	switch code {
	case NoFrame, NotAtAll, 1001, 1006, 4013, 4015:
		return false
	default:
		return code >= 4000
	}
}

// hungUp is what happens when the connection has ended.
func (s *voiceSession) hungUp(err error) {
	s.conn = nil
	if s.over {
		return
	}
	if left(err) {
		s.end()
		return
	}
	s.expiry = s.v.after(s.v.options.Window, s.kill)
}

// kill ends the session, and what it was made from opens no other. Its connection
// does not outlive it: to a client it would be one that is there, and says nothing.
func (s *voiceSession) kill() {
	if s.conn != nil {
		s.conn.end(NoFrame, "")
	}
	s.pass.void = true
	s.end()
}

// end ends the session: it cannot be resumed, and its user is not in the call.
func (s *voiceSession) end() {
	if s.over {
		return
	}
	s.replace()
	s.hall.exit(s)
}

// replace ends the session, and leaves its place in the call to the next.
func (s *voiceSession) replace() {
	s.over = true
	s.v.cancel(s.expiry)
	s.v.sessions = slices.DeleteFunc(s.v.sessions, func(o *voiceSession) bool { return o == s })
	s.hall.porch = slices.DeleteFunc(s.hall.porch, func(o *voiceSession) bool { return o == s })
	s.hall.inside = slices.DeleteFunc(s.hall.inside, func(o occupant) bool { return o == occupant(s) })
}
