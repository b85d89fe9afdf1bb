// Package conversation is one session's table: it hears people, works out whom
// they mean, has that agent answer, speaks the answer while it is still being
// written, and keeps what was truly heard.
//
// # How it works
//
// One goroutine, [Conversation.Run], owns everything that changes. It selects
// over six sources and never waits for any of them:
//
//   - voice events: who began, paused and ended ([voice.Event]);
//   - words: each speaker's lane (lane.go) recognises one utterance in a
//     goroutine of its own and reports the finished line, which is taken up
//     in the order in which that speaker spoke (unread.go), the pieces of a
//     monologue as one (continued.go);
//   - guesses at what an utterance says before its end (peek.go);
//   - progress of the turn (turn.go): first word, first sound, silence;
//   - requests from outside: a typed line, a change of scene;
//   - troubles of the keeper, for the GM.
//
// A finished line is kept (line.go), then given to a pure function that says who
// is meant and why (address.go), by names as they are written and as they sound
// (address_sound.go), and who is talking to somebody who is no part of the game
// (address_outside.go); what it leaves open, a model may decide (referee.go). Each
// agent meant gets a turn. Turns wait in line
// for the one mouth; the first in line is thinking while others still talk,
// and speaks once nobody has spoken for a moment (floor.go, tend.go).
//
// Work is early and commitment late. When somebody begins to speak, providers
// connect (ready.go). When somebody pauses, what they have said
// is recognised, so that their end is waited for as long as their words ask for
// (endpoint.go), and the answer is begun up to its first sound (early.go). Nothing
// of it shows until they have ended, and if they go on it is thrown away. Of a
// recogniser that hears as it goes the mind is told before that whom it is for, so
// that it looks up what it will need (foresee.go).
//
// Inside a turn, words flow from the model through a filter that keeps what
// may be spoken (filter.go), a splitter that cuts sentences (split.go), a check
// whose they are (label.go) and a limit on length (limit.go) to a synthesiser,
// which gets them as they are said (package spoken), one segment ahead of the one
// being played (mouth.go). A voice that makes noise, or stops in mid-sentence, is
// noticed (voice_fault.go). What no voice can say goes to the text channel
// (posted.go). The words that were played to their end were heard;
// the rest was not (heard.go, heard_word.go, heard_length.go), and is there for whoever asks to go
// on (goon.go) and for the GM (again.go). An agent that thinks for long is heard
// to think (filler.go). The Butler alone is not heard: its words are text, for
// the one it answers (aside.go).
//
// Somebody who may interrupt and begins to speak holds what is being said
// (hold.go). By their words and their sound it is found out what they are
// (finding.go): talk cuts it; a cough, a "mhm" (backchannel.go) and an agent's own
// words out of a loudspeaker (echo.go, contour.go) let it go on. Whoever sends back too much is
// not listened to while an agent speaks (loudspeaker.go). Some agents are not to
// be cut, or not at once (interruptible.go). While the table is
// text-only nothing of this happens: answers are written (written.go).
//
// The GM's hand is on all of it. Answers may wait for the GM's word (mode.go,
// draft.go, offer.go), be stopped (stop.go), directed (direct.go) and spoken by
// the GM (say.go, filler.go); agents come, leave and are muted (cast.go); what
// was said is struck (strike.go), or never happened (unsay.go), or is said off the
// record (record.go), and why somebody answered is told (why.go).
//
// Whoever wants to be heard and not kept is answered like anybody else, and no
// line is made of their words (unkept.go); what somebody wants forgotten no mind
// knows any more (forget.go).
//
// Names have one spelling, whatever a recogniser makes of them (spelling.go). Of
// several that one line calls each hears those before it (answered.go), and two
// agents talk to each other when the GM has them do it, and never of themselves
// (exchange.go). What an agent says word for word as before, and a roll that nobody
// rolled, is asked for once again before it is heard (scruple.go).
//
// All writing goes through one keeper (keep.go) in the order in which things
// happened. What the journal will not have is handed back (keep_unsaved.go).
//
// # What it does not do
//
// It knows no Discord, no database and no provider: they are interfaces below.
package conversation

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/spoken"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A Channel is the part of a voice connection that a conversation needs.
// [voice.Table] is one.
type Channel interface {
	// Hear yields what happens in the channel, once; its end ends the
	// conversation.
	Hear(ctx context.Context) iter.Seq2[voice.Event, error]
	// Speak plays frames in real time, pulling them as it needs them, and
	// returns how many left. Cancelling ctx stops it within a frame.
	Speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (sent int, err error)
}

// A Question is what a mind is asked: to answer the last line of a history.
type Question struct {
	Scene   transcript.SceneID
	Agent   campaign.Agent
	Present []campaign.Agent     // the scene, the agent included
	People  []transcript.Speaker // at the table
	// History is what the agent heard, oldest first. Its last line is the one
	// to answer. Of an answer that is begun early Commit sets its N.
	History []transcript.Line
	// Answers are what others have answered to that line already, oldest first,
	// as far as the agent heard it.
	Answers []transcript.Line
	// Unsaid is what the agent had still to say when it last fell silent, if
	// it is asked to go on.
	Unsaid string
	// Direct is a note from the GM that nobody else is to hear of.
	Direct string
	// Unkept says that what is answered is not to be kept: tools that leave
	// something of it are not to run, and Commit errs.
	Unkept bool
	// Amiss, if not empty, is what was wrong with the answer that it gave to the
	// same question a moment ago, and Said what of that is spoken all the same:
	// the new one goes on from there.
	Amiss Amiss
	Said  string
	// Commit blocks until the turn is let go and errs if it is thrown away.
	// Nothing that leaves a trace may happen before it returns nil.
	Commit func(ctx context.Context) error
	// Ran is told of every tool that ran. It may be called from any goroutine.
	Ran func(tool, result string, failed bool)
}

// A Mind finds the words of an answer.
type Mind interface {
	// Reply yields the answer as it is written, in pieces of any size. An
	// error is terminal and comes with an empty string. The sequence may be
	// ranged over once; breaking out of it, or cancelling ctx, abandons it.
	Reply(ctx context.Context, q Question) iter.Seq2[string, error]
}

// A Journal keeps what happened. Its methods are called from one goroutine,
// one at a time.
type Journal interface {
	// Append keeps line and sets its N.
	Append(ctx context.Context, line *transcript.Line) error
	// AddTurn keeps turn, whose caller has been kept before.
	AddTurn(ctx context.Context, turn transcript.Turn) error
}

// A Scene is who is present, from one moment to another.
type Scene struct {
	ID     transcript.SceneID
	Agents []campaign.Agent
	// Absent are those who are not present and might be called all the same:
	// see [AbsentCalled].
	Absent []campaign.Agent
	// Names are what a recogniser should expect, most likely first; nil means
	// as before.
	Names []string
}

// A Past is a line from before, with those agents that were there to hear it.
type Past struct {
	Line    transcript.Line
	Present []transcript.AgentID
}

// A Policy says who may interrupt an agent by beginning to speak.
type Policy string

// The policies. Whoever addresses the agent by name interrupts it as well, but for
// [ByNobody].
const (
	ByPartner Policy = "partner" // the one it answers, and the GM
	ByAnyone  Policy = "anyone"
	ByNobody  Policy = "nobody"
)

// Options configure a Conversation. A zero field means the value in its
// comment.
type Options struct {
	// Campaign is whose table this is: its language, and how agents talk.
	Campaign campaign.Campaign
	Session  transcript.SessionID
	// People are those expected at the table. Others who speak are unknown
	// players.
	People []transcript.Speaker
	Scene  Scene

	// Voices are the agents' voices with this synthesiser.
	Voices map[transcript.AgentID]speech.Voice
	// Names are what a recogniser should expect, most likely first.
	Names []string
	// NameList says how names are spelt that are heard otherwise: see
	// [Conversation.SetNames].
	NameList []campaign.Name
	// History is what was said before, oldest first: at most the last
	// historyLines are kept.
	History []Past

	// Endpoint is how long a silence ends what somebody says when their words
	// do not tell: 500 ms. It is what the channel goes by on its own.
	Endpoint time.Duration
	// EndpointLimit is how long it may take at most, when they stop in
	// mid-sentence: 1200 ms.
	EndpointLimit time.Duration
	// NoEarly has nothing begun before somebody has come to their end: see
	// early.go. It saves requests and costs time.
	NoEarly bool

	// Quiet is how long nobody may have spoken before an answer starts: 300 ms.
	Quiet time.Duration
	// WaitLimit is how long an answer waits for that before the GM is offered
	// it instead: 3 s.
	WaitLimit time.Duration
	// FollowUp and FollowUpAlone are how long a player's next line goes to the
	// agent they were talking to: 12 s, and 30 s when alone with it.
	FollowUp, FollowUpAlone time.Duration
	// FillerAfter is how long after the last word of what it answers an agent
	// that has nothing to say yet is heard to think: see filler.go. Zero means
	// never.
	FillerAfter time.Duration
	// InterruptBy is ByPartner.
	InterruptBy Policy
	// Reader says how what is written is said, by the voices and in the language
	// of this table. Nil means as it is written.
	Reader *spoken.Reader
	// Narrate says that what agents do, "*leans closer*", is told by the
	// Narrator's voice. Else it is left out.
	Narrate  bool
	Narrator speech.Voice

	// GMVoice is "narrator": "player" or "ignore" are the others.
	GMVoice string

	// Referee, if not nil, is asked whom a line is for when its words leave it
	// open, and only then.
	Referee Referee

	// Loudspeakers says who listens by loudspeaker, so that their microphone
	// picks up what agents say; those who are missing, as Loudspeaker says.
	Loudspeakers map[transcript.SpeakerID]transcript.Loudspeaker
	// Loudspeaker is transcript.LoudspeakerAuto.
	Loudspeaker transcript.Loudspeaker
	// Mode is Live.
	Mode Mode
	// TextOnly says that answers are written and not spoken: see
	// [Conversation.SetTextOnly].
	TextOnly bool

	// World is what is written of the world that is played in: words of it may be said
	// to an agent, though they be of our time.
	World []string
	// Ready, if not nil, is called when somebody begins to speak, in a goroutine of its
	// own and not before it has returned from the last time: what an answer will need
	// can connect meanwhile. It must end with its context.
	Ready func(context.Context)
	// Tally returns a context in which what providers are asked for is added up,
	// and a function that says what that cost so far. Nil means that turns have
	// no cost.
	Tally func(context.Context) (context.Context, func() float64)
	// Observe, if not nil, is told what happens, in order, on the goroutine of
	// Run: it must not block.
	Observe func(Notice)
}

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	set(&o.Endpoint, 500*time.Millisecond)
	set(&o.EndpointLimit, 1200*time.Millisecond)
	set(&o.Quiet, 300*time.Millisecond)
	set(&o.WaitLimit, 3*time.Second)
	set(&o.FollowUp, 12*time.Second)
	set(&o.FollowUpAlone, 30*time.Second)
	if o.InterruptBy == "" {
		o.InterruptBy = ByPartner
	}
	if o.Mode == "" {
		o.Mode = Live
	}
	if o.GMVoice == "" {
		o.GMVoice = "narrator"
	}
	if o.Tally == nil {
		o.Tally = func(ctx context.Context) (context.Context, func() float64) { return ctx, func() float64 { return 0 } }
	}
	if o.Observe == nil {
		o.Observe = func(Notice) {}
	}
	return o
}

// historyLines bounds what is remembered in memory. A prompt holds far fewer.
const historyLines = 400

// A Conversation is the talk at one table in one session.
type Conversation struct {
	channel Channel
	ears    speech.Recognizer
	mind    Mind
	mouth   speech.Synthesizer
	journal Journal
	log     *slog.Logger
	opts    Options

	early    earlyCount
	requests chan request
	ended    chan struct{} // closed when Run has returned
}

// New returns a conversation that has not begun: see [Conversation.Run].
func New(log *slog.Logger, channel Channel, ears speech.Recognizer, mind Mind, mouth speech.Synthesizer, journal Journal, opts Options) *Conversation {
	return &Conversation{
		channel: channel, ears: ears, mind: mind, mouth: mouth, journal: journal,
		log: log, opts: opts.withDefaults(),
		requests: make(chan request),
		ended:    make(chan struct{}),
	}
}
