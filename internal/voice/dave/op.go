package dave

import "strconv"

// An Op is an opcode of the voice gateway. Only those of DAVE are here.
type Op uint8

// The opcodes of DAVE. C is what we send, S what the server sends; JSON or
// binary says how.
const (
	OpPrepareTransition Op = 21 // S, JSON: another version, soon
	OpExecuteTransition Op = 22 // S, JSON: now
	OpTransitionReady   Op = 23 // C, JSON: we can follow
	OpPrepareEpoch      Op = 24 // S, JSON: a new group, or a version of the next epoch
	OpExternalSender    Op = 25 // S, binary: who will propose
	OpKeyPackage        Op = 26 // C, binary: what we are added by
	OpProposals         Op = 27 // S, binary: who is to come and go
	OpCommitWelcome     Op = 28 // C, binary: how we would do it
	OpAnnounceCommit    Op = 29 // S, binary: how it is done
	OpWelcome           Op = 30 // S, binary: you are in
	OpInvalidCommit     Op = 31 // C, JSON: we cannot follow
)

// Binary reports whether messages of op are binary, rather than JSON.
func (op Op) Binary() bool { return op >= OpExternalSender && op <= OpWelcome }

func (op Op) String() string { return "op " + strconv.Itoa(int(op)) }
