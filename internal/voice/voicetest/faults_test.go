package voicetest

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// A talk is a server with a seat and a robot.
type talk struct {
	*VoiceServer
	t    *testing.T
	anna *Seat
	bot  *robot
}

// inCall runs a test in a call of anna and the robot, in a bubble.
func inCall(t *testing.T, o VoiceOptions, do func(c *talk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if o.Latency == 0 {
			o.Latency = time.Millisecond
		}
		v := open(t, o)
		c := &talk{VoiceServer: v, t: t, anna: v.Seat(guild, channel, uint64(anna), SeatOptions{})}
		c.bot = connect(t, v, channel, v.Admit(guild, channel, bot, "bot"))
		defer func() { _ = c.bot.quit() }()
		time.Sleep(time.Second)
		do(c)
	})
}

// both checks that anna and the robot hear each other.
func (c *talk) both(when string) {
	c.t.Helper()
	c.anna.Utter(packets(1)[0])
	c.bot.say(packets(1)[0])
	time.Sleep(2 * time.Second) // so that it is known whose their SSRCs are
	c.anna.Heard()
	c.bot.hears()
	go func() { check(c.t, say(c.anna, 25)) }()
	for _, p := range packets(25) {
		if !c.bot.say(p) {
			c.t.Errorf("%s: the robot has no key", when)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(time.Second)
	wantHeard(c.t, when+": the robot", c.bot.hears(), c.anna.User(), 25)
	wantHeard(c.t, when+": the seat", c.anna.Heard(), bot, 25)
}

// count returns how many messages of an op the robot got, as the server saw it.
func (c *talk) count(op gateway.Op) (n int) {
	for _, m := range c.Trace(bot) {
		if m.Op == op {
			n++
		}
	}
	return n
}

// join and part bring a change of the group.
func (c *talk) join() *Seat {
	s := c.Seat(guild, channel, uint64(cleo), SeatOptions{})
	time.Sleep(time.Second)
	return s
}

// TestFaults: a client that a fault does not concern goes on as if there was
// none, and the fault happens.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		faults Faults
		happen func(c *talk) bool // nil: no check
	}{
		{"op 22 twice", Faults{Twice: []gateway.Op{22}}, func(c *talk) bool { return c.count(22) == 2*c.count(29) }},
		{"op 22 late", Faults{Late: map[gateway.Op]time.Duration{22: 500 * time.Millisecond}}, nil},
		{"op 4 twice", Faults{Twice: []gateway.Op{4}}, func(c *talk) bool { return c.count(4) == 2 }},
		{"unknown ops", Faults{Strange: true}, func(c *talk) bool { return c.count(strange) > 5 }},
		{"keep-alives without an echo", Faults{Silent: true}, nil},
		{"discovery deaf for a while", Faults{Deaf: 2}, func(c *talk) bool { i, _ := c.Session(bot); return i.Stats.Discoveries == 3 }},
		{"junk before discovery", Faults{Junk: true}, nil},
		{"padding only", Faults{PaddingOnly: 0.3}, func(c *talk) bool {
			i, _ := c.Session(bot)
			return i.Stats.PaddingOnly > 3 && c.bot.got().empty == i.Stats.PaddingOnly
		}},
		{"padding only, always", Faults{PaddingOnly: 1}, func(c *talk) bool { return c.bot.got().empty > 20 }},
		{"upset", Faults{Upset: func(m gateway.Message) []gateway.Message {
			if m.Op == gateway.OpPlatform {
				return nil
			}
			return []gateway.Message{m}
		}}, func(c *talk) bool { return c.count(20) == 0 }},
		{"jitter", Faults{Down: Network{Latency: 10 * time.Millisecond, Jitter: 15 * time.Millisecond}, Up: Network{Jitter: 15 * time.Millisecond}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inCall(t, VoiceOptions{Faults: tt.faults}, func(c *talk) {
				c.t = t
				time.Sleep(3 * time.Second)
				c.both("two")
				s := c.join()
				c.both("a third has come")
				s.Leave()
				time.Sleep(time.Second)
				c.both("and gone")
				if tt.happen != nil && !tt.happen(c) {
					i, _ := c.Session(bot)
					t.Errorf("it did not happen: %+v", i.Stats)
				}
				if g, _ := c.Group(channel); !g.Idle || len(g.Members) != 2 {
					t.Errorf("group %+v", g)
				}
			})
		})
	}
}

// TestLost: a server that does not answer.
func TestLost(t *testing.T) {
	for _, tt := range []struct {
		name string
		op   gateway.Op
		err  error
	}{
		{"no Hello", gateway.OpHello, gateway.ErrSilent},
		{"no Ready", gateway.OpReady, gateway.ErrSilent},
		{"no description", gateway.OpDescription, gateway.ErrSilent},
		{"no ack", gateway.OpHeartbeatAck, gateway.ErrNoAck},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := open(t, VoiceOptions{Faults: Faults{Lose: []gateway.Op{tt.op}}})
				pass := v.Admit(guild, channel, bot, "bot")
				var c *gateway.Client
				c, err := gateway.Connect(t.Context(), gateway.ClientOptions{
					Endpoint: pass.Endpoint, Guild: guild, User: bot, Session: pass.Session, Token: gateway.NewToken(pass.Token), Dial: v.Dial,
					Handle: func(m gateway.Message) {
						if m.Op == gateway.OpReady {
							check(t, c.Send(t.Context(), gateway.OpSelectProtocol, gateway.SelectProtocol{Address: "192.0.2.1", Port: 9, Mode: string(rtp.AES256GCM)}))
						}
					},
				})
				if err == nil {
					err = c.Run(t.Context())
				}
				if !errors.Is(err, tt.err) {
					t.Errorf("%v, want %v", err, tt.err)
				}
			})
		})
	}
}

// TestLateSpeaking: as long as op 5 has not come, nobody knows whose packets are
// whose.
func TestLateSpeaking(t *testing.T) {
	inCall(t, VoiceOptions{Faults: Faults{Late: map[gateway.Op]time.Duration{5: 400 * time.Millisecond}}}, func(c *talk) {
		check(c.t, say(c.anna, 40))
		time.Sleep(time.Second)
		if n := len(c.bot.hears()); c.bot.got().strange < 19 || n < 19 || c.bot.got().strange+n != 45 {
			c.t.Errorf("%d packets of unknown, %d of anna", c.bot.got().strange, n)
		}
	})
	inCall(t, VoiceOptions{}, func(c *talk) {
		s := c.Seat(guild, channel, uint64(dora), SeatOptions{Mute: true, SSRC: c.anna.SSRC() + 1})
		time.Sleep(time.Second)
		check(c.t, say(s, 10))
		if c.bot.got().strange != 15 {
			c.t.Errorf("%d packets of unknown, want 15", c.bot.got().strange)
		}
		s.Speaking(1)
		time.Sleep(time.Second)
		check(c.t, say(s, 10))
		wantHeard(c.t, "the robot", c.bot.hears(), uint64(dora), 10)
	})
}

// TestLateConnect: op 27 adds somebody whom op 11 has not named.
func TestLateConnect(t *testing.T) {
	inCall(t, VoiceOptions{Faults: Faults{Late: map[gateway.Op]time.Duration{11: 300 * time.Millisecond}}}, func(c *talk) {
		c.join()
		time.Sleep(time.Second)
		c.both("late op 11")
		ops := c.bot.got().ops
		i, j := slices.Index(ops, gateway.OpProposals), slices.Index(ops, gateway.OpClientsConnect)
		if i < 0 || i > j {
			c.t.Errorf("ops %v, want 27 before 11", ops)
		}
		if g, _ := c.Group(channel); len(g.Members) != 3 {
			c.t.Errorf("group %+v", g)
		}
	})
}

// TestSpoiled: a commit that is not as it was made has the robot say so, and come
// back.
func TestSpoiled(t *testing.T) {
	for _, op := range []gateway.Op{gateway.OpAnnounceCommit, gateway.OpWelcome} {
		inCall(t, VoiceOptions{Faults: Faults{Spoil: map[gateway.Op]int{op: 1}}}, func(c *talk) {
			s := c.Seat(guild, channel, uint64(ben), SeatOptions{})
			time.Sleep(time.Second)
			s.Leave()
			time.Sleep(20 * time.Second)
			g, _ := c.Group(channel)
			if g.Stats.Invalid != 1 || len(g.Members) != 2 {
				c.t.Errorf("%v spoiled: %+v", op, g)
			}
			c.both("healed")
		})
	}
}

// TestStray: proposals of another epoch change nothing.
func TestStray(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		before, _ := c.Group(channel)
		if !c.ProposeStray(bot) {
			c.t.Error("the robot is not there")
		}
		time.Sleep(time.Second)
		if g, _ := c.Group(channel); g.Epoch != before.Epoch || g.Stats.Commits != before.Stats.Commits || g.Stats.Invalid > 0 {
			c.t.Errorf("group %+v", g)
		}
		c.join()
		c.both("afterwards")
	})
}

// TestServerExpels: whoever is removed from the group comes back into it.
func TestServerExpels(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		c.join()
		c.Expel(guild, channel, bot)
		time.Sleep(20 * time.Second)
		if g, _ := c.Group(channel); len(g.Members) != 3 {
			c.t.Errorf("group %+v", g)
		}
		c.both("back")
	})
}

// TestRekey: another key for packets, while the group and the sources stay.
func TestRekey(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		before, _ := c.Session(bot)
		if !c.Rekey(bot) {
			c.t.Error("the robot is not there")
		}
		time.Sleep(oldKey)
		c.both("another key")
		i, _ := c.Session(bot)
		if i.SSRC != before.SSRC || i.Stats.NonceReused+i.Stats.Refused > 0 || c.count(4) != 2 || c.count(26) != 1 {
			c.t.Errorf("%+v, before %+v", i, before)
		}
	})
}

// TestServerVersions: a call that becomes encrypted, and ceases to be.
func TestServerVersions(t *testing.T) {
	plain := func(uint64) CallOptions { return CallOptions{Plain: true} }
	inCall(t, VoiceOptions{Call: plain}, func(c *talk) {
		for _, version := range []int{0, 1, 0, 1} {
			c.SetVersion(guild, channel, version)
			time.Sleep(2 * time.Second)
			c.both("version")
			if g, _ := c.Group(channel); g.Version != version || len(g.Members) != 2*version {
				c.t.Errorf("version %d: %+v", version, g)
			}
		}
	})
}

// TestNetwork: what a network does to datagrams.
func TestNetwork(t *testing.T) {
	const n = 1000
	for _, tt := range []struct {
		name     string
		network  Network
		min, max int
		ordered  bool
	}{
		{"good", Network{}, n + 5, n + 5, true},
		{"jitter", Network{Latency: time.Millisecond, Jitter: 50 * time.Millisecond}, n + 5, n + 5, true},
		{"loss", Network{Loss: 0.1}, 850, 950, true},
		{"duplicates", Network{Duplicate: 0.1}, n + 5, n + 10, true}, // which DAVE refuses, but for silence
		{"reordered", Network{Reorder: 0.1}, n + 5, n + 5, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inCall(t, VoiceOptions{}, func(c *talk) {
				check(t, say(c.anna, 1))
				time.Sleep(time.Second)
				c.bot.hears()
				c.SetFaults(bot, Faults{Down: tt.network})
				go func() { check(t, say(c.anna, n)) }()
				time.Sleep(30 * time.Second)
				got := c.bot.hears()
				if len(got) < tt.min || len(got) > tt.max {
					t.Errorf("%d heard, want %d to %d", len(got), tt.min, tt.max)
				}
				if tt.ordered != slices.IsSortedFunc(got, func(a, b Heard) int { return int(int16(a.Seq - b.Seq)) }) {
					t.Errorf("in order: %v, want %v", !tt.ordered, tt.ordered)
				}
				if dup := len(c.bot.got().unheard); (dup > 50) != (tt.network.Duplicate > 0) {
					t.Errorf("%d refused", dup)
				}
			})
		})
	}
}

// TestCamera: video, its repetitions and reports come, and silence without end.
func TestCamera(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		c.anna.Camera(true)
		time.Sleep(10 * time.Second)
		heard := c.bot.hears()
		if n := len(heard); n < 498 || n > 502 || !isSilent(heard[0].Packet) {
			c.t.Errorf("%d packets of audio, want 500 of silence", n)
		}
		if c.bot.got().others < 1500 || c.count(12) != 1 || len(c.bot.got().unheard) > 0 {
			c.t.Errorf("%d packets of video, op 12 %d times, unheard %v", c.bot.got().others, c.count(12), c.bot.got().unheard)
		}
		c.both("with a camera")
		c.anna.Camera(false)
		time.Sleep(time.Second)
		c.bot.hears()
		time.Sleep(time.Second)
		if n := len(c.bot.hears()); n > 0 {
			c.t.Errorf("%d packets after it", n)
		}
	})
}
