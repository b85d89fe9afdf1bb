package voicetest

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Request is one that came in at the REST API.
type Request struct {
	At     time.Time
	Method string
	Path   string // without /api/vN
	Route  string // the pattern that took it; "" if there is none
	Status int
}

const (
	// maxRequests is how many requests are remembered.
	maxRequests = 10_000
	// maxBody is more than any message with its files.
	maxBody = 26 << 20
)

// Requests returns the requests that have been answered, the newest last. What one
// has done can be seen a moment before the request is here.
func (d *Discord) Requests() []Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.requests)
}

// Unexpected returns the requests that this Discord knows no answer to. A test
// asserts that there are none.
func (d *Discord) Unexpected() []Request {
	return slices.DeleteFunc(d.Requests(), func(r Request) bool { return r.Route != "" })
}

// A restCall is one request while it is answered.
type restCall struct {
	*http.Request
	d     *Discord
	body  []byte            // JSON
	files []guildAttachment // of a multipart body
}

// A restHandler answers with JSON, or with no content if v is nil. It is called
// with d.mu held.
type restHandler func(*restCall) (v any, err error)

// silentLog is the log of the HTTP server: what it has to say is said by the
// client's error.
var silentLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)

// serve takes a request in, and remembers it.
func (d *Discord) serve(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	d.wg.Add(1)
	defer d.wg.Done()
	refuse := d.faults.refuse
	d.mu.Unlock()

	if r.URL.Path == gatewayPath {
		if refuse {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		d.gateway(w, r)
		return
	}
	r.URL.Path = withoutVersion(r.URL.Path)
	_, route := d.mux.Handler(r)
	if route == "/" {
		route = ""
	}
	w.Header().Set("Date", d.now().Format(http.TimeFormat))
	sw := &statusWriter{ResponseWriter: w, status: http.StatusOK}
	at := time.Now()
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.requests = append(d.requests, Request{at, r.Method, r.URL.Path, route, sw.status})
		d.requests = d.requests[max(0, len(d.requests)-maxRequests):]
		d.touch()
	}()
	if !d.trouble(sw, r) {
		d.mux.ServeHTTP(sw, r)
	}
}

// withoutVersion turns /api/v9/x and /api/x into /x, and anything else into
// something that no route takes.
func withoutVersion(path string) string {
	rest, ok := strings.CutPrefix(path, "/api")
	if !ok {
		return "/outside" + path
	}
	if v, after, ok := strings.Cut(strings.TrimPrefix(rest, "/v"), "/"); ok && strings.HasPrefix(rest, "/v") {
		if n, err := strconv.Atoi(v); err == nil && (n == 9 || n == 10) {
			return "/" + after
		}
	}
	return rest
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// routes returns everything that there is. What has the token of an interaction
// in its path needs no other.
func (d *Discord) routes() *http.ServeMux {
	m := http.NewServeMux()
	open := func(pattern string, h restHandler) { m.Handle(pattern, d.handler(false, h)) }
	bot := func(pattern string, h restHandler) { m.Handle(pattern, d.handler(true, h)) }
	m.Handle("/", d.handler(false, func(*restCall) (any, error) { return nil, restNotFound }))

	open("GET /gateway", restGateway)
	bot("GET /gateway/bot", restGatewayBot)
	bot("GET /users/@me", restMe)
	bot("GET /users/{user}", restUser)
	bot("GET /users/@me/guilds", restMyGuilds)
	bot("POST /users/@me/channels", restOpenDirect)
	bot("GET /applications/@me", restApplication)
	bot("GET /oauth2/applications/@me", restApplication)

	bot("GET /guilds/{guild}", restGuild)
	bot("GET /guilds/{guild}/channels", restGuildChannels)
	bot("POST /guilds/{guild}/channels", restCreateChannel)
	bot("GET /guilds/{guild}/roles", restGuildRoles)
	bot("GET /guilds/{guild}/members", restGuildMembers)
	bot("GET /guilds/{guild}/members/{user}", restGuildMember)
	bot("GET /guilds/{guild}/voice-states/{user}", restVoiceState)
	bot("PATCH /guilds/{guild}/voice-states/@me", restModifyVoiceState)
	bot("GET /channels/{channel}", restChannel)
	bot("PUT /channels/{channel}/permissions/{person}", restSetOverwrite)
	bot("DELETE /channels/{channel}/permissions/{person}", restDeleteOverwrite)

	bot("GET /channels/{channel}/messages", restMessages)
	bot("POST /channels/{channel}/messages", restSend)
	bot("GET /channels/{channel}/messages/{message}", restMessage)
	bot("PATCH /channels/{channel}/messages/{message}", restEdit)
	bot("DELETE /channels/{channel}/messages/{message}", restDelete)
	bot("POST /channels/{channel}/typing", restTyping)

	bot("GET /applications/{application}/commands", restCommands)
	bot("PUT /applications/{application}/commands", restSetCommands)
	bot("GET /applications/{application}/guilds/{guild}/commands", restCommands)
	bot("PUT /applications/{application}/guilds/{guild}/commands", restSetCommands)

	open("POST /interactions/{interaction}/{token}/callback", restCallback)
	open("POST /webhooks/{application}/{token}", restFollowUp)
	open("GET /webhooks/{application}/{token}/messages/{message}", restWebhookMessage)
	open("PATCH /webhooks/{application}/{token}/messages/{message}", restWebhookEdit)
	open("DELETE /webhooks/{application}/{token}/messages/{message}", restWebhookDelete)
	m.HandleFunc("GET "+cdnPath+"{channel}/{file}/{name}", d.download)
	return m
}

// handler reads the body, asks for the token, and writes what h says.
func (d *Discord) handler(token bool, h restHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &restCall{Request: r, d: d}
		v, err := c.answer(w, token, h)
		if err != nil {
			writeError(w, err)
			return
		}
		if v == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		writeJSON(w, http.StatusOK, v)
	})
}

// answer returns JSON that is made while the lock is held: what handlers return
// may be changed by the next.
func (c *restCall) answer(w http.ResponseWriter, token bool, h restHandler) (json.RawMessage, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, c.Body, maxBody))
	if err != nil {
		return nil, restTooLarge
	}
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	if auth := c.Header.Get("Authorization"); token && (!strings.HasPrefix(auth, "Bot ") || !c.d.valid(auth)) {
		return nil, restUnauthorized
	}
	if err := c.read(body); err != nil {
		return nil, err
	}
	v, err := h(c)
	if v == nil || err != nil {
		return nil, err
	}
	return encode(v), nil
}

// decode reads the body into v.
func (c *restCall) decode(v any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return restInvalidJSON
	}
	if err := json.Unmarshal(c.body, v); err != nil {
		return decodeError(err)
	}
	return nil
}

// id reads an ID of the path. @me is the bot.
func (c *restCall) id(name string) uint64 {
	s := c.PathValue(name)
	if s == "@me" {
		return c.d.bot.ID
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func writeJSON(w http.ResponseWriter, status int, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}
