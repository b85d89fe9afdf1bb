package discord

import "errors"

// A verdict is what to do about a lost connection.
type verdict int

const (
	resume verdict = iota // go on with the session
	renew                 // the session is dead: identify
	giveUp                // Discord would refuse it again
)

// judge says what to do about a connection that ended with err, and with
// giveUp why.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
func judge(err error) (verdict, *Refusal) {
	if e, ok := errors.AsType[*invalidSession](err); ok {
		if e.resumable {
			return resume, nil
		}
		return renew, nil
	}
	e, ok := errors.AsType[*closeFrame](err)
	if !ok {
		return resume, nil
	}
	refuse := func(reason error) (verdict, *Refusal) {
		return giveUp, &Refusal{Reason: reason, Code: e.code, Err: e}
	}
	switch e.code {
	case 4004:
		return refuse(ErrToken)
	case 4010, 4011:
		return refuse(ErrSharding)
	case 4012:
		return refuse(ErrProtocol)
	case 4013, 4014:
		return refuse(ErrIntents)
	case 1000, 1001, // "the session is invalidated", by whichever side
		4003, // "or this session has been invalidated"
		4007, // the sequence number is wrong
		4009: // the session timed out
		return renew, nil
	default: // 4000, 4001, 4002, 4005, 4008 and all that a network does
		return resume, nil
	}
}
