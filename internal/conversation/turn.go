package conversation

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// A turn is one answer. The loop owns it, except for what says otherwise.
type turn struct {
	rec     transcript.Turn
	agent   campaign.Agent
	scene   Scene // in which it is said
	aside   bool  // it is given as text, to one person: see aside.go
	written bool  // it is given as text, to everybody: see written.go; set when the mind is asked
	caller  *entry
	words   string               // of the caller, if they are unkept: see unkept.go
	before  []transcript.Line    // unkept ones that it answers as well
	by      transcript.SpeakerID // who is answered
	voiced  time.Time            // the caller's last voiced sample

	asked   time.Time // when the mind was asked; zero while it waits in line
	ready   time.Time // when there was sound to play; zero before
	audible time.Time // when it could first be heard; zero before
	silent  time.Time // when the mouth was done with it; zero before
	since   time.Time // when another answer to the same line had ended; zero if none had

	cancel  context.CancelFunc // ends its goroutines; set when it is asked
	outcome transcript.Outcome // decided by whoever stopped it; empty if nobody did
	why     string
	ceded   bool                         // a newer line of the same person has its claim on the agent
	strikes map[transcript.SpeakerID]int // holds that were echo or noise, by whose
	stirs   int                          // holds for who then did not begin to speak
	over    []*utterance                 // that were open when it was let go all the same

	gm        bidding
	direction *direction // that it follows
	filler    bool       // it is only a sound: see filler.go
	filled    bool       // one was heard before it
	head      *headStart // of which it is not let go yet, or was thrown away: see early.go
	foreseen  func()     // ends what was looked up for it ahead, if anything was: see foresee.go
	question  Question   // that its mind was asked
	// These do not change once it is asked.
	early    bool         // it was begun before the speaker's end
	held     bool         // it is written to its end, and waits: see draft.go
	verbatim string       // what it says, if no mind is asked
	rest     string       // what it goes on with, if no mind is asked: see goon.go
	exchange *exchange    // that it is a turn of: see exchange.go
	cue      string       // what its agent is told for that
	line     *entry       // what was heard of it
	sound    []audio.Clip // of verbatim, if it is there already

	// These are shared with the turn's own goroutines.
	mouth  *gate       // opened when it may speak
	valve  valve       // shut while it is held: see hold.go
	commit *gate       // opened when it is let go
	enough *gate       // opened when it is to end with the current segment
	score  score       // locks itself
	track  track       // locks itself
	level  *level      // used by the goroutine that speaks
	draft  draft       // locks itself
	rolled atomic.Bool // a die was rolled for it
	// offerable is opened when there is a draft to offer, settled when there
	// will be none.
	offerable, settled *gate
	voice              speech.Voice
	fallback           string // what to say if the mind fails; set before it is asked
}

// A bidding is what the GM has to do with a turn.
type bidding struct {
	asks    bool      // it is offered instead of being said
	forced  bool      // and that whatever the mode is
	offered time.Time // when it was offered; zero if it was not
	drafted bool      // what was offered is whole
	played  time.Time // when the GM let it go; zero before
	redo    bool      // the GM asked for it in place of another: it stays in line
	note    string    // for this answer alone
	struck  bool      // nothing of it is kept
}

// A level remembers how loud an agent's voice is, from turn to turn.
type level struct{ leveller *audio.Leveller }

// A step is a stage in the life of a turn, reported by its goroutines.
type step int

const (
	hasWord   step = iota // the mind has begun to answer
	hasText               // there is a segment to speak
	hasSound              // there is sound to play
	isWritten             // there is an answer to read
	hasDraft              // there is something to show the GM; whole is set
	isAudible             // the first voiced frame has been handed over
	ranTool               // a tool has run
	isSilent              // the mouth is done with it; sent and err are set
	isGone                // nothing of it is left running
)

// A progress reports a step to the loop.
type progress struct {
	turn *turn
	step step
	at   time.Time

	whole        bool   // of hasDraft: nothing comes after it
	tool, result string // of ranTool
	failed       bool   // of ranTool

	sent int     // of isSilent: frames that left
	cost float64 // of isSilent
	err  error   // of isSilent
}

// report hands p to the loop, or drops it when there is no loop any more.
func (r *running) report(p progress) {
	select {
	case r.progress <- p:
	case <-r.over:
	}
}

// answer carries out a turn: it asks the mind, prepares its words as sound, and
// speaks them once the mouth is open. It reports isSilent as soon as nothing more
// is to be heard, even while a provider that ignores its cancellation keeps the
// preparation from ending; isGone comes after that.
func (r *running) answer(ctx context.Context, t *turn, q Question) {
	ctx, cost := r.opts.Tally(ctx)
	var preparing sync.WaitGroup
	deliver := r.speak
	if t.aside || t.written {
		deliver = r.write
	}
	sent, err := deliver(ctx, &preparing, t, q)
	t.cancel()
	r.report(progress{turn: t, step: isSilent, at: time.Now(), sent: sent, cost: cost(), err: err})
	preparing.Wait()
	r.report(progress{turn: t, step: isGone, at: time.Now()})
}

// durableWithin is how long a turn waits for the line it answers to be in the
// journal, so that what its tools propose can name that line. A journal slower
// than this does not silence the table.
const durableWithin = 250 * time.Millisecond

func (r *running) speak(ctx context.Context, preparing *sync.WaitGroup, t *turn, q Question) (sent int, err error) {
	p := &player{turn: t, segments: ahead(ctx, preparing, 0, r.segments(ctx, preparing, t, q))}
	p.audible = func() { r.report(progress{turn: t, step: isAudible, at: time.Now()}) }
	if err := t.released(ctx); err != nil {
		return 0, err
	}
	if ok, err := p.ready(ctx); !ok {
		return 0, err
	}
	r.report(progress{turn: t, step: hasSound, at: time.Now()})
	if err := t.mouth.wait(ctx); err != nil {
		return 0, err
	}
	sent, err = r.channel.Speak(ctx, p.frames(ctx))
	if err == nil {
		err = p.broken
	}
	return sent, err
}

// talkOf is how much a says at a time.
func talkOf(a campaign.Agent, c campaign.Campaign) campaign.Talk {
	switch {
	case a.Talk != "":
		return a.Talk
	case c.Talk != "":
		return c.Talk
	}
	return campaign.TalkBrief
}
