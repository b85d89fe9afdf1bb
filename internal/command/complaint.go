package command

import (
	"context"
	"errors"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// A Complaint is an error whose text may be shown to the person who asked: it
// says what is wrong and what to do about it.
type Complaint struct{ Text texts.Text }

// Error says it in English.
func (c *Complaint) Error() string { return c.Text.String() }

// refuse makes a complaint.
func refuse(t text) error { return &Complaint{t} }

// words returns what a person is told of err; it is empty if there is nobody to
// tell any more. known is false if that says nothing of the cause, which then
// belongs into the log.
func words(err error) (t text, known bool) {
	if c, ok := errors.AsType[*Complaint](err); ok {
		return c.Text, true
	}
	if e, ok := errors.AsType[*discord.Lacking](err); ok {
		return say("discord.lacking", "missing", permissionsText(e.Missing)), true
	}
	for _, known := range []struct {
		is   error
		said text
	}{
		{discord.ErrExpired, text{}},
		{discord.ErrAnswered, text{}},
		{discord.ErrDenied, say("discord.denied")},
		{discord.ErrDirect, say("discord.direct")},
		{discord.ErrUnknown, say("discord.unknown")},
		{context.Canceled, say("error.shutdown")},
	} {
		if errors.Is(err, known.is) {
			return known.said, true
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return say("error.late"), false
	}
	return say("error.other"), false
}
