package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveConnection measures a little of everything that has to do with the
// connection, in real time and over real sockets.
func TestLiveConnection(t *testing.T) {
	var out bytes.Buffer
	come := func(context.Context, *slog.Logger, int) ([]time.Duration, error) {
		return []time.Duration{time.Second}, nil
	}
	r, err := Run(t.Context(), quiet(), &out, Options{
		Only: []Part{Connecting}, Quick: true, Child: child(t, "as it is"),
		Peer: "../voice/voicetest/peer", Starts: []Beginning{{"nothing", come}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", out.Bytes())
	c := r.Connection
	for _, p := range c.Packets {
		if p.Micros <= 0 || p.Allocs != 0 {
			t.Errorf("%s takes %v µs and %d allocations", p.What, p.Micros, p.Allocs)
		}
	}
	if s := c.Sessions; s == nil {
		t.Log("this system does not say what a program takes")
	} else if s.Packets < 500 || s.Lost > s.Packets/100 || s.One.Share <= 0 || s.Many.Resident <= 0 {
		t.Errorf("sessions: %+v", *s)
	}
	if c.Peer == nil && strings.Contains(os.Getenv("REQUIRE"), "node") {
		t.Error("REQUIRE names node, and there is nothing to compare with")
	}
	if got, want := len(c.Recoveries), 2*len(faults); got != want {
		t.Errorf("%d recoveries, want %d", got, want)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"sessions_per_core":`, `"encrypt_ratio":`, `"lost_in":`, `"starts":`} {
		if !bytes.Contains(data, []byte(want)) && c.Sessions != nil && c.Peer != nil {
			t.Errorf("no %s in %s", want, data)
		}
	}
}

// A slow or wasteful stage of a packet's way is blamed, and none is that is as it
// should be.
func TestGuardOfPackets(t *testing.T) {
	steps, err := packetWork()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		t.Run(s.what, func(t *testing.T) {
			over := func(more func()) []Excess {
				slowed := s
				slowed.call = func(i int) { s.call(i); more() }
				costs, err := measurePackets(t.Context(), []packetStep{slowed}, true)
				if err != nil {
					t.Fatal(err)
				}
				return Connection{Packets: costs}.excesses()
			}
			const share = "2.00 %" // what is in order
			has := func(over []Excess, limit string) bool {
				return slices.ContainsFunc(over, func(e Excess) bool { return e.What == s.what && e.Limit == limit })
			}
			if slow := over(func() { burn(audio.FrameDuration / 40) }); !has(slow, share) || has(slow, "none") {
				t.Errorf("slow: the guard blames %v", slow)
			}
			if wasteful := over(func() { wasted = new([64]byte) }); !has(wasteful, "none") {
				t.Errorf("wasteful: the guard blames %v", wasteful)
			}
		})
	}
}

var wasted *[64]byte

// burn keeps a processor busy.
func burn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func blamed(over []Excess, what string) bool {
	return slices.ContainsFunc(over, func(e Excess) bool { return e.What == what || e.Where == what })
}

// A session that is slow or fat is blamed for it.
func TestLiveGuardOfSessions(t *testing.T) {
	if _, err := processorTime(); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct{ change, blamed string }{
		{"slow", "one of 2 sessions"},
		{"fat", "the heap of one of 2 sessions"},
		{"fat", "the memory of one of 2 sessions"},
	} {
		t.Run(tt.blamed, func(t *testing.T) {
			s, err := measureSessions(t.Context(), child(t, tt.change), true)
			if err != nil {
				t.Fatal(err)
			}
			over := Connection{Sessions: &s}.excesses()
			if !blamed(over, tt.blamed) {
				t.Errorf("the guard blames %v, want %s; %+v", over, tt.blamed, s)
			}
		})
	}
}

// A holder that cannot hold, or is none, is an error and no wait.
func TestLiveHolderFails(t *testing.T) {
	if _, err := processorTime(); err != nil {
		t.Skip(err)
	}
	for _, how := range []string{"mute", "gone"} {
		if _, err := measureSessions(t.Context(), child(t, how), true); err == nil {
			t.Errorf("%s: sessions were measured", how)
		}
	}
}

// asChild is what the test program is called with to hold sessions.
const asChild = "hold-sessions"

func child(t *testing.T, change string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, asChild, change}
}

// beChild holds sessions that are changed, and returns its exit code.
func beChild(how string) int {
	var err error
	switch how {
	case "as it is":
		err = HoldSessions(context.Background(), os.Stdin, os.Stdout)
	case "slow":
		err = holdSessions(context.Background(), os.Stdin, os.Stdout, func(s *seat) {
			s.channel = func(c conversation.Channel) conversation.Channel { return busyChannel{c} }
		})
	case "fat":
		err = holdSessions(context.Background(), os.Stdin, os.Stdout, func(*seat) {
			fat := make([]byte, weightLimit+weightLimit/2)
			for i := 0; i < len(fat); i += 512 {
				fat[i] = 1 // so that it is really there
			}
			ballast = append(ballast, fat)
		})
	case "mute":
		fmt.Println(`{"error": "no voice"}`)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

var ballast [][]byte

// A busyChannel has more to do with every sound than it should.
type busyChannel struct{ conversation.Channel }

func (c busyChannel) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	return func(yield func(voice.Event, error) bool) {
		for e, err := range c.Channel.Hear(ctx) {
			if _, ok := e.(voice.Sound); ok {
				burn(2 * time.Millisecond)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// recover measures a fault far away, in fake time.
func (f fault) recover(t *testing.T) (r Recovery) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := distance{farAway, farGrant, 1}
		server := d.server()
		defer func() {
			if err := server.Close(); err != nil {
				t.Error(err)
			}
		}()
		var err error
		if r, err = f.measure(t.Context(), quiet(), server, d); err != nil {
			t.Fatal(err)
		}
	})
	return r
}

// In fake time a recovery takes what the distance takes, and is lost only what
// nobody could hear.
func TestRecoveries(t *testing.T) {
	for _, f := range faults {
		t.Run(f.what, func(t *testing.T) {
			r := f.recover(t)
			if over := r.excesses(); len(over) > 0 {
				t.Error(over)
			}
			if limit := Millis(600 * time.Millisecond); f.limit == rejoinLimit && max(r.Mended.Max, r.Heard.Max, r.Spoken.Max) > limit {
				t.Errorf("it takes more than the way there and back a few times: %+v", r)
			}
			// One is on its way when the server stops listening.
			if f.limit == resumeLimit && r.LostIn.Max != 0 || r.LostOut.Max > 2 {
				t.Errorf("lost %+v and %+v", r.LostIn, r.LostOut)
			}
			t.Logf("%+v", r)
		})
	}
}

// TestGuardOfRecoveries has the server send late what the bot waits for after
// each fault.
func TestGuardOfRecoveries(t *testing.T) {
	late := [...]map[gateway.Op]time.Duration{
		{gateway.OpResumed: resumeLimit},
		{gateway.OpReady: rejoinLimit},
		{gateway.OpDescription: rejoinLimit},
		{gateway.OpReady: rejoinLimit},
		{gateway.Op(dave.OpAnnounceCommit): rejoinLimit, gateway.Op(dave.OpWelcome): rejoinLimit},
	}
	for i, f := range faults {
		t.Run(f.what, func(t *testing.T) {
			before := f.before
			f.before = func(c *call) {
				if before != nil {
					before(c)
				}
				c.server.SetFaults(uint64(bot), voicetest.Faults{Late: late[i]})
			}
			r := f.recover(t)
			if over := (Connection{Recoveries: []Recovery{r}}).excesses(); !blamed(over, "a whole connection") {
				t.Errorf("the guard blames %v; %+v", over, r)
			}
		})
	}
}

func TestGuardOfStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(ctx context.Context, _ *slog.Logger, times int) (took []time.Duration, err error) {
			for range times {
				begun := time.Now()
				err = pause(ctx, begun.Add(startLimit+time.Millisecond))
				took = append(took, time.Since(begun))
			}
			return took, err
		}
		starts, err := measureStarts(t.Context(), quiet(), []Beginning{{"a slow voice", slow}}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if over := (Connection{Starts: starts}).excesses(); !blamed(over, "the start with a slow voice") {
			t.Errorf("the guard blames %v", over)
		}
	})
}

func TestAgain(t *testing.T) {
	at := time.Unix(0, 0)
	for _, tt := range []struct {
		name string
		came []int // in ms
		want int
	}{
		{"nothing was missed", []int{13, 33, 53, 73}, 13},
		{"one was on its way", []int{1, 400, 420}, 400},
		{"nothing came for long", []int{900, 920}, 900},
		{"a hole", []int{10, 30, 330, 350, 370}, 330},
		{"two holes", []int{10, 130, 430, 450, 550}, 430},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var came []time.Time
			for _, n := range tt.came {
				came = append(came, at.Add(time.Duration(n)*time.Millisecond))
			}
			if got, want := again(at, came), time.Duration(tt.want)*time.Millisecond; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
