package openai

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// dialled counts connections, each of which takes a while.
type dialled struct {
	mu    sync.Mutex
	count int
	asked []string
}

// far returns a server that is far away, and what is known of it. Version 2 of HTTP
// is what clouds speak.
func far(t *testing.T, away time.Duration) (*Provider, *dialled) {
	t.Helper()
	d := new(dialled)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		d.asked = append(d.asked, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization"))
		d.mu.Unlock()
		if r.Method == http.MethodHead {
			http.Redirect(w, r, "https://elsewhere.invalid/", http.StatusFound)
			return
		}
		reply200("application/json", `{"data":[{"id":"m"}]}`)(w, r)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	client := s.Client()
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		d.mu.Lock()
		d.count++
		d.mu.Unlock()
		time.Sleep(away)
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
	p, err := New(Options{BaseURL: s.URL, HTTPClient: client, Key: func() string { return "secret" }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Close()
		s.Close()
	})
	return p, d
}

// TestLiveReady: whoever was made ready need not connect, and is not asked for
// anything again while the connection is fresh.
func TestLiveReady(t *testing.T) {
	const away = 200 * time.Millisecond
	p, d := far(t, away)
	for range 3 {
		p.Ready(t.Context())
	}
	begun := time.Now()
	if _, err := p.Models(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("the request took %v; a connection takes %v", time.Since(begun), away)
	p.Ready(t.Context())
	p.used.Add(-int64(keepFresh))
	p.Ready(t.Context())
	d.mu.Lock()
	defer d.mu.Unlock()
	want := []string{"HEAD /v1 ", "GET /v1/models Bearer secret", "HEAD /v1 "}
	if d.count != 1 || !slices.Equal(d.asked, want) {
		t.Errorf("%d connections, asked %q; want 1 and %q", d.count, d.asked, want)
	}
}

// TestReadyInClear: a server without encryption is not troubled.
func TestReadyInClear(t *testing.T) {
	p := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("asked") })
	p.Ready(t.Context())
}

// TestReadyEnds: a server that nobody reaches holds nobody up.
func TestReadyEnds(t *testing.T) {
	p, err := New(Options{Limits: Limits{Connect: 50 * time.Millisecond}, BaseURL: "https://a.invalid", HTTPClient: &http.Client{
		Transport: stuck{},
	}})
	if err != nil {
		t.Fatal(err)
	}
	p.Ready(t.Context())
	if p.used.Load() == 0 {
		t.Error("it was not tried")
	}
}

// stuck is a network on which nothing is answered.
type stuck struct{}

func (stuck) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}
