package gateway

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestHeartbeats checks the instant and the form of heartbeats: the first after
// a part of the interval, and an op 3 of the server answered at once.
//
// Case: G06, G20.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		at := time.Now()
		want := func(after time.Duration, seq int) {
			t.Helper()
			h := p.beat()
			if got := time.Since(at); got != after || h.SeqAck != seq {
				t.Errorf("beat after %v with seq_ack %d, want %v with %d", got, h.SeqAck, after, seq)
			}
			if h.T == 0 {
				t.Error("the nonce is 0")
			}
		}
		want(testInterval/2, Unnumbered)
		p.say(OpSpeaking, 0, Speaking{})
		want(testInterval*3/2, 0) // 0 is a number
		p.say(OpSpeaking, 1, Speaking{})
		p.tell(Message{OpProposals, 2, nil}) // binary ones count along
		want(testInterval*5/2, 2)
		time.Sleep(time.Second)
		p.say(OpHeartbeat, Unnumbered, nil)
		want(testInterval*5/2+time.Second, 2)
		want(testInterval*7/2, 2)
		if got := c.seen(); got != "5 5 27" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestHeartbeatForm is the one that version 8 wants; another is closed with
// 4020.
//
// Case: G06.
func TestHeartbeatForm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		_, frame, err := p.Read(t.Context())
		// The bubble's clock begins in the year 2000.
		if want := `{"op":3,"d":{"t":946684805000,"seq_ack":-1}}`; string(frame) != want {
			t.Errorf("heartbeat: %s, %v\nwant:      %s", frame, err, want)
		}
		c.stop()
	})
}

// TestSequenceWraps follows the number that came last over the end of 16 bits.
func TestSequenceWraps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.tell(Message{OpProposals, 65535, nil})
		if h := p.beat(); h.SeqAck != 65535 {
			t.Errorf("seq_ack %d", h.SeqAck)
		}
		p.tell(Message{OpProposals, 65536, nil}) // 0 on the wire
		if h := p.beat(); h.SeqAck != 0 {
			t.Errorf("seq_ack %d after the wrap", h.SeqAck)
		}
		if got := c.seen(); got != "27 27" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestPing measures the way there and back, of the last heartbeat only.
func TestPing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		for _, tt := range []struct {
			delay time.Duration
			reply func(h Heartbeat) string
			want  time.Duration
		}{
			{30 * time.Millisecond, func(Heartbeat) string { return `{"op":6,"d":{"t":1}}` }, 0},
			{40 * time.Millisecond, func(h Heartbeat) string { return `{"op":6,"d":{"t":` + ID(h.T).String() + `}}` }, 40 * time.Millisecond},
			{50 * time.Millisecond, func(h Heartbeat) string { return `{"op":6,"d":` + ID(h.T).String() + `}` }, 50 * time.Millisecond},
			{60 * time.Millisecond, func(Heartbeat) string { return `{"op":6,"d":"yes"}` }, 50 * time.Millisecond},
			{70 * time.Millisecond, func(h Heartbeat) string {
				return `{"op":6,"d":{"t":"` + ID(h.T).String() + `"}}`
			}, 70 * time.Millisecond},
		} {
			var h Heartbeat
			p.want(OpHeartbeat, &h)
			time.Sleep(tt.delay)
			p.raw(false, tt.reply(h))
			synctest.Wait()
			if got := c.client.Ping(); got != tt.want {
				t.Errorf("ping %v after %s, want %v", got, tt.reply(h), tt.want)
			}
		}
		c.stop()
	})
}

// TestNoAck resumes over a new websocket when heartbeats are not answered for a
// whole interval.
func TestNoAck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.beat()
		p.want(OpHeartbeat, nil)
		at := time.Now()
		if err := p.gone(); time.Since(at) != testInterval {
			t.Errorf("dropped after %v with %v, want after %v", time.Since(at), err, testInterval)
		} else if closed, ok := errors.AsType[*ClosedError](err); ok {
			t.Errorf("closed with %v: that ends the session", closed.Code)
		}
		c.resume()
		if got := c.seen(); got != "resumed" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestHellosInARow changes the rhythm, and leaves one heart.
//
// Case: G07.
func TestHellosInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.say(OpHello, Unnumbered, Hello{8, 4000.5})
		p.say(OpHello, Unnumbered, Hello{8, 4000.5})
		at := time.Now()
		for range 3 {
			p.beat()
		}
		if got, want := time.Since(at), time.Duration(2.5*4000.5*float64(time.Millisecond)); got != want {
			t.Errorf("three beats in %v, want %v", got, want)
		}
		c.stop()
	})
}

func TestInterval(t *testing.T) {
	now := time.Now()
	for _, tt := range []struct {
		millis float64
		want   time.Duration
	}{
		{13750, 13750 * time.Millisecond},
		{41250.5, 41250500 * time.Microsecond},
		{0, usualInterval},
		{-1, usualInterval},
		{0.001, leastInterval},
		{1e300, mostInterval},
	} {
		var h heart
		h.hello(now, tt.millis, 0.25)
		if h.interval != tt.want || h.next.Sub(now) != tt.want/4 {
			t.Errorf("%v ms: every %v, first after %v", tt.millis, h.interval, h.next.Sub(now))
		}
	}
}

// TestHeartbeatPastSends sends a heartbeat ahead of all that waits, and when the
// network takes nothing for long, gives the websocket up.
func TestHeartbeatPastSends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		time.Sleep(testInterval/2 - time.Second)
		for range pipeDepth + 10 { // the pipe is full, ten wait
			_ = c.client.Send(t.Context(), OpSpeaking, Speaking{})
		}
		time.Sleep(2 * time.Second) // the heartbeat is due; one send was being written
		for range pipeDepth + 1 {
			p.want(OpSpeaking, nil)
		}
		p.beat()
		for range 9 {
			p.want(OpSpeaking, nil)
		}

		for range pipeDepth + 10 {
			_ = c.client.Send(t.Context(), OpSpeaking, Speaking{})
		}
		at := time.Now()
		// What the network never took is sent on the next websocket.
		q, _ := c.resume()
		if took := c.dials[1].Sub(at); took != writeWait+pauses[0] {
			t.Errorf("dialled again after %v, want %v", took, writeWait+pauses[0])
		}
		for range 10 {
			q.want(OpSpeaking, nil)
		}
		c.stop()
	})
}
