package conversation

import (
	"context"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// scribe never speaks, and types.
const scribe transcript.SpeakerID = 100

// A hand is the GM's: what it has done that the others did not.
type hand struct {
	mu     sync.Mutex
	played map[transcript.TurnID][]time.Time
	muted  []muting
	said   int // Say
	again  int // SayAgain, though there may have been nothing to say
	redone int
	exch   int
	struck bool // Strike, OffRecord, Drop or Forget
	// When it had what taken back.
	strikes, offs, forgets []stretch
	corrected              []misnomer // with Respell
	wrong                  []string   // of that, when it was looked at
	stops                  []time.Time
	wrote                  bool // SetTextOnly
	deaf                   bool // SetLoudspeaker
}

// A stretch is from one moment to another.
type stretch struct{ from, to time.Time }

// A muting is what the GM said about who may answer.
type muting struct {
	at  time.Time
	id  transcript.AgentID
	yes bool
}

// count counts what has succeeded.
func (h *hand) count(n *int, err error) {
	if err == nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		*n++
	}
}

// play plays an offer.
func (h *hand) play(ctx context.Context, c *Conversation, id transcript.TurnID) {
	h.mu.Lock() // before it happens: it may be heard before the GM is told
	if h.played == nil {
		h.played = make(map[transcript.TurnID][]time.Time)
	}
	h.played[id] = append(h.played[id], time.Now())
	h.mu.Unlock()
	_ = c.Play(ctx, id)
}

// A whim is something that the GM does at a moment.
type whim struct {
	at   time.Duration
	kind int // of whims
	with int // picks what it is done to
}

// meddle has the GM do it all.
func (e *evening) meddle(ctx context.Context, c *Conversation) {
	start := time.Now()
	for _, w := range e.deeds {
		if !until(ctx, start.Add(w.at)) {
			return
		}
		whims[w.kind](e, ctx, c, w.with)
	}
}

// offer returns an offer made lately, and ended a turn that has ended lately.
func (e *evening) offer(n int) transcript.TurnID {
	return recent(e, n, func(o TurnOffered) transcript.TurnID { return o.Turn })
}

func (e *evening) ended(n int) transcript.TurnID {
	return recent(e, n, func(o TurnEnded) transcript.TurnID { return o.Turn.ID })
}

func recent[N Notice](e *evening, n int, id func(N) transcript.TurnID) transcript.TurnID {
	all := noticedBy[N](e)
	if len(all) == 0 {
		return ""
	}
	return id(all[max(0, len(all)-1-n%3)])
}

func noticedBy[N Notice](e *evening) (all []N) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.notices {
		if n, ok := s.Notice.(N); ok {
			all = append(all, n)
		}
	}
	return all
}

var anyAgent = []transcript.AgentID{"bart", "greta", "silas", "odo", "quill"}

// whims are all that the GM may do. Much of it comes to nothing, or after the end.
var whims = []func(e *evening, ctx context.Context, c *Conversation, n int){
	(*evening).correct, // the first
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.count(&e.gm.said, c.Say(ctx, anyAgent[n%4], e.tongue.say))
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.count(&e.gm.again, c.SayAgain(ctx, e.ended(n)))
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) { _ = c.DropRest(ctx, e.ended(n)) },
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.struck = true
		since := time.Now().Add(-time.Duration(n%10) * time.Second)
		if _, err := c.Strike(ctx, since); err == nil {
			e.gm.strikes = append(e.gm.strikes, stretch{since, time.Now()})
		}
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.Unsay(ctx, "", int64(n%8), n%3 > 0)
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		id := append(anyAgent[:4:4], "")[n%5]
		if c.Mute(ctx, id, n/5%2 == 0) == nil {
			e.gm.muted = append(e.gm.muted, muting{time.Now(), id, n/5%2 == 0})
		}
	},
	func(e *evening, ctx context.Context, c *Conversation, _ int) {
		if c.Stop(ctx) == nil {
			e.gm.stops = append(e.gm.stops, time.Now())
		}
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) { e.gm.play(ctx, c, e.offer(n)) },
	func(e *evening, ctx context.Context, c *Conversation, n int) { _ = c.Dismiss(ctx, e.offer(n)) },
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.count(&e.gm.redone, c.Redo(ctx, e.offer(n), "shorter"))
	},
	func(_ *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.SetMode(ctx, []Mode{Live, AskFirst, ListenOnly, Live}[n%4])
	},
	func(_ *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.SetAskFirst(ctx, anyAgent[n%4], n/4%2 == 0)
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.count(&e.gm.exch, c.Exchange(ctx, anyAgent[n%2], anyAgent[1+n%3], []string{"", "the mill"}[n%2], 2+n%3))
	},
	func(_ *evening, ctx context.Context, c *Conversation, n int) { _ = c.Hm(ctx, anyAgent[n%4]) },
	func(e *evening, ctx context.Context, c *Conversation, _ int) {
		_ = c.TypeTo(ctx, gm, "quill", e.tongue.typed)
	},
	func(_ *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.TypeTo(ctx, scribe, anyAgent[n%4], "I slip you a note.")
	},
	func(e *evening, ctx context.Context, c *Conversation, _ int) {
		_ = c.Type(ctx, scribe, e.tongue.both)
	},
	func(_ *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.Direct(ctx, anyAgent[n%4], "lie", n%3)
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		_ = c.Enter(ctx, Scene{ID: "hall", Agents: e.opts.Scene.Agents[n%3:]})
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		a := e.opts.Scene.Agents
		_ = c.Recast(ctx, Scene{ID: "yard", Agents: a[:len(a)-n%3], Absent: []campaign.Agent{a[len(a)-1]}})
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.wrote = true
		_ = c.SetTextOnly(ctx, n%3 == 0)
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.struck = true
		from := time.Now()
		_ = c.OffRecord(ctx, true)
		if until(ctx, from.Add(time.Duration(n%6)*time.Second)) && c.OffRecord(ctx, false) == nil {
			e.gm.offs = append(e.gm.offs, stretch{from, time.Now()})
		}
	},
	func(e *evening, ctx context.Context, c *Conversation, _ int) {
		e.gm.struck = true
		_ = c.Drop(ctx, kara)
	},
	func(e *evening, ctx context.Context, c *Conversation, _ int) {
		e.gm.struck = true
		from := time.Now()
		if c.Forget(ctx, joren) == nil {
			e.gm.forgets = append(e.gm.forgets, stretch{from, from}) // though it may be long until the journal knows
		}
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.gm.deaf = true
		_ = c.SetLoudspeaker(ctx, kara, []transcript.Loudspeaker{transcript.LoudspeakerAuto, transcript.LoudspeakerOn, transcript.LoudspeakerOff}[n%3])
	},
	func(e *evening, ctx context.Context, c *Conversation, n int) {
		e.lookBack(ctx, c)
		_, _ = c.Idle(ctx)
		_ = c.SetVoice(ctx, anyAgent[n%4], speech.Voice{Name: "other"})
		_ = c.Meet(ctx, transcript.Speaker{ID: 101, Name: "newcomer", Role: transcript.Player})
	},
}
