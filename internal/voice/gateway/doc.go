// Package gateway speaks Discord's voice gateway, version 8: the websocket over
// which a call is set up, kept alive, and told who is there and which keys rule.
//
// # Wire forms
//
// A [Message] is one frame of it: an [Op], a sequence number if the server
// numbered it, and a body. [ParseServer] and [AppendServer] are what the server
// says, [ParseClient] and [AppendClient] what the client says; both sides are
// here because the simulated server of the tests speaks the other one. Most
// messages are JSON. Those of the end-to-end encryption, ops 25 to 30, are
// binary, and their content is the business of package dave. The JSON bodies are
// structs, [Identify] to [Platform], written by [NewMessage] and read by
// [Message.Decode].
//
// # Session
//
// A [Client] is one voice session. [Connect] opens the websocket, waits for
// Hello and identifies; [Client.Run] then reads until the session is over,
// beats the heart, and resumes the session on a new websocket when the old one
// is lost: the server sends again what was missed, and the owner of the session
// notices a pause. When a session cannot go on, Run says with an [EndError]
// what its owner may do about it: the [Verdict].
//
// The goroutine of Run owns all of the session's state. For each websocket it
// has one goroutine that reads and one that writes, and for the session one that
// hands messages to the owner, in order. It waits for none of them, so that a
// heartbeat is late only by the write that is going on, which is bounded.
//
// # Sockets
//
// A [Socket] is a websocket without its library: [DialWebsocket] makes real
// ones, [Pipe] a pair in memory, for tests in fake time.
//
// Not here: the UDP side, the join over the main gateway that a session's token
// comes from, and when to ask for a new one. Package voice does those.
package gateway
