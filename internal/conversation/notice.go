package conversation

import (
	"time"

	"glyphoxa/internal/transcript"
)

// A Notice tells an observer what happens at the table: [LineKept],
// [LineDropped], [Addressed], [ToolRan], [SpeechBegan], [Whispered], [Written],
// [Posted], [TurnOffered], [TurnEnded], [ExchangeEnded], [AbsentCalled] or
// [Trouble].
type Notice interface{ isNotice() }

// LineKept says that a line was heard, from a person or an agent.
type LineKept struct {
	Line transcript.Line
	// Written: an agent's, that was written and not spoken. A [Written] follows.
	Written bool
}

// LineDropped says that an utterance held no words worth keeping.
type LineDropped struct {
	Speaker transcript.SpeakerID
	Reason  string
	Echo    bool // it was what an agent said, out of a loudspeaker
}

// Addressed says who is meant by a line and why. Agents is empty if nobody is.
type Addressed struct {
	Line   transcript.Line
	Agents []transcript.AgentID
	Reason string
}

// ToolRan says that an agent used a tool.
type ToolRan struct {
	Turn   transcript.TurnID
	Agent  transcript.AgentID
	Tool   string
	Result string
	Failed bool
}

// SpeechBegan says that an agent's answer has become audible.
type SpeechBegan struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	At    time.Time
}

// Whispered is an answer that nobody speaks: the Butler's, for the eyes of the
// one it is to and not for the table. Whoever observes shows it to them.
type Whispered struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	To    transcript.SpeakerID
	Text  string
}

// TurnOffered says that an answer waits for the GM, since it found no quiet
// moment or since the GM is to be asked: see [Conversation.Play],
// [Conversation.Redo] and [Conversation.Dismiss]. It comes again when there is
// more text.
type TurnOffered struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	Whom  string // it answers
	Text  string // what it is going to say, as far as that is known
	Whole bool   // that is all of it
	Asks  bool   // the GM is to be asked
}

// AbsentCalled says that a line calls an agent of [Scene.Absent].
type AbsentCalled struct {
	Line  transcript.Line
	Agent transcript.AgentID
}

// TurnEnded says how a turn ended.
type TurnEnded struct{ Turn transcript.Turn }

// Trouble is something that the GM should know and can do something about.
type Trouble struct {
	Err error
}

func (LineKept) isNotice()     {}
func (LineDropped) isNotice()  {}
func (Addressed) isNotice()    {}
func (ToolRan) isNotice()      {}
func (SpeechBegan) isNotice()  {}
func (Whispered) isNotice()    {}
func (TurnOffered) isNotice()  {}
func (TurnEnded) isNotice()    {}
func (AbsentCalled) isNotice() {}
func (Trouble) isNotice()      {}
