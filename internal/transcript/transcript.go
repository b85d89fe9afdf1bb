// Package transcript holds the words for what happened at the table: who was
// there, what was said and heard, and how each answer ended.
//
// It is a leaf: data and typed IDs, no I/O. The store writes these values, the
// conversation makes them, recap and knowledge read them.
package transcript

import "time"

// A Kind says why a session was held. Only live sessions are searched,
// recapped or learnt from, unless somebody asks for another kind by name.
type Kind string

// The kinds of session.
const (
	Live      Kind = "live"
	Rehearsal Kind = "rehearsal"
	Demo      Kind = "demo"
)

// A Session is one stay of the bot at one table.
type Session struct {
	ID       SessionID
	Campaign CampaignID
	Kind     Kind
	Guild    GuildID   // 0 for a rehearsal or a demo
	Channel  ChannelID // 0 for a rehearsal or a demo
	Started  time.Time
	Ended    time.Time // zero while the session is open
}

// A Role is what a speaker is at the table.
type Role string

// The roles.
const (
	Player Role = "player"
	GM     Role = "gm"
	NPC    Role = "npc" // an agent: an NPC or the Butler
)

// Consent is what a person has said to being heard.
type Consent string

// The states of consent. Packets of anybody who is neither at ConsentYes nor at
// ConsentUnkept are dropped before they are decoded.
const (
	ConsentUnasked Consent = ""
	ConsentYes     Consent = "yes"
	ConsentNo      Consent = "no"
	// ConsentUnkept is of somebody who is heard and answered, and whose words
	// are gone once they are: no line is made of them.
	ConsentUnkept Consent = "unkept"
)

// A Loudspeaker says whether somebody's microphone picks up what agents say.
// The zero Loudspeaker is of somebody of whom nothing is said.
type Loudspeaker string

// The settings. While somebody is deaf, so to speak, what they say over an
// agent is not heard: they cannot interrupt it, and it does not hear itself.
// In each setting a line that is an agent's own words is dropped.
const (
	LoudspeakerAuto Loudspeaker = "auto" // deaf from the second echo on
	LoudspeakerOn   Loudspeaker = "on"   // deaf while an agent speaks
	LoudspeakerOff  Loudspeaker = "off"  // never deaf
)

// A Speaker is a person at the table in one session.
type Speaker struct {
	ID        SpeakerID
	Name      string // display name, as Discord showed it when the session began
	Role      Role   // Player or GM
	Character string // name of the character they play; empty for none
	Consent   Consent
}

// Label returns the name that a transcript or a prompt should show for s: the
// character if there is one, since the story is about characters.
func (s Speaker) Label() string {
	if s.Character != "" {
		return s.Character
	}
	return s.Name
}

// A Line is a finished utterance: what a person said, or what the table heard
// an agent say. Lines are ordered by N within their session, never by time.
type Line struct {
	Session SessionID
	N       int64 // position in the session, from 1; set by the store
	Scene   SceneID
	Role    Role
	Speaker SpeakerID // 0 when an agent spoke
	Agent   AgentID   // empty when a person spoke
	Name    string    // label at the time: character, display name or agent
	Text    string
	Cut     bool // an agent was interrupted: Text is what was heard of it
	At      time.Time
	End     time.Time
	// Confidence is the recogniser's, from 0 to 1; 0 means it gave none.
	Confidence float64
}

// An Outcome is how a turn ended. Every turn has exactly one.
type Outcome string

// The outcomes.
const (
	Spoken     Outcome = "spoken"     // heard to its end
	Cut        Outcome = "cut"        // interrupted while audible
	Declined   Outcome = "declined"   // the agent chose, or was told, to say nothing
	Failed     Outcome = "failed"     // a provider or our own work broke
	Superseded Outcome = "superseded" // something newer took its place before it was audible
)

// A Turn is one answer, from the line that called for it to its outcome.
type Turn struct {
	ID      TurnID
	Session SessionID
	Scene   SceneID
	Caller  int64  // N of the line that called for the answer
	Who     string // label of the caller
	Agent   AgentID
	Name    string // the agent's name
	Reason  string // why this agent answers, in words a GM can read
	Outcome Outcome
	Why     string   // why it ended so; empty for a plain Spoken
	Heard   string   // what the table heard
	Unheard string   // what was generated and not heard
	Tools   []string // names of the tools it ran, in order
	Stages  Stages
	Cost    float64   // of its model and its voice, as known when it ended, in the currency of the prices
	Started time.Time // when the addressee was decided
	Ended   time.Time
}

// Stages says where the time of a turn went. Each is a duration; zero means
// that the stage did not happen.
type Stages struct {
	// Last voiced sample → the pause or the end at which the words were asked for.
	Endpoint   time.Duration
	Recognise  time.Duration // from then → the words that are answered
	Address    time.Duration // final words → addressee decided
	Wait       time.Duration // waiting for the speaker's end and for others to stop talking
	FirstWord  time.Duration // request → the model's first text
	FirstText  time.Duration // request → the first segment to speak
	FirstAudio time.Duration // the first segment → its first samples
	FirstSound time.Duration // last voiced sample → first voiced packet sent
	Play       time.Duration // first voiced packet → silence
}

// Each calls f for every stage up to the first sound, by name, in the order in
// which they happen.
func (s Stages) Each(f func(name string, d time.Duration)) {
	f("endpoint", s.Endpoint)
	f("recognise", s.Recognise)
	f("address", s.Address)
	f("wait", s.Wait)
	f("first_word", s.FirstWord)
	f("first_text", s.FirstText)
	f("first_audio", s.FirstAudio)
	f("first_sound", s.FirstSound)
}

// Usage is what one provider was asked for in one session.
type Usage struct {
	Session  SessionID
	Provider string
	Unit     string // "seconds", "input_tokens", "output_tokens", "characters"
	Amount   int64
}
