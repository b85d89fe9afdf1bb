package discord

import (
	"bufio"
	"context"
	"crypto/sha1" //nolint:gosec // RFC 6455 wants it
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A script is a gateway in memory that says what it is told to, in fake time. It
// does what voicetest's does not: break the protocol before READY.
type script struct {
	// gateway is the answer to GET /gateway/bot, status its status (0: 200).
	gateway string
	status  int
	// rest, if not nil, answers every other request.
	rest func(r *http.Request) (status int, body string, err error)
	// unreachable has every dial fail.
	unreachable bool
	// say returns what is said on a connection, by its number from 0, after the
	// client has identified or resumed. nil: nothing but Hello.
	say func(n int) []string

	mu     sync.Mutex
	logins []time.Time // op 2
	resume []string    // op 6
	dials  int
}

func (s *script) options() Options {
	return Options{Token: NewToken("secret-token"), HTTP: &http.Client{Transport: s}, dial: s.dial}
}

// loggedIn returns when clients have identified.
func (s *script) loggedIn() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.logins)
}

// RoundTrip answers requests.
func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	body, status := s.gateway, s.status
	if s.rest != nil && !strings.HasSuffix(r.URL.Path, "/gateway/bot") {
		var err error
		if status, body, err = s.rest(r); err != nil {
			return nil, err
		}
	}
	if body == "" {
		body = `{"url":"ws://gateway.test/","session_start_limit":{"remaining":1,"reset_after":1000}}`
	}
	if status == 0 {
		status = 200
	}
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status), Request: r, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(body)),
	}, nil
}

func (s *script) dial(context.Context, string, string) (net.Conn, error) {
	if s.unreachable {
		return nil, errors.New("no route to host")
	}
	s.mu.Lock()
	n := s.dials
	s.dials++
	s.mu.Unlock()
	client, server := net.Pipe()
	go s.serve(n, server)
	return client, nil
}

func (s *script) serve(n int, c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	req, err := http.ReadRequest(r)
	if err != nil {
		return
	}
	sum := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // RFC 6455
	_, _ = fmt.Fprintf(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n%s",
		base64.StdEncoding.EncodeToString(sum[:]), text(hello))
	out := make(chan string, 100)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case f := <-out:
				if f == later {
					time.Sleep(50 * time.Millisecond)
					continue
				}
				if _, err := io.WriteString(c, f); err != nil {
					return
				}
			case <-done:
				return
			}
		}
	}()
	for {
		op, payload, err := readClient(r)
		if err != nil {
			return
		}
		if op != opText {
			continue
		}
		switch gatewayOp(payload) {
		case 1:
			out <- text(ack)
			continue
		case 2:
			s.mu.Lock()
			s.logins = append(s.logins, time.Now())
			s.mu.Unlock()
		case 6:
			s.mu.Lock()
			s.resume = append(s.resume, string(payload))
			s.mu.Unlock()
		default:
			continue
		}
		if s.say != nil {
			for _, f := range s.say(n) {
				out <- f
			}
		}
	}
}

// readClient reads a client's frame of less than 64 KiB.
func readClient(r *bufio.Reader) (op byte, payload []byte, err error) {
	b := make([]byte, 2)
	if _, err := io.ReadFull(r, b); err != nil {
		return 0, nil, err
	}
	n := int(b[1] & 0x7f)
	if n == 126 {
		b = append(b, 0, 0)
		if _, err := io.ReadFull(r, b[2:]); err != nil {
			return 0, nil, err
		}
		n = int(b[2])<<8 | int(b[3])
	}
	at := len(b)
	b = append(b, make([]byte, 4+n)...)
	if _, err := io.ReadFull(r, b[at:]); err != nil {
		return 0, nil, err
	}
	op, payload, _ = clientFrame(b)
	return op, payload, nil
}

var (
	op7    = text(`{"op":7,"d":null}`)
	op9    = text(`{"op":9,"d":false}`)
	ready  = text(greeting)
	isAck  = text(ack)
	closed = func(code uint16) string { return serverFrame(opClose, closing(code, "")) }
)

// later is said to have a moment pass. discordgo sleeps in its Close with a lock
// that its first heartbeat may wait for, and while a lock is waited for no fake
// time passes.
const later = "later"

// always says the same on every connection.
func always(frames ...string) func(int) []string { return func(int) []string { return frames } }

// inOrder says the nth on the nth connection, and the last ever after.
func inOrder(frames ...[]string) func(int) []string {
	return func(n int) []string { return frames[min(n, len(frames)-1)] }
}

// TestOpen has Open meet everything that can be wrong, in fake time. discordgo's
// own hangs for good on two of them (op 7 and op 11 before READY).
func TestOpen(t *testing.T) {
	tests := []struct {
		name   string
		script *script
		want   error  // nil: it opens
		words  string // in the error
		least  time.Duration
		most   time.Duration
		logins int
	}{
		{"all is well", &script{say: always(ready)}, nil, "", 0, 0, 1},
		{"op 11 before READY", &script{say: always(isAck, ready)}, nil, "", 0, 0, 1},
		{"op 7 before READY, once", &script{say: inOrder([]string{op7}, []string{ready})}, nil, "", 5 * time.Second, 5 * time.Second, 2},
		{"op 7 before READY, always", &script{say: always(op7)}, ErrNetwork, "443", 0, 30 * time.Second, 3},
		{"op 9 before READY, once", &script{say: inOrder([]string{op9}, []string{ready})}, nil, "", 5 * time.Second, 5 * time.Second, 2},
		{"op 9 before READY, always", &script{say: always(op9)}, ErrNetwork, "443", 15 * time.Second, 30 * time.Second, 3},
		{"no greeting", &script{}, ErrNetwork, "no greeting within 30s", 30 * time.Second, 30 * time.Second, 1},
		{"wrong token", &script{status: 401, gateway: `{"message":"401: Unauthorized","code":0}`}, ErrToken, "Reset Token", 0, 0, 0},
		{"4004", &script{say: always(closed(4004))}, ErrToken, "Reset Token", 0, 0, 1},
		{"4011", &script{say: always(closed(4011))}, ErrSharding, "2,500", 0, 0, 1},
		{"4013", &script{say: always(closed(4013))}, ErrIntents, "Privileged Gateway Intents", 0, 0, 1},
		{"4014", &script{say: always(closed(4014))}, ErrIntents, "Privileged Gateway Intents", 0, 0, 1},
		{"no way there", &script{unreachable: true}, ErrNetwork, "443", 0, 30 * time.Second, 0},
		{"no logins left", &script{gateway: `{"url":"ws://gateway.test/","session_start_limit":{"remaining":0,"reset_after":3600000}}`}, ErrBudget, "1h0m0s", 0, 0, 0},
		{"503", &script{status: 503}, ErrNetwork, "503", 0, 30 * time.Second, 0},
		{"no JSON", &script{gateway: "<html>"}, ErrNetwork, "443", 0, 30 * time.Second, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := tt.script
				began := time.Now()
				c, err := Open(t.Context(), s.options())
				took := time.Since(began)
				if tt.want == nil {
					if err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					if err := c.Close(t.Context()); err != nil {
						t.Error(err)
					}
				} else if refusal, ok := errors.AsType[*Refusal](err); !ok || !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.words) || refusal.Remedy() == "" {
					t.Errorf("Open: %v, want %v and %q", err, tt.want, tt.words)
				}
				if took < tt.least || took > tt.most {
					t.Errorf("it took %v, want %v to %v", took, tt.least, tt.most)
				}
				if n := len(s.loggedIn()); n != tt.logins {
					t.Errorf("%d logins, want %d", n, tt.logins)
				}
				time.Sleep(5 * time.Second) // discordgo's goodbyes
			})
		})
	}
	if _, err := Open(t.Context(), Options{}); !errors.Is(err, ErrToken) {
		t.Errorf("Open without a token: %v", err)
	}
}

func TestOpenCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := Open(ctx, (&script{}).options()); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrNetwork) {
			t.Errorf("Open: %v, want its context's error", err)
		}
		time.Sleep(5 * time.Second)
	})
}

// TestLoginsOfADay: Discord invalidates every session as soon as it has begun.
// discordgo would log in again at once; a thousand times, and Discord resets the
// token.
func TestLoginsOfADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{say: always(ready, later, op9)}
		c, err := Open(t.Context(), s.options())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for range c.Events() { //nolint:revive // it is read, nothing else
			}
		}()
		time.Sleep(24 * time.Hour)
		logins := s.loggedIn()
		if n := len(logins); n < 100 || n > 500 {
			t.Errorf("%d logins in a day", n)
		}
		for i := range logins[1:] {
			if d := logins[i+1].Sub(logins[i]); d < 5*time.Second {
				t.Fatalf("two logins are %v apart", d)
			}
		}
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestResumeStorm: Discord asks for a new connection at once, every time.
// discordgo would come back without a pause.
func TestResumeStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		resumed := text(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
		s := &script{say: inOrder([]string{ready, later, op7}, []string{resumed, later, op7})}
		c, err := Open(t.Context(), s.options())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for range c.Events() { //nolint:revive // it is read, nothing else
			}
		}()
		time.Sleep(time.Hour)
		s.mu.Lock()
		n, first := len(s.resume), s.resume[0]
		s.mu.Unlock()
		if n < 100 || n > 200 {
			t.Errorf("%d resumes in an hour", n)
		}
		if want := `{"op":6,"d":{"token":"Bot secret-token","session_id":"s","seq":1}}`; first != want {
			t.Errorf("resume: %s\nwant    %s", first, want)
		}
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(5 * time.Second)
	})
}

// TestThirteenHours: an idle connection stays, and is closed politely.
func TestThirteenHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{say: always(ready)}
		c, err := Open(t.Context(), s.options())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(13 * time.Hour)
		if n := len(s.loggedIn()); n != 1 {
			t.Errorf("%d logins, want 1", n)
		}
		began := time.Now()
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("Close took %v", took)
		}
		if e := <-c.Events(); !isReady(e) {
			t.Errorf("first event %T", e)
		}
		if e, ok := (<-c.Events()).(Closed); !ok || e.Err != nil {
			t.Errorf("last event %+v", e)
		}
		time.Sleep(5 * time.Second)
	})
}

func isReady(e Event) bool {
	_, ok := e.(Ready)
	return ok
}

// TestSentAgain: a message that may have arrived is sent again with the same
// nonce, by which Discord knows it.
func TestSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var bodies []string
		a := newRest(NewToken("t"), &http.Client{Transport: trip(func(r *http.Request) (*http.Response, error) {
			b, _ := io.ReadAll(r.Body)
			bodies = append(bodies, string(b))
			if len(bodies) < 3 {
				return nil, errors.New("connection reset by peer")
			}
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"5"}`))}, nil
		})})
		c := &Client{rest: a}
		id, err := c.Send(t.Context(), 9, Message{Text: "Hello."})
		if err != nil || id != 5 {
			t.Fatalf("Send: %d, %v", id, err)
		}
		if len(bodies) != 3 || bodies[0] != bodies[2] || !strings.Contains(bodies[0], `"enforce_nonce":true`) {
			t.Errorf("sent: %q", bodies)
		}
		if _, err := c.Send(t.Context(), 9, Message{Text: "Hello."}); err != nil || bodies[3] == bodies[0] {
			t.Errorf("the next message has the same nonce: %v", err)
		}
	})
}

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
