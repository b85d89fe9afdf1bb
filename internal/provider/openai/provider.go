// Package openai reaches every server that speaks OpenAI's HTTP interface:
// the company's own and the many that copied it, in a cloud or on the GM's
// machine. It offers a model ([Chat]), ears ([Transcription]) and a voice
// ([Speech]).
//
// The go-openai library writes the requests, but for transcriptions. It does not read the answers:
// servers differ in what they stream, and the library loses what it does not
// expect (errors inside a 200, multi-line events, tool calls without an
// index). So an [exchange] stands between library and network, lets the
// library send, keeps the response, and hands it to readers of our own that
// take every spelling we have heard of.
//
// A fault is told in words chosen here, with what to do about it. What the
// provider wrote is read to find out which fault it is and never passed on:
// such texts quote prompts and, at times, keys.
//
// Everything is bounded: the connection, the first byte, the pause between two
// bytes, the whole answer in time and in bytes. The clocks run only while a
// server is being waited for. They stand still while the caller works on what
// it was given, because a held voice may keep a stream waiting for long.
package openai

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Options say where a provider is and how patient to be with it. The zero
// Options reach OpenAI without a key.
type Options struct {
	// Name is what the GM calls the provider. Zero means "openai".
	Name string
	// BaseURL is where the interface begins. A bare host gets "/v1" appended.
	// Zero means OpenAI's own.
	BaseURL string
	// Key returns the API key. It is asked at each request and the key is
	// never kept. Nil means that the server wants none.
	Key func() string
	// Limits bound each request.
	Limits Limits
	// HTTPClient sends the requests. Nil means one that all providers share, so that
	// one server is connected to once for all that it does. No redirect is followed
	// with either.
	HTTPClient *http.Client
}

// Limits bound how long one request may keep us waiting. Zero values mean the
// default. All but Total begin anew whenever something arrives.
type Limits struct {
	Connect time.Duration // until there is a connection: 5 s
	First   time.Duration // until the response begins, and then its body: 30 s
	Idle    time.Duration // between two pieces of the body: 15 s
	Total   time.Duration // spent waiting in all, whatever the others allow: 2 min
}

func (l Limits) orDefault() Limits {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	set(&l.Connect, 5*time.Second)
	set(&l.First, 30*time.Second)
	set(&l.Idle, 15*time.Second)
	set(&l.Total, 2*time.Minute)
	return l
}

// A Provider is one server. It may be used by several goroutines.
type Provider struct {
	name   string
	base   *url.URL
	key    func() string
	limits Limits
	http   *http.Client
	used   atomic.Int64 // when the latest request was made, in Unix nanoseconds
}

// New returns the provider that o describes. Nothing is sent yet. The error
// says what is wrong with the base URL.
func New(o Options) (*Provider, error) {
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	p := &Provider{
		name:   o.Name,
		base:   base,
		key:    o.Key,
		limits: o.Limits.orDefault(),
		http:   o.HTTPClient,
	}
	if p.name == "" {
		p.name = "openai"
	}
	if p.key == nil {
		p.key = func() string { return "" }
	}
	if p.http == nil {
		p.http = shared
	}
	p.http = withoutRedirects(p.http)
	return p, nil
}

// shared sends the requests of all providers that have no client of their own.
var shared = &http.Client{Transport: newTransport()}

// withoutRedirects returns c as it stays where it was sent. Of an answer that leads
// elsewhere net/http would send key, prompt and voices there, be it another host of
// the same name or without encryption.
func withoutRedirects(c *http.Client) *http.Client {
	here := *c
	here.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &here
}

// Close closes the connections that are kept for later requests, of all providers
// with the same client.
func (p *Provider) Close() { p.http.CloseIdleConnections() }

// Models lists the names of the models that the server offers, sorted.
func (p *Provider) Models(ctx context.Context) ([]string, error) {
	a, f := p.send(ctx, func(ctx context.Context, c *openai.Client) error {
		_, err := c.ListModels(ctx)
		return err
	})
	if f != nil {
		return nil, p.outcome(ctx, "list models", f)
	}
	defer a.close()
	var list struct {
		Data []struct{ ID string }
	}
	if f := a.decode(&list); f != nil {
		return nil, p.outcome(ctx, "list models", f)
	}
	names := make([]string, 0, len(list.Data))
	for _, m := range list.Data {
		names = append(names, m.ID)
	}
	slices.Sort(names)
	return names, nil
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConnsPerHost:   16, // a whole table finishing at once
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}

// endpoints are what people paste together with the base URL.
var endpoints = []string{"/chat/completions", "/audio/transcriptions", "/audio/speech", "/models"}

func parseBase(s string) (*url.URL, error) {
	if s == "" {
		s = "https://api.openai.com/v1"
	}
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil: // its text repeats the URL, which may hold a password
		return nil, errors.New("base URL: not a URL")
	case u.User != nil:
		return nil, errors.New("base URL: a key does not belong into it")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		// What was pasted here may be the key.
		return nil, errors.New("base URL: wants http:// or https:// and a host")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("base URL of %s: may not have a query or a fragment", u.Host)
	}
	path := strings.TrimRight(u.Path, "/")
	for _, e := range endpoints {
		path = strings.TrimSuffix(path, e)
	}
	if path == "" {
		path = "/v1"
	}
	u.Path, u.RawPath = path, ""
	return u, nil
}
