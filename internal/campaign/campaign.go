// Package campaign holds one game as data: its agents, scenes, characters,
// names and knowledge, as a GM writes them.
//
// The types here are both what the store keeps and what the campaign file
// says. A [File] is the whole of a campaign; [Parse] reads one and reports
// every mistake with its line, [File.Write] writes one that reads back equal,
// and [Diff] tells what an import would change. Everything inside a campaign
// is named by its key, so that importing the same file twice changes nothing.
package campaign

import "glyphoxa/internal/transcript"

// A Campaign is one game.
type Campaign struct {
	ID       transcript.CampaignID // empty in a file
	Key      string                // stable: what a later import finds it by
	Name     string
	Language string // BCP 47, such as "en"
	Owner    transcript.SpeakerID
	CoGMs    []transcript.SpeakerID
	Setting  string // what everybody in this world knows; part of every prompt
	Talk     Talk
	Invents  Invents
	// Directions is DirectionsDrop if it is empty. To narrate, the Narrator needs
	// a voice with the speech provider that is in use.
	Directions Directions
	Narrator   map[string]Voice // as [Agent.Voices]
	// Chorus is ChorusOne if it is empty.
	Chorus Chorus
}

// Talk says how much an agent says at a time.
type Talk string

// The lengths of an answer. Empty means the campaign's, and there TalkBrief.
const (
	TalkBrief  Talk = "brief"  // two sentences or 40 words
	TalkNormal Talk = "normal" // five sentences or 100 words
	TalkLong   Talk = "long"   // twelve sentences or 250 words
)

// Invents says what an agent may make up.
type Invents string

// The liberties. Empty means the campaign's, and there InventsColour.
const (
	InventsNothing Invents = "nothing"
	InventsColour  Invents = "colour" // no new names, places, prices or quests
	InventsFreely  Invents = "freely"
)

// Directions says what becomes of stage directions, "*leans closer*".
type Directions string

// What may become of them.
const (
	DirectionsDrop    Directions = "drop"
	DirectionsNarrate Directions = "narrate" // told by the narrator's voice
)

// Chorus says who answers when all are spoken to: "you three".
type Chorus string

// Who may answer then.
const (
	ChorusOne  Chorus = "one"  // one speaks for all
	ChorusEach Chorus = "each" // each of them, once
)

// Interruptible says when an agent falls silent for somebody who may interrupt
// it.
type Interruptible string

const (
	InterruptAlways   Interruptible = "always"
	InterruptSentence Interruptible = "sentence" // at the end of the sentence
	InterruptNever    Interruptible = "never"    // but for the GM who stops it
)

// An AgentKind is NPC or Butler.
type AgentKind string

// The kinds of agent.
const (
	NPC    AgentKind = "npc"
	Butler AgentKind = "butler" // the GM's assistant: at most one
)

// A State says whether an agent can take part.
type State string

// The states. Empty means Alive.
const (
	Alive State = "alive"
	Away  State = "away"
	Dead  State = "dead"
)

// An Agent is an NPC or the Butler.
type Agent struct {
	ID      transcript.AgentID
	Kind    AgentKind
	Name    string
	Aliases []string // other names it answers to, nicknames and misspellings
	Titles  []string // "my lady", "captain": how people address it
	KnownAs string   // what players see and say until it is revealed
	State   State
	Muted   bool
	Persona string
	Node    transcript.NodeID // the entry that is this agent; empty for none
	// Voices maps a speech provider's name to the voice there. A provider
	// without an entry is given one unlike the others'.
	Voices  map[string]Voice
	Grants  []Grant
	Talk    Talk
	Invents Invents
	// Interruptible is InterruptAlways if it is empty.
	Interruptible Interruptible
	// Fillers are what it utters while its answer is not ready, four at most:
	// "Hmm…". Without any it has those of the campaign's language.
	Fillers []string
}

const (
	// MaxFillers is how many fillers an agent may have of its own.
	MaxFillers = 4
	// MaxFiller is how many letters one may have. None is used that takes longer
	// than two seconds, and no voice says so many in that time.
	MaxFiller = 40
)

// Shown returns the name that players see: KnownAs while it is set.
func (a Agent) Shown() string {
	if a.KnownAs != "" {
		return a.KnownAs
	}
	return a.Name
}

// A Voice is how an agent sounds with one provider.
type Voice struct {
	Name    string
	Options map[string]string // the provider's own
}

// A Grant permits an agent one tool. Scope says how far it reaches; empty
// means the tool's narrowest.
type Grant struct {
	Tool  string
	Scope string
}

// A Character is a player's in-game person.
type Character struct {
	ID      transcript.CharacterID
	Name    string
	Aliases []string
	Player  transcript.SpeakerID // 0 while nobody is bound to it
	Node    transcript.NodeID    // the entry that is this character; empty for none
	Retired bool                 // nobody plays it any more
}

// SharedMicrophone is played by several people at one microphone, in place of a
// character. It is the key of none.
const SharedMicrophone transcript.CharacterID = "*"

// A Scene is a cast by name: who is present when it is played.
type Scene struct {
	Key     string
	Name    string
	Present []transcript.AgentID
}

// A Name is an entry of the campaign's name list, which feeds recognition,
// repair, speech and recaps alike.
type Name struct {
	Text  string
	Say   string   // how to say it: a respelling such as "mi-REL-a"
	Heard []string // what recognisers make of it
}
