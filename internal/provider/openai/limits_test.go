package openai

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/llm"
)

// A step of a slow server: after a pause, bytes.
type step struct {
	after time.Duration
	bytes string
}

// A slowServer is a transport without a network, for fake time. Its body waits
// as a connection does, until the request is cancelled.
type slowServer struct {
	header time.Duration // until the response begins
	steps  []step
}

func (s slowServer) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := pause(r.Context(), s.header); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Request: r,
		Body: io.NopCloser(&slowBody{ctx: r.Context(), steps: s.steps}),
	}, nil
}

type slowBody struct {
	ctx   context.Context //nolint:containedctx // a response body is bound to its request's
	steps []step
}

func (b *slowBody) Read(p []byte) (int, error) {
	if len(b.steps) == 0 {
		return 0, io.EOF
	}
	s := b.steps[0]
	b.steps = b.steps[1:]
	if err := pause(b.ctx, s.after); err != nil {
		return 0, err
	}
	return copy(p, s.bytes), nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Case: L06.
func TestLimits(t *testing.T) {
	const (
		a   = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
		b   = "data: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n\n"
		end = "data: [DONE]\n\n"
	)
	limits := Limits{Connect: 5 * time.Second, First: 30 * time.Second, Idle: 15 * time.Second, Total: time.Minute}
	for _, tt := range []struct {
		name   string
		server slowServer
		total  time.Duration // instead of that of limits, if not 0
		hold   time.Duration // by the caller, after each event
		want   string
		err    string
		took   time.Duration
	}{
		{"in time", slowServer{4 * time.Second, []step{{29 * time.Second, a}, {14 * time.Second, b}, {0, end}}}, 0, 0, "ab{stop}", "", 47 * time.Second},
		// A transport of this kind never says that it has a connection.
		{"no connection", slowServer{header: time.Hour}, 0, 0, "", "did not accept a connection within 5s", 5 * time.Second},
		{"no first byte", slowServer{steps: []step{{time.Hour, a}}}, 0, 0, "", "did not begin its answer within 30s", 30 * time.Second},
		{"pause in the middle", slowServer{steps: []step{{0, a}, {time.Hour, b}}}, 0, 0, "a", "did not go on within 15s", 15 * time.Second},
		{"L06 comments count as alive", slowServer{steps: []step{{0, a}, {14 * time.Second, ": x\n\n"}, {14 * time.Second, b}, {0, end}}}, 0, 0, "ab{stop}", "", 28 * time.Second},
		{"in all", slowServer{steps: []step{{0, a}, {14 * time.Second, a}, {14 * time.Second, a}, {14 * time.Second, a}, {14 * time.Second, a}, {14 * time.Second, a}}}, 0, 0, "aaaaa", "did not finish its answer within 1m0s", time.Minute},
		{"a held answer is not a slow server", slowServer{steps: []step{{0, a}, {time.Second, b}, {0, end}}}, 0, time.Hour, "ab{stop}", "", 3*time.Hour + time.Second},
		{"held open after the end", slowServer{steps: []step{{0, b}, {time.Hour, end}}}, 0, 0, "b{stop}", "", tail},
		{"a short total bounds every wait", slowServer{header: time.Hour}, 3 * time.Second, 0, "", "did not accept a connection within 3s", 3 * time.Second},
		{"all waits count", slowServer{4 * time.Second, []step{{time.Hour, a}}}, 10 * time.Second, 0, "", "did not finish its answer within 10s", 10 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := limits
				limits.Total = cmp.Or(tt.total, limits.Total)
				p, err := New(Options{Limits: limits, HTTPClient: &http.Client{Transport: tt.server}})
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				got, err := ask(t.Context(), holding{p.Chat("m", ChatOptions{}), tt.hold}, llm.Request{})
				took := time.Since(start)
				e, _ := errors.AsType[*llm.Error](err)
				if got != tt.want || took != tt.took || (tt.err == "") != (err == nil) {
					t.Errorf("got %q (%v) after %v, want %q after %v", got, err, took, tt.want, tt.took)
				}
				if tt.err != "" && (e == nil || !strings.Contains(e.Message, tt.err) || !errors.Is(err, context.DeadlineExceeded)) {
					t.Errorf("got error %v, want %q", err, tt.err)
				}
			})
		})
	}
}

// A holding model's caller waits after each event, as a held mouth does.
type holding struct {
	*Chat
	hold time.Duration
}

func (h holding) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		for ev, err := range h.Chat.Stream(ctx, req) {
			time.Sleep(h.hold)
			if !yield(ev, err) {
				return
			}
		}
	}
}
