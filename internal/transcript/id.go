package transcript

import (
	"crypto/rand"
	"encoding/hex"
	"time"
)

// Discord's IDs are numbers; each is its own type so that one cannot be passed
// where another is wanted.
type (
	SpeakerID uint64 // a Discord user
	GuildID   uint64
	ChannelID uint64
)

// IDs of rows that the program makes are text from [NewID].
type (
	CampaignID string
	SessionID  string
	SceneID    string // one scene as it was played in a session
	TurnID     string
	ProposalID string
)

// IDs of what a GM writes are the keys of the campaign file: short, stable,
// and unique only within their campaign. They mean nothing without one, so a
// key of somebody else's campaign reaches nothing.
type (
	AgentID     string
	CharacterID string
	NodeID      string
)

// NewID returns a fresh version 7 UUID: 48 bits of milliseconds and 74 random
// bits, so that IDs made later sort later.
// https://www.rfc-editor.org/rfc/rfc9562#section-5.7
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[6:]) // never fails since Go 1.24
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	var s [36]byte
	hex.Encode(s[0:8], b[0:4])
	hex.Encode(s[9:13], b[4:6])
	hex.Encode(s[14:18], b[6:8])
	hex.Encode(s[19:23], b[8:10])
	hex.Encode(s[24:], b[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return string(s[:])
}
