package voicetest

import (
	"maps"
	"net/netip"

	"glyphoxa/internal/voice/rtp"
)

// relayAddr is where the relay is in memory: an address of documentation.
var relayAddr = netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, 7}), 50004)

// mediaAddr returns what op 2 says.
func (v *VoiceServer) mediaAddr() netip.AddrPort {
	if v.local != nil {
		return v.local.addr
	}
	return relayAddr
}

// maxWays is how many addresses the relay takes datagrams from.
const maxWays = 1024

// arrive takes a datagram off the wire, and puts it on its way to the relay.
func (v *VoiceServer) arrive(from netip.AddrPort, b []byte) {
	if v.closed {
		return
	}
	l := v.ways[from]
	if l == nil {
		if len(v.ways) >= maxWays {
			maps.DeleteFunc(v.ways, func(at netip.AddrPort, l *link) bool { return len(l.under) == 0 && v.sessionAt(at) == nil })
		}
		if len(v.ways) >= maxWays {
			return
		}
		l = &link{
			v:       v,
			network: func() Network { return v.faultsOf(v.userAt(from)).Up },
			deliver: func(b []byte) { v.take(from, b) },
		}
		v.ways[from] = l
	}
	l.send(b)
}

// userAt returns whose datagrams come from an address, 0 as long as that is not
// known.
func (v *VoiceServer) userAt(from netip.AddrPort) User {
	if s := v.sessionAt(from); s != nil {
		return s.user
	}
	return 0
}

// take is the relay's end.
func (v *VoiceServer) take(from netip.AddrPort, b []byte) {
	switch rtp.Classify(b) {
	case rtp.KindDiscovery:
		if ssrc, ok := rtp.ParseDiscoveryRequest(b); ok {
			v.discover(from, ssrc)
		}
	case rtp.KindKeepAlive:
		if s := v.sessionAt(from); s != nil {
			s.stats.KeepAlives++
			if !v.faultsOf(s.user).Silent {
				s.transport.down.send(b)
			}
		}
	case rtp.KindAudio:
		if s := v.source(ssrcOf(b)); s != nil {
			s.relay(b)
		} else if s := v.sessionAt(from); s != nil {
			s.stats.WrongSSRC++
		}
	default:
		if s := v.sessionAt(from); s != nil {
			s.stats.Junk++
		}
	}
}

// sessionAt returns the session that asked for its address from there, or nil.
func (v *VoiceServer) sessionAt(from netip.AddrPort) *voiceSession {
	for _, s := range v.sessions {
		if s.transport.seen == from {
			return s
		}
	}
	return nil
}

func ssrcOf(b []byte) uint32 {
	return uint32(b[8])<<24 | uint32(b[9])<<16 | uint32(b[10])<<8 | uint32(b[11])
}

// discover answers a client that asks for its address.
func (v *VoiceServer) discover(from netip.AddrPort, ssrc uint32) {
	s := v.source(ssrc)
	if s == nil {
		return
	}
	s.stats.Discoveries++
	f := v.faultsOf(s.user)
	if f.asked++; f.Deaf < 0 || f.asked <= f.Deaf {
		return
	}
	s.transport.seen = from
	answer := func(b []byte) {
		way := *s.transport.down
		way.deliver, way.under = func(b []byte) { v.emit(from, b) }, nil
		way.send(b)
	}
	if f.Junk {
		answer([]byte("\x00\x02"))
		answer(append([]byte{0x90, 120}, make([]byte, 72)...))
		answer(rtp.AppendDiscoveryAnswer(nil, ssrc+1, netip.AddrPortFrom(from.Addr(), from.Port()+1)))
	}
	answer(rtp.AppendDiscoveryAnswer(nil, ssrc, from))
}

// emit puts a datagram onto the wire, to an address.
func (v *VoiceServer) emit(to netip.AddrPort, b []byte) {
	if l := v.lines[to]; l != nil {
		l.push(b)
		return
	}
	if v.local != nil && to.IsValid() {
		v.local.write(to, b)
	}
}
