package conversation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

const (
	// recogniseLimit is how long open utterances may take once the channel
	// has closed, and sentenceLimit how long an answer may go on.
	recogniseLimit = 3 * time.Second
	sentenceLimit  = 2 * time.Second
	// goneLimit is how long the parts of a silent turn may linger before the
	// GM is told that a provider does not let go, and how long, at the end,
	// anything is waited for that has been told to stop.
	goneLimit = 2 * time.Second
	// finishLimit is how long, at the end, the journal may take for what is not
	// written yet.
	finishLimit = 5 * time.Second
)

var (
	errSlowJournal = errors.New("the journal did not come to an end in time")
	errLingers     = errors.New("a provider goes on working after the end of the session")
)

// running is a conversation while it runs. Its fields belong to the goroutine
// of Run, but for the channels.
type running struct {
	*Conversation
	wg       sync.WaitGroup
	readying atomic.Bool

	words    chan words
	guesses  chan guess
	progress chan progress
	keep     chan record
	over     chan struct{} // closed when the loop has ended

	lanes   map[transcript.SpeakerID]*lane
	unread  []*utterance // whose words have not been taken up yet, in the order in which they began
	scene   Scene
	plain   Scene // without what the GM has muted
	history []remembered
	memory  memory
	floor   floor
	levels  map[transcript.AgentID]*level
	unsaid  map[transcript.AgentID]leftover
	stock   stock                      // of fillers
	answers map[transcript.AgentID]int // that were heard since the last with a filler
	// excused are the agents that have made an excuse for a failing provider
	// and not answered since: they do not make another.
	excused map[transcript.AgentID]bool

	mode       Mode
	askFirst   map[transcript.AgentID]bool
	mutes      mutes
	directions map[transcript.AgentID]*direction
	rulings    []ruling
	taken      *utterance // whose words are being taken up
	noted      []progress // of head starts that were let go, still to be applied
	doubted    []*entry   // of which the referee is being asked
	exchange   *exchange  // that two agents are having, or nil

	spoken      []*turn // those whose words may come back: see echo.go
	loud        map[transcript.SpeakerID]*loudness
	spellings   []spelling   // of names
	corrections []correction // the latest
	world       map[string]bool
	streams     bool // the recogniser hears as it goes
	lag         lag  // by how much that is behind
	textOnly    bool
	off         bool                          // off the record
	away        map[transcript.SpeakerID]bool // who has left; they may come back

	closing time.Time // when the channel closed; zero before
}

// remembered is a line with those who were there to hear it.
type remembered struct {
	*entry
	present []transcript.AgentID
	unsaid  bool // it never happened: see Unsay
}

// A request is carried out by the loop.
type request func(r *running)

// Run converses until the channel ends, or ctx is done, and everything heard
// until then is written down. When the channel ends, open utterances are still
// recognised (3 s) and the sentence being spoken is finished (2 s); when ctx is
// done, both stop at once. It returns the channel's error, or an
// [UnsavedError] with what the journal would not take.
//
// Its goroutine owns the table; the goroutines it starts report to it and end
// before it returns, but for those of a provider that goes on though its context is
// done: it is waited for no longer than 2 s, and the GM is told. Run may be called
// once.
func (c *Conversation) Run(ctx context.Context) error {
	defer close(c.ended)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &running{
		Conversation: c,
		words:        make(chan words),
		guesses:      make(chan guess),
		progress:     make(chan progress),
		keep:         make(chan record, keepQueue),
		over:         make(chan struct{}),
		lanes:        make(map[transcript.SpeakerID]*lane),
		scene:        c.opts.Scene,
		plain:        c.opts.Scene,
		mode:         c.opts.Mode,
		askFirst:     make(map[transcript.AgentID]bool),
		directions:   make(map[transcript.AgentID]*direction),
		levels:       make(map[transcript.AgentID]*level),
		unsaid:       make(map[transcript.AgentID]leftover),
		stock:        stock{of: make(map[transcript.AgentID]*supply)},
		answers:      make(map[transcript.AgentID]int),
		excused:      make(map[transcript.AgentID]bool),
		loud:         make(map[transcript.SpeakerID]*loudness),
		textOnly:     c.opts.TextOnly,
		away:         make(map[transcript.SpeakerID]bool),
	}
	for _, p := range c.opts.History {
		r.remember(newEntry(p.Line), p.Present)
	}

	r.world = wordsIn(append([]string{c.opts.Campaign.Setting}, c.opts.World...))
	r.spellings = spellings(c.opts.NameList, c.opts.Campaign.Language)
	warmUpNames(c.opts.Campaign.Language)

	var keeping sync.WaitGroup
	var unsaved error
	troubles := make(chan error, 8)
	keeper := &keeper{journal: c.journal, log: c.log, in: r.keep, trouble: func(err error) {
		select {
		case troubles <- err:
		default: // the GM has been told enough
		}
	}}
	keepCtx, giveUp := context.WithCancelCause(context.WithoutCancel(ctx)) // what was heard is written down
	defer giveUp(nil)
	keeping.Go(func() { unsaved = keeper.run(keepCtx) })

	heard := make(chan voice.Event)
	hearing := make(chan error, 1)
	r.wg.Go(func() {
		defer close(heard)
		for ev, err := range c.channel.Hear(ctx) {
			if err != nil {
				hearing <- err
				return
			}
			select {
			case heard <- ev:
			case <-r.over:
				return
			}
		}
	})

	r.loop(ctx, heard, troubles)
	stopped := context.Cause(ctx)
	close(r.over)
	cancel()
	close(r.keep)
	last := time.AfterFunc(finishLimit, func() { giveUp(errSlowJournal) })
	r.depart(ctx)
	keeping.Wait()
	last.Stop()
	var hearErr error
	select {
	case hearErr = <-hearing:
	default:
	}
	if stopped != nil && errors.Is(hearErr, stopped) {
		hearErr = nil
	}
	return errors.Join(hearErr, unsaved)
}

// depart waits until all that was started has ended. What goes on although its
// context is done is left behind: nobody is there to hear of it.
func (r *running) depart(ctx context.Context) {
	gone := make(chan struct{})
	go func() { // which ends when what is left behind does
		r.wg.Wait()
		close(gone)
	}()
	timer := time.NewTimer(goneLimit)
	defer timer.Stop()
	select {
	case <-gone:
	case <-timer.C:
		r.log.LogAttrs(ctx, slog.LevelError, "a provider does not let go after the end")
		r.opts.Observe(Trouble{errLingers})
	}
}

// loop selects until there is nothing left to wait for.
func (r *running) loop(ctx context.Context, heard <-chan voice.Event, troubles <-chan error) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	done := ctx.Done()
	r.restock(ctx)
	for !r.finished() {
		select {
		case ev, ok := <-heard:
			if !ok {
				heard = nil
				r.close()
				break
			}
			r.event(ctx, ev)
		case w := <-r.words:
			if w.utterance.words == nil { // else they were known before
				r.finish(&w)
			}
		case g := <-r.guesses:
			r.guessed(ctx, g)
		case p := <-r.progress:
			r.advance(ctx, p)
		case req := <-r.requests:
			req(r)
		case err := <-troubles:
			r.opts.Observe(Trouble{err})
		case <-timer.C:
		case <-done:
			done = nil
			r.close()
			r.silence(transcript.Cut, "the session was stopped")
		}
		r.read(ctx, time.Now())
		if wake := r.tend(ctx, time.Now()); wake > 0 {
			timer.Reset(wake)
		}
	}
	r.abandon(ctx)
}

// close ends hearing: every open utterance ends here, and no turn begins.
func (r *running) close() {
	if !r.closing.IsZero() {
		return
	}
	r.closing = time.Now()
	for _, l := range r.lanes {
		r.leave(l, r.closing)
	}
	for _, u := range r.unread {
		r.discard(u)
	}
	r.floor.drop(r, "the session ended")
}

// finished reports whether the loop may end.
func (r *running) finished() bool {
	if r.closing.IsZero() {
		return false
	}
	late := time.Since(r.closing)
	return (len(r.unread) == 0 || late >= recogniseLimit) && r.floor.running == 0
}

// event applies one event of the channel.
func (r *running) event(ctx context.Context, ev voice.Event) {
	switch ev := ev.(type) {
	case voice.Stirred:
		r.stir(r.lane(ev.Speaker), time.Now())
	case voice.Began:
		l := r.lane(ev.Speaker)
		r.end(l, ev.At, ev.At) // an utterance that was never ended
		if r.off {
			l.before = nil
			break
		}
		delete(r.away, ev.Speaker)
		if l.before != nil && l.before.struck {
			break // nor is the rest of it to be listened to
		}
		if l.unheard = r.deaf(ev.Speaker, ev.At); l.unheard {
			l.voice, l.before = true, nil
			break
		}
		l.lastSaid = ev.At
		r.begin(ctx, l, ev.At)
		r.bargeIn(l, time.Now())
		r.calm(l)
	case voice.Sound:
		l := r.lane(ev.Speaker)
		if now := time.Now(); l.unheard && l.voice && !r.deaf(ev.Speaker, now) {
			l.unheard, l.lastSaid = false, now
			r.begin(ctx, l, now) // the rest is heard
		}
		if l.open != nil {
			l.open.hear(ev.PCM)
		}
	case voice.Paused:
		l := r.lane(ev.Speaker)
		if l.voice = false; l.open != nil {
			l.talking, l.lastSaid = false, ev.At
			l.open.pause(ev.At)
			l.open.paused = time.Now()
			r.settle(ctx, l.open, time.Now())
		}
	case voice.Resumed:
		l := r.lane(ev.Speaker)
		if l.voice = true; l.open != nil {
			l.talking, l.lastSaid = true, ev.At
			l.open.unpeek()
			l.open.resume(ev.At)
			r.discard(l.open)
			r.endIn(l.open, r.opts.Endpoint)
			r.bargeIn(l, time.Now())
		}
	case voice.Ended:
		l := r.lane(ev.Speaker)
		if l.unheard {
			l.unheard, l.voice = false, false
			r.opts.Observe(LineDropped{Speaker: ev.Speaker, Reason: "an NPC spoke, and they listen by loudspeaker"})
			break
		}
		l.lastSaid = ev.Voiced
		if u := l.open; u != nil {
			if u.more = ev.More; ev.More {
				l.before = u
			}
		} else if !ev.More {
			l.before = nil // the last piece of what is not listened to
		}
		r.end(l, ev.Voiced, ev.At)
	case voice.Gone:
		r.calm(r.lane(ev.Speaker))
		r.leave(r.lane(ev.Speaker), time.Now())
		delete(r.lanes, ev.Speaker)
		r.away[ev.Speaker] = true
	default:
		panic(fmt.Sprintf("conversation: unknown event %T", ev))
	}
}

// lane returns the speaker's lane, made when it is first wanted.
func (r *running) lane(id transcript.SpeakerID) *lane {
	l := r.lanes[id]
	if l == nil {
		l = &lane{who: r.person(id)}
		r.lanes[id] = l
	}
	return l
}

// person returns who the speaker is: a player that nobody announced, if need be.
func (r *running) person(id transcript.SpeakerID) transcript.Speaker {
	for _, p := range r.opts.People {
		if p.ID == id {
			return p
		}
	}
	return transcript.Speaker{ID: id, Role: transcript.Player, Name: "Someone"}
}

// present returns the agent of the scene that has the ID.
func (r *running) present(id transcript.AgentID) (campaign.Agent, bool) {
	for _, a := range r.scene.Agents {
		if a.ID == id {
			return a, true
		}
	}
	return campaign.Agent{}, false
}

func agentIDs(agents []campaign.Agent) []transcript.AgentID {
	ids := make([]transcript.AgentID, len(agents))
	for i, a := range agents {
		ids[i] = a.ID
	}
	return ids
}

func nonNegative(d time.Duration) time.Duration { return max(d, 0) }
