package voicetest

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// VoiceOptions say what a voice server is like. The zero VoiceOptions are one as
// Discord runs them, at no distance and without a fault.
type VoiceOptions struct {
	// Seed decides what is random, but for keys.
	Seed uint64
	// Call says how the call of a channel goes. Nil means the zero CallOptions
	// for each. It is asked when somebody comes to the channel for the first
	// time.
	Call func(channel uint64) CallOptions
	// Heartbeat is how often clients are to send one. Zero means 13.75 s.
	Heartbeat time.Duration
	// Window is how long a session whose connection broke can be resumed. Zero
	// means 30 s.
	Window time.Duration
	// Buffer is how many messages are kept for a session to be resumed. Zero
	// means 512.
	Buffer int
	// Modes are offered in op 2. None means both that are left.
	Modes []string
	// FirstSeq is the number of the first numbered message. It wraps at 65536.
	FirstSeq uint16
	// Latency is how long a websocket of the memory takes for a message, one
	// way.
	Latency time.Duration
	// MoveClose is the code that [VoiceServer.Move] closes with. Zero means 4014;
	// [NotAtAll] leaves the connection open, and dead.
	MoveClose gateway.CloseCode
	// MoveDelay is how long after Move and Remove the connection ends, so that
	// the main gateway's word of it may be first.
	MoveDelay time.Duration
	// Faults are those of everybody for whom SetFaults has set none.
	Faults Faults
}

// A VoiceServer is Discord's side of voice: the voice gateway, the media relay,
// and members who talk. It is reached by Dialers: through memory, or through
// 127.0.0.1 once ListenLocal was called. Its methods may be called by anybody.
//
// All that it knows is behind one mutex. Nothing waits under it: what is to be
// sent goes into queues, what is to happen later into alarms.
type VoiceServer struct {
	options VoiceOptions
	running sync.WaitGroup // connections, and alarms that are set or going off

	mu       sync.Mutex
	closed   bool
	outage   bool
	rng      *rand.Rand
	alarms   map[*alarm]struct{}
	faults   map[User]*faults
	passes   map[stayKey]*pass
	tickets  int            // that were issued
	hosts    map[uint64]int // by guild: how often its server has changed
	halls    map[uint64]*hall
	sessions []*voiceSession
	conns    map[*voiceConn]struct{}
	lines    map[netip.AddrPort]*memoryConn
	line     int // the last one's number
	ways     map[netip.AddrPort]*link
	traced   []Traced
	local    *local
}

// NewVoiceServer returns a server on which nobody is. Close it.
func NewVoiceServer(o VoiceOptions) *VoiceServer {
	if o.Heartbeat == 0 {
		o.Heartbeat = 13750 * time.Millisecond
	}
	if o.Window == 0 {
		o.Window = 30 * time.Second
	}
	if o.Buffer == 0 {
		o.Buffer = 512
	}
	if len(o.Modes) == 0 {
		o.Modes = []string{string(rtp.AES256GCM), string(rtp.XChaCha20)}
	}
	if o.MoveClose == 0 {
		o.MoveClose = 4014
	}
	return &VoiceServer{
		options: o,
		rng:     rand.New(rand.NewPCG(o.Seed, 0x766f696365)),
		alarms:  make(map[*alarm]struct{}),
		faults:  make(map[User]*faults),
		passes:  make(map[stayKey]*pass),
		hosts:   make(map[uint64]int),
		halls:   make(map[uint64]*hall),
		conns:   make(map[*voiceConn]struct{}),
		lines:   make(map[netip.AddrPort]*memoryConn),
		ways:    make(map[netip.AddrPort]*link),
	}
}

// Close ends every connection, without a word, and all that the server does. It
// returns when nothing of it runs any more.
func (v *VoiceServer) Close() error {
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		v.running.Wait()
		return nil
	}
	v.closed = true
	for a := range v.alarms {
		v.cancel(a)
	}
	conns := make([]*voiceConn, 0, len(v.conns))
	for c := range v.conns {
		conns = append(conns, c)
	}
	for _, l := range v.lines {
		l.shut()
	}
	local := v.local
	v.mu.Unlock()
	var err error
	if local != nil {
		err = local.close()
	}
	for _, c := range conns {
		hangUp(c.sock)
	}
	v.running.Wait()
	return err
}

// An alarm is something that will happen.
type alarm struct {
	timer *time.Timer
	over  bool
}

// after has something done later, with the mutex held.
func (v *VoiceServer) after(d time.Duration, do func()) *alarm {
	a := &alarm{}
	if v.closed {
		a.over = true
		return a
	}
	v.alarms[a] = struct{}{}
	v.running.Add(1)
	a.timer = time.AfterFunc(d, func() {
		defer v.running.Done()
		v.mu.Lock()
		defer v.mu.Unlock()
		if a.over {
			return
		}
		a.over = true
		delete(v.alarms, a)
		do()
	})
	return a
}

// cancel has an alarm not go off.
func (v *VoiceServer) cancel(a *alarm) {
	if a == nil || a.over {
		return
	}
	a.over = true
	delete(v.alarms, a)
	if a.timer.Stop() {
		v.running.Done()
	}
}

// sessionOf returns the live session of a user, or nil.
func (v *VoiceServer) sessionOf(u User) *voiceSession {
	for _, s := range slices.Backward(v.sessions) {
		if s.user == u {
			return s
		}
	}
	return nil
}

// freshSSRC returns one that nobody has.
func (v *VoiceServer) freshSSRC() uint32 {
	for {
		ssrc := v.rng.Uint32()
		if ssrc != 0 && v.source(ssrc) == nil {
			return ssrc
		}
	}
}

// source returns the session that sends as an SSRC, or nil. Those of seats are
// random and 32 bits long as well; nothing is looked up by them.
func (v *VoiceServer) source(ssrc uint32) *voiceSession {
	for _, s := range v.sessions {
		if s.ssrc == ssrc {
			return s
		}
	}
	return nil
}
