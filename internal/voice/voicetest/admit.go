package voicetest

import (
	"fmt"

	"glyphoxa/internal/voice/gateway"
)

// NotAtAll stands for the code of a connection that is not closed but goes dead:
// what comes through it is not read, and nothing is sent.
const NotAtAll gateway.CloseCode = -1

// NoFrame stands for the code of a connection that ends without a close frame.
const NoFrame gateway.CloseCode = 0

// stayKey: a user is in one channel of a guild at most.
type stayKey struct {
	guild uint64
	user  User
}

// A pass is the right to be in a channel, and what it is proved by.
type pass struct {
	VoicePass
	guild, channel uint64
	user           User
	name           string
	void           bool // until there is a new token
}

// Admit gives a user the right to be in a channel, as op 4 of the main gateway
// asks for. If he was in another one, or in this one, that session is over.
// It implements [VoiceHost].
func (v *VoiceServer) Admit(guild, channel, user uint64, name string) VoicePass {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.admit(guild, channel, User(user), name)
}

func (v *VoiceServer) admit(guild, channel uint64, user User, name string) VoicePass {
	key := stayKey{guild, user}
	if old := v.passes[key]; old != nil {
		v.void(old, v.options.MoveClose)
	}
	p := &pass{guild: guild, channel: channel, user: user, name: name}
	v.tickets++
	p.Session = fmt.Sprintf("session%d", v.tickets)
	v.passes[key] = p
	v.issue(p)
	return p.VoicePass
}

// Move puts a user who was admitted into another channel, or the same: the
// session's name stays, the token is new, and the connection is closed. Somebody
// who was in no channel is admitted.
func (v *VoiceServer) Move(guild, channel, user uint64) VoicePass {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := stayKey{guild, User(user)}
	old := v.passes[key]
	if old == nil {
		return v.admit(guild, channel, User(user), "")
	}
	p := *old
	p.channel = channel
	v.passes[key] = &p
	v.issue(&p)
	v.void(old, v.options.MoveClose)
	return p.VoicePass
}

// Remove takes the right away: the user has left, was kicked, or the channel is
// gone. The connection is closed as by Move.
func (v *VoiceServer) Remove(guild, user uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := stayKey{guild, User(user)}
	if p := v.passes[key]; p != nil {
		delete(v.passes, key)
		v.void(p, v.options.MoveClose)
	}
}

// Admitted returns what a user was last given, and whether he may be anywhere in
// the guild.
func (v *VoiceServer) Admitted(guild, user uint64) (VoicePass, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if p := v.passes[stayKey{guild, User(user)}]; p != nil {
		return p.VoicePass, true
	}
	return VoicePass{}, false
}

// Withdraw takes the voice server of a guild away, which the main gateway tells
// by an endpoint of null. All connections end by the code, which may be NoFrame
// or NotAtAll, and nobody can come until Reassign.
func (v *VoiceServer) Withdraw(guild uint64, code gateway.CloseCode) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, p := range v.passes {
		if p.guild == guild {
			v.void(p, code)
		}
	}
	for _, h := range v.halls {
		if h.guild == guild {
			h.disperse()
		}
	}
}

// Reassign gives a guild a voice server again, with another endpoint unless same,
// and a new token for everybody in it. Seats are back at once. It returns them
// by user; the names of sessions are what they were.
func (v *VoiceServer) Reassign(guild uint64, same bool) map[uint64]VoicePass {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !same {
		v.hosts[guild]++
	}
	all := make(map[uint64]VoicePass)
	for key, p := range v.passes {
		if p.guild != guild {
			continue
		}
		fresh := *p
		v.passes[key] = &fresh
		v.issue(&fresh)
		all[uint64(p.user)] = fresh.VoicePass
		v.void(p, NotAtAll)
	}
	for _, h := range v.halls {
		if h.guild == guild {
			h.disperse()
			h.gather()
		}
	}
	return all
}

// issue gives a pass a new token and the endpoint of the day.
func (v *VoiceServer) issue(p *pass) {
	p.void = false
	v.tickets++
	p.Token = fmt.Sprintf("token%d", v.tickets)
	v.hosts[p.guild] += 0 // so that it has one
	p.Endpoint = v.endpoint(v.hosts[p.guild])
}

// void ends a pass, and the session that was made from it.
func (v *VoiceServer) void(p *pass, code gateway.CloseCode) {
	p.void = true
	for _, s := range v.sessions {
		if s.pass != p {
			continue
		}
		if c := s.conn; c != nil {
			v.after(v.options.MoveDelay, func() { c.end(code, "Disconnected.") })
		}
		s.end()
		return
	}
}
