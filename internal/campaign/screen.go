package campaign

import "glyphoxa/internal/transcript"

// A Screen says where what is for the GMs alone goes. It is kept beside a
// campaign and is no part of its file: a channel is one of one server.
type Screen struct {
	Kind     ScreenKind
	Channel  transcript.ChannelID // 0 for ScreenDirect
	Spoilers bool                 // wrap secrets in ||…||, for a GM who streams
}

// A ScreenKind is a kind of private place.
type ScreenKind string

// The private places. Empty means ScreenDirect, which nobody has chosen yet.
const (
	ScreenDirect   ScreenKind = "direct"   // direct messages to each GM
	ScreenMade     ScreenKind = "made"     // a channel that the bot has made
	ScreenExisting ScreenKind = "existing" // a channel that @everyone cannot read
)
