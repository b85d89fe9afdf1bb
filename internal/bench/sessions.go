package bench

import (
	"context"
	"errors"
	"time"

	"glyphoxa/internal/voice/voicetest"
)

const (
	// talkers is how many people talk at once in a session.
	talkers = 5
	// manySessions is how many sessions are held beside each other.
	manySessions = 8
	// sessionsLimit bounds the measurement: a program that does not answer is
	// ended.
	sessionsLimit = 2 * time.Minute
	// arrivalLimit is how long packets may be on their way: a machine that has
	// much else to do hands them over late, and loses none.
	arrivalLimit = 2 * time.Second
)

// Sessions is what sessions take in which five people talk at once, all the time:
// datagrams on this machine's own network, TLS, encryption, Opus, voice activity,
// and the conversation. Another program holds them, this one is the Discord.
type Sessions struct {
	Talkers int  `json:"talkers"`
	One     Load `json:"one"`
	Many    Load `json:"many"`
	// PerCore is how many of the many would fill a core.
	PerCore float64 `json:"sessions_per_core"`
	// Packets were received while it was measured, Lost never arrived.
	Packets int64 `json:"packets"`
	Lost    int64 `json:"lost"`
}

// A Load is what one of some sessions takes.
type Load struct {
	Sessions int     `json:"sessions"`
	Share    float64 `json:"share_of_a_core"`
	// Heap and Resident are by how much the heap in use and the program's memory
	// grow by a session, in bytes, after garbage was collected. Those of the
	// first session hold what all share.
	Heap     int64 `json:"heap_bytes"`
	Resident int64 `json:"resident_bytes"`
}

var errNoChild = errors.New("no program to hold sessions")

// measureSessions measures sessions that the program child holds; see
// [HoldSessions]. The error is errNoChild without one, and
// [errors.ErrUnsupported] on systems that do not tell.
func measureSessions(ctx context.Context, child []string, quick bool) (_ Sessions, err error) {
	if len(child) == 0 {
		return Sessions{}, errNoChild
	}
	if _, err := processorTime(); err != nil {
		return Sessions{}, err
	}
	many, warm, window := manySessions, 2*time.Second, 10*time.Second
	if quick {
		many, warm, window = 2, 500*time.Millisecond, time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, sessionsLimit)
	defer cancel()
	server := voicetest.NewVoiceServer(voicetest.VoiceOptions{})
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := server.ListenLocal(ctx); err != nil {
		return Sessions{}, err
	}
	held, err := startHolder(ctx, child)
	if err != nil {
		return Sessions{}, err
	}
	defer func() { err = errors.Join(err, held.close()) }()
	crowd, err := newCrowd(server)
	if err != nil {
		return Sessions{}, err
	}
	defer crowd.hush()

	empty, err := held.tell(order{Weigh: true})
	if err != nil {
		return Sessions{}, err
	}
	var first tally // with one session
	loaded := func(n int) (l Load, after tally, err error) {
		for crowd.tables < n {
			if err := crowd.open(ctx, held); err != nil {
				return l, after, err
			}
		}
		if err := pause(ctx, time.Now().Add(warm)); err != nil {
			return l, after, err
		}
		before, err := held.tell(order{})
		if err != nil {
			return l, after, err
		}
		begun := time.Now()
		if err := pause(ctx, begun.Add(window)); err != nil {
			return l, after, err
		}
		if after, err = held.tell(order{}); err != nil {
			return l, after, err
		}
		share := (after.Busy - before.Busy).Seconds() / time.Since(begun).Seconds() / float64(n)
		after, err = held.tell(order{Weigh: true})
		return Load{Sessions: n, Share: rounded(share, 1e4)}, after, err
	}
	s := Sessions{Talkers: talkers}
	if s.One, first, err = loaded(1); err != nil {
		return Sessions{}, err
	}
	s.One.Heap, s.One.Resident = first.Heap-empty.Heap, first.Resident-empty.Resident
	var last tally
	if s.Many, last, err = loaded(many); err != nil {
		return Sessions{}, err
	}
	more := int64(many - 1)
	s.Many.Heap, s.Many.Resident = (last.Heap-first.Heap)/more, (last.Resident-first.Resident)/more
	s.PerCore = rounded(1/s.Many.Share, 10)

	said := crowd.hush()
	if last, err = arrived(ctx, held, said); err != nil {
		return Sessions{}, err
	}
	s.Packets, s.Lost = last.Received, said-last.Received
	return s, nil
}

// arrived waits until all packets that were said have arrived, or what is late is
// lost, and returns how the program that holds the sessions is then.
func arrived(ctx context.Context, held *holderProcess, said int64) (t tally, err error) {
	for lost := time.Now().Add(arrivalLimit); ; {
		late := time.Now().After(lost)
		if t, err = held.tell(order{}); err != nil || t.Received >= said || late {
			return t, err
		}
		if err := pause(ctx, time.Now().Add(20*time.Millisecond)); err != nil {
			return t, err
		}
	}
}
