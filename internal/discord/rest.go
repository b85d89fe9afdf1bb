package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// rest sends requests. discordgo counts their rates and sends them; the waiting
// is done here, because discordgo's cannot be cancelled: a 429 of two seconds
// holds a context of 200 ms for two seconds.
type rest struct {
	session *discordgo.Session
	lanes   lanes
}

func newRest(t Token, client *http.Client) *rest {
	s, _ := discordgo.New(t.header()) // never fails
	s.LogLevel = -1
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	c := *client
	c.Transport = refuseFailures{cmp.Or[http.RoundTripper](client.Transport, http.DefaultTransport)}
	s.Client = &c
	return &rest{session: s, lanes: newLanes()}
}

// A serverFailure is a 5xx.
type serverFailure int

func (e serverFailure) Error() string { return fmt.Sprintf("discord answers %d", int(e)) }

// refuseFailures makes an error of every 5xx: discordgo repeats a 502 at once and
// turns it into text, and takes the others for answers.
type refuseFailures struct{ next http.RoundTripper }

func (t refuseFailures) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err == nil && resp.StatusCode >= 500 {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
		_ = resp.Body.Close()
		return nil, serverFailure(resp.StatusCode)
	}
	return resp, err
}

// A request is one to be sent.
type request struct {
	method string
	route  string // for logs and errors: without IDs and tokens
	path   string // below the API; "": the route
	major  uint64 // the channel or guild that has a rate limit of its own on the route
	query  string
	body   any    // JSON; nil: none
	files  []File // attached to the body
	again  bool   // may be repeated when it is not known whether it arrived
	lane   *lane  // nil: that of the route and major
}

// How often a request is repeated when Discord is overloaded, and when it says
// that the rate is too high.
const (
	mostFailures = 3
	mostWaits    = 5
)

// do sends r and decodes the answer into out, unless that is nil. It returns
// early when ctx is done, wherever it waits.
func (a *rest) do(ctx context.Context, r request, out any) error {
	kind, body, err := encode(r.body, r.files)
	if err != nil {
		return fmt.Errorf("%s %s: %w", r.method, r.route, err)
	}
	path := cmp.Or(r.path, r.route)
	ln := r.lane
	if ln == nil {
		ln = a.lanes.of(fmt.Sprint(r.method, r.route, r.major))
	}
	if err := ln.enter(ctx); err != nil {
		return fmt.Errorf("%s %s: wait for its turn: %w", r.method, r.route, err)
	}
	defer ln.exit()
	url := discordgo.EndpointAPI + path[1:]
	if r.query != "" {
		url += "?" + r.query
	}
	for failures, waits := 0, 0; ; {
		if err := ln.wait(ctx); err != nil {
			return fmt.Errorf("%s %s: wait for the rate limit: %w", r.method, r.route, err)
		}
		answer, err := a.session.RequestWithLockedBucket(r.method, url, kind, body, ln.lock(), 0, discordgo.WithContext(ctx))
		if err == nil {
			if out == nil || len(answer) == 0 {
				return nil
			}
			if err := json.Unmarshal(answer, out); err != nil {
				return fmt.Errorf("%s %s: read the answer: %w", r.method, r.route, err)
			}
			return nil
		}
		pause := time.Duration(0)
		if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok && waits < mostWaits {
			pause = limit.RetryAfter
			waits++
		} else if ctx.Err() == nil && r.again && repeatable(err) && failures < mostFailures {
			pause = 250 * time.Millisecond << (2 * failures) // 0.25, 1, 4 s
			failures++
		} else {
			return r.failure(err)
		}
		if err := sleep(ctx, pause); err != nil {
			return fmt.Errorf("%s %s: wait to try again: %w", r.method, r.route, err)
		}
	}
}

// repeatable says whether err leaves open that the request would be granted.
func repeatable(err error) bool {
	if _, ok := errors.AsType[*discordgo.RESTError](err); ok {
		return false
	}
	_, limited := errors.AsType[*discordgo.RateLimitError](err)
	return !limited
}

// failure returns an error without what discordgo's hold: the request with the
// token in its header, a URL with an interaction's token, the body.
func (r request) failure(err error) error {
	if e, ok := errors.AsType[*discordgo.RESTError](err); ok {
		out := &APIError{Method: r.method, Route: r.route, Status: e.Response.StatusCode}
		if e.Message != nil {
			out.Code, out.Message = e.Message.Code, e.Message.Message
		}
		return out
	}
	if _, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return &APIError{Method: r.method, Route: r.route, Status: http.StatusTooManyRequests}
	}
	return fmt.Errorf("%s %s: %w", r.method, r.route, plain(err))
}

// sleep waits and returns ctx's error if that is done before.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// encode returns the content type and the bytes of a body.
func encode(body any, files []File) (kind string, b []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	b, err = json.Marshal(body)
	if err != nil || len(files) == 0 {
		return "application/json", b, err
	}
	var buf bytes.Buffer
	kind, err = writeMultipart(&buf, b, files)
	return kind, buf.Bytes(), err
}
