package command

import (
	"context"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The subcommands that look back, and at the bot itself.
const (
	subRecap  = "recap"
	subSearch = "search"
	subCost   = "cost"
	subDoctor = "doctor"
)

// The options of recap and search.
const (
	optWhat   = "what"
	optLength = "length"
	optFor    = "for"

	whatPosted = "posted" // the one that was posted last
	whatMissed = "missed" // what the caller was not there to hear
)

// maxWords is how long a search may be.
const maxWords = 100

// storyCommands look back.
func storyCommands() []subcommand {
	most := float64(maxWords)
	return []subcommand{
		{
			spec: discord.Spec{
				Name: subRecap, Description: "about.recap",
				Options: []discord.Option{
					{Name: optWhat, Description: "about.recap.what", Choices: []discord.Choice{
						{Name: "recap.what.posted", Value: whatPosted}, {Name: "recap.what.missed", Value: whatMissed},
					}},
					{Name: optLength, Description: "about.recap.length", Choices: []discord.Choice{
						{Name: lengthID(transcript.Short), Value: string(transcript.Short)},
						{Name: lengthID(transcript.Medium), Value: string(transcript.Medium)},
						{Name: lengthID(transcript.Long), Value: string(transcript.Long)},
					}},
					{Name: optFor, Description: "about.recap.for", Choices: []discord.Choice{
						{Name: forWhomID(transcript.ForPlayers), Value: string(transcript.ForPlayers)},
						{Name: forWhomID(transcript.ForGM), Value: string(transcript.ForGM)},
					}},
				},
			},
			private: true, help: playerHelp, limit: tellLimit, do: (*Desk).recapCommand,
		},
		{
			spec: discord.Spec{
				Name: subSearch, Description: "about.search",
				Options: []discord.Option{{Name: optWords, Description: "about.search.words", Required: true, Max: &most}},
			},
			private: true, do: (*Desk).searchCommand,
		},
		{
			spec:    discord.Spec{Name: subCost, Description: "about.cost"},
			private: true, gm: true, do: (*Desk).costCommand,
		},
		{
			spec:    discord.Spec{Name: subDoctor, Description: "about.doctor"},
			private: true, gm: true, do: (*Desk).doctorCommand,
		},
	}
}

// Stories are the part of a [Book] that looks back.
type Stories interface {
	// Session returns the session of that ID.
	Session(ctx context.Context, id transcript.SessionID) (transcript.Session, error)
	// Left notes that a person has gone from the table of a session.
	Left(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID, at time.Time) error
	// Said finds lines by words, the best first; of a person only what was said
	// while they were at the table. 0 is for GMs.
	Said(ctx context.Context, words string, by transcript.SpeakerID, limit int) ([]transcript.Line, error)
	// AddDraft keeps a new version of a recap, and returns it with its N.
	AddDraft(ctx context.Context, d transcript.Draft) (transcript.Draft, error)
	Draft(ctx context.Context, n int64) (d transcript.Draft, ok bool, err error)
	LastDraft(ctx context.Context, session transcript.SessionID, length transcript.Length, view transcript.View) (d transcript.Draft, ok bool, err error)
	LastPosted(ctx context.Context) (d transcript.Draft, ok bool, err error)
	// Post marks a draft as posted, once, whoever asks and how often: changed is
	// false if it had been, or is not for the players. It returns the draft as
	// it is now.
	Post(ctx context.Context, n int64, channel transcript.ChannelID, at time.Time) (d transcript.Draft, changed, ok bool, err error)
	// Unpost takes that back: the message did not come about.
	Unpost(ctx context.Context, n int64) error
	// Usage sums what was used in a session, by provider and unit.
	Usage(ctx context.Context, session transcript.SessionID) ([]transcript.Usage, error)
	// UsageSince sums what was used in the sessions that began at from or later.
	UsageSince(ctx context.Context, from time.Time) ([]transcript.Usage, error)
}
