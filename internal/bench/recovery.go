package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/voicetest"
)

// A Recovery is how long it took until all was well again after something that
// happens to every voice connection.
type Recovery struct {
	Fault string `json:"fault"`
	Runs  int    `json:"runs"`
	// Away is how long a message takes to the voice server and back. At 0 it is
	// on this machine's own network, and all the time that it takes is ours.
	Away Millis `json:"away_ms"`
	// Limit is what each of the three may take.
	Limit Millis `json:"limit_ms"`
	// Mended is from the fault until there is a connection that is whole.
	Mended Spread `json:"mended"`
	// Heard is from the fault to the first frame of a person that the bot
	// decodes, Spoken to the first of the bot's that a person does.
	Heard  Spread `json:"heard"`
	Spoken Spread `json:"spoken"`
	// LostIn and LostOut are how many frames of 20 ms were lost meanwhile.
	LostIn  Frames `json:"lost_in"`
	LostOut Frames `json:"lost_out"`
}

// Frames are how many there were in the middle and at most.
type Frames struct {
	P50 int `json:"p50"`
	Max int `json:"max"`
}

const (
	// steady is how many frames show that sound flows.
	steady = 15
	// settling is how long silence takes that follows sound, and what is on its
	// way meanwhile.
	settling = 150 * time.Millisecond
	// aloneFor is how long nobody is with the bot.
	aloneFor = 300 * time.Millisecond
	// trickle is the longest time between frames in which none is missed.
	trickle = 3 * audio.FrameDuration
)

// A distance is how far away Discord is.
type distance struct {
	away  time.Duration // the voice server, there and back
	grant time.Duration // what the main gateway takes to grant a wish
	times int
}

// What a bot sees whose servers are in the same part of the world. Its server is
// in memory: a fresh connection lacks the three times there and back that TCP,
// TLS and HTTP take before a websocket is open, which are 90 ms.
const (
	farAway  = 30 * time.Millisecond
	farGrant = 100 * time.Millisecond
)

// measureRecoveries measures each fault a number of times: next door over real
// sockets, and far away.
func measureRecoveries(ctx context.Context, log *slog.Logger, times int) ([]Recovery, error) {
	all, err := distance{times: times}.measure(ctx, log, func(all []func() error) error {
		for _, f := range all {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// Far away there is little to do but to wait, which they can do together.
	far, err := distance{farAway, farGrant, times}.measure(ctx, log, func(all []func() error) error {
		errs := make([]error, len(all))
		var wg sync.WaitGroup
		for i, f := range all {
			wg.Go(func() { errs[i] = f() })
		}
		wg.Wait()
		return errors.Join(errs...)
	})
	return append(all, far...), err
}

// measure measures each fault, in the way in which do does things.
func (d distance) measure(ctx context.Context, log *slog.Logger, do func([]func() error) error) ([]Recovery, error) {
	all := make([]Recovery, len(faults))
	var todo []func() error
	for i, f := range faults {
		todo = append(todo, func() (err error) {
			server := d.server()
			defer func() { err = errors.Join(err, server.Close()) }()
			if d.away == 0 {
				if err := server.ListenLocal(ctx); err != nil {
					return err
				}
			}
			if all[i], err = f.measure(ctx, log, server, d); err != nil {
				return fmt.Errorf("measure what happens after %q: %w", f.what, err)
			}
			return nil
		})
	}
	return all, do(todo)
}

// server returns a voice server at that distance.
func (d distance) server() *voicetest.VoiceServer {
	way := voicetest.Network{Latency: d.away / 2}
	return voicetest.NewVoiceServer(voicetest.VoiceOptions{
		Latency: d.away / 2,
		Faults:  voicetest.Faults{Up: way, Down: way},
	})
}

// A recovered is one recovery.
type recovered struct {
	mended, heard, spoken time.Duration
	lostIn, lostOut       int
}

// measure measures a fault at a server that is at a distance.
func (f fault) measure(ctx context.Context, log *slog.Logger, server *voicetest.VoiceServer, d distance) (Recovery, error) {
	var all []recovered
	for range d.times {
		r, err := f.once(ctx, log, server, d)
		if err != nil {
			return Recovery{}, err
		}
		all = append(all, r)
	}
	took := func(of func(recovered) time.Duration) Spread {
		var d []time.Duration
		for _, r := range all {
			d = append(d, of(r))
		}
		return spread(d)
	}
	lost := func(of func(recovered) int) Frames {
		var n []int
		for _, r := range all {
			n = append(n, of(r))
		}
		slices.Sort(n)
		return Frames{n[(len(n)-1)/2], n[len(n)-1]}
	}
	return Recovery{
		Fault: f.what, Runs: d.times, Away: Millis(d.away), Limit: Millis(f.limit),
		Mended:  took(func(r recovered) time.Duration { return r.mended }),
		Heard:   took(func(r recovered) time.Duration { return r.heard }),
		Spoken:  took(func(r recovered) time.Duration { return r.spoken }),
		LostIn:  lost(func(r recovered) int { return r.lostIn }),
		LostOut: lost(func(r recovered) int { return r.lostOut }),
	}, nil
}

// once measures it in a new call, since a bot that has been through much takes
// its time to come back.
func (f fault) once(ctx context.Context, log *slog.Logger, server *voicetest.VoiceServer, d distance) (r recovered, err error) {
	c, err := newCall(ctx, log, server, d.grant)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, c.close(ctx)) }()
	if err := c.until(ctx, c.whole); err != nil {
		return r, fmt.Errorf("join: %w", err)
	}
	if err := pause(ctx, time.Now().Add(settling)); err != nil { // the bot greets
		return r, err
	}
	inBefore, outBefore := c.lost()
	stop, silent := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(silent)
		c.talk(ctx, stop)
	}()
	hush := func() { close(stop); <-silent }
	flows := func() bool { return len(c.heard) >= steady && len(c.answered) >= steady }
	if err := c.until(ctx, flows); err != nil {
		hush()
		return r, fmt.Errorf("before: %w", err)
	}
	if f.before != nil {
		f.before(c)
		if err := pause(ctx, time.Now().Add(aloneFor)); err != nil {
			hush()
			return r, err
		}
	}
	c.look()
	c.heard, c.answered = nil, nil
	at := time.Now()
	f.strike(c)
	err = c.until(ctx, func() bool { return f.mended(c) })
	mended := time.Now()
	if err == nil {
		// Not before the connection is whole: what was on its way is no sign.
		in, out := len(c.heard), len(c.answered)
		err = c.until(ctx, func() bool { return len(c.heard) >= in+steady && len(c.answered) >= out+steady })
	}
	hush()
	if err != nil {
		return r, err
	}
	if err := pause(ctx, time.Now().Add(settling)); err != nil { // for what is on its way
		return r, err
	}
	in, out := c.lost()
	return recovered{
		mended: mended.Sub(at), heard: again(at, c.heard), spoken: again(at, c.answered),
		lostIn: in - inBefore, lostOut: out - outBefore,
	}, nil
}

// again returns how long after a moment frames came again: when the longest time
// without any was over, or the first if none was missed.
func again(at time.Time, came []time.Time) time.Duration {
	longest, over, last := trickle, came[0], at
	for _, t := range came {
		if gap := t.Sub(last); gap > longest {
			longest, over = gap, t
		}
		last = t
	}
	return over.Sub(at)
}

// excesses compares with the limit.
func (r Recovery) excesses() []Excess {
	var all []Excess
	for what, took := range map[string]Spread{"a whole connection": r.Mended, "a frame heard": r.Heard, "a frame spoken": r.Spoken} {
		if took.P50 > r.Limit {
			all = append(all, late(r.Fault, what, time.Duration(took.P50), time.Duration(r.Limit)))
		}
	}
	return all
}
