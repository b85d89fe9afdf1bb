package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// maxBody is the most that one answer may hold: five minutes of sound at
// 24 kHz, and far more than any model writes.
const maxBody = 16 << 20

// errFlood ends an answer that does not end by itself.
var errFlood = errors.New("more bytes than any answer holds")

// An exchange is one request and its response. To the library it is an HTTP
// client that answers every request with an empty 200; the true response stays
// here.
type exchange struct {
	http   *http.Client
	limits Limits
	watch  *watch

	sent  bool
	spent time.Duration  // until the response began
	resp  *http.Response // nil until there is one
}

// Do sends req. It is the library's way to the network.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	x.sent = true
	start := time.Now()
	wait := func(limit time.Duration, what string) {
		if left := x.limits.Total - time.Since(start); left < limit {
			x.watch.wait(left, stall{what, x.limits.Total})
			return
		}
		x.watch.wait(limit, stall{what, limit})
	}
	wait(x.limits.Connect, "accept a connection")
	defer x.watch.stop()
	ctx := httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { wait(x.limits.First, "answer") },
	})
	resp, err := x.http.Do(req.WithContext(ctx))
	x.spent = time.Since(start)
	if err != nil {
		return nil, x.watch.cause(err)
	}
	x.resp = resp
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK,
		Header: resp.Header, Body: http.NoBody, Request: req,
	}, nil
}

// exchange begins an exchange.
func (p *Provider) exchange(cancel context.CancelCauseFunc) *exchange {
	p.used.Store(time.Now().UnixNano())
	return &exchange{http: p.http, limits: p.limits, watch: &watch{cancel: cancel}}
}

// An answer is a successful response whose body is yet to be read. It must be
// closed.
type answer struct {
	media  string            // the content type without parameters, lower case
	params map[string]string // its parameters
	body   *body
	cancel context.CancelCauseFunc
	fault  func(status int, data []byte) *fault // words for what the server says
}

// send lets the library make one request and returns the answer to it.
func (p *Provider) send(ctx context.Context, request func(context.Context, *openai.Client) error) (*answer, *fault) {
	ctx, cancel := context.WithCancelCause(ctx)
	x := p.exchange(cancel)
	cfg := openai.DefaultConfig(p.key())
	cfg.BaseURL = p.base.String()
	cfg.HTTPClient = x
	err := request(ctx, openai.NewClientWithConfig(cfg))
	return p.answer(x, cancel, err)
}

// get fetches a path that the library has no call for.
func (p *Provider) get(ctx context.Context, path string) (*answer, *fault) {
	return p.request(ctx, http.MethodGet, path, "", nil)
}

// post sends what the library has no fields for.
func (p *Provider) post(ctx context.Context, path, contentType string, data []byte) (*answer, *fault) {
	return p.request(ctx, http.MethodPost, path, contentType, bytes.NewReader(data))
}

func (p *Provider) request(ctx context.Context, method, path, contentType string, data io.Reader) (*answer, *fault) {
	ctx, cancel := context.WithCancelCause(ctx)
	x := p.exchange(cancel)
	req, err := http.NewRequestWithContext(ctx, method, p.base.JoinPath(path).String(), data)
	if err == nil {
		if key := p.key(); key != "" {
			req.Header.Set("Authorization", "Bearer "+key)
		}
		if contentType != "" {
			req.Header.Set("Content-Type", contentType)
		}
		_, err = x.Do(req) //nolint:bodyclose // an empty body; the true one is the answer's
	}
	return p.answer(x, cancel, err)
}

// answer makes an answer of what an exchange brought. err is what the library
// said; it counts only if there is no response, because the library always
// finds fault with the empty one that it got.
func (p *Provider) answer(x *exchange, cancel context.CancelCauseFunc, err error) (*answer, *fault) {
	if x.resp == nil {
		cancel(nil)
		if !x.sent {
			return nil, refusedByLibrary()
		}
		return nil, p.connectionFault(err)
	}
	a := &answer{
		body:   &body{rc: x.resp.Body, watch: x.watch, limits: x.limits, spent: x.spent, left: maxBody},
		cancel: cancel,
	}
	a.media, a.params, _ = mime.ParseMediaType(x.resp.Header.Get("Content-Type"))
	a.fault = func(status int, data []byte) *fault {
		return p.statusFault(status, x.resp.Header, data)
	}
	status := x.resp.StatusCode
	if status < 200 || status > 299 {
		// What cannot be read of an error's body only makes its words vaguer:
		// it is not worth a wait.
		a.body.limits.Total = min(a.body.limits.Total, a.body.spent+2*time.Second)
		data, _ := io.ReadAll(io.LimitReader(a.body, maxProblem))
		a.close()
		return nil, a.fault(status, data)
	}
	if a.media == "text/html" {
		a.close()
		return nil, webPage(status)
	}
	return a, nil
}

// close abandons what is left of the body, and with it the connection.
func (a *answer) close() {
	a.cancel(nil)
	_ = a.body.rc.Close() // nothing is left to lose
}

// finish closes an answer whose last event has come. A stream's closing chunk
// follows that event at once, and without it the next request would have to
// shake hands again; but it is not waited for longer than a handshake takes.
func (a *answer) finish() {
	const handshake, remains = 20 * time.Millisecond, 4 << 10
	if a.body.err == nil {
		t := time.AfterFunc(handshake, func() { a.cancel(nil) })
		_, _ = io.CopyN(io.Discard, a.body.rc, remains)
		t.Stop()
	}
	a.close()
}

// decode reads the whole body as one JSON value. Fields of another type than
// v's are left zero: servers differ, and one odd field spoils nothing.
func (a *answer) decode(v any) *fault {
	data, err := io.ReadAll(a.body)
	if err != nil {
		return readFault(err)
	}
	return a.understand(data, v)
}

// understand is decode for a body that has been read.
func (a *answer) understand(data []byte, v any) *fault {
	if p, bad := findProblem(data); bad {
		return a.fault(p.status, data)
	}
	if err := lenient(data, v); err != nil {
		return notUnderstood()
	}
	return nil
}

// lenient decodes JSON and overlooks values of the wrong type.
func lenient(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil
	}
	return err
}

// A body is a response's body. Its clock runs only inside Read.
type body struct {
	rc     io.ReadCloser
	watch  *watch
	limits Limits
	spent  time.Duration // until the response began and, so far, in Read
	left   int           // bytes until it is too much
	begun  bool
	err    error // the last of all; nothing more can be read
}

// Read returns what there is of the body. Its error is io.EOF at the proper
// end, a [*stall] when the server took too long, errFlood when it sent too
// much, and the connection's own otherwise.
func (b *body) Read(p []byte) (int, error) {
	limit, why := b.limits.Idle, stall{"go on", b.limits.Idle}
	if !b.begun {
		limit, why = b.limits.First, stall{"begin its answer", b.limits.First}
	}
	if left := b.limits.Total - b.spent; left < limit {
		limit, why = left, stall{"finish its answer", b.limits.Total}
	}
	start := time.Now()
	b.watch.wait(limit, why)
	n, err := b.rc.Read(p)
	b.watch.stop()
	b.spent += time.Since(start)
	b.begun = b.begun || n > 0
	b.left -= n
	switch {
	case err != nil:
		b.err = b.watch.cause(err)
	case b.left < 0:
		b.err = errFlood
	}
	return n, b.err
}

// A watch cancels a request whose server keeps us waiting.
type watch struct {
	cancel context.CancelCauseFunc
	why    atomic.Pointer[stall] // why it cancelled

	mu    sync.Mutex
	timer *time.Timer // nil while nothing is waited for
}

// wait begins to wait for d, instead of what was waited for before. why is
// what the server will have failed to do.
func (w *watch) wait(d time.Duration, why stall) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
	w.timer = time.AfterFunc(d, func() {
		w.why.Store(&why)
		w.cancel(&why)
	})
}

// stop ends the waiting.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}

// cause returns the stall behind err, or err.
func (w *watch) cause(err error) error {
	if s := w.why.Load(); s != nil && !errors.Is(err, io.EOF) {
		return s
	}
	return err
}

// A stall is a server that took too long.
type stall struct {
	what  string // what it did not do
	after time.Duration
}

func (s *stall) Error() string { return fmt.Sprintf("did not %s within %s", s.what, s.after) }
