package command

import (
	"context"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A Roll is the part of a [Book] that is about people: whom they play, and what
// is kept of what they say.
type Roll interface {
	// AddCharacter adds a character and returns it with its key.
	AddCharacter(ctx context.Context, ch campaign.Character) (campaign.Character, error)
	// ChangeCharacter changes a character as it is at that moment.
	ChangeCharacter(ctx context.Context, id transcript.CharacterID, change func(*campaign.Character) error) (campaign.Character, error)
	// Playing returns whom people play now, of whom it has been said.
	Playing(ctx context.Context) (map[transcript.SpeakerID]transcript.CharacterID, error)
	// SetPlaying keeps whom a person plays: a character of theirs,
	// [campaign.SharedMicrophone], or, if it is empty, their first character.
	SetPlaying(ctx context.Context, who transcript.SpeakerID, id transcript.CharacterID) error

	Privacy(ctx context.Context) (campaign.Privacy, error)
	SetRetention(ctx context.Context, days int) error
	SetCaptions(ctx context.Context, captions campaign.Captions) error
	// Kept returns what is kept of what a person said.
	Kept(ctx context.Context, who transcript.SpeakerID) (transcript.Kept, error)
	// Derived returns the proposals, waiting or approved, that come from what a
	// person said.
	Derived(ctx context.Context, who transcript.SpeakerID) ([]knowledge.Proposal, error)
	// Forget deletes the words of all that a person said, and returns how many
	// lines that were and how many recaps were told of their sessions.
	Forget(ctx context.Context, who transcript.SpeakerID, at time.Time) (lines, recaps int, err error)
	// Expire deletes the words that are older than the campaign keeps them.
	Expire(ctx context.Context, now time.Time) (lines int, err error)
}
