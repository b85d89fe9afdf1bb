package discord

import "context"

// An Answerer answers one interaction. Discord takes the first answer for three
// seconds and further ones for fifteen minutes; after that, or when another
// process was faster, the methods return an error that is [ErrExpired] or
// [ErrAnswered], which has been logged and needs no more than stopping.
//
// The methods may be called from several goroutines, one after the other.
type Answerer interface {
	// Defer acknowledges the interaction: Discord shows that the bot is
	// thinking. Private: only the person who asked will see the answer. It comes
	// before any I/O. A second Defer does nothing.
	Defer(ctx context.Context, private bool) error
	// Reply gives the answer: at once, or in place of a Defer. Once there is an
	// answer, it follows up.
	Reply(ctx context.Context, m Message) error
	// Edit replaces the answer, or gives it if there is none yet.
	Edit(ctx context.Context, m Message) error
	// FollowUp says more, and returns the ID of the (last) message.
	FollowUp(ctx context.Context, m Message) (MessageID, error)
	// Hold acknowledges a button or a form without any change that people see;
	// Update or FollowUp may come later.
	Hold(ctx context.Context) error
	// Update changes the message that the button stands under.
	Update(ctx context.Context, m Message) error
	// Open shows a form. It has to be the first answer to a command or a button.
	Open(ctx context.Context, f Form) error
	// Suggest answers a Completing. What Discord would refuse is left out: blank
	// names, and all beyond the first 25.
	Suggest(ctx context.Context, choices []Choice) error
}
