package command

import (
	"context"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A Library keeps the campaigns. A store.DB is one, once its two methods
// return these interfaces.
type Library interface {
	Guild(id transcript.GuildID) Guild
	Campaign(id transcript.CampaignID) Book
	// Unplaced lists the campaigns that have been played in no guild yet, with
	// their co-GMs.
	Unplaced(ctx context.Context) ([]campaign.Campaign, error)
}

// A Guild keeps which campaigns are played in one Discord server.
type Guild interface {
	// Campaigns lists them with their co-GMs.
	Campaigns(ctx context.Context) ([]campaign.Campaign, error)
	// Add makes a new campaign there.
	Add(ctx context.Context, f campaign.File) (transcript.CampaignID, error)
	// Claim takes one that has been played nowhere, for owner.
	Claim(ctx context.Context, id transcript.CampaignID, owner transcript.SpeakerID) error
	// Active returns what a voice channel plays, and the key of its last scene.
	Active(ctx context.Context, channel transcript.ChannelID) (id transcript.CampaignID, scene string, ok bool, err error)
	// Activate keeps what a voice channel plays.
	Activate(ctx context.Context, channel transcript.ChannelID, id transcript.CampaignID, scene string) error
}

// A Book is one campaign, as the store keeps it.
type Book interface {
	knowledge.Ledger
	knowledge.Docket
	Roll
	Casting
	Helm
	Stories
	Speller

	File(ctx context.Context) (campaign.File, error)
	// Replace makes the campaign what change makes of it, at once or not at all.
	// An error of change's comes back in the chain of its own.
	Replace(ctx context.Context, change func(old campaign.File) (campaign.File, error)) error
	// AddScene plans a scene with nobody in it. Of a name that is there already
	// it returns the scene that has it; added is false then.
	AddScene(ctx context.Context, name string) (s campaign.Scene, added bool, err error)
	// Cast puts an agent into a planned scene, or takes it out. found is false
	// if there is no such scene or agent.
	Cast(ctx context.Context, scene string, agent transcript.AgentID, in bool) (found bool, err error)
	// Plays keeps that a person plays a character.
	Plays(ctx context.Context, character transcript.CharacterID, player transcript.SpeakerID) error
	// Consents returns what everybody has said about being heard.
	Consents(ctx context.Context) (map[transcript.SpeakerID]transcript.Consent, error)
	// SetConsent keeps what a person says about being heard, for the campaign
	// and, if it is not empty, for the session.
	SetConsent(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID, consent transcript.Consent, at time.Time) error
	// Loudspeakers returns how everybody listens of whom it has been said.
	Loudspeakers(ctx context.Context) (map[transcript.SpeakerID]transcript.Loudspeaker, error)
	// SetLoudspeaker keeps how a person listens.
	SetLoudspeaker(ctx context.Context, who transcript.SpeakerID, l transcript.Loudspeaker) error
	// Screen returns where what is for the GMs alone goes, the zero Screen while
	// nobody has chosen.
	Screen(ctx context.Context) (campaign.Screen, error)
	SetScreen(ctx context.Context, s campaign.Screen) error
	// AddSpeaker adds a person to a session, or replaces what is known of them.
	AddSpeaker(ctx context.Context, session transcript.SessionID, sp transcript.Speaker, at time.Time) error
	LastEnded(ctx context.Context, n int) ([]transcript.Session, error)
	Transcript(ctx context.Context, session transcript.SessionID) ([]transcript.Line, error)
}
