package voicetest

import (
	"encoding/json"
	"slices"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
)

// A voiceSession is one stay of a client on the server, from Identify on, however
// many connections it takes.
type voiceSession struct {
	person
	v    *VoiceServer
	pass *pass
	hall *hall
	conn *voiceConn // nil while it is broken
	over bool

	seq    uint16 // of the next numbered message
	kept   []sentMessage
	expiry *alarm // while the connection is broken

	selected  bool // op 1 has come
	described bool // op 4 has gone
	transport transport
	stats     SessionStats
}

// A sentMessage is kept to be sent again.
type sentMessage struct {
	seq    uint16
	binary bool
	frame  []byte
}

// identify takes op 0.
func (c *voiceConn) identify(m gateway.Message) {
	v := c.v
	if c.session != nil {
		c.end(4005, "Already authenticated.")
		return
	}
	var d identifyBody
	if json.Unmarshal(m.Data, &d) != nil || d.Server == nil || d.User == nil {
		c.end(4002, "Error while decoding payload.")
		return
	}
	if code, ok := v.faultsOf(*d.User).strikes(m.Op, true); ok {
		c.end(code, "")
		return
	}
	p := v.passes[stayKey{uint64(*d.Server), *d.User}]
	if p == nil || p.void || p.Session != d.Session || p.Token != d.Token {
		c.end(4006, "Session is no longer valid.")
		return
	}
	// Stages have no encryption, and ask for none.
	if d.Dave < 1 && v.hallOf(p.guild, p.channel).call.version > 0 {
		c.end(4017, "E2EE/DAVE protocol required")
		return
	}
	for _, old := range v.sessions {
		if old.pass == p {
			// The connection before this one is not missed.
			if old.conn != nil {
				old.conn.end(NoFrame, "")
			}
			old.replace()
			break
		}
	}
	s := &voiceSession{
		person: person{user: *d.User, name: p.name, ssrc: v.freshSSRC(), bot: true},
		v:      v,
		pass:   p,
		hall:   v.hallOf(p.guild, p.channel),
		conn:   c,
		seq:    v.options.FirstSeq,
	}
	s.transport.start(s)
	s.stats.SeqAck = unnumbered
	v.sessions = append(v.sessions, s)
	s.hall.porch = append(s.hall.porch, s)
	c.session = s

	at := v.mediaAddr()
	s.tell(voiceJSON(gateway.OpReady, readyBody{
		SSRC: s.ssrc, IP: at.Addr().String(), Port: at.Port(), Modes: v.options.Modes,
		Experiments: []string{}, Streams: []string{}, Interval: 41250,
	}))
	if others := s.hall.others(s.user); len(others) > 0 {
		s.introduce(voiceJSON(gateway.OpClientsConnect, Clients{others}))
	}
}

// introduce sends op 11, and what is known of those it names.
func (s *voiceSession) introduce(m gateway.Message) {
	s.tell(m)
	var d Clients
	if json.Unmarshal(m.Data, &d) != nil {
		return
	}
	for _, u := range d.Users {
		p := s.hall.find(u)
		if p == nil {
			continue
		}
		flags, platform := new(0), new(0)
		if p.bot {
			flags, platform = nil, nil
		}
		s.tell(voiceJSON(gateway.OpClientFlags, flagsBody{u, flags}))
		s.tell(voiceJSON(gateway.OpPlatform, platformBody{u, platform}))
		if p.video != nil {
			s.tell(voiceJSON(gateway.OpVideo, p.video))
		}
		if p.speaking != nil {
			s.tell(voiceJSON(gateway.OpSpeaking, p.speaking))
		}
	}
}

// tell sends a message, as far as there is no fault.
func (s *voiceSession) tell(m gateway.Message) {
	for _, p := range s.v.faultsOf(s.user).apply(m) {
		if p.late == 0 {
			s.send(p.Message)
		} else {
			s.v.after(p.late, func() { s.send(p.Message) })
		}
	}
}

// send numbers a message, keeps it, and writes it if there is a connection.
func (s *voiceSession) send(m gateway.Message) {
	if s.over {
		return
	}
	if m.Seq = unnumbered; numbered(m.Op) {
		m.Seq = int(s.seq)
		s.seq++
	}
	binary, frame := gateway.AppendServer(nil, m)
	if m.Seq != unnumbered {
		s.kept = append(s.kept, sentMessage{uint16(m.Seq), binary, frame})
		if n := len(s.kept) - s.v.options.Buffer; n > 0 {
			s.kept = slices.Delete(s.kept, 0, n)
		}
	}
	s.v.trace(s.user, false, m)
	if s.conn == nil {
		return
	}
	if code, ok := s.v.faultsOf(s.user).strikes(m.Op, true); ok {
		s.cut(code)
		return
	}
	s.conn.push(outgoing{binary: binary, frame: frame})
	s.cutAfter(m.Op)
}

// receive takes a message of the client.
func (s *voiceSession) receive(m gateway.Message) {
	if code, ok := s.v.faultsOf(s.user).strikes(m.Op, true); ok {
		s.cut(code)
		return
	}
	switch {
	case m.Op == gateway.OpSelectProtocol:
		s.selectProtocol(m)
	case m.Op == gateway.OpSpeaking:
		s.speak(m)
	case isEncryption(m.Op):
		s.hall.receive(s, Message{Op: dave.Op(m.Op), Data: m.Data})
	case m.Op == gateway.OpVideo, m.Op == gateway.OpMediaSinkWants, m.Op == gateway.OpBackendVersion:
		// Of no interest here.
	default:
		s.cut(4001)
	}
}

// speak takes op 5.
func (s *voiceSession) speak(m gateway.Message) {
	var d speakingBody
	if json.Unmarshal(m.Data, &d) != nil {
		s.cut(4002)
		return
	}
	s.stats.Speaking++
	if d.SSRC != s.ssrc {
		s.stats.WrongSSRC++
		return
	}
	d.User, d.Delay = s.user, nil
	s.speaking = &d
	s.hall.announce(s, voiceJSON(gateway.OpSpeaking, d))
}

// who implements occupant.
func (s *voiceSession) who() *person { return &s.person }

// deliver implements occupant.
func (s *voiceSession) deliver(m Message) {
	switch m.Op {
	case OpSessionDescription:
		if d, err := Decode[Description](m); err == nil {
			s.described = true
			s.describe(d.Version)
		}
	case OpClientsConnect:
		// Whom he finds, a client is told when he identifies himself.
		if !s.described {
			return
		}
		s.introduce(gateway.Message{Op: gateway.OpClientsConnect, Seq: unnumbered, Data: m.Data})
	default:
		s.tell(gateway.Message{Op: gateway.Op(m.Op), Seq: unnumbered, Data: m.Data})
	}
}

// notice implements occupant.
func (s *voiceSession) notice(m gateway.Message) { s.tell(m) }
