package voicetest

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// endOf waits for the end of the robot's session, and returns its code.
func (c *talk) endOf() gateway.CloseCode {
	c.t.Helper()
	select {
	case <-c.bot.done:
	case <-time.After(2 * time.Minute):
		c.t.Fatal("the robot's session has not ended")
	}
	e, ok := errors.AsType[*gateway.EndError](c.bot.err)
	if !ok {
		c.t.Fatalf("the robot's session has ended by %v", c.bot.err)
	}
	return e.Code
}

// again connects the robot anew.
func (c *talk) again(channel uint64, pass VoicePass) {
	_ = c.bot.quit()
	c.bot = connect(c.t, c.VoiceServer, channel, pass)
	time.Sleep(time.Second)
}

// TestCloses: a close code ends the session, or the connection alone.
func TestCloses(t *testing.T) {
	for _, tt := range []struct {
		code    gateway.CloseCode
		resumed bool
	}{
		{NoFrame, true},
		{1001, true},
		{4013, true},
		{4015, true},
		{4006, false},
		{4009, false},
		{4014, false},
		{4017, false},
		{4021, false},
		{4022, false},
	} {
		inCall(t, VoiceOptions{}, func(c *talk) {
			c.join()
			if !c.Disconnect(bot, tt.code) {
				c.t.Fatal("the robot is not there")
			}
			if !tt.resumed {
				if got := c.endOf(); got != tt.code {
					c.t.Errorf("%v: ended by %v", tt.code, got)
				}
				if g, _ := c.Group(channel); slices.Contains(g.Inside, bot) {
					c.t.Errorf("%v: the robot is still inside", tt.code)
				}
				return
			}
			if i, _ := c.Session(bot); i.Connected {
				c.t.Errorf("%v: still connected", tt.code)
			}
			time.Sleep(10 * time.Second)
			i, _ := c.Session(bot)
			if i.Stats.Resumes != 1 || !i.Connected || c.count(gateway.OpReady) != 1 {
				c.t.Errorf("%v: %+v", tt.code, i)
			}
			c.both(tt.code.String())
			if i, _ = c.Session(bot); i.Stats.NonceReused > 0 {
				c.t.Errorf("%v: %d counters used twice", tt.code, i.Stats.NonceReused)
			}
		})
	}
}

// TestCuts: the connection breaks at each of the moments of a handshake, before
// and after, and the robot resumes wherever there is something to resume.
func TestCuts(t *testing.T) {
	for _, op := range []gateway.Op{1, 2, 4, 5, 11, 23, 25, 26, 27, 28, 29, 30} {
		for _, before := range []bool{true, false} {
			inCall(t, VoiceOptions{Faults: Faults{Cuts: []Cut{{Op: op, Before: before}}}}, func(c *talk) {
				c.bot.say(packets(1)[0])
				time.Sleep(10 * time.Second)
				c.join()
				s := c.Seat(guild, channel, uint64(ben), SeatOptions{Think: 20 * time.Millisecond})
				time.Sleep(20 * time.Second)
				s.Leave()
				time.Sleep(20 * time.Second)
				select {
				case <-c.bot.done:
					// Nothing is to be resumed before op 2, and what op 4 said is
					// not said again; those are for a client with more sense.
					if op != 2 && op != 1 && op != 4 {
						c.t.Errorf("%v, before: %v: the robot has ended by %v", op, before, c.bot.err)
					}
				default:
					if i, _ := c.Session(bot); i.Stats.Resumes != 1 {
						c.t.Errorf("%v, before: %v: %d resumes", op, before, i.Stats.Resumes)
					}
				}
			})
		}
	}
}

// TestStall: a connection that is dead without a sign is found out by its
// silence, on both sides.
func TestStall(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		c.Stall(bot)
		time.Sleep(time.Minute)
		if i, _ := c.Session(bot); i.Stats.Resumes != 1 || !i.Connected {
			c.t.Errorf("%+v", i)
		}
		c.both("resumed")
	})
	inCall(t, VoiceOptions{}, func(c *talk) {
		c.Outage(true)
		time.Sleep(20 * time.Second)
		if g, _ := c.Group(channel); !slices.Contains(g.Inside, bot) {
			c.t.Error("the robot is not waited for")
		}
		time.Sleep(3 * time.Minute)
		if g, _ := c.Group(channel); slices.Contains(g.Inside, bot) {
			c.t.Error("the robot is still waited for")
		}
	})
}

// TestMove: into another channel, or the same, by whatever way it is told.
func TestMove(t *testing.T) {
	const elsewhere = channel + 1
	for _, code := range []gateway.CloseCode{0, 4014, 4022, NotAtAll} {
		for _, to := range []uint64{elsewhere, channel} {
			inCall(t, VoiceOptions{MoveClose: code, MoveDelay: 300 * time.Millisecond}, func(c *talk) {
				b := c.Seat(guild, elsewhere, uint64(ben), SeatOptions{})
				old, _ := c.Admitted(guild, bot)
				pass := c.Move(guild, to, bot)
				if pass.Session != old.Session || pass.Token == old.Token || pass.Endpoint != old.Endpoint {
					c.t.Errorf("%+v after %+v", pass, old)
				}
				if code != NotAtAll {
					if got, want := c.endOf(), max(code, 4014); got != want {
						c.t.Errorf("closed by %v, want %v", got, want)
					}
				}
				if to == elsewhere {
					c.anna = b
				}
				c.again(to, pass)
				c.both("moved")
				g, _ := c.Group(channel)
				e, _ := c.Group(elsewhere)
				if in := slices.Contains(g.Members, bot); in != (to == channel) || slices.Contains(e.Members, bot) == in {
					c.t.Errorf("%+v, %+v", g, e)
				}
			})
		}
	}
}

// TestWithdraw: the voice server of a guild is taken away, and another comes.
func TestWithdraw(t *testing.T) {
	for _, code := range []gateway.CloseCode{NoFrame, 1001, 4014, 4015, 4022, NotAtAll} {
		inCall(t, VoiceOptions{}, func(c *talk) {
			c.Withdraw(guild, code)
			pass, _ := c.Admitted(guild, bot)
			r := dialRaw(c.t, c.VoiceServer, pass.Endpoint)
			r.identify(pass)
			if got := r.end(); got != 4006 {
				c.t.Errorf("%v: closed by %v, want 4006", code, got)
			}
			if c.anna.Utter(packets(1)[0]) {
				c.t.Error("anna is not out")
			}
			all := c.Reassign(guild, code == 4014)
			c.again(channel, all[bot])
			c.both("another server")
		})
	}
}

// TestSeats: what can be done to a seat.
func TestSeats(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		b := c.Seat(guild, channel, uint64(ben), SeatOptions{Think: 50 * time.Millisecond, Bot: true})
		time.Sleep(time.Second)
		before := c.anna.SSRC()
		c.anna.Reconnect()
		time.Sleep(2 * time.Second)
		if c.anna.SSRC() == before {
			c.t.Error("the same SSRC after a reconnection")
		}
		c.both("reconnected")
		b.Move(channel + 1)
		time.Sleep(time.Second)
		if g, _ := c.Group(channel); len(g.Members) != 2 {
			c.t.Errorf("moved: %+v", g)
		}
		b.Move(channel)
		time.Sleep(2 * time.Second)
		c.both("and back")
		if v := b.View(); !v.Ready || len(v.Members) != 3 {
			c.t.Errorf("%+v", v)
		}
		if st := b.Stats(); len(st.Complaints) > 0 || st.Unheard > 0 {
			c.t.Errorf("%+v", st)
		}
		again := c.Seat(guild, channel, uint64(ben), SeatOptions{Keep: 3})
		time.Sleep(2 * time.Second)
		c.both("in his own place")
		if st := again.Stats(); st.Dropped == 0 || len(again.Heard()) != 3 {
			c.t.Errorf("%+v", st)
		}
		if b.Utter(packets(1)[0]) {
			c.t.Error("who was replaced still speaks")
		}
	})
}

// TestThink: among seats that take their time, a client's commit wins.
func TestThink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{Latency: time.Millisecond})
		v.Seat(guild, channel, uint64(anna), SeatOptions{Think: 100 * time.Millisecond})
		r := connect(t, v, channel, v.Admit(guild, channel, bot, "bot"))
		time.Sleep(time.Second)
		v.Seat(guild, channel, uint64(ben), SeatOptions{Think: 100 * time.Millisecond})
		time.Sleep(3 * time.Second)
		if g, _ := v.Group(channel); g.Stats.Won[User(bot)] != 2 || len(g.Members) != 3 {
			t.Errorf("%+v, want both commits of the client", g)
		}
		_ = r.quit()
		check(t, v.Close())
		check(t, v.Close())
	})
}

// TestSay: pace, timestamps and silence of what a seat says.
func TestSay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{})
		a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
		b := v.Seat(guild, channel, uint64(ben), SeatOptions{})
		start := time.Now()
		check(t, say(a, 10))
		if d := time.Since(start); d != 300*time.Millisecond {
			t.Errorf("ten packets and five of silence took %v", d)
		}
		time.Sleep(7 * time.Second)
		check(t, say(a, 10))
		heard := b.Heard()
		if len(heard) != 30 {
			t.Fatalf("%d heard, want 30", len(heard))
		}
		for i, h := range heard {
			at, stamp := time.Duration(i)*frameTime, uint32(i*frameSamples)
			if i >= 15 {
				at += 7 * time.Second
				stamp += 7 * 48000
			}
			if h.At != start.Add(at) || h.Timestamp != heard[0].Timestamp+stamp || h.Seq != heard[0].Seq+uint16(i) {
				t.Errorf("packet %d: %v after the start, number +%d, timestamp +%d", i, h.At.Sub(start), h.Seq-heard[0].Seq, h.Timestamp-heard[0].Timestamp)
			}
			if isSilent(h.Packet) != (i%15 >= 10) {
				t.Errorf("packet %d: %x", i, h.Packet)
			}
		}
	})
}

// TestForgetHangsUp: a session that the server loses takes its connection with it,
// so that the client knows at once.
func TestForgetHangsUp(t *testing.T) {
	inCall(t, VoiceOptions{}, func(c *talk) {
		c.join()
		began := time.Now()
		if !c.Forget(bot) || c.Forget(bot) {
			c.t.Error("the robot was not there, or still is")
		}
		if got := c.endOf(); got != 4006 {
			c.t.Errorf("ended by %v, want 4006", got)
		}
		if took := time.Since(began); took > 5*time.Second {
			c.t.Errorf("the robot finds out after %v", took)
		}
	})
}
