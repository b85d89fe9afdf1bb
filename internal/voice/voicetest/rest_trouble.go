package voicetest

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"time"
)

// Trouble is what REST requests meet instead of, or before, their answer.
type Trouble struct {
	// Method is that of the requests; empty is any.
	Method string
	// Path is a pattern of the paths, as [path.Match] has them, without /api/vN:
	// "/channels/*/messages". Empty is any.
	Path string
	// Times is how many requests meet it. Zero is one.
	Times int

	// Delay is how long the answer takes.
	Delay time.Duration
	// Status and Code are the answer, without which it is the true one. Body is
	// what it holds, if that is no error of Discord's.
	Status, Code int
	Body         string
	// RetryAfter makes it 429, of all requests if Global.
	RetryAfter time.Duration
	Global     bool
	// Drop breaks the connection off after the request has been done, if Status
	// is zero, and in place of an answer.
	Drop bool
}

// Trouble has requests meet t. Of several, the first that fits is met first.
func (d *Discord) Trouble(t Trouble) {
	t.Times = max(t.Times, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.troubles = append(d.troubles, &t)
}

// trouble makes trouble if there is any, and reports whether the request has
// been answered by it.
func (d *Discord) trouble(w http.ResponseWriter, r *http.Request) bool {
	t := d.nextTrouble(r)
	if t == nil {
		return false
	}
	if t.Delay > 0 {
		timer := time.NewTimer(t.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
		case <-d.done:
			panic(http.ErrAbortHandler)
		}
	}
	switch {
	case t.Drop:
		if t.Status == 0 {
			d.mux.ServeHTTP(discard{make(http.Header)}, r)
		}
		panic(http.ErrAbortHandler)
	case t.RetryAfter > 0:
		after := fmt.Sprintf("%.3f", t.RetryAfter.Seconds())
		h := w.Header()
		h.Set("Retry-After", after)
		h.Set("X-RateLimit-Reset-After", after)
		h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(d.now().Add(t.RetryAfter).UnixMilli())/1000))
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Scope", "user")
		if t.Global {
			h.Set("X-RateLimit-Global", "true")
			h.Set("X-RateLimit-Scope", "global")
		}
		writeJSON(w, http.StatusTooManyRequests, encode(map[string]any{
			"message": "You are being rate limited.", "retry_after": t.RetryAfter.Seconds(), "global": t.Global,
		}))
	case t.Body != "":
		w.WriteHeader(t.Status)
		_, _ = w.Write([]byte(t.Body))
	case t.Status > 0:
		writeError(w, &restError{status: t.Status, code: t.Code, message: http.StatusText(t.Status)})
	default:
		return false
	}
	return true
}

func (d *Discord) nextTrouble(r *http.Request) *Trouble {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.troubles {
		fits, err := path.Match(t.Path, r.URL.Path)
		if t.Method != "" && t.Method != r.Method || t.Path != "" && (!fits || err != nil) {
			continue
		}
		if t.Times--; t.Times == 0 {
			d.troubles = slices.DeleteFunc(d.troubles, func(o *Trouble) bool { return o == t })
		}
		return t
	}
	return nil
}

// discard is an answer that nobody gets.
type discard struct{ header http.Header }

func (w discard) Header() http.Header         { return w.header }
func (w discard) Write(b []byte) (int, error) { return len(b), nil }
func (w discard) WriteHeader(int)             {}
