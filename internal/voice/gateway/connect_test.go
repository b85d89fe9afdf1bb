package gateway

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestIdentify compares what the client says first. max_dave_protocol_version
// is there, and 1: without it every call but a stage is refused with 4017.
//
// Case: V01, G01.
func TestIdentify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		go func() {
			client, err := Connect(t.Context(), o)
			if err != nil {
				t.Error(err)
			}
			c.client = client
		}()
		p := c.accept()
		synctest.Wait()
		if c.client != nil {
			t.Error("connected before Hello")
		}
		p.hello()
		binary, frame, err := p.Read(t.Context())
		if err != nil || binary {
			t.Fatalf("binary %v, %v", binary, err)
		}
		want := `{"op":0,"d":{"server_id":"41771983423143937","user_id":"104694319306248192",` +
			`"session_id":"my_session","max_dave_protocol_version":1,"token":"t0ps3cret"}}`
		if string(frame) != want {
			t.Errorf("identify: %s\nwant:     %s", frame, want)
		}
	})
}

// TestConnectWaits bounds each step of connecting.
func TestConnectWaits(t *testing.T) {
	tests := []struct {
		name   string
		dial   func(context.Context, string) (Socket, error)
		took   time.Duration
		target error
	}{
		{"the dial hangs", func(ctx context.Context, _ string) (Socket, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, 10 * time.Second, context.DeadlineExceeded},
		{"the dial is refused", func(context.Context, string) (Socket, error) {
			return nil, io.ErrClosedPipe
		}, 0, io.ErrClosedPipe},
		{"Hello never comes", func(context.Context, string) (Socket, error) {
			client, _ := Pipe()
			return client, nil
		}, 10 * time.Second, ErrSilent},
		{"chatter but no Hello", func(ctx context.Context, _ string) (Socket, error) {
			client, server := Pipe()
			go func() {
				for server.Write(ctx, false, []byte(`{"op":6,"d":1}`)) == nil {
					_ = server.Write(ctx, false, []byte(`{"op":8,"d":"soon"}`))
					_ = server.Write(ctx, true, []byte{0})
					time.Sleep(time.Second)
				}
			}()
			return client, nil
		}, 10 * time.Second, ErrSilent},
		{"the line breaks", func(context.Context, string) (Socket, error) {
			client, server := Pipe()
			_ = server.Close(Abnormal, "")
			return client, nil
		}, 0, io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				at := time.Now()
				_, err := Connect(t.Context(), ClientOptions{Dial: tt.dial})
				if took := time.Since(at); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				end, ok := errors.AsType[*EndError](err)
				if !ok || end.Verdict != Rejoin || end.Code != NoCode || !errors.Is(err, tt.target) {
					t.Errorf("got %v, want a rejoin for %v", err, tt.target)
				}
			})
		})
	}
}

// TestConnectCancelled gives up connecting; the server is told, and nobody
// calls that a failure.
func TestConnectCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := Connect(ctx, ClientOptions{Dial: func(context.Context, string) (Socket, error) { return client, nil }})
		if _, ended := errors.AsType[*EndError](err); ended || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if _, _, err := server.Read(t.Context()); codeOf(err) != Normal {
			t.Errorf("the server saw %v", err)
		}
	})
}

// TestReadyNeverComes ends a session that never began.
func TestReadyNeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.begin(o)
		at := time.Now()
		go func() { _ = p.gone() }()
		p.raw(false, `{"op":2,"d":{"ssrc":"many"}}`) // no Ready
		end := c.end()
		if took := time.Since(at); took != readyWait || end.Verdict != Rejoin || !errors.Is(end, ErrSilent) {
			t.Errorf("after %v: %v", took, end)
		}
	})
}

// TestDescriptionNeverComes ends a session that gets no key.
func TestDescriptionNeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		at := time.Now()
		_ = c.client.Send(t.Context(), OpSelectProtocol, SelectProtocol{"198.51.100.3", 4321, "m"})
		var s SelectProtocol
		p.want(OpSelectProtocol, &s)
		if want := (SelectProtocol{"198.51.100.3", 4321, "m"}); s != want {
			t.Errorf("select protocol: %+v, want %+v", s, want)
		}
		p.raw(false, `{"op":4,"d":{"mode":"m","secret_key":[1,2,3]}}`) // no description
		go p.live()                                                    // the heart beats as ever
		end := c.end()
		if took := time.Since(at); took != describeWait || end.Verdict != Rejoin || !errors.Is(end, ErrSilent) {
			t.Errorf("after %v: %v", took, end)
		}
		if got := c.seen(); got != "" {
			t.Errorf("the owner saw %q", got)
		}
	})
}

// TestDescriptionInTime needs no more than an answer, and takes a second one,
// with another key, as well as the first.
//
// Case: G18.
func TestDescriptionInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		_ = c.client.Send(t.Context(), OpSelectProtocol, SelectProtocol{})
		p.want(OpSelectProtocol, nil)
		for i := range byte(2) {
			p.say(OpDescription, Unnumbered, Description{Mode: "m", SecretKey: NewKey([KeyLen]byte{i + 1}), DAVE: 1})
			if got := c.seen(); got != "4" {
				t.Fatalf("the owner saw %q", got)
			}
			var d Description
			if err := c.got[len(c.got)-1].Decode(&d); err != nil {
				t.Fatal(err)
			}
			if got := d.SecretKey.Reveal(); got != [KeyLen]byte{i + 1} {
				t.Errorf("key %d: %v", i, got)
			}
		}
		for range 5 {
			p.beat()
		}
		c.stop()
	})
}

// TestCancelCloses ends a session with 1000, at once, whatever is going on, and
// calls nobody afterwards.
//
// Case: V14, G15.
func TestCancelCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		at := time.Now()
		c.stop()
		_ = p.Write(t.Context(), false, []byte(`{"op":4,"d":{"mode":"m"}}`)) // a late word of the old session
		if err := p.gone(); codeOf(err) != Normal || time.Since(at) != 0 {
			t.Errorf("after %v the server saw %v", time.Since(at), err)
		}
		if got := c.seen(); got != "" {
			t.Errorf("the owner saw %q", got)
		}
		if err := c.client.Send(t.Context(), OpSpeaking, Speaking{}); !errors.Is(err, ErrOver) {
			t.Errorf("sending after the end: %v", err)
		}
	})
}

// TestCancelForgets does not hand over what still waits when ctx is done.
//
// Case: V14, G15.
func TestCancelForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		handle, busy := o.Handle, make(chan struct{})
		o.Handle = func(m Message) {
			handle(m)
			if m.Op == OpSpeaking {
				<-busy
			}
		}
		p := c.start(o)
		for i := range 3 {
			p.say(OpSpeaking, i, Speaking{})
		}
		synctest.Wait()
		c.cancel()
		synctest.Wait()
		close(busy)
		c.stop()
		if got := c.seen(); got != "5" {
			t.Errorf("the owner saw %q", got)
		}
	})
}

// TestCancelWhileResuming leaves at once.
func TestCancelWhileResuming(t *testing.T) {
	for _, after := range []time.Duration{0, 100 * time.Millisecond, 700 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			c, o := newCall(t)
			p := c.start(o)
			_ = p.Close(Abnormal, "")
			time.Sleep(after)
			at := time.Now()
			c.stop()
			if took := time.Since(at); took != 0 {
				t.Errorf("cancelled after %v it took %v", after, took)
			}
		})
	}
}

// TestBurstAfterReady has the first speakers in the same breath as Ready. None
// is missed, and all come in order, one at a time.
//
// Case: V06, G21, G23.
func TestBurstAfterReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		handle, busy := o.Handle, false
		o.Handle = func(m Message) {
			if busy {
				t.Error("two messages are handled at once")
			}
			busy = true
			time.Sleep(time.Millisecond)
			handle(m)
			busy = false
		}
		p := c.begin(o)
		p.ready()
		p.say(OpClientsConnect, 0, ClientsConnect{[]ID{1, 2, 3, 4}})
		var want []Message
		for i := range 4 {
			m, _ := NewMessage(OpSpeaking, i+1, Speaking{User: ID(i + 1), SSRC: uint32(100 + i), Flags: SpeakingVoice})
			p.tell(m)
			want = append(want, m)
		}
		time.Sleep(time.Second)
		if got := c.seen(); got != "2 11 5 5 5 5" {
			t.Errorf("the owner saw %q", got)
		}
		if diff := cmp.Diff(want, c.got[2:]); diff != "" {
			t.Error(diff)
		}
		c.stop()
	})
}

// TestPassedOn hands the owner every message that is not the client's own, as it
// came; also DAVE's, whose op 24 has no transition id, and op 12, which may be
// the only one that tells an SSRC.
//
// Case: V08, G22, G04, G05.
func TestPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		want := []Message{
			{OpVideo, 0, []byte(`{"user_id":"9","audio_ssrc":42,"video_ssrc":0}`)},
			{OpClientDisconnect, 1, []byte(`{"user_id":"9"}`)},
			{OpClientFlags, 2, []byte(`{"user_id":9,"flags":null}`)},
			{OpPlatform, 3, []byte(`{"user_id":"9","platform":null}`)},
			{OpSessionUpdate, 4, []byte(`{}`)},
			{OpMediaSinkWants, Unnumbered, []byte(`{"any":100}`)},
			{OpBackendVersion, Unnumbered, nil},
			{OpPrepareTransition, 5, []byte(`{"transition_id":0,"protocol_version":1}`)},
			{OpPrepareEpoch, 6, []byte(`{"protocol_version":1,"epoch":1}`)},
			{OpExternalSender, 7, []byte{1, 2, 3}},
			{OpAnnounceCommit, 8, []byte{0, 9, 0xff}},
			{OpWelcome, 9, []byte{0, 9}},
		}
		for _, m := range want {
			p.tell(m)
		}
		synctest.Wait()
		if diff := cmp.Diff(want, c.got[1:]); diff != "" {
			t.Error(diff)
		}
		c.stop()
	})
}

// TestSend keeps the order, and waits only when the network has been slow for
// long.
func TestSend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		payload := []byte{1, 2, 3}
		_ = c.client.SendBinary(t.Context(), OpCommitWelcome, payload)
		payload[0] = 99
		_ = c.client.Send(t.Context(), OpTransitionReady, map[string]int{"transition_id": 3})
		if m := p.want(OpCommitWelcome, nil); m.Data[0] != 1 {
			t.Error("the payload was not copied")
		}
		p.want(OpTransitionReady, nil)

		// Nobody reads: the network takes some, the queue the rest.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var err error
		n := 0
		for err == nil {
			err = c.client.Send(ctx, OpSpeaking, Speaking{})
			n++
		}
		if n < outDepth || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d messages could be sent, then: %v", n, err)
		}
		if err := c.client.Send(t.Context(), OpSpeaking, func() {}); err == nil {
			t.Error("a func was sent")
		}
		c.stop()
	})
}
