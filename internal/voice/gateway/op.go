package gateway

import "strconv"

// An Op is an opcode of the voice gateway. A server may use ones that are not
// listed here; they mean nothing to us and are no error.
type Op uint8

// The opcodes of version 8. C is what a client sends, S what a server sends.
const (
	OpIdentify          Op = 0  // C: who we are
	OpSelectProtocol    Op = 1  // C: where we are heard from, and how packets are sealed
	OpReady             Op = 2  // S: our SSRC and the media server
	OpHeartbeat         Op = 3  // C; from S it asks for one at once
	OpDescription       Op = 4  // S: the transport key
	OpSpeaking          Op = 5  // C, S: whose SSRC
	OpHeartbeatAck      Op = 6  // S
	OpResume            Op = 7  // C: the session goes on here
	OpHello             Op = 8  // S: how often to beat
	OpResumed           Op = 9  // S
	OpClientsConnect    Op = 11 // S: who is there, and who comes
	OpVideo             Op = 12 // C, S: which streams somebody has
	OpClientDisconnect  Op = 13 // S: who left
	OpSessionUpdate     Op = 14 // S: codecs
	OpMediaSinkWants    Op = 15 // C, S: video qualities
	OpBackendVersion    Op = 16 // C, S
	OpClientFlags       Op = 18 // S
	OpPlatform          Op = 20 // S
	OpPrepareTransition Op = 21 // S: another version of DAVE, soon
	OpExecuteTransition Op = 22 // S: now
	OpTransitionReady   Op = 23 // C
	OpPrepareEpoch      Op = 24 // S: a new group, or a version of the next epoch
	OpExternalSender    Op = 25 // S, binary
	OpKeyPackage        Op = 26 // C, binary
	OpProposals         Op = 27 // S, binary
	OpCommitWelcome     Op = 28 // C, binary
	OpAnnounceCommit    Op = 29 // S, binary
	OpWelcome           Op = 30 // S, binary
	OpInvalidCommit     Op = 31 // C
)

// Binary reports whether messages of op are binary, rather than JSON.
// Documentation has had op 29 as JSON, but it never was.
func (op Op) Binary() bool { return op >= OpExternalSender && op <= OpWelcome }

// Known reports whether op is listed here.
func (op Op) Known() bool {
	// The gaps are removed ones and a speed test.
	return op <= OpInvalidCommit && op != 10 && op != 17 && op != 19
}

// String returns "op 4": numbers are what Discord's documentation and other
// people's reports go by.
func (op Op) String() string { return "op " + strconv.Itoa(int(op)) }
