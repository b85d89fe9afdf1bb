package voicetest

import (
	"crypto/rand"
	"encoding/json"
	"net/netip"
	"slices"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// selectProtocol takes op 1, the first or a later one.
func (s *voiceSession) selectProtocol(m gateway.Message) {
	var d selectBody
	if json.Unmarshal(m.Data, &d) != nil {
		s.cut(4002)
		return
	}
	addr, err := netip.ParseAddr(d.Data.Address)
	switch {
	case d.Protocol != "udp":
		s.cut(4012)
		return
	case !slices.Contains(s.v.options.Modes, d.Data.Mode):
		s.cut(4016)
		return
	case err != nil:
		s.cut(4002)
		return
	}
	s.stats.Selects++
	s.transport.to = netip.AddrPortFrom(addr, d.Data.Port)
	s.transport.mode = rtp.Mode(d.Data.Mode)
	s.newKey()
	if s.selected {
		s.describe(s.hall.call.version)
		return
	}
	s.selected = true
	s.hall.porch = slices.DeleteFunc(s.hall.porch, func(o *voiceSession) bool { return o == s })
	s.hall.enter(s) // whose call says op 4
}

// newKey makes a key for packets.
func (s *voiceSession) newKey() {
	var key [rtp.KeySize]byte
	if _, err := rand.Read(key[:]); err != nil {
		panic("voicetest: " + err.Error())
	}
	s.transport.rekey(key)
}

// describe sends op 4.
func (s *voiceSession) describe(version int) {
	d := descriptionBody{
		Mode: string(s.transport.mode), Dave: version,
		AudioCodec: "opus", VideoCodec: "H264", Media: s.pass.Session,
	}
	for i, b := range s.transport.key {
		d.Key[i] = int(b)
	}
	s.tell(voiceJSON(gateway.OpDescription, d))
}
