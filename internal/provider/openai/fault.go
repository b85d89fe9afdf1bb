package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
)

// A fault is what went wrong, in our words, before it becomes an [llm.Error]
// or a [speech.ProviderError].
type fault struct {
	status          int
	message, remedy string
	retry           bool          // the same request may succeed after `after`
	after           time.Duration // zero if the server does not say
	// again is how long to wait before one more try, if the trouble is of the
	// kind that passes in a moment. Zero means that it is not.
	again time.Duration
	err   error // what a caller can act on, if anything
}

// twice carries out attempt, and once more if it failed briefly before
// anything had come of it. A turn is waiting: there is time for no more.
func twice(ctx context.Context, attempt func() (begun bool, f *fault)) *fault {
	begun, f := attempt()
	if f == nil || f.again == 0 || begun || ctx.Err() != nil {
		return f
	}
	t := time.NewTimer(f.again)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return f
	}
	_, f = attempt()
	return f
}

const (
	// moment is the pause before another try after a broken connection.
	moment = 200 * time.Millisecond
	// longMoment is the pause when asked too often: a fast second try would
	// fall into the same window.
	longMoment = time.Second
	// longestMoment is how long a table may be made to wait: beyond it an
	// excuse is better.
	longestMoment = 2 * time.Second
)

// outcome returns f as the error of an operation on sound. Being cancelled is
// not the provider's fault.
func (p *Provider) outcome(ctx context.Context, op string, f *fault) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &speech.ProviderError{
		Provider: p.name, Op: op, Status: f.status,
		Message: f.message, Remedy: f.remedy, Err: f.err,
	}
}

// modelOutcome returns f as the error of a model.
func (p *Provider) modelOutcome(ctx context.Context, f *fault) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &llm.Error{
		Provider: p.name, Status: f.status, Message: f.message, Remedy: f.remedy,
		Retry: f.retry, After: f.after, Err: f.err,
	}
}

// connectionFault says why there is no response.
func (p *Provider) connectionFault(err error) *fault {
	host := p.base.Host
	f := &fault{
		message: host + " cannot be reached",
		remedy:  "check that the server runs and that base_url is right",
		retry:   true,
		err:     err,
	}
	if s, ok := errors.AsType[*stall](err); ok {
		f.message = host + " " + s.Error()
		f.remedy = "the server is overloaded, or its model too slow for this machine"
		f.err = context.DeadlineExceeded
		return f
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		f.message = "the network knows no host named " + dns.Name
		f.retry = dns.IsTemporary || dns.IsTimeout
		return f
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		f.message = "nothing answers at " + host
		f.again = moment
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		f.message = host + " closed the connection without an answer"
		f.remedy = "try again; if it stays so, look at the server's own log"
		f.again = moment
	}
	return f
}

// readFault says why a body could not be read to its end.
func readFault(err error) *fault {
	f := &fault{
		message: "the answer was cut off",
		remedy:  "try again; if it stays so, look at the server's own log",
		retry:   true, again: moment, err: llm.ErrCut,
	}
	if s, ok := errors.AsType[*stall](err); ok {
		f.message = s.Error()
		f.remedy = "the server is overloaded, or its model too slow for this machine"
		f.again = 0
		f.err = errors.Join(llm.ErrCut, context.DeadlineExceeded)
	}
	if errors.Is(err, errFlood) {
		f.message = "the answer did not end"
		f.retry, f.again = false, 0
	}
	return f
}

// refusedByLibrary says that a request did not leave, because go-openai knows
// that OpenAI would refuse it.
func refusedByLibrary() *fault {
	return &fault{
		message: "this model cannot be used this way (tools, or its kind, need another interface)",
		remedy:  "choose another chat model",
	}
}

func webPage(status int) *fault {
	return &fault{
		status:  status,
		message: "the address answers with a web page",
		remedy:  "check base_url: it is that of the interface and mostly ends in /v1",
	}
}

func notUnderstood() *fault {
	return &fault{
		message: "the answer is not what this interface sends",
		remedy:  "check base_url and what the server is",
	}
}

// statusFault says what an error status means, of a response or inside one.
// data is what the server wrote about it.
func (p *Provider) statusFault(status int, h http.Header, data []byte) *fault {
	said, _ := findProblem(data)
	f := &fault{status: status, after: retryAfter(h)}
	if said.after > 0 {
		f.after = said.after
	}
	switch said.meaning(status) {
	case tooLong:
		f.message = "the prompt is longer than the model's context window"
		f.remedy = "use a shorter persona or less history, or give the model a larger window"
		f.err = llm.ErrTooLong
	case noKey:
		f.message = "the key is not accepted"
		f.remedy = "check the key in the configuration"
		if p.key() == "" {
			f.message = "the server wants a key and none is set"
			f.remedy = "set one in the configuration"
		}
	case noCredit:
		f.message = "the account's credit or quota is used up"
		f.remedy = "add credit with the provider, or choose another provider"
	case forbidden:
		f.message = "the key may not do this"
		f.remedy = "check with the provider what the key, its project and its region may use"
	case notFound:
		f.message = "the server does not know the model or the address"
		f.remedy = "check the model's name and base_url, which mostly ends in /v1"
	case tooOften:
		f.message = "the provider is asked too often"
		f.remedy = "wait a little, or raise the limit with the provider"
		f.again = longMoment
		if f.after > 0 {
			f.again = f.after
			f.remedy = fmt.Sprintf("wait %s, or raise the limit with the provider", f.after)
		}
		f.retry = true
	case tooBusy:
		f.message = "the server is overloaded or down"
		f.remedy = "try again in a while, or choose another provider"
		f.retry, f.again = true, max(moment, f.after)
	case tooSlow:
		f.message = "the server's own time limit ran out"
		f.remedy = "try again in a while, or choose a faster model"
		f.retry = true
	case broken:
		f.message = "the server has a fault of its own"
		f.remedy = "try again; if it stays so, look at the server's own log"
		f.retry = true
	case moved:
		f.message = "the server sends on to another address" + leadsTo(h)
		f.remedy = "set base_url to the address that is meant, with https:// if that is it: key and words are not sent on"
	case refused:
		f.message = "the server does not accept the request"
		f.remedy = "check that the model is one for this purpose"
	}
	if f.again > longestMoment {
		f.again = 0
	}
	if status < 300 {
		f.status = said.status // an error inside a success
	}
	if code := said.label(); code != "" {
		f.message += " (" + code + ")"
	}
	return f
}

// leadsTo says where a response sends on to, if that is another server. The rest of
// the address may hold what was asked.
func leadsTo(h http.Header) string {
	u, err := url.Parse(h.Get("Location"))
	if err != nil || u.Scheme == "" || u.Host == "" {
		return ""
	}
	return ", at " + u.Scheme + "://" + u.Host
}

// retryAfter reads how long a response asks to wait.
func retryAfter(h http.Header) time.Duration {
	if d := seconds(strings.TrimSuffix(h.Get("Retry-After-Ms"), "ms")) / 1000; d > 0 {
		return d
	}
	s := h.Get("Retry-After")
	if d := seconds(s); d > 0 {
		return d
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(at).Round(time.Second))
	}
	return 0
}
