package dave

import "errors"

// Why [Session.Encrypt] or [Session.Decrypt] refuses a frame.
var (
	// ErrNoEpoch: the call is encrypted, and we have no key to speak with yet,
	// or no longer. Hold the frame or drop it.
	ErrNoEpoch = errors.New("dave: no epoch to speak in")

	// ErrUnknownUser: no key of that user is known. Normal for a moment after
	// he joined, or we did.
	ErrUnknownUser = errors.New("dave: no key for this user")

	// ErrPlaintext: the frame is not encrypted, though it ought to be.
	ErrPlaintext = errors.New("dave: unencrypted frame in an encrypted call")

	// ErrTag: no key of that user opens the frame.
	ErrTag = errors.New("dave: bad tag")

	// ErrReplay: the frame came before, or is too old to tell.
	ErrReplay = errors.New("dave: replayed frame")

	// ErrGeneration: the frame claims a key that its sender cannot have come to
	// yet, or one that is gone.
	ErrGeneration = errors.New("dave: implausible generation")
)

// Why [Session.Handle] refuses a message. The session goes on.
var (
	// ErrMalformed: the bytes are not what the op says they are.
	ErrMalformed = errors.New("dave: malformed")

	// ErrOutOfTurn: the message makes no sense in the state that we are in.
	ErrOutOfTurn = errors.New("dave: out of turn")

	// ErrPolicy: the message is sound MLS that DAVE does not allow.
	ErrPolicy = errors.New("dave: not allowed")

	// ErrVersion: a protocol version that we never offered.
	ErrVersion = errors.New("dave: unknown protocol version")

	// ErrOutOfStep: we cannot follow the group. The messages returned with it
	// ask to be let in anew.
	ErrOutOfStep = errors.New("dave: out of step with the group")

	// ErrRejoin: it cannot be mended from here. Leave the call, and join it
	// again at [State].Rejoin.
	ErrRejoin = errors.New("dave: given up on this call")
)
