package command

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/discord"
)

// A Complaint is an error whose text may be shown to the person who asked: it
// says what is wrong and what to do about it.
type Complaint struct{ Text string }

func (c *Complaint) Error() string { return c.Text }

func complain(format string, args ...any) error {
	return &Complaint{fmt.Sprintf(format, args...)}
}

// shutDown is what everybody is told whom the end of the program interrupts.
const shutDown = "I am just being shut down. Try again when I am back."

// words returns what a person is told of err, "" if there is nobody to tell any
// more. known is false if that says nothing of the cause, which then belongs
// into the log.
func words(err error) (text string, known bool) {
	if c, ok := errors.AsType[*Complaint](err); ok {
		return c.Text, true
	}
	for _, e := range []error{discord.ErrExpired, discord.ErrAnswered, discord.ErrDenied, discord.ErrDirect, discord.ErrUnknown} {
		if errors.Is(err, e) {
			return discord.Words(err), true
		}
	}
	if errors.Is(err, context.Canceled) {
		return shutDown, true
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "That took too long, so I stopped trying. Nothing is lost; please try again.", false
	}
	return "Something went wrong on my side; it is in my log. Please try again: `/glyphoxa status` says what is alive.", false
}
