package gateway

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestResume goes on after the websocket broke: the same session, what was
// missed comes again, binary messages too, what came before does not come twice.
//
// Case: G11, G14.
func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.say(OpClientsConnect, 0, ClientsConnect{[]ID{1}})
		p.tell(Message{OpProposals, 1, []byte("one")})
		p.tell(Message{OpAnnounceCommit, 2, []byte("two")})
		if got := c.seen(); got != "11 27 29" {
			t.Fatalf("the owner saw %q", got)
		}
		lost := time.Now()
		_ = p.Close(Abnormal, "")

		q := c.accept()
		if took := time.Since(lost); took != pauses[0] {
			t.Errorf("dialled again after %v, want %v", took, pauses[0])
		}
		var r Resume
		q.want(OpResume, &r)
		if r.Guild != ID(o.Guild) || r.Session != o.Session || r.Token.Reveal() != "t0ps3cret" || r.SeqAck != 2 {
			t.Errorf("resume: %+v", r)
		}
		q.hello()
		q.say(OpResumed, Unnumbered, nil)
		q.tell(Message{OpProposals, 1, []byte("one")})
		q.tell(Message{OpAnnounceCommit, 2, []byte("two")})
		q.tell(Message{OpWelcome, 3, []byte("three")})
		q.say(OpPrepareTransition, 4, map[string]int{"transition_id": 1})
		q.tell(Message{OpProposals, 5, []byte("five")})
		if got := c.seen(); got != "resumed 30 21 27" {
			t.Errorf("the owner saw %q", got)
		}
		if diff := cmp.Diff([]byte("five"), c.got[len(c.got)-1].Data); diff != "" {
			t.Error(diff)
		}
		if h := q.beat(); h.SeqAck != 5 {
			t.Errorf("seq_ack %d", h.SeqAck)
		}
		c.stop()
	})
}

// TestResumeBeforeHello has Hello and Resumed in each order, and the replay
// ahead of both.
//
// Case: G07.
func TestResumeBeforeHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		_ = p.Close(Abnormal, "")
		q := c.accept()
		var r Resume
		q.want(OpResume, &r) // no need to wait for Hello
		if r.SeqAck != Unnumbered {
			t.Errorf("seq_ack %d before any number", r.SeqAck)
		}
		q.tell(Message{OpProposals, 0, nil})
		q.say(OpResumed, Unnumbered, nil)
		q.say(OpResumed, Unnumbered, nil) // twice is once
		q.say(OpSpeaking, 1, Speaking{})
		if got := c.seen(); got != "27 resumed 5" {
			t.Errorf("the owner saw %q", got)
		}
		q.hello()
		q.beat()
		c.stop()
	})
}

// TestResumeWrapped tells new from old across the wrap, and believes a server
// that counts anew once the replay is over.
func TestResumeWrapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		p.tell(Message{OpProposals, 65534, nil})
		c.seen()
		_ = p.Close(1001, "")
		q, r := c.resume()
		if r.SeqAck != 65534 {
			t.Errorf("seq_ack %d", r.SeqAck)
		}
		for _, seq := range []int{65533, 65534, 65535, 65536, 65537} {
			q.tell(Message{OpProposals, seq, nil})
		}
		if got := c.seen(); got != "resumed 27 27 27" {
			t.Errorf("the owner saw %q", got)
		}
		q.tell(Message{OpProposals, 0, nil})
		if got := c.seen(); got != "27" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestResumeRefused ends a session that the server does not know any more:
// neither a second resume nor an Identify, which 4006 would answer for ever.
//
// Case: G10, G13, G14.
func TestResumeRefused(t *testing.T) {
	for _, code := range []CloseCode{4006, 4009, 4004, 4014, 4017, 4021, 4022} {
		synctest.Test(t, func(t *testing.T) {
			c, o := newCall(t)
			p := c.start(o)
			_ = p.Close(4015, "")
			q := c.accept()
			q.want(OpResume, nil)
			_ = q.Close(code, "")
			end := c.end()
			if end.Code != code || end.Verdict != code.Verdict() || len(c.dials) != 2 {
				t.Errorf("%v: ended with %v, %v after %d dials", code, end.Code, end.Verdict, len(c.dials))
			}
			if closed, ok := errors.AsType[*ClosedError](end); !ok || (closed.Code != code && closed.Code != 4015) {
				t.Errorf("the error is %v", end)
			}
		})
	}
}

// TestResumeTries gives up after three tries, or when it takes too long.
func TestResumeTries(t *testing.T) {
	sum := pauses[0] + pauses[1] + pauses[2]
	tests := []struct {
		name  string
		fail  func(c *call, o *ClientOptions) // what becomes of the dials
		dials int
		took  time.Duration
	}{
		{"nobody answers the dial", func(_ *call, o *ClientOptions) {
			dial := o.Dial
			first := true
			o.Dial = func(ctx context.Context, url string) (Socket, error) {
				if first {
					first = false
					return dial(ctx, url)
				}
				_, _ = dial(ctx, url)
				<-ctx.Done()
				return nil, ctx.Err()
			}
		}, 4, outage},
		{"dials are refused", func(c *call, _ *ClientOptions) { c.refuse = true }, 4, sum},
		{"no Hello, no Resumed", func(*call, *ClientOptions) {}, 4, outage},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, o := newCall(t)
				if tt.name == "nobody answers the dial" {
					tt.fail(c, &o)
				}
				p := c.start(o)
				tt.fail(c, &o)
				at := time.Now()
				_ = p.Close(Abnormal, "")
				end := c.end()
				if took := time.Since(at); took != tt.took || len(c.dials) != tt.dials {
					t.Errorf("gave up after %v and %d dials, want %v and %d", took, len(c.dials), tt.took, tt.dials)
				}
				if end.Verdict != Rejoin || end.Code.Rejoins() != manyRejoins {
					t.Errorf("ended with %v", end)
				}
				if got := c.seen(); got != "" {
					t.Errorf("the owner saw %q", got)
				}
			})
		})
	}
}

// TestResumeHelloNeverComes resumes, but cannot beat: that websocket is as good
// as none.
func TestResumeHelloNeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		_ = p.Close(Abnormal, "")
		q := c.accept()
		q.want(OpResume, nil)
		q.say(OpResumed, Unnumbered, nil)
		at := time.Now()
		_ = q.gone()
		if took := time.Since(at); took != helloWait {
			t.Errorf("dropped after %v, want %v", took, helloWait)
		}
		c.resume()
		if got := c.seen(); got != "resumed resumed" {
			t.Errorf("the owner saw %q", got)
		}
		c.stop()
	})
}

// TestResumeFlapping counts tries across websockets that did not last, and
// forgets them after a minute of good service.
func TestResumeFlapping(t *testing.T) {
	for _, tt := range []struct {
		lasts  time.Duration
		resume int // how often it may be resumed; 10 is enough for any
	}{
		{time.Second, len(pauses)},
		{steady - time.Second, len(pauses)},
		{steady, 10},
	} {
		synctest.Test(t, func(t *testing.T) {
			c, o := newCall(t)
			p := c.start(o)
			go p.live()
			for range tt.resume {
				time.Sleep(tt.lasts)
				_ = p.Close(1000, "")
				p, _ = c.resume()
				go p.live()
			}
			time.Sleep(tt.lasts)
			if tt.resume == 10 {
				c.stop()
				return
			}
			_ = p.Close(1000, "")
			if end := c.end(); end.Verdict != Rejoin || end.Code != 1000 {
				t.Errorf("ended with %v", end)
			}
		})
	}
}

// TestSendWhileLost keeps what is sent meanwhile until the session goes on, even
// when it is the handler that sends, and more than there is room for.
func TestSendWhileLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		const n = 3 * outDepth
		o.Handle = func(m Message) {
			if m.Op != OpProposals {
				return
			}
			time.Sleep(pauses[0] / 2) // until it is lost
			for i := range n {
				if err := c.client.Send(t.Context(), OpSpeaking, Speaking{SSRC: uint32(i)}); err != nil {
					t.Error(err)
				}
			}
		}
		p := c.begin(o)
		p.ready()
		p.tell(Message{OpProposals, 0, nil})
		_ = p.Close(Abnormal, "")
		q := c.accept()
		q.want(OpResume, nil)
		q.hello()
		synctest.Wait()
		q.say(OpResumed, Unnumbered, nil)
		for i := range n {
			var s Speaking
			if q.want(OpSpeaking, &s); s.SSRC != uint32(i) {
				t.Fatalf("message %d is %d", i, s.SSRC)
			}
		}
		c.stop()
	})
}

// TestSendAtTheEnd lets go a handler that waits in Send when the session ends.
func TestSendAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		var err error
		o.Handle = func(m Message) {
			for err == nil && m.Op == OpProposals {
				err = c.client.Send(t.Context(), OpSpeaking, Speaking{})
			}
		}
		p := c.begin(o)
		p.ready()
		p.tell(Message{OpProposals, 0, nil})
		_ = p.Close(Abnormal, "")
		q := c.accept()
		q.want(OpResume, nil)
		_ = q.Close(4006, "")
		c.end()
		if !errors.Is(err, ErrOver) {
			t.Errorf("sending: %v", err)
		}
	})
}

// TestSelectProtocolAgain asks again for the key, which is not numbered, when
// the websocket breaks between question and answer.
func TestSelectProtocolAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		_ = c.client.Send(t.Context(), OpSelectProtocol, SelectProtocol{Mode: "m"})
		p.want(OpSelectProtocol, nil)
		_ = p.Close(Abnormal, "")
		_ = c.client.Send(t.Context(), OpSpeaking, Speaking{})
		q, _ := c.resume()
		q.want(OpSelectProtocol, nil)
		q.want(OpSpeaking, nil)
		q.say(OpDescription, Unnumbered, Description{SecretKey: NewKey([KeyLen]byte{})})
		synctest.Wait()
		_ = q.Close(Abnormal, "")
		r, _ := c.resume()
		r.beat() // answered is answered
		c.stop()
	})
}
