package gateway

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
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
		Dial: DialWebsocket(srv.Client()), Jitter: func() float64 { return 0.01 },
		Handle:  func(m Message) { events <- m.Op.String() },
		Lost:    func(error) { events <- "lost" },
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
	want("lost")

	q := &peer{t, <-sockets}
	var r Resume
	if q.want(OpResume, &r); r.SeqAck != 0 {
		t.Errorf("seq_ack %d", r.SeqAck)
	}
	q.hello()
	q.say(OpResumed, Unnumbered, nil)
	want("resumed")
	_ = q.Close(Abnormal, "") // no close frame
	want("lost")

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

// TestLiveClose closes against a server that does not answer, and against one
// that sends too much.
func TestLiveClose(t *testing.T) {
	srv, sockets := serveWebsockets(t)
	url := "wss" + strings.TrimPrefix(srv.URL, "https") + "/?v=8"
	dial := DialWebsocket(srv.Client())

	client, err := dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	silent := <-sockets
	reading := make(chan error)
	go func() {
		_, _, err := client.Read(t.Context())
		reading <- err
	}()
	// The reader must be there before Close, as a client's always is.
	time.Sleep(100 * time.Millisecond)
	at := time.Now()
	_ = client.Close(Normal, "")
	if took := time.Since(at); took < closeGrace || took > closeGrace+2*time.Second {
		t.Errorf("closing took %v, want about %v", took, closeGrace)
	}
	if err := <-reading; err == nil {
		t.Error("read on after Close")
	}
	_ = silent.Close(Abnormal, "")

	client, err = dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	loud := <-sockets
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
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	_, err := Connect(t.Context(), ClientOptions{Endpoint: strings.TrimPrefix(srv.URL, "http://"), Insecure: true, Token: NewToken("t0ps3cret")})
	end, ok := errors.AsType[*EndError](err)
	if !ok || end.Verdict != Rejoin || strings.Contains(err.Error(), "t0ps3cret") {
		t.Errorf("got %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
}
