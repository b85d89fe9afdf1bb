package command

import (
	"context"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// Sessions begins sessions at tables. An error whose text may be shown to the
// person who asked is a [*Complaint]; of any other they learn only that
// something went wrong.
type Sessions interface {
	// Begin joins the channel and begins a live session. It returns when the
	// bot is connected there; a stage is taken afterwards, by the desk. The
	// session runs until it is ended, whatever becomes of ctx. Of a session
	// that could not be begun nothing is left in the channel.
	Begin(ctx context.Context, s Sitting) (Session, error)
}

// A Sitting says what session to begin.
type Sitting struct {
	Guild    transcript.GuildID
	Channel  transcript.ChannelID
	Campaign transcript.CampaignID
	Scene    string // key of the campaign's scene; empty for its first
	// People are those in the channel, the GM first.
	People []transcript.Speaker
	// Loudspeakers is how those listen of whom it has been said, whether they
	// are in the channel or not.
	Loudspeakers map[transcript.SpeakerID]transcript.Loudspeaker
	// Admit says whether a packet of a speaker may be decoded. It is called for
	// each packet before anything else is done with it; it waits for nothing
	// and does not allocate.
	Admit func(transcript.SpeakerID) bool
	// Notice, if not nil, is told what happens at the table, in order. It is
	// called from the table's own goroutine: it must not wait.
	Notice func(TableNotice)
}

// A Session is one that runs. Its methods may be called from any goroutine,
// and do nothing once it has ended. OffRecord, Drop, Came, Left and Loudspeaker
// return at once and do not call the [Desk].
type Session interface {
	Controls

	ID() transcript.SessionID
	// Done is closed when the session has ended and is in the store, whoever
	// ended it.
	Done() <-chan struct{}
	// Err returns why the session ended if nobody asked for it, and nil before
	// that or if somebody did. A [*Complaint] is shown.
	Err() error
	// OffRecord goes off the record, or on it again. Off it the bot falls
	// silent, what is being said is thrown away unread, and no answer begins.
	OffRecord(off bool)
	// Drop throws away what a person is saying just now, and whatever else of
	// it is not yet a line.
	Drop(who transcript.SpeakerID)
	// Came tells of a person who has come, or of whom something is different.
	Came(who transcript.Speaker)
	// Left tells that a person has gone.
	Left(who transcript.SpeakerID)
	// Forget takes what a person has said out of the memory of the table. What of
	// it was not in the store yet is, when it returns nil.
	Forget(ctx context.Context, who transcript.SpeakerID) error
	// Loudspeaker tells how a person listens.
	Loudspeaker(who transcript.SpeakerID, l transcript.Loudspeaker)
	// End ends the session as a person asked: the sentence is finished, what
	// was said is written down, the channel is left. It returns when that is
	// done. A second End waits for the first.
	End(ctx context.Context) error
	// Status says how the session is. It is short work.
	Status() Status
}

// A Status is how a session is at one moment.
type Status struct {
	Voice   texts.Text // the voice connection in a word or two, such as "connected"
	Scene   string     // name of the scene
	Present []string
	// Echoing are those whose microphones have been found to pick up what
	// agents say, so that they are not listened to while one speaks.
	Echoing []transcript.SpeakerID
	// Stages are the steps from packets to words and back, in order.
	Stages []Stage
	// Stalled is the name of the stage that stands still while people speak;
	// empty if all goes on.
	Stalled texts.Text
	LastIn  time.Time // the last packet received, zero for none
	LastOut time.Time // the last packet sent
	Ping    time.Duration
	// Epoch and Privacy are those of the encrypted group; the code is what
	// Discord's clients show to compare. Privacy is empty without encryption.
	Epoch   uint64
	Privacy string
	// Providers are those that what is said is sent to, each with what for.
	Providers []Provider
	Spending  Spending
	// Troubles are what went wrong lately, newest last.
	Troubles []Trouble
}

// A Stage is one step of hearing or speaking, and how much has passed it.
type Stage struct {
	Name  texts.Text
	Count int64
}

// A Provider is somebody else's service, or a program on this machine.
type Provider struct {
	Role string // "hears", "thinks" or "speaks"
	Name string // as people know it
	Here bool   // a program on this machine: nothing leaves it
}

// Spending is what a session has cost so far.
type Spending struct {
	Amount   float64
	Currency string // empty if no prices are known
	Warn     float64
	Cap      float64
	Capped   bool         // the cap is reached: answers are text only
	Lines    []texts.Text // what was used, one provider in each, for the GM
}

// A Trouble is something that went wrong, in words for the GM.
type Trouble struct {
	At   time.Time
	Text texts.Text
}

// A Teller tells the stories of a campaign. A [recap.Recapper] is one. An error
// that names a provider and what to do is a [*Complaint].
type Teller interface {
	// Tell returns the usual story of a session that has ended, made once.
	Tell(ctx context.Context, id transcript.SessionID) (transcript.Recap, error)
	// Draft tells it anew, in the version asked for.
	Draft(ctx context.Context, id transcript.SessionID, v recap.Version) (transcript.Recap, error)
	// Missed tells what somebody was not there to hear.
	Missed(ctx context.Context, id transcript.SessionID, who transcript.SpeakerID) (recap.Missed, error)
}

var _ Teller = (*recap.Recapper)(nil)

// Recaps gives the teller of a campaign.
type Recaps func(c campaign.Campaign) Teller
