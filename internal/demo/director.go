package demo

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

var errNoEvent = errors.New("the event did not come")

// A director knows what has happened so far and has lines said. Its methods
// are called from one goroutine; lines are said in goroutines of their own.
type director struct {
	stage  Stage
	start  time.Time
	mouths map[transcript.SpeakerID]*mouth
	wg     sync.WaitGroup

	mu   sync.Mutex
	came map[Trigger]time.Time // when an event last came, by Of and What
	errs []error

	unheard int // lines said, and neither kept nor dropped yet
	turns   int // turns begun and not ended
	active  time.Time
	changed chan struct{} // signals that a line has begun or ended
}

func newDirector(st Stage) *director {
	now := time.Now()
	return &director{
		stage: st, start: now, active: now,
		mouths:  map[transcript.SpeakerID]*mouth{},
		came:    map[Trigger]time.Time{{What: Start}: now},
		changed: make(chan struct{}, 1),
	}
}

// await waits for the event of t and returns the moment that t means. It
// returns errNoEvent when the event does not come in time.
func (d *director) await(ctx context.Context, t Trigger) (time.Time, error) {
	limit := time.NewTimer(triggerLimit)
	defer limit.Stop()
	tick := time.NewTicker(10 * time.Millisecond) // for Quiet, which nothing announces
	defer tick.Stop()
	for {
		if at, ok := d.happened(t); ok {
			return at, nil
		}
		select {
		case n := <-d.stage.Notices:
			d.note(n)
		case <-d.changed:
		case <-tick.C:
		case <-limit.C:
			return time.Time{}, errNoEvent
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
	}
}

// happened reports whether the event of t has come, and the moment t means.
func (d *director) happened(t Trigger) (at time.Time, ok bool) {
	if t.What == Quiet {
		if d.unheard > 0 || d.turns > 0 {
			return time.Time{}, false
		}
		at = d.active.Add(t.After)
		return at, !time.Now().Before(at)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	at, ok = d.came[Trigger{Of: t.Of, What: t.What}]
	return at.Add(t.After), ok
}

// note takes in what happens at the table.
func (d *director) note(n conversation.Notice) {
	d.active = time.Now()
	d.stage.Chronicle.note(n)
	switch n := n.(type) {
	case conversation.LineKept:
		if n.Line.Agent == "" {
			d.unheard--
		}
	case conversation.LineDropped:
		d.unheard--
	case conversation.Addressed:
		d.turns += len(n.Agents)
	case conversation.SpeechBegan:
		d.come(Trigger{Of: string(n.Agent), What: Begins}, n.At)
	case conversation.TurnEnded:
		d.turns--
		if n.Turn.Heard != "" || n.Turn.Outcome == transcript.Cut {
			d.come(Trigger{Of: string(n.Turn.Agent), What: Ends}, n.Turn.Ended)
		}
	}
}

func (d *director) come(t Trigger, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.came[t] = at
}

// say has a line said from at on.
func (d *director) say(ctx context.Context, s *Scene, l *Line, pcm []int16, at time.Time) error {
	id := s.player(l.Who).ID
	m := d.mouths[id]
	if m == nil {
		var err error
		if m, err = newMouth(id, d.start); err != nil {
			return err
		}
		d.mouths[id] = m
	}
	// What an agent did before this line does not trigger the lines after it.
	d.mu.Lock()
	for t := range d.came {
		if t.What != Start && s.line(t.Of) == nil {
			delete(d.came, t)
		}
	}
	d.mu.Unlock()
	d.unheard++
	d.come(Trigger{Of: l.ID, What: Begins}, at)
	d.wg.Go(func() {
		if err := m.say(ctx, d.stage.Table, d.stage.Tape, l.ID, pcm, at); err != nil {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.errs = append(d.errs, fmt.Errorf("say line %q: %w", l.ID, err))
			return
		}
		d.come(Trigger{Of: l.ID, What: Ends}, time.Now())
		select {
		case d.changed <- struct{}{}:
		default:
		}
	})
	return nil
}

// settle waits until everything said has been dealt with.
func (d *director) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	_, err := d.await(ctx, Trigger{After: time.Second, What: Quiet})
	if err != nil {
		return fmt.Errorf("the table did not fall silent: %w", err)
	}
	return nil
}

func (d *director) failed() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return errors.Join(d.errs...)
}
