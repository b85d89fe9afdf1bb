// Package dave encrypts a voice call end to end as Discord does it (DAVE,
// protocol version 1): the members of the call are a group of MLS, and each
// speaks with keys that only the group knows.
//
// # The walk through
//
// A [Session] is our part in one call. It does nothing by itself: no I/O, no
// goroutine, no clock. The voice gateway's messages go into [Session.Handle] in
// the order in which they come, what it returns is sent, and time comes in as an
// argument. On the other side [Session.Encrypt] and [Session.Decrypt] take
// frames of Opus.
//
//	voice gateway ──▶ Handle ──▶ proposals ──▶ commit ──▶ voice gateway
//	                    │
//	                    ▼ a new epoch
//	        keys to hear with, at once ─────────▶ Decrypt ◀── packets
//	        a key to speak with, at op 22 ──────▶ Encrypt ──▶ packets
//
// The two sides meet in two atomic pointers, so that audio never waits for
// public-key work. What Decrypt finds there never changes but for the state of
// single ratchets, and those belong to Decrypt's goroutine.
//
// # How a group lives
//
// The server, which is outside the group, proposes whom to add and whom to
// remove (op 27). Every member commits to all of it (op 28), the server picks
// one commit and announces it (op 29), and whoever is new gets a Welcome (op
// 30). Each says when he can hear the new epoch (op 23); when all can, the server
// has them speak in it (op 22). Transition id 0 skips the last two steps.
//
// Whoever cannot follow says so (op 31) and is removed and added anew.
//
// # Where things are
//
//	op.go message.go       what goes over the voice gateway
//	session.go state.go    the session, and what can be told about it
//	stats.go errors.go     and about frames, and refusals
//	proposals.go queue.go  op 27 and our commit; users not announced yet
//	announce.go            ops 29 and 30
//	policy.go              what DAVE forbids that MLS allows
//	transition.go          ops 21, 22 and 24
//	recover.go due.go      op 31; what is due by the clock
//	generation.go          from an epoch's secret to AES keys
//	speaker.go hearer.go   the two sides of the media path
//	receiver.go window.go  one user's keys in one epoch; what was heard before
//	frame.go uleb.go       the layout of an encrypted frame
//	health.go verdict.go   frames that do not open
//	codes.go scrypt.go     what people compare to be sure of each other
//
// # Endianness
//
// The group's id (the channel) and a member's identity (the user) are big-endian,
// the context of the exporter and the nonce little-endian.
package dave
