package voicetest

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

const (
	guild = 41771983423143937
	bot   = uint64(158049329150427199)
)

// A robot is a client with next to no sense: it does what the sheet says is done
// when nothing goes wrong.
type robot struct {
	t      testing.TB
	dial   voice.Dialers
	client *gateway.Client
	stop   context.CancelFunc
	done   chan struct{}
	err    error // of Run; after done

	mu       sync.Mutex
	ours     *Ours
	ssrc     uint32
	conn     voice.PacketConn
	external netip.AddrPort
	sealer   *rtp.Sealer
	opener   *rtp.Opener
	modes    []string
	mode     rtp.Mode
	whose    map[uint32]User
	tally    tally
	heard    []Heard
	seq      uint16
	stamp    uint32
	spoke    bool
	reading  sync.WaitGroup
}

// A tally is what has come to a robot.
type tally struct {
	ops     []gateway.Op
	strange int     // packets of unknown sources
	empty   int     // packets of padding
	others  int     // datagrams that are no audio
	unheard []error // packets that did not open
}

// got returns what has come so far.
func (r *robot) got() tally {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.tally
	c.ops, c.unheard = slices.Clone(c.ops), slices.Clone(c.unheard)
	return c
}

// connect brings a robot onto the server. It is stopped with the test.
func connect(t testing.TB, v *VoiceServer, channel uint64, pass VoicePass) *robot {
	t.Helper()
	r := &robot{
		t: t, dial: v.Dialers(), done: make(chan struct{}),
		ours:  NewOurs(User(bot), channel, dave.Options{}),
		whose: make(map[uint32]User),
	}
	ctx, cancel := context.WithCancel(t.Context())
	r.stop = cancel
	c, err := gateway.Connect(ctx, gateway.ClientOptions{
		Endpoint: pass.Endpoint, Guild: guild, User: bot, Session: pass.Session, Token: gateway.NewToken(pass.Token),
		Dial: r.dial.Gateway, Handle: func(m gateway.Message) { r.handle(ctx, m) },
	})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	r.client = c
	go func() {
		defer close(r.done)
		r.err = c.Run(ctx)
		if ctx.Err() == nil {
			t.Logf("the robot's session has ended: %v", r.err)
		}
		r.mu.Lock()
		conn := r.conn
		r.mu.Unlock()
		if conn != nil {
			_ = conn.Close()
		}
		r.reading.Wait()
	}()
	return r
}

// quit ends the robot, and returns what Run had to say.
func (r *robot) quit() error {
	r.stop()
	<-r.done
	return r.err
}

func (r *robot) handle(ctx context.Context, m gateway.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally.ops = append(r.tally.ops, m.Op)
	now := time.Now()
	switch m.Op {
	case gateway.OpReady:
		var d gateway.Ready
		r.must(m.Decode(&d))
		r.ssrc, r.modes = d.SSRC, d.Modes
		at, err := d.Addr()
		r.must(err)
		r.external = r.discover(ctx, at)
		r.mode, _ = rtp.Choose(d.Modes)
		r.must(r.client.Send(ctx, gateway.OpSelectProtocol, gateway.SelectProtocol{
			Address: r.external.Addr().String(), Port: r.external.Port(), Mode: string(r.mode),
		}))
	case gateway.OpDescription:
		var d struct {
			Mode string `json:"mode"`
			Key  []byte `json:"-"`
			Ints []int  `json:"secret_key"`
			Dave uint16 `json:"dave_protocol_version"`
		}
		r.must(json.Unmarshal(m.Data, &d))
		for _, n := range d.Ints {
			d.Key = append(d.Key, byte(n))
		}
		var err error
		r.sealer, err = rtp.NewSealer(rtp.Mode(d.Mode), d.Key)
		r.must(err)
		first := r.opener == nil
		r.opener, err = rtp.NewOpener(rtp.Mode(d.Mode), d.Key)
		r.must(err)
		if first {
			r.reading.Go(r.read)
		}
		r.send(ctx)(wrap(r.ours.Begin(d.Dave, now)))
	case gateway.OpSpeaking:
		var d gateway.Speaking
		r.must(m.Decode(&d))
		r.whose[d.SSRC] = User(d.User)
	case gateway.OpClientsConnect, gateway.OpClientDisconnect,
		gateway.OpPrepareTransition, gateway.OpExecuteTransition, gateway.OpPrepareEpoch,
		gateway.OpExternalSender, gateway.OpProposals, gateway.OpAnnounceCommit, gateway.OpWelcome:
		r.send(ctx)(r.ours.Handle(now, Message{dave.Op(m.Op), m.Data}))
	default:
		// Flags and platforms.
	}
}

func (r *robot) must(err error) {
	if err != nil {
		r.t.Error(err)
	}
}

// send sends what the encryption has to say.
func (r *robot) send(ctx context.Context) func([]Message, error) {
	return func(list []Message, err error) {
		if err != nil {
			r.t.Logf("robot: %v", err)
		}
		for _, m := range list {
			if m.Op.Binary() {
				r.must(r.client.SendBinary(ctx, gateway.Op(m.Op), m.Data))
			} else {
				r.must(r.client.Send(ctx, gateway.Op(m.Op), json.RawMessage(m.Data)))
			}
		}
	}
}

// discover asks for the address until there is an answer.
func (r *robot) discover(ctx context.Context, at netip.AddrPort) netip.AddrPort {
	dial := r.dial
	if dial.UDP == nil {
		dial.UDP = realUDP
	}
	conn, err := dial.UDP(ctx, at)
	if err != nil {
		r.t.Error(err)
		return netip.AddrPort{}
	}
	r.conn = conn
	for range 5 {
		_, err := conn.Write(rtp.AppendDiscovery(nil, r.ssrc))
		r.must(err)
		r.must(conn.SetReadDeadline(time.Now().Add(time.Second)))
		for {
			b := make([]byte, 2048)
			n, err := conn.Read(b)
			if err != nil {
				break
			}
			if seen, err := rtp.ParseDiscovery(b[:n], r.ssrc); err == nil {
				r.must(conn.SetReadDeadline(time.Time{}))
				return seen
			}
		}
	}
	r.must(conn.SetReadDeadline(time.Time{}))
	return netip.AddrPort{}
}

// read takes packets.
func (r *robot) read() {
	b := make([]byte, 2048)
	for {
		n, err := r.conn.Read(b)
		if err != nil {
			return
		}
		r.mu.Lock()
		r.take(b[:n])
		r.mu.Unlock()
	}
}

func (r *robot) take(b []byte) {
	if rtp.Classify(b) != rtp.KindAudio {
		r.tally.others++
		return
	}
	h, payload, err := r.opener.Open(nil, b)
	switch {
	case errors.Is(err, rtp.ErrEmpty):
		r.tally.empty++
		return
	case err != nil:
		r.tally.unheard = append(r.tally.unheard, err)
		return
	}
	u, ok := r.whose[h.SSRC]
	if !ok {
		r.tally.strange++
		return
	}
	frame, err := r.ours.Decrypt(time.Now(), u, payload)
	if err != nil {
		r.tally.unheard = append(r.tally.unheard, err)
		return
	}
	r.heard = append(r.heard, Heard{time.Now(), uint64(u), h.SSRC, h.Seq, h.Timestamp, frame})
}

// say sends a packet, if there is a key.
func (r *robot) say(packet []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sealer == nil {
		return false
	}
	if !r.spoke {
		r.spoke = true
		r.must(r.client.Send(r.t.Context(), gateway.OpSpeaking, gateway.Speaking{SSRC: r.ssrc, Flags: 1}))
	}
	frame, err := r.ours.Encrypt(packet)
	if err != nil {
		return false
	}
	r.seq++
	r.stamp += 960
	b, err := r.sealer.Seal(nil, rtp.Header{Seq: r.seq, Timestamp: r.stamp, SSRC: r.ssrc}, frame)
	r.must(err)
	_, err = r.conn.Write(b)
	r.must(err)
	return true
}

// hears returns what was heard since it was last called.
func (r *robot) hears() []Heard {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.heard
	r.heard = nil
	return all
}

// packets returns so many of Opus, all different.
func packets(n int) [][]byte {
	all := make([][]byte, n)
	for i := range all {
		all[i] = []byte{0x78, byte(i >> 8), byte(i), 0xaa, 0xbb, 0xcc}
	}
	return all
}
