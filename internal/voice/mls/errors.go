package mls

import (
	"errors"
	"fmt"
)

// Why something is refused. Each error of this package wraps one of these.
var (
	// ErrMalformed: the bytes are not what they claim to be.
	ErrMalformed = errors.New("mls: malformed")

	// ErrUnsupported: well-formed as far as one can tell, but outside the part
	// of RFC 9420 that is implemented.
	ErrUnsupported = errors.New("mls: unsupported")

	// ErrInvalid: a rule is broken that is neither of the others.
	ErrInvalid = errors.New("mls: invalid")

	// ErrGroup: the message is for another group.
	ErrGroup = errors.New("mls: another group")

	// ErrEpoch: the message, or the proposal, is of another epoch.
	ErrEpoch = errors.New("mls: another epoch")

	// ErrSignature: a signature does not verify.
	ErrSignature = errors.New("mls: bad signature")

	// ErrTag: a membership or confirmation tag is not the expected one: the
	// sender is no member, or does not agree with us about the group's state.
	ErrTag = errors.New("mls: bad tag")

	// ErrDecrypt: a secret that was encrypted to us does not open.
	ErrDecrypt = errors.New("mls: cannot decrypt")

	// ErrUnknownProposal: a commit refers to a proposal that was not handed in.
	ErrUnknownProposal = errors.New("mls: unknown proposal")

	// ErrNotInvited: a Welcome has no entry for this client's key package.
	ErrNotInvited = errors.New("mls: welcome is for others")

	// ErrRemoved: the commit is genuine and removes us. There is no next epoch.
	ErrRemoved = errors.New("mls: removed from the group")
)

// malformed returns an ErrMalformed that says what was being read.
func malformed(what string) error { return fmt.Errorf("%w %s", ErrMalformed, what) }

// invalid returns an ErrInvalid that says which rule was broken.
func invalid(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, a...)...)
}

// unsupported returns an ErrUnsupported that says what is not.
func unsupported(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrUnsupported}, a...)...)
}
