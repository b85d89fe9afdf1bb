package command

import (
	"context"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A Mode is how agents take part in a session that is on the record.
type Mode string

// The modes. Off the record is none of them: see [Session.OffRecord].
const (
	ModeLive       Mode = "live"
	ModeAskFirst   Mode = "ask-first"   // each answer waits for the GM
	ModeListenOnly Mode = "listen-only" // what is said is kept, and nobody answers
)

// Controls are what a GM can do to the table of a session that runs. They wait
// for the table alone, which takes no longer than a second, but for those with
// a context: those wait for the store, too. Each may be called from any
// goroutine, and returns ErrEnded once the session has ended. None calls the
// [Desk] before it returns.
type Controls interface {
	// Mode changes how agents take part. Under listen-only what is being said
	// is finished and all other answers are given up.
	Mode(m Mode) error
	// AskFirst says whether this agent's answers wait for the GM whatever the
	// mode is.
	AskFirst(agent transcript.AgentID, yes bool) error
	// Play has an answer spoken that waits for the GM: see [HeldTurn]. It
	// returns ErrPassed if it does not wait any more.
	Play(turn transcript.TurnID) error
	// Redo throws away an answer that waits for the GM and has the agent make
	// another, with a note that nobody else hears; an empty one says nothing.
	// The new answer waits for the GM as well.
	Redo(turn transcript.TurnID, note string) error
	// Dismiss throws away an answer that waits for the GM.
	Dismiss(turn transcript.TurnID) error
	// Stop has the table fall silent at once. What was not said yet can be
	// asked for by "go on" or [Controls.SayAgain]; what was still to come waits
	// for the GM.
	Stop() error
	// SayAgain has the agent say the rest of an answer that was cut, or again
	// what it said, if the answer is among the last twenty.
	SayAgain(turn transcript.TurnID) error
	// DropRest throws away what was not heard of such an answer: nobody is told
	// it, and it is not kept.
	DropRest(turn transcript.TurnID) error
	// Hm has the agent make a sound of thinking, at once. Nobody remembers it.
	Hm(agent transcript.AgentID) error
	// Say has the agent say text, word by word. It may be muted, or not be
	// here.
	Say(agent transcript.AgentID, text string) error
	// Direct gives the agent a note for its next n answers, or with n == 0
	// until it is cleared, which an empty note does. Nobody else hears it.
	Direct(agent transcript.AgentID, note string, n int) error
	// Mute keeps the agent from answering, or lets it again; an empty ID means
	// all of them.
	Mute(agent transcript.AgentID, yes bool) error
	// Tell takes a typed line of a person. It is for the agent, or, if that is
	// empty, for whomever its words address.
	Tell(who transcript.SpeakerID, agent transcript.AgentID, text string) error
	// Exchange has two agents talk to each other, for so many turns. [ExchangeEnded]
	// follows.
	Exchange(first, second transcript.AgentID, topic string, turns int) error
	// Respell takes in the campaign's name list and corrects a name, heard as
	// something else, in what the table remembers; an empty one corrects nothing.
	Respell(ctx context.Context, list []campaign.Name, heard, right string) error
	// Agent takes in that an agent is different, or new: a new one is present
	// from now on, one that is not alive any more leaves, and all others stay
	// where they are.
	Agent(ctx context.Context, a campaign.Agent) error
	// Bring has an agent come that is not here, and Send has one leave.
	Bring(ctx context.Context, agent transcript.AgentID) error
	Send(ctx context.Context, agent transcript.AgentID) error
	// Scene changes to the campaign's scene with that key, as the campaign is
	// now. It may be one in which nobody is present. It returns a [*Complaint]
	// if there is no such scene.
	Scene(ctx context.Context, key string) error
	// Strike takes what was said since a moment out of memory, search and
	// recap, and silences the answers to it. It returns how many lines that
	// were.
	Strike(ctx context.Context, since time.Time) (lines int, err error)
	// Unsay takes one line, of this session or one before, out of the memory of
	// those at the table, or gives it back. The store has been told before.
	Unsay(ctx context.Context, session transcript.SessionID, line int64, yes bool) error
	// Why returns the latest lines, oldest first, with who was meant to answer
	// them and what came of it: twenty at most.
	Why() []Decision
}

// What controls return besides. Each is a [*Complaint].
var (
	ErrEnded     error = refuse(say("control.ended"))
	ErrPassed    error = refuse(say("control.passed"))
	ErrNobody    error = refuse(say("control.nobody"))    // there is no such agent, or it is not here
	ErrSilent    error = refuse(say("control.silent"))    // the table is off the record
	ErrSpeaking  error = refuse(say("control.speaking"))  // somebody is heard already, so no Hm
	ErrAgain     error = refuse(say("control.again"))     // it is being said again already
	ErrForgotten error = refuse(say("control.forgotten")) // the answer is too long ago to be said again
)

// A Decision is who was meant to answer a line, and why.
type Decision struct {
	At     time.Time
	Who    string   // who said it, by the name in the transcript; empty if the GM had an agent speak
	Said   string   // what they said
	Agents []string // those who were meant, by name; none for nobody
	Reason string   // a clause for the GM, such as `"Mirela" is named at the start`
	// Answers are what came of it, of those answers that have ended.
	Answers []transcript.Turn
}

// A TableNotice tells of what happens at the table: [HeldTurn], [EndedTurn],
// [AbsentCalled], [ExchangeEnded], [Whispered], [KeptLine] or [Trouble].
type TableNotice interface{ isTableNotice() }

// A HeldTurn is an answer that waits for the GM, who lets it go by Play, Redo or
// Dismiss. Somebody's next line may take its place, and it does not wait for
// ever: an [EndedTurn] follows in any case. It may come again for the same
// turn, with more text.
type HeldTurn struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	Name  string // of the agent
	Whom  string // it answers
	Text  string // what it is going to say, as far as that is known
	Whole bool   // Text is all of it: else more may come, after Play
	Asked bool   // the GM wants to be asked; else it found no quiet moment
}

// An EndedTurn says how an answer ended.
type EndedTurn struct{ Turn transcript.Turn }

// AbsentCalled says that a line calls an agent that is not here.
type AbsentCalled struct {
	Line  transcript.Line
	Agent transcript.AgentID
	Name  string
}

// Whispered is an answer in writing that is for one person alone.
type Whispered struct {
	To    transcript.SpeakerID
	Agent transcript.AgentID
	Name  string
	Text  string
}

func (HeldTurn) isTableNotice()     {}
func (EndedTurn) isTableNotice()    {}
func (AbsentCalled) isTableNotice() {}
func (Whispered) isTableNotice()    {}
func (Trouble) isTableNotice()      {}
