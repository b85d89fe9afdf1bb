package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/voice/voicetest"
)

// A Connection is what was measured of the way between Discord's datagrams and
// the conversation.
type Connection struct {
	// Packets is what one packet takes, stage by stage, in both directions.
	Packets []Cost `json:"packets"`
	// Peer compares the end-to-end encryption with that of another make; nil
	// where Node is missing.
	Peer *Peer `json:"peer,omitempty"`
	// Sessions is what whole sessions take; nil where they were not measured.
	Sessions *Sessions `json:"sessions,omitempty"`
	// Starts is empty where it was not measured.
	Starts     []Start    `json:"starts,omitempty"`
	Recoveries []Recovery `json:"recoveries"`
}

// A Start is how long it takes from the command that has the bot come until its
// first packet is heard.
type Start struct {
	With string `json:"with"` // which providers it has to get ready
	Took Spread `json:"took"`
}

// A Beginning has the whole bot come to a voice channel.
type Beginning struct {
	With string
	// Come does so a number of times, and returns how long each took.
	Come func(ctx context.Context, log *slog.Logger, times int) ([]time.Duration, error)
}

// measureConnection measures, and prints each figure when it has it.
func measureConnection(ctx context.Context, log *slog.Logger, p printer, opts Options) (*Connection, error) {
	c := &Connection{}
	works, err := packetWork()
	if err != nil {
		return nil, fmt.Errorf("set up the packets' way: %w", err)
	}
	if c.Packets, err = measurePackets(ctx, works, opts.Quick); err != nil {
		return nil, err
	}
	p.costs("Connection", c.Packets)

	peer, err := measurePeer(ctx, opts.Peer, opts.Quick)
	switch {
	case errors.Is(err, voicetest.ErrNoNode):
		p.missing("Another make's encryption", "Node, or what it needs, is not installed")
	case err != nil:
		return nil, fmt.Errorf("compare with another make: %w", err)
	default:
		c.Peer = &peer
		p.peer(peer)
	}

	sessions, err := measureSessions(ctx, opts.Child, opts.Quick)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		p.missing("Sessions", "this system does not say what a program takes")
	case errors.Is(err, errNoChild):
		p.missing("Sessions", "no program was named that holds them")
	case err != nil:
		return nil, fmt.Errorf("measure sessions: %w", err)
	default:
		c.Sessions = &sessions
		p.sessions(sessions)
	}

	if c.Starts, err = measureStarts(ctx, log, opts.Starts, (opts.times()+1)/2); err != nil {
		return nil, err
	}
	if len(c.Starts) == 0 {
		p.missing("The whole bot's start", "there is no bot here")
	} else {
		p.starts(c.Starts)
	}

	if c.Recoveries, err = measureRecoveries(ctx, log, opts.times()); err != nil {
		return nil, err
	}
	p.recoveries(c.Recoveries)
	return c, nil
}

func measureStarts(ctx context.Context, log *slog.Logger, all []Beginning, times int) ([]Start, error) {
	var starts []Start
	for _, b := range all {
		took, err := b.Come(ctx, log, times)
		if err != nil {
			return nil, fmt.Errorf("measure how the bot comes with %s: %w", b.With, err)
		}
		starts = append(starts, Start{b.With, spread(took)})
	}
	return starts, nil
}

// times is how often to do what takes a second or two.
func (o Options) times() int {
	if o.Quick {
		return 1
	}
	return 8
}

const (
	// shareLimit is how much of one core a session may take in which five
	// people talk at once.
	shareLimit = 0.10
	// packetLimit is how much of the time that it sounds one packet may take:
	// a fifth of it.
	packetLimit = shareLimit / talkers
	// weightLimit is how much memory a session may take.
	weightLimit = 32 << 20
	// startLimit is how long it may take until the bot can speak.
	startLimit = 3 * time.Second
	// resumeLimit is how long a lost websocket may be gone, and rejoinLimit a
	// lost session.
	resumeLimit, rejoinLimit = time.Second, 3 * time.Second
)

// excesses compares what was measured with the budgets.
func (c Connection) excesses() []Excess {
	const where = "connection"
	var all []Excess
	for _, p := range c.Packets {
		if p.Allocs > 0 {
			all = append(all, Excess{where, p.What, fmt.Sprintf("%d allocations a packet", p.Allocs), "none"})
		}
		if p.Share > packetLimit {
			all = append(all, Excess{where, p.What, percent(p.Share), percent(packetLimit)})
		}
	}
	if s := c.Sessions; s != nil {
		for _, l := range []Load{s.One, s.Many} {
			what := fmt.Sprintf("one of %d sessions", l.Sessions)
			if l.Share > shareLimit {
				all = append(all, Excess{where, what, percent(l.Share) + " of a core", percent(shareLimit)})
			}
			for name, weight := range map[string]int64{"heap": l.Heap, "memory": l.Resident} {
				if weight > weightLimit {
					all = append(all, Excess{where, "the " + name + " of " + what, mebibytes(weight), mebibytes(weightLimit)})
				}
			}
		}
	}
	for _, s := range c.Starts {
		if time.Duration(s.Took.P50) > startLimit {
			all = append(all, late(where, "the start with "+s.With, time.Duration(s.Took.P50), startLimit))
		}
	}
	for _, r := range c.Recoveries {
		all = append(all, r.excesses()...)
	}
	return all
}

func percent(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
