package voice

import (
	"time"

	"glyphoxa/internal/transcript"
)

// A StayNotice tells what happens to a stay: [Joined], [Moved], [Lost], [Stuck]
// or [Suppressed].
type StayNotice interface{ isStayNotice() }

// Joined says that sound can flow.
type Joined struct {
	Channel transcript.ChannelID
	Again   bool          // it had flowed before
	Took    time.Duration // since it was asked for, or ended
}

// Moved says that somebody has moved the bot.
type Moved struct{ From, To transcript.ChannelID }

// Lost says that sound has ceased to flow, and that this is being mended unless
// the stay ends.
type Lost struct{ Err error }

// Stuck says that people speak and a stage lets nothing through.
type Stuck struct {
	Stage   Stage
	For     time.Duration
	Rebuilt bool // and that the connection is made anew therefore
}

// Suppressed says whether the bot is among the audience of a stage, where nobody
// hears it.
type Suppressed struct{ Yes bool }

func (Joined) isStayNotice()     {}
func (Moved) isStayNotice()      {}
func (Lost) isStayNotice()       {}
func (Stuck) isStayNotice()      {}
func (Suppressed) isStayNotice() {}
