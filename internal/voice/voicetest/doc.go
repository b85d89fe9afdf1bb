// Package voicetest plays Discord's side of a voice call, in memory, for tests.
//
// # The call
//
// [Call] is what the voice server knows of one channel's encryption. It signs
// the proposals as external sender, takes key packages, commits and
// acknowledgements in, chooses which commit wins, and says who gets what. It is
// a state machine: it has no clock, no goroutine and no socket, so that a
// gateway can be put on top of it, or a table of members around it.
//
// Its one idea is in propose.go: whatever happened, it compares who sits in the
// group with who is in the channel, and proposes the difference. Joins, leaves,
// batches, reconnections and recoveries are all that.
//
// # The room
//
// [Room] puts [Member] values around a call and carries their messages, with a
// clock of its own: hours pass in no time and a seed decides every latency. It
// can lose, delay, repeat and spoil messages, carries sound between the
// members, and keeps the score of what was heard.
//
// A member is ours ([Ours]), or one of another make ([Davey], which lives in a
// Node process, see [Node]). That both can sit at one table, in any seat, is
// what the tests of this package are about.
//
// # What it does not do
//
// It does not play an attacker within MLS: what members make of hostile bytes is
// tested where the bytes are read. It does not verify the members' signatures,
// which the real server does not have to get right for them to be safe.
package voicetest
