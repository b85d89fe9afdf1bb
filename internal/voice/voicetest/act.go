package voicetest

import (
	"time"

	"glyphoxa/internal/voice/gateway"
)

// What can be done to a client at any moment. Each reports whether the client was
// there for it.

// Disconnect closes a client's connection with a code. After 1001, 4013 and 4015
// the session can be resumed, after the other codes from 4000 on it is over.
func (v *VoiceServer) Disconnect(user uint64, code gateway.CloseCode) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s == nil || s.conn == nil {
		return false
	}
	s.cut(code)
	return true
}

// Drop ends a client's connection without a close frame, as a network does.
func (v *VoiceServer) Drop(user uint64) bool { return v.Disconnect(user, NoFrame) }

// Stall has a client's connection go dead without a sign: nothing comes through it
// any more in either direction. Only silence tells.
func (v *VoiceServer) Stall(user uint64) bool { return v.Disconnect(user, NotAtAll) }

// Forget has the server lose a session, as by a restart: its connection, if there
// is one, ends without a close frame, and to resume it is answered by 4006. It is
// not to follow [VoiceServer.Disconnect]: the client may have a new session by then,
// and would lose that one.
func (v *VoiceServer) Forget(user uint64) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s == nil {
		return false
	}
	s.kill()
	return true
}

// Tell sends a client a message of any kind. It gets a number if its op is one of
// those that do, and faults apply to it.
func (v *VoiceServer) Tell(user uint64, op gateway.Op, data []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s != nil {
		s.tell(gateway.Message{Op: op, Seq: unnumbered, Data: data})
	}
	return s != nil
}

// Throw sends a client a datagram of any kind.
func (v *VoiceServer) Throw(user uint64, b []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s != nil {
		s.transport.down.send(b)
	}
	return s != nil
}

// Outage has everything unreachable, or reachable again: nobody can connect,
// connections are dead, datagrams are lost. Connections that were dead stay so.
func (v *VoiceServer) Outage(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.outage = on
	if on {
		for c := range v.conns {
			c.dead = true
		}
	}
}

// Rekey gives a client another key for packets by a second op 4, as after a
// second op 1. It reports false if he is not there.
func (v *VoiceServer) Rekey(user uint64) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s == nil || !s.described {
		return false
	}
	s.newKey()
	s.describe(s.hall.call.version)
	return true
}

// SetVersion changes the protocol of a channel's call: to 0, which is in the
// clear, or to 1.
func (v *VoiceServer) SetVersion(guild, channel uint64, version int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.hallOf(guild, channel)
	h.say(h.call.SetVersion(time.Now(), version))
}

// Expel has a user removed from the group of a channel, though he stays in the
// channel.
func (v *VoiceServer) Expel(guild, channel, user uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.hallOf(guild, channel)
	h.say(h.call.Expel(time.Now(), User(user)))
}

// ProposeStray sends a client proposals of another epoch, as if they were late,
// and reports whether he is there. They are to be ignored.
func (v *VoiceServer) ProposeStray(user uint64) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s == nil || !s.described {
		return false
	}
	c := s.hall.call
	for _, epoch := range []uint64{c.epoch + 3, max(c.epoch, 1) - 1} {
		if epoch == c.epoch {
			continue
		}
		m := appendProposals([]*proposal{{message: c.outside.Remove(c.groupID, epoch, 0)}})
		s.tell(gateway.Message{Op: gateway.OpProposals, Seq: unnumbered, Data: m.Data})
	}
	return true
}
