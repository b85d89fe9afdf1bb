package gateway

import "strconv"

// A Verdict is what may be done about a voice session that lost its websocket.
type Verdict int

// The verdicts.
const (
	// Resumable: the session goes on over a new websocket. [Client.Run] does
	// that itself; an [EndError] never has this verdict.
	Resumable Verdict = iota
	// Rejoin: the session is over. Ask the main gateway for the channel anew
	// and begin a fresh one with what it answers, as often as
	// [CloseCode.Rejoins] says. Never identify with the old token.
	Rejoin
	// Await: we were moved, or thrown out. Wait some seconds for a new voice
	// state and server; if none come, or the channel is none, it is the end.
	Await
	// Fatal: trying again can only make it worse.
	Fatal
)

func (v Verdict) String() string {
	switch v {
	case Resumable:
		return "resumable"
	case Rejoin:
		return "rejoin"
	case Await:
		return "await"
	case Fatal:
		return "fatal"
	default:
		return "verdict " + strconv.Itoa(int(v))
	}
}

// A CloseCode is the number in a websocket's close frame.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#voice
type CloseCode int

// The codes that are used here. Discord's own are in the table only.
const (
	// NoCode is the code of what no close frame ended: a connection that broke,
	// a server that kept silent or could not be reached.
	NoCode CloseCode = 0
	// Normal ends a session for good when it comes from us. From the server it
	// means no more than that the websocket is gone.
	Normal CloseCode = 1000
	// Abnormal is what others call a websocket that broke without a close frame.
	// A [Socket] that is closed with it sends none.
	Abnormal CloseCode = 1006
)

// A row is what is known of a close code.
type row struct {
	verdict Verdict
	rejoins int
	ours    bool // it tells of a mistake in what we sent
	text    string
}

// network is the row of every code that tells only that the websocket is gone.
// Rejoins count from when resuming has been given up.
var network = row{Resumable, manyRejoins, false, "the connection was lost"}

// unknown is the row of the codes from 4000 that nobody has explained.
var unknown = row{Rejoin, 1, false, "for an unknown reason"}

const (
	// manyRejoins is for what passes by itself. A region has been seen to
	// refuse each handshake with 4006 for 27 seconds.
	manyRejoins = 6
	// fewRejoins is for what is likely to happen again.
	fewRejoins = 2
)

// The codes of Discord's that come with a rule of their own.
var codes = map[CloseCode]row{
	4001: {Rejoin, fewRejoins, true, "unknown opcode"},
	4002: {Rejoin, fewRejoins, true, "payload not understood"},
	4003: {Rejoin, fewRejoins, true, "not authenticated"},
	4004: {Rejoin, fewRejoins, false, "authentication refused"},
	4005: {Rejoin, fewRejoins, true, "already authenticated"},
	4006: {Rejoin, manyRejoins, false, "session not valid any more"},
	4009: {Rejoin, manyRejoins, false, "session timed out"},
	4011: {Rejoin, manyRejoins, false, "server not found"},
	4012: {Rejoin, fewRejoins, true, "unknown protocol"},
	4013: {Resumable, manyRejoins, false, "server side"},
	4014: {Await, 0, false, "disconnected: moved, removed, or the main session is gone"},
	4015: {Resumable, manyRejoins, false, "voice server crashed"},
	4016: {Rejoin, fewRejoins, true, "unknown encryption mode"},
	4017: {Fatal, 0, false, "end-to-end encryption (DAVE) is required"},
	4020: {Rejoin, fewRejoins, true, "bad request"},
	4021: {Fatal, 0, false, "rate limited"},
	4022: {Await, 0, false, "the call was ended: channel deleted or voice server changed"},
}

// row returns what is known of c.
func (c CloseCode) row() row {
	if r, ok := codes[c]; ok {
		return r
	}
	// From 4900 on are codes that clients use of themselves.
	if c >= 4000 && c < 4900 {
		return unknown
	}
	return network
}

// Verdict returns what may be done about a session that was closed with c.
func (c CloseCode) Verdict() Verdict { return c.row().verdict }

// Rejoins returns how many fresh sessions in a row are worth a try, with a
// growing pause between them, before it has to be given up. Once a session has
// stayed up for a minute the count begins anew.
func (c CloseCode) Rejoins() int { return c.row().rejoins }

// OurMistake reports whether c says that what we sent was wrong.
func (c CloseCode) OurMistake() bool { return c.row().ours }

// String returns the number and what it means.
func (c CloseCode) String() string {
	if c == NoCode {
		return "no close code"
	}
	return strconv.Itoa(int(c)) + " (" + c.row().text + ")"
}
