package gateway

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestIgnored sends what means nothing to us. The session goes on as if nothing
// had been, and numbers still count.
//
// Case: G20.
func TestIgnored(t *testing.T) {
	welcome := string([]byte{0, 1, byte(OpWelcome), 0, 9, 1})
	frames := []struct {
		name   string
		binary bool
		frame  string
		seq    int
	}{
		{"an unknown op", false, `{"op":99,"d":{},"seq":7}`, 7},
		{"an unknown binary op", true, "\x00\x07\x63abc", 7},
		{"removed ops", false, `{"op":10,"d":null,"seq":7}`, 7},
		{"an op of more than a byte", false, `{"op":256,"d":{}}`, Unnumbered},
		{"a negative op", false, `{"op":-1}`, Unnumbered},
		{"an op with a fraction", false, `{"op":5.5}`, Unnumbered},
		{"no op", false, `{"d":{},"seq":3}`, Unnumbered},
		{"no JSON", false, `hello`, Unnumbered},
		{"cut JSON", false, `{"op":5,"d":{`, Unnumbered},
		{"JSON and more", false, `{"op":5,"d":{}}{}`, Unnumbered},
		{"a list", false, `[8,{"heartbeat_interval":1}]`, Unnumbered},
		{"null", false, `null`, Unnumbered},
		{"nothing", false, ``, Unnumbered},
		{"not UTF-8", false, "\xff\xfe", Unnumbered},
		{"deep", false, strings.Repeat("[", 20000), Unnumbered},
		{"seq of another kind", false, `{"op":5,"d":{},"seq":{}}`, Unnumbered},
		{"binary of nothing", true, ``, Unnumbered},
		{"binary without an op", true, welcome[:2], Unnumbered},
		{"a JSON op as binary", true, "\x00\x07\x05{}", Unnumbered},
		{"a JSON Hello as binary", true, "\x00\x07\x08{}", Unnumbered},
		{"JSON as binary", true, `{"op":5,"d":{}}`, 0x7b22}, // op 111 to us
		{"a binary op as JSON", false, `{"op":29,"d":{},"seq":7}`, Unnumbered},
		{"Hello of another kind", false, `{"op":8,"d":[]}`, Unnumbered},
		{"Ready of another kind", false, `{"op":2,"d":{"ssrc":-1}}`, Unnumbered},
		{"a description without a key", false, `{"op":4,"d":{"mode":"m"}}`, Unnumbered},
		{"an ack of nothing", false, `{"op":6}`, Unnumbered},
		{"Resumed out of turn", false, `{"op":9,"d":null}`, Unnumbered},
	}
	for _, tt := range frames {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, o := newCall(t)
				p := c.start(o)
				p.raw(tt.binary, tt.frame)
				if h := p.beat(); h.SeqAck != tt.seq {
					t.Errorf("seq_ack %d, want %d", h.SeqAck, tt.seq)
				}
				p.say(OpSpeaking, 8, Speaking{})
				if got := c.seen(); got != "5" {
					t.Errorf("the owner saw %q", got)
				}
				c.stop()
			})
		})
	}
}

// TestGarbageIsNotLogged drops garbage without quoting it, and without a line
// for each.
func TestGarbageIsNotLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		for range 30 {
			p.raw(false, `{"op":"Mallory"}`)
			p.raw(false, `{"op":4,"d":{"secret_key":"Mallory"}}`)
			synctest.Wait()
		}
		if n := strings.Count(c.logs.String(), "dropped"); n == 0 || n > 10 {
			t.Errorf("%d lines about it", n)
		}
		if strings.Contains(c.logs.String(), "Mallory") {
			t.Error("the log quotes it")
		}
		c.stop()
	})
}

// TestTooLarge drops the websocket, rather than growing with what comes.
func TestTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.raw(true, "\x00\x00\x1b"+strings.Repeat("x", MaxMessage-3))
		if got := c.seen(); got != "27" {
			t.Errorf("the owner saw %q", got)
		}
		p.raw(true, "\x00\x01\x1b"+strings.Repeat("x", MaxMessage-2))
		q, r := c.resume()
		if got := c.seen(); got != "resumed" || r.SeqAck != 0 {
			t.Errorf("the owner saw %q, seq_ack %d", got, r.SeqAck)
		}
		// One that comes in every replay does not make a loop.
		for range len(pauses) - 1 {
			q.raw(true, "\x00\x01\x1b"+strings.Repeat("x", MaxMessage-2))
			q, _ = c.resume()
		}
		q.raw(true, "\x00\x01\x1b"+strings.Repeat("x", MaxMessage-2))
		if end := c.end(); end.Verdict != Rejoin {
			t.Errorf("ended with %v", end)
		}
	})
}

// TestTwice has the server answer everything twice.
func TestTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.begin(o)
		p.hello()
		p.ready()
		p.ready()
		for range 3 {
			var h Heartbeat
			p.want(OpHeartbeat, &h)
			p.say(OpHeartbeatAck, Unnumbered, HeartbeatAck{h.T})
			p.say(OpHeartbeatAck, Unnumbered, HeartbeatAck{h.T})
		}
		if got := c.seen(); got != "2 2" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestStuckHandlerOfLargeMessages ends the session before they take much memory,
// however few they are.
func TestStuckHandlerOfLargeMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		stuck := make(chan struct{})
		handle := o.Handle
		o.Handle = func(m Message) {
			handle(m)
			if m.Op == OpProposals {
				<-stuck
			}
		}
		p := c.start(o)
		// As many as there may be wait while one is handled, and that more than once.
		const most = eventBytes / (MaxMessage - 3)
		large := strings.Repeat("x", MaxMessage-3)
		for range 2 {
			for range most {
				p.raw(true, "\x00\x01\x1b"+large)
			}
			for range most {
				stuck <- struct{}{}
			}
			synctest.Wait()
		}
		for range most + 1 {
			p.raw(true, "\x00\x01\x1b"+large)
		}
		time.Sleep(time.Second)
		close(stuck)
		if end := c.end(); end.Verdict != Rejoin || !errors.Is(end, ErrStuck) {
			t.Errorf("ended with %v", end)
		}
	})
}

// TestStuckHandler keeps beating, and ends the session when too much has piled
// up, since nothing of it may be left out.
func TestStuckHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		stuck := make(chan struct{})
		handle := o.Handle
		o.Handle = func(m Message) {
			handle(m)
			if m.Op == OpProposals {
				<-stuck
			}
		}
		p := c.start(o)
		p.tell(Message{OpProposals, 0, nil})
		for range 10 {
			p.beat()
		}
		go p.live()
		for i := range eventDepth + 1 {
			p.say(OpSpeaking, i+1, Speaking{})
		}
		time.Sleep(time.Second)
		close(stuck)
		if end := c.end(); end.Verdict != Rejoin || !errors.Is(end, ErrStuck) {
			t.Errorf("ended with %v", end)
		}
	})
}
