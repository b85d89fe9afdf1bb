package gateway

import (
	"errors"
	"fmt"
)

// A ClosedError is the close frame of the other side.
type ClosedError struct {
	Code CloseCode
	// Reason is what the other side said about it; it is not part of the text
	// of the error, and not for logs.
	Reason string
}

func (e *ClosedError) Error() string { return "voice gateway closed: " + e.Code.String() }

// An EndError is the end of a session that its owner did not wish for.
type EndError struct {
	// Code is the close code that ended it, or [NoCode].
	Code CloseCode
	// Verdict is what to do now: [Rejoin], [Await] or [Fatal].
	Verdict Verdict
	// Err is what happened.
	Err error
}

func (e *EndError) Error() string {
	return fmt.Sprintf("voice session over (%v): %v", e.Verdict, e.Err)
}

func (e *EndError) Unwrap() error { return e.Err }

// What can end a session or a websocket, apart from close frames.
var (
	// ErrSilent: the server did not say in time what had to come.
	ErrSilent = errors.New("the voice server keeps silent")
	// ErrNoAck: the server did not answer heartbeats for a whole interval.
	ErrNoAck = errors.New("heartbeats are not answered")
	// ErrTooLarge: the server sent a message of more than [MaxMessage] bytes.
	ErrTooLarge = errors.New("voice gateway message is too large")
	// ErrStuck: messages came faster, or for longer, than they were handled.
	ErrStuck = errors.New("voice gateway messages are not handled")
	// ErrOver is what sending gets after the end of the session.
	ErrOver = errors.New("voice session is over")
)

// codeOf returns the close code that err tells of, [NoCode] if none.
func codeOf(err error) CloseCode {
	if e, ok := errors.AsType[*ClosedError](err); ok {
		return e.Code
	}
	return NoCode
}
