package voicetest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// maxReplay is how many events of a session are kept for Resume. Whoever missed
// more has to identify anew.
const maxReplay = 1000

// maxSessions is how many sessions there are at once: more than anybody needs,
// fewer than hurt.
const maxSessions = 16

// A mainSession is what a client has identified, from READY to its end. It
// outlives its socket. Guarded by d.mu.
type mainSession struct {
	id      string
	intents Intents
	socket  *mainSocket // nil while it is lost
	lost    int         // how often it was
	seq     int64
	events  [][]byte // the newest, the last of which is number seq
	over    bool
}

// mainMessage is one of the gateway, both ways.
type mainMessage struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("voicetest: encode %T: %v", v, err))
	}
	return b
}

// dispatch sends an event about a guild to every session that wants it. A nil
// guild is none in particular. The caller holds d.mu.
func (d *Discord) dispatch(i Intents, g *Guild, event string, data any) {
	d.dispatchEach(i, g, event, func(*mainSession) any { return data })
}

// dispatchEach is dispatch of data that are not the same for all.
func (d *Discord) dispatchEach(i Intents, g *Guild, event string, data func(*mainSession) any) {
	if g != nil && g.member(d.bot.ID) == nil {
		return
	}
	for _, s := range d.sessions {
		if s.intents.has(i) {
			s.event(event, data(s))
		}
	}
}

// event numbers an event, keeps it, and sends it if there is a socket.
func (s *mainSession) event(name string, data any) {
	s.seq++
	b := encode(mainMessage{Data: encode(data), Seq: new(s.seq), Type: name})
	if s.events = append(s.events, b); len(s.events) > maxReplay {
		s.events = slices.Delete(s.events, 0, len(s.events)-maxReplay)
	}
	if s.socket != nil {
		s.socket.send(b)
	}
}

// identify begins a session: READY with the guilds unavailable, then each of
// them. The caller holds d.mu.
func (d *Discord) identify(k *mainSocket, i Intents, shard *[2]int) {
	if len(d.sessions) >= maxSessions {
		d.end(d.sessions[0])
	}
	s := &mainSession{id: fmt.Sprintf("%032x", d.id()), intents: i, socket: k}
	k.session = s
	d.sessions = append(d.sessions, s)
	guilds := []wireGone{}
	for _, g := range d.guilds {
		if g.member(d.bot.ID) != nil {
			guilds = append(guilds, wireGone{Snowflake(g.ID), true})
		}
	}
	s.event("READY", map[string]any{
		"v":                  9,
		"user":               d.bot.wire(),
		"guilds":             guilds,
		"session_id":         s.id,
		"resume_gateway_url": d.gatewayURL(),
		"shard":              shard,
		"private_channels":   []any{},
		"relationships":      []any{},
		"application":        map[string]any{"id": Snowflake(d.application), "flags": d.intents.flags()},
	})
	for _, g := range d.guilds {
		if i.has(intentGuilds) && !g.down && g.member(d.bot.ID) != nil {
			s.event("GUILD_CREATE", g.wire(i))
		}
	}
	d.touch()
}

// resume goes on with a session on another socket, if it is still there and what
// was missed is. The caller holds d.mu.
func (d *Discord) resume(k *mainSocket, id string, seq int64) bool {
	for _, s := range d.sessions {
		missed := s.seq - seq
		if s.id != id || missed < 0 || missed > int64(len(s.events)) {
			continue
		}
		if s.socket != nil && s.socket != k {
			s.socket.session = nil
			s.socket.drop()
		}
		s.socket, k.session = k, s
		for _, b := range s.events[int64(len(s.events))-missed:] {
			k.send(b)
		}
		s.event("RESUMED", struct{}{})
		d.touch()
		return true
	}
	return false
}

// lose is that a session's socket is gone. The caller holds d.mu.
func (d *Discord) lose(s *mainSession) {
	s.socket = nil
	s.lost++
	lost := s.lost
	d.later(d.options.Resume, func() {
		if s.socket == nil && s.lost == lost {
			d.end(s)
		}
	})
	d.touch()
}

// end ends a session: what it had in voice is over. The caller holds d.mu.
func (d *Discord) end(s *mainSession) {
	if s.over {
		return
	}
	s.over = true
	d.sessions = slices.DeleteFunc(d.sessions, func(o *mainSession) bool { return o == s })
	if s.socket != nil {
		s.socket.session, s.socket = nil, nil
	}
	for _, g := range d.guilds {
		if v := g.voiceOf(d.bot.ID); v != nil && v.owner == s {
			g.part(v)
		}
	}
	d.touch()
}

// Online returns how many sessions have a socket. One that is being closed, or was
// broken off, is none, whether or not its reader has found out.
func (d *Discord) Online() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, s := range d.sessions {
		if s.socket != nil && !s.socket.closing {
			n++
		}
	}
	return n
}
