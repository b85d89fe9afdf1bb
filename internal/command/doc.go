// Package command is the GM's desk in Discord: /glyphoxa start, end, recap,
// proposals and status, who is heard, and when the bot has to leave.
//
// # How it works
//
// A [Desk] is handed every event of Discord's, in order ([Desk.Handle]), and
// never makes that reader wait. A command or a button gets a goroutine of its
// own, which acknowledges before it does anything else. What has to hold from
// the very moment (somebody says no, the GM leaves) is done in Handle itself,
// in memory; telling people and the store of it comes after.
//
//   - start.go, choose.go, opening.go: from the command to a running session:
//     which campaign, which scene, who plays whom
//   - stay.go, rules.go: one stay in a voice channel and when it goes off the
//     record or ends
//   - gate.go, consent.go, card.go: whose packets may be heard, and the card
//     that asks
//   - loudspeaker.go: how people listen, as they or their GM say
//   - end.go, recap.go, proposals.go, status.go: the other four commands
//   - words.go: everything that is said to people
//
// # Who may what
//
// The GMs of a campaign are its owner and its co-GMs, as the store has them at
// the moment of each command and each button. Who may manage the server may
// end a session, and learns nothing of a campaign by it. A campaign belongs to
// the guild in which it was first played: an ID from elsewhere leads nowhere.
//
// # What it does not do
//
// It knows no sound, no provider and no database. It acts upon [Sessions] and
// a [Library], which the program puts behind it.
package command
