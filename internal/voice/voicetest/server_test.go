package voicetest

import (
	"bytes"
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
)

func realUDP(ctx context.Context, to netip.AddrPort) (voice.PacketConn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "udp", to.String())
	if err != nil {
		return nil, err
	}
	return c.(*net.UDPConn), nil
}

// open returns a server for a test.
func open(t testing.TB, o VoiceOptions) *VoiceServer {
	t.Helper()
	v := NewVoiceServer(o)
	t.Cleanup(func() { check(t, v.Close()) })
	return v
}

// TestServer: somebody comes into a channel where two are, everybody hears
// everybody, and he goes.
func TestServer(t *testing.T) {
	for _, latency := range []time.Duration{time.Millisecond, 40 * time.Millisecond} {
		t.Run(latency.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := open(t, VoiceOptions{Latency: latency, Faults: Faults{Up: Network{Latency: latency}, Down: Network{Latency: latency}}})
				a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
				b := v.Seat(guild, channel, uint64(ben), SeatOptions{})
				check(t, say(a, 10))
				r := connect(t, v, channel, v.Admit(guild, channel, bot, "bot"))
				time.Sleep(time.Second)
				want := []gateway.Op{2, 11, 18, 20, 5, 18, 20, 4, 25, 30}
				if ops := r.got().ops; len(ops) < len(want) || !slices.Equal(ops[:len(want)], want) {
					t.Errorf("ops %v, want %v first", ops, want)
				}
				g, _ := v.Group(channel)
				if !g.Idle || len(g.Members) != 3 || g.Version != 1 {
					t.Fatalf("group %+v", g)
				}
				for _, s := range []*Seat{a, b} {
					s.Heard()
					go func() { check(t, say(s, 50)) }()
				}
				for _, p := range packets(50) {
					if !r.say(p) {
						t.Fatal("the robot has no key")
					}
					time.Sleep(20 * time.Millisecond)
				}
				time.Sleep(time.Second)
				wantHeard(t, "the robot", r.hears(), uint64(anna), 50)
				for name, s := range map[string]*Seat{"anna": a, "ben": b} {
					st := s.Stats()
					if st.Unheard > 0 || len(st.Complaints) > 0 || st.Withheld > 0 && s == b {
						t.Errorf("%s: %+v", name, st)
					}
					wantHeard(t, name, s.Heard(), bot, 50)
				}
				i, _ := v.Session(bot)
				if i.Stats.Refused+i.Stats.NonceReused+i.Stats.WrongSSRC > 0 || i.Stats.Packets != 50 || i.Stats.Discoveries != 1 {
					t.Errorf("the server saw %+v", i.Stats)
				}
				if got := r.got(); len(got.unheard) > 0 || got.strange > 1 {
					t.Errorf("%+v", got)
				}
				_ = r.quit()
				time.Sleep(time.Second)
				if g, _ := v.Group(channel); !slices.Equal(g.Members, []uint64{uint64(anna), uint64(ben)}) {
					t.Errorf("afterwards: %+v", g)
				}
			})
		})
	}
}

// say has a seat say n packets.
func say(s *Seat, n int) error {
	_, err := s.Say(context.Background(), packets(n))
	return err
}

// wantHeard checks that of one user all was heard as it was said, in order, and
// the silence behind it.
func wantHeard(t *testing.T, who string, heard []Heard, from uint64, n int) {
	t.Helper()
	var got [][]byte
	for _, h := range heard {
		if h.From == from && !isSilent(h.Packet) {
			got = append(got, h.Packet)
		}
	}
	if want := packets(n); !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("%s heard %d of %d of user %d", who, len(got), n, from)
	}
}
