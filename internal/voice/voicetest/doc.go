// Package voicetest plays Discord, for tests: the encryption of a call, the voice
// server around it, and everything else.
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
// # The voice server
//
// [VoiceServer] is a voice gateway of version 8 and a media relay around the calls
// of any number of channels. Clients reach it by [VoiceServer.Dialers]: in memory,
// where all of it works in a bubble of synctest, or on a port of this machine.
// Whoever is to come is admitted ([VoiceServer.Admit]), which is the main gateway's
// part.
//
//	client ── websocket ──▶ voiceConn ──▶ voiceSession ──▶ hall ──▶ Call
//	   │                                       ▲            │
//	   └────── datagrams ──▶ link ──▶ relay ───┘          Seat, Seat, …
//
// A connection (conn.go) may break, and the session (session.go, resume.go) goes on
// with the next; a hall (hall.go) is a channel and who is in it: sessions, and
// seats. A [Seat] is a member in the server's own process, who says packets and
// keeps what it hears. The relay (relay.go, udp.go) opens each packet of a client,
// and seals it for each other one anew, as Discord's does.
//
// A [Peer] is a client by libraries that are not ours, in a Node process: the
// proof that server and bot do not merely agree with each other.
//
// What goes wrong by itself is in [Faults], for everybody or for one user; what is
// done to somebody at a moment are methods (act.go, admit.go): connections drop, go
// silent or are closed by any code, sessions are forgotten, users moved, servers
// taken away. look.go is what can be seen from the server: what a client did
// wrong, and each message that passed.
//
// All its state is behind one mutex, under which nothing waits. It checks what it
// is sent by structs of its own, not those of package gateway: a mistake there
// is to be seen here.
//
// # Discord
//
// [Discord] is the rest of it: guilds with roles, channels and people, the REST
// API and the main gateway, on a port of this machine, for a bot that talks to
// Discord by whatever library. [Discord.Client] is the way to it, and leads
// nowhere else. A test does what people do ([Person.Join], [Person.Use],
// [Person.Press]) and sees what they see ([Interaction], [ChatMessage]);
// what Discord would refuse is refused, with its codes, and what it cannot do is
// remembered ([Discord.Unexpected]). Files guild*.go are the state and what
// people do with it, rest*.go and main*.go the two ways in.
//
// All its state is behind one lock, and answers are made under it: they are
// answers of one moment. Whoever waits for a change sleeps in [Discord.Await].
//
// # What it does not do
//
// It does not play an attacker within MLS: what members make of hostile bytes is
// tested where the bytes are read. It does not verify the members' signatures,
// which the real server does not have to get right for them to be safe.
package voicetest
