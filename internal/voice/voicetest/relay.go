package voicetest

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"time"

	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// A transport is how datagrams go between a session and the relay.
type transport struct {
	mode    rtp.Mode
	key     [rtp.KeySize]byte
	opener  *rtp.Opener
	before  *rtp.Opener // of the last key, for what is on its way
	rekeyed time.Time   // when that was
	sealer  *rtp.Sealer
	to      netip.AddrPort // as the client said in op 1
	seen    netip.AddrPort // as discovery saw it
	down    *link

	counters map[uint32]uint16 // of the key: which packet had which
	shift    map[uint32]uint16 // by source: numbers taken by padding
	passed   int               // packets to the client
}

func (t *transport) start(s *voiceSession) {
	t.down = &link{
		v:       s.v,
		network: func() Network { return s.v.faultsOf(s.user).Down },
		deliver: func(b []byte) { s.v.emit(t.to, b) },
	}
	t.shift = make(map[uint32]uint16)
}

// rekey has packets of both directions sealed with another key from now on.
func (t *transport) rekey(key [rtp.KeySize]byte) {
	opener, err := rtp.NewOpener(t.mode, key[:])
	if err != nil {
		panic("voicetest: " + err.Error()) // the mode is one that was offered
	}
	sealer, err := rtp.NewSealer(t.mode, key[:])
	if err != nil {
		panic("voicetest: " + err.Error())
	}
	t.before, t.opener, t.sealer, t.key = t.opener, opener, sealer, key
	t.counters, t.rekeyed = make(map[uint32]uint16), time.Now()
}

// oldKey is how long packets may come that are sealed with the last key.
const oldKey = 2 * time.Second

// maxCounters is for how many packets of a key the relay knows whether a counter
// is used twice: two hours of speech.
const maxCounters = 1 << 19

// relay takes a packet of audio from a client.
func (s *voiceSession) relay(b []byte) {
	t := &s.transport
	if t.opener == nil {
		s.stats.Early++
		return
	}
	h, payload, err := t.opener.Open(nil, b)
	if errors.Is(err, rtp.ErrAuth) && t.before != nil && time.Since(t.rekeyed) < oldKey {
		h, payload, err = t.before.Open(nil, b)
	} else if err == nil {
		s.count(h, binary.BigEndian.Uint32(b[len(b)-4:]))
	}
	switch {
	case errors.Is(err, rtp.ErrEmpty):
		return
	case err != nil:
		s.stats.Refused++
		return
	}
	s.stats.Packets++
	if opus.IsSilence(payload) {
		s.stats.Silence++
	}
	if s.speaking == nil {
		s.stats.Unannounced++
	}
	s.hall.carry(s, h, payload)
}

// count looks for a counter that was used for another packet.
func (s *voiceSession) count(h rtp.Header, counter uint32) {
	t := &s.transport
	switch seq, ok := t.counters[counter]; {
	case ok && seq != h.Seq:
		s.stats.NonceReused++
	case !ok && len(t.counters) < maxCounters:
		t.counters[counter] = h.Seq
	}
}

// carry sends a packet to all others.
func (h *hall) carry(from occupant, header rtp.Header, payload []byte) {
	for _, o := range h.inside {
		if o != from {
			o.hear(from.who(), header, payload)
		}
	}
}

// level is the extension that Discord puts in front: how loud it is, by RFC 6464,
// and padding to a word.
var level = [4]byte{0x10, 0x80, 0, 0}

// paddedEvery: one packet in so many has padding.
const paddedEvery = 8

// hear implements occupant: the packet is sealed for this client. The frame in it
// is what its sender made.
func (s *voiceSession) hear(from *person, h rtp.Header, payload []byte) {
	t := &s.transport
	if t.sealer == nil {
		return
	}
	f := s.v.faultsOf(s.user)
	if f.PaddingOnly > 0 && s.v.rng.Float64() < f.PaddingOnly {
		only := h
		only.Seq += t.shift[from.ssrc]
		t.shift[from.ssrc]++
		s.seal(only, 1+s.v.rng.IntN(255), nil)
		s.stats.PaddingOnly++
	}
	padding := 0
	if t.passed++; t.passed%paddedEvery == 0 {
		padding = 1 + s.v.rng.IntN(32)
	}
	h.Seq += t.shift[from.ssrc]
	s.seal(h, padding, payload)
}

func (s *voiceSession) seal(h rtp.Header, padding int, payload []byte) {
	b, err := s.transport.sealer.SealExtended(nil, h, level[:], padding, payload)
	if err == nil {
		s.stats.Sent++
		s.transport.down.send(b)
	}
}

// see implements occupant.
func (s *voiceSession) see(header, payload []byte) {
	if s.transport.sealer == nil {
		return
	}
	if b, err := s.transport.sealer.SealRaw(nil, header, payload); err == nil {
		s.transport.down.send(b)
	}
}
