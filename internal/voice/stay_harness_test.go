package voice_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

const (
	guild   = 10
	channel = 20
	annex   = 21 // another channel
	self    = 1
	anna    = 2
	ben     = 3
)

// A mainGateway is Discord's main gateway as far as voice goes: it answers a
// wish with two events.
type mainGateway struct {
	server *voicetest.VoiceServer
	guild  uint64

	// How it answers. They are set before the wish.
	serverFirst bool          // VOICE_SERVER_UPDATE comes first
	apart       time.Duration // how far the two are apart
	silent      bool          // it does not answer
	down        error         // it cannot be told

	mu   sync.Mutex
	stay *voice.Stay
	asks []transcript.ChannelID
}

func (g *mainGateway) Ask(_ context.Context, id transcript.GuildID, to transcript.ChannelID) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asks = append(g.asks, to)
	switch {
	case g.down != nil:
		return g.down
	case to == 0:
		g.server.Remove(uint64(id), self)
		go g.stay.VoiceState(0, "", false)
	case !g.silent:
		t := g.server.Admit(uint64(id), uint64(to), self, "Glyphoxa")
		go g.pair(uint64(to), t, g.serverFirst)
	}
	return nil
}

// pair delivers the two events of a join or a move.
func (g *mainGateway) pair(to uint64, t voicetest.VoicePass, serverFirst bool) {
	tell := []func(){
		func() { g.stay.VoiceState(transcript.ChannelID(to), t.Session, false) },
		func() { g.stay.VoiceServer(t.Endpoint, t.Token) },
	}
	if serverFirst {
		slices.Reverse(tell)
	}
	tell[0]()
	time.Sleep(g.apart)
	tell[1]()
}

func (g *mainGateway) asked() []transcript.ChannelID {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.asks)
}

// A hall is a stay at a voice server, with everything around it.
type hall struct {
	*testing.T
	server *voicetest.VoiceServer
	room   uint64 // the channel
	main   *mainGateway
	table  *voice.Table
	stay   *voice.Stay

	// What is put between the bot and the network, unless nil. They are set
	// before the join.
	websocket func(gateway.Socket) gateway.Socket
	socket    func(voice.PacketConn) voice.PacketConn

	warned atomic.Int64 // warnings and errors in the log

	mu       sync.Mutex
	notices  []voice.StayNotice
	events   []voice.Event
	spoken   [][]byte // packets that have left
	excluded map[transcript.SpeakerID]bool
}

// newHall returns a hall that the bot has not come to. It is called within a
// bubble.
func newHall(t *testing.T, o voicetest.VoiceOptions) *hall {
	t.Helper()
	server := voicetest.NewVoiceServer(o)
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return newHallIn(t, server, guild, channel)
}

func newHallIn(t *testing.T, server *voicetest.VoiceServer, in, room uint64) *hall {
	t.Helper()
	h := &hall{T: t, server: server, room: room, excluded: map[transcript.SpeakerID]bool{}}
	table, err := voice.NewTable(voice.TableOptions{Out: func(p voice.Packet, _ time.Time) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.spoken = append(h.spoken, slices.Clone(p.Opus))
	}})
	if err != nil {
		t.Fatal(err)
	}
	h.table = table
	h.main = &mainGateway{server: server, guild: in}
	log := warnings{slog.DiscardHandler, &h.warned}
	if os.Getenv("BOT_TEST_LOG") != "" {
		log.Handler = slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})
	}
	h.stay = voice.NewStay(voice.StayOptions{
		Guild: transcript.GuildID(in), Channel: transcript.ChannelID(room), User: self,
		Gateway: h.main, Table: table,
		Dialers: h.dialers(),
		Admit: func(who transcript.SpeakerID) bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return !h.excluded[who]
		},
		Observe: func(n voice.StayNotice) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.notices = append(h.notices, n)
		},
		Log: slog.New(log),
	})
	h.main.stay = h.stay
	hearing := make(chan struct{})
	go func() {
		defer close(hearing)
		for e, err := range table.Hear(context.Background()) {
			if err != nil {
				return
			}
			h.mu.Lock()
			h.events = append(h.events, e)
			h.mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		_ = h.stay.Leave(context.Background())
		table.Close()
		<-hearing
	})
	return h
}

// warnings counts what is logged and should not be.
type warnings struct {
	slog.Handler
	n *atomic.Int64
}

func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn || w.Handler.Enabled(ctx, l)
}

func (w warnings) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		w.n.Add(1)
	}
	return w.Handler.Handle(ctx, r)
}

// dialers reach the server, by whatever is put in between.
func (h *hall) dialers() voice.Dialers {
	d := h.server.Dialers()
	websocket, socket := d.Gateway, d.UDP
	d.Gateway = func(ctx context.Context, url string) (gateway.Socket, error) {
		s, err := websocket(ctx, url)
		if err == nil && h.websocket != nil {
			s = h.websocket(s)
		}
		return s, err
	}
	if socket == nil {
		return d // the network's
	}
	d.UDP = func(ctx context.Context, to netip.AddrPort) (voice.PacketConn, error) {
		c, err := socket(ctx, to)
		if err == nil && h.socket != nil {
			c = h.socket(c)
		}
		return c, err
	}
	return d
}

// join has the bot join.
func (h *hall) join() {
	h.Helper()
	if err := h.stay.Join(h.Context()); err != nil {
		h.Fatalf("join: %v", err)
	}
}

// seat puts a person into the channel.
func (h *hall) seat(user uint64) *voicetest.Seat {
	return h.server.Seat(h.main.guild, h.room, user, voicetest.SeatOptions{Name: fmt.Sprint("person ", user)})
}

// settle lets everything happen that happens by itself.
func (h *hall) settle() {
	time.Sleep(3 * time.Second)
	synctest.Wait()
}

// say has a person say the sentence and returns how many packets were sent.
func (h *hall) say(s *voicetest.Seat) int {
	h.Helper()
	n, err := s.Say(h.Context(), voice.SentencePackets(h.T))
	if err != nil {
		h.Fatal(err)
	}
	return n
}

// heard returns how long somebody has spoken, as it was heard, and in how many
// utterances, and forgets it.
func (h *hall) heard(who transcript.SpeakerID) (utterances int, sound time.Duration) {
	synctest.Wait()
	return h.heardSoFar(who)
}

// heardSoFar is heard outside of a bubble.
func (h *hall) heardSoFar(who transcript.SpeakerID) (utterances int, sound time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rest []voice.Event
	for _, e := range h.events {
		switch e := e.(type) {
		case voice.Ended:
			if e.Speaker == who {
				utterances++
				continue
			}
		case voice.Sound:
			if e.Speaker == who {
				sound += audio.Speech.Duration(len(e.PCM))
				continue
			}
		}
		rest = append(rest, e)
	}
	h.events = rest
	return utterances, sound
}

// gone returns who has gone so far, in order of their ids.
func (h *hall) gone() (who []transcript.SpeakerID) {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e, ok := e.(voice.Gone); ok {
			who = append(who, e.Speaker)
		}
	}
	slices.Sort(who)
	return who
}

// wantHeard has a person say the sentence, and wants it heard whole.
func (h *hall) wantHeard(when string, s *voicetest.Seat) {
	h.Helper()
	h.settle()
	h.heard(transcript.SpeakerID(s.User()))
	h.say(s)
	h.settle()
	if n, sound := h.heard(transcript.SpeakerID(s.User())); n != 1 || sound < 2100*time.Millisecond {
		h.Errorf("%s: %d is heard for %v in %d utterances, want 2.2 s in one; %+v", when, s.User(), sound, n, h.stay.Health())
	}
}

// wantSpoken has the bot say something, and wants a person to hear it all, with
// five frames of silence after it.
func (h *hall) wantSpoken(when string, s *voicetest.Seat) {
	h.Helper()
	h.settle()
	s.Heard()
	sent, err := h.table.Speak(h.Context(), speech(50))
	h.settle()
	voiced, silent := 0, 0
	for _, f := range s.Heard() {
		if len(f.Packet) == 3 {
			silent++
		} else {
			voiced++
		}
	}
	if sent != 50 || err != nil || voiced != 50 || silent < 5 {
		h.Errorf("%s: %d frames were sent (%v), and %d and %d silent ones heard, want 50 and 5; %+v", when, sent, err, voiced, silent, h.stay.Health())
	}
}

// wantFine wants sound to flow in both directions.
func (h *hall) wantFine(when string, s *voicetest.Seat) {
	h.Helper()
	h.wantHeard(when, s)
	h.wantSpoken(when, s)
}

// told returns the notices since it was last called, by their types.
func (h *hall) told() string {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for _, n := range h.notices {
		names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", n), "voice."))
	}
	h.notices = nil
	return strings.Join(names, " ")
}

// ended wants the stay to end within d, and returns why.
func (h *hall) ended(within time.Duration) error {
	h.Helper()
	began := time.Now()
	select {
	case <-h.stay.Done():
		return h.stay.Err()
	case <-time.After(within):
		h.Errorf("the stay has not ended after %v: %+v", time.Since(began), h.stay.Health())
		return nil
	}
}

// speech yields n frames that are not silent.
func speech(n int) func(func(*audio.Frame, error) bool) {
	var f audio.Frame
	for i := range f {
		f[i] = int16(i%96*200 - 9600)
	}
	return func(yield func(*audio.Frame, error) bool) {
		for range n {
			if !yield(&f, nil) {
				return
			}
		}
	}
}
