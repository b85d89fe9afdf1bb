package gateway

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// serveWebsockets serves real websockets on this machine, over TLS.
func serveWebsockets(t *testing.T) (*httptest.Server, <-chan Socket) {
	t.Helper()
	sockets := make(chan Socket, 4)
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RequestURI() != "/?v=8" {
			t.Errorf("asked for %s", r.URL.RequestURI())
		}
		s, err := AcceptWebsocket(w, r)
		if err != nil {
			t.Error(err)
			return
		}
		sockets <- s
	}))
	t.Cleanup(func() {
		srv.Close()
		srv.Client().CloseIdleConnections()
	})
	return srv, sockets
}

// TestLiveSession runs a session over real websockets: begun, broken, resumed,
// closed.
func TestLiveSession(t *testing.T) {
	srv, sockets := serveWebsockets(t)
	events := make(chan string, 16)
	o := ClientOptions{
		Endpoint: strings.TrimPrefix(srv.URL, "https://"), Guild: 1, User: 2, Session: "s", Token: NewToken("t"),
		Dial: DialWebsocket(srv.Client()), jitter: func() float64 { return 0.01 },
		Handle:  func(m Message) { events <- m.Op.String() },
		Resumed: func() { events <- "resumed" },
	}
	want := func(what string) {
		t.Helper()
		select {
		case got := <-events:
			if got != what {
				t.Fatalf("the owner saw %q, want %q", got, what)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("the owner saw nothing, want %q", what)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	clients, done := make(chan *Client, 1), make(chan error, 1)
	go func() {
		c, err := Connect(ctx, o)
		if err == nil {
			clients <- c
			err = c.Run(ctx)
		}
		done <- err
	}()

	p := &peer{t, <-sockets}
	p.hello()
	p.want(OpIdentify, nil)
	c := <-clients
	p.ready()
	want("op 2")
	p.beat()
	p.tell(Message{OpWelcome, 0, make([]byte, MaxMessage-3)})
	want("op 30")
	if err := c.SendBinary(ctx, OpKeyPackage, make([]byte, 100_000)); err != nil {
		t.Fatal(err)
	}
	if m := p.want(OpKeyPackage, nil); len(m.Data) != 100_000 {
		t.Errorf("%d bytes came", len(m.Data))
	}
	if c.Ping() <= 0 {
		t.Error("no ping")
	}
	go func() { _ = p.gone() }() // answers the close frame
	_ = p.Close(4015, "")

	q := &peer{t, <-sockets}
	var r Resume
	if q.want(OpResume, &r); r.SeqAck != 0 {
		t.Errorf("seq_ack %d", r.SeqAck)
	}
	q.hello()
	q.say(OpResumed, Unnumbered, nil)
	want("resumed")
	_ = q.Close(Abnormal, "") // no close frame

	q = &peer{t, <-sockets}
	q.want(OpResume, nil)
	q.hello()
	q.say(OpResumed, Unnumbered, nil)
	want("resumed")
	cancel()
	if err := q.gone(); codeOf(err) != Normal {
		t.Errorf("the server saw %v", err)
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// dialLive returns both ends of a real websocket.
func dialLive(t *testing.T) (client, server Socket) {
	t.Helper()
	srv, sockets := serveWebsockets(t)
	client, err := DialWebsocket(srv.Client())(t.Context(), "wss"+strings.TrimPrefix(srv.URL, "https")+"/?v=8")
	if err != nil {
		t.Fatal(err)
	}
	return client, <-sockets
}

// TestLiveClose closes against a server that does not answer, whatever the reader
// does at that moment.
func TestLiveClose(t *testing.T) {
	for name, pause := range map[string]time.Duration{ // behind each message
		"reads":               0,
		"is between two":      300 * time.Millisecond,
		"comes back too late": closeGrace + 500*time.Millisecond,
		"is not there":        -1,
	} {
		t.Run(name, func(t *testing.T) {
			client, silent := dialLive(t)
			var reading sync.WaitGroup
			reading.Go(func() {
				for pause >= 0 {
					if _, _, err := client.Read(t.Context()); err != nil {
						return
					}
					time.Sleep(pause)
				}
			})
			if err := silent.Write(t.Context(), true, []byte("the last there is")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
			at := time.Now()
			_ = client.Close(Normal, "")
			if took := time.Since(at); took < closeGrace || took > closeGrace+2*time.Second {
				t.Errorf("closing took %v, want about %v", took, closeGrace)
			}
			reading.Wait()
			_ = silent.Close(Abnormal, "")
		})
	}
}

// TestLiveTooLarge reads what is larger than any message may be.
func TestLiveTooLarge(t *testing.T) {
	client, loud := dialLive(t)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_ = loud.Write(t.Context(), true, make([]byte, MaxMessage+1))
		_, _, _ = loud.Read(t.Context())
	}()
	if _, _, err := client.Read(t.Context()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a message that is too large: %v", err)
	}
	_ = client.Close(Abnormal, "")
	<-sent
	_ = loud.Close(Abnormal, "")
}

// TestLiveDialRefused dials what is no voice gateway.
func TestLiveDialRefused(t *testing.T) {
	srv := httptest.NewTLSServer(http.NotFoundHandler())
	defer srv.Close()
	_, err := Connect(t.Context(), ClientOptions{
		Endpoint: strings.TrimPrefix(srv.URL, "https://"), Token: NewToken("t0ps3cret"), Dial: DialWebsocket(srv.Client()),
	})
	end, ok := errors.AsType[*EndError](err)
	if !ok || end.Verdict != Rejoin || strings.Contains(err.Error(), "t0ps3cret") {
		t.Errorf("got %v", err)
	}
	srv.Client().CloseIdleConnections()
}
