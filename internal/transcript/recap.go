package transcript

import "time"

// A Recap is the story of one session.
type Recap struct {
	Session SessionID
	Text    string
	Model   string // which model told it, for the GM; empty if none was asked
	At      time.Time
	// Stale: since it was told, words that it was told from have been deleted.
	Stale bool
}

// A Length says how much of a session is told.
type Length string

// The lengths.
const (
	Short  Length = "short"  // a paragraph
	Medium Length = "medium" // what two minutes of listening take
	Long   Length = "long"   // a page or more
)

// A View says for whose eyes a story is.
type View string

// The views.
const (
	ForPlayers View = "players" // made of what the party heard, and of nothing else
	ForGM      View = "gm"      // may tell what only the GM knows
)

// A Draft is one version of a recap. Versions are only added: what a GM makes
// of one is a draft of its own, and the one before stays.
type Draft struct {
	N int64 // counts the drafts of a campaign; set by the store
	Recap
	Length  Length
	View    View
	By      SpeakerID // the GM who wrote it; 0 if a model did
	Posted  time.Time // when it was shown to everybody; zero if it was not
	Channel ChannelID // where
}
