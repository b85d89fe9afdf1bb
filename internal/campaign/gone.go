package campaign

import "errors"

// What whoever keeps campaigns says of one, or of a part of it, that somebody
// asks for.
var (
	// ErrNone: there is no such campaign.
	ErrNone = errors.New("no such campaign")
	// ErrNoAgent: there is no agent of that ID in the campaign.
	ErrNoAgent = errors.New("no such agent in this campaign")
	// ErrTaken: the campaign is played in another guild, or owned by somebody
	// else.
	ErrTaken = errors.New("the campaign is somebody else's")
)
