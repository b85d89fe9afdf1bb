package voicetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// A plug is a websocket to the main gateway, without a library behind it.
type plug struct {
	*websocket.Conn
}

// dialMain connects and takes Hello.
func dialMain(t *testing.T, d *Discord) plug {
	t.Helper()
	c, _, err := websocket.Dial(limit(t), d.gatewayURL()+"?v=10&encoding=json", nil) //nolint:bodyclose // A websocket has none.
	check(t, err)
	t.Cleanup(func() { _ = c.CloseNow() })
	p := plug{c}
	if m := p.next(t); m.Op != mainHello || !strings.Contains(string(m.Data), "heartbeat_interval") {
		t.Fatalf("hello: %+v", m)
	}
	return p
}

func (p plug) send(t *testing.T, text string) {
	t.Helper()
	check(t, p.Write(limit(t), websocket.MessageText, []byte(text)))
}

func (p plug) next(t *testing.T) mainMessage {
	t.Helper()
	_, b, err := p.Read(limit(t))
	check(t, err)
	var m mainMessage
	check(t, json.Unmarshal(b, &m))
	return m
}

// code reads until the server closes, and returns the code.
func (p plug) code(ctx context.Context) websocket.StatusCode {
	for {
		if _, _, err := p.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// newSocket returns one that nobody reads.
func newSocket(d *Discord) *mainSocket {
	raw, _ := net.Pipe()
	return &mainSocket{d: d, raw: raw, out: make(chan mainFrame, maxPending)}
}

func identifyText(d *Discord, more string) string {
	return `{"op":2,"d":{"token":"` + d.Token() + `","intents":129` + more + `}}`
}

// TestLiveMisuse: a client that does not keep to the protocol is closed with the
// code that says so.
func TestLiveMisuse(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	in := identifyText(d.Discord, "")
	for _, tt := range []struct {
		name string
		send []string
		want websocket.StatusCode
	}{
		{"no JSON", []string{"{"}, 4002},
		{"a body that is none", []string{`{"op":2,"d":7}`}, 4002},
		{"before identify", []string{`{"op":4,"d":{}}`}, 4003},
		{"no token", []string{`{"op":2,"d":{"intents":1}}`}, 4004},
		{"no intents", []string{`{"op":2,"d":{"token":"` + d.Token() + `"}}`}, 4013},
		{"twice", []string{in, in}, 4005},
		{"unknown op", []string{in, `{"op":77,"d":null}`}, 4001},
		{"too large", []string{in, `{"op":3,"d":"` + strings.Repeat("x", maxMainMessage) + `"}`}, 1009},
		{"too fast", append([]string{in}, strings.Split(strings.Repeat(`{"op":3,"d":null}|`, maxSends), "|")[:maxSends]...), 4008},
		{"resume with another token", []string{`{"op":6,"d":{"token":"x","session_id":"y","seq":1}}`}, 4004},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := dialMain(t, d.Discord)
			for _, s := range tt.send {
				p.send(t, s)
			}
			if got := p.code(limit(t)); got != tt.want {
				t.Errorf("closed with %d, want %d", got, tt.want)
			}
		})
	}
}

// TestLiveOrder: READY names the guilds, then each of them comes whole; events are
// numbered from 1.
func TestLiveOrder(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	_, err := d.gm.Join(d.voice)
	check(t, err)
	p := dialMain(t, d.Discord)
	p.send(t, `{"op":1,"d":null}`)
	if m := p.next(t); m.Op != mainHeartbeatAck {
		t.Errorf("heartbeat: %+v", m)
	}
	p.send(t, identifyText(d.Discord, ""))
	ready := p.next(t)
	if ready.Type != "READY" || *ready.Seq != 1 || !strings.Contains(string(ready.Data), `"unavailable":true`) {
		t.Errorf("ready: %+v", ready)
	}
	g := p.next(t)
	for _, want := range []string{`"voice_states":[{"channel_id"`, `"name":"Table"`, `"username":"gm"`, `"permissions":`} {
		if g.Type != "GUILD_CREATE" || *g.Seq != 2 || !strings.Contains(string(g.Data), want) {
			t.Errorf("guild: no %s in %s %s", want, g.Type, g.Data)
		}
	}
	p.send(t, fmt.Sprintf(`{"op":8,"d":{"guild_id":"%d","query":"","limit":0}}`, d.guild.ID))
	if m := p.next(t); m.Type != "GUILD_MEMBERS_CHUNK" || !strings.Contains(string(m.Data), `"username":"gm"`) {
		t.Errorf("members: %s %s", m.Type, m.Data)
	}
	if s := d.Sent(); len(s) != 2 || s[0].Op != mainIdentify || s[0].Data != nil || s[1].Op != mainRequestMembers {
		t.Errorf("sent: %+v", s)
	}
}

// TestLiveInvalidResumable: after op 9 with true the session goes on where it was,
// on the same connection; and a gateway that says nothing says nothing.
func TestLiveInvalidResumable(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	p := dialMain(t, d.Discord)
	p.send(t, identifyText(d.Discord, ""))
	var ready struct {
		Session string `json:"session_id"`
	}
	check(t, json.Unmarshal(p.next(t).Data, &ready))
	p.next(t) // GUILD_CREATE
	d.Invalidate(true)
	if m := p.next(t); m.Op != mainInvalidSession || string(m.Data) != "true" {
		t.Fatalf("invalid: %+v", m)
	}
	d.guild.AddChannel(TextChannel, "new")
	d.SetMute(true)
	resume := fmt.Sprintf(`{"op":6,"d":{"token":"%s","session_id":"%s","seq":2}}`, d.Token(), ready.Session)
	p.send(t, resume)
	check(t, d.Await(limit(t), func() bool { return len(d.Sent()) == 2 }))
	d.SetMute(false)
	p.send(t, resume)
	for _, want := range []string{"CHANNEL_CREATE", "RESUMED"} {
		if m := p.next(t); m.Type != want {
			t.Errorf("%+v, want %s", m, want)
		}
	}
}

// TestLiveDeaf: a connection without heartbeats is closed with 4009.
func TestLiveDeaf(t *testing.T) {
	d := newTable(t, DiscordOptions{Heartbeat: 20 * time.Millisecond})
	if got := dialMain(t, d.Discord).code(limit(t)); got != closeTimeout {
		t.Errorf("closed with %d", got)
	}
}

// TestReplay: what was missed is replayed as long as it is kept; a session without
// a connection ends when its time is up.
func TestReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		s := d.session(intentsAll)
		socket := func() *mainSocket { return newSocket(d.Discord) }
		for range maxReplay + 10 {
			d.Dispatch("TYPING_START", struct{}{})
		}
		d.mu.Lock()
		for seq, want := range map[int64]int{-1: 0, 5: 0, 9: 0, 10: maxReplay + 1, maxReplay + 8: 2 + 1, 5000: 0} {
			// Each resumption is one event more, RESUMED.
			missed := s.seq - (maxReplay + 10)
			k := socket()
			ok := d.resume(k, s.id, seq+missed)
			if got := len(k.out); ok != (want > 0) || want > 0 && got != want {
				t.Errorf("after %d: %d events, %v, want %d", seq, got, ok, want)
			}
		}
		if d.resume(socket(), "another", 1) {
			t.Error("resumed a session that is not there")
		}
		d.lose(s)
		d.mu.Unlock()
		d.ask(s, d.voice)
		time.Sleep(59 * time.Second)
		synctest.Wait()
		d.mu.Lock()
		if !d.resume(socket(), s.id, s.seq) {
			t.Error("gone within a minute")
		}
		d.lose(s)
		d.mu.Unlock()
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if len(d.voice.InVoice()) != 1 {
			t.Error("the time of before counts")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(d.voice.InVoice()) != 0 {
			t.Error("still in voice")
		}
	})
}

// FuzzMain: no message makes the main gateway stumble, and none is answered by
// what is not JSON.
func FuzzMain(f *testing.F) {
	d := quiet(f, DiscordOptions{})
	for _, s := range []string{
		`{"op":1,"d":7}`, identifyText(d.Discord, ""), identifyText(d.Discord, `,"shard":[0,1]`),
		`{"op":6,"d":{"token":"x","session_id":"y","seq":1}}`, `{"op":4,"d":{"guild_id":"7","channel_id":null}}`,
		`{"op":8,"d":{"guild_id":7,"query":"","limit":0}}`, `[]`, `null`, `{"op":"4"}`, `{"op":4,"d":{"guild_id":{}}}`,
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, in bool) {
		k := newSocket(d.Discord)
		if in {
			k.session = d.session(intentsAll)
			k.session.socket = k
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		k.handle([]byte(text))
		for len(k.out) > 0 {
			if f := <-k.out; f.code == 0 && !json.Valid(f.message) {
				t.Fatalf("%q is answered by %q", text, f.message)
			}
		}
		if k.session != nil {
			d.end(k.session)
		}
	})
}

// FuzzSnowflake: what is read is written back as a string.
func FuzzSnowflake(f *testing.F) {
	for _, s := range []string{`"1"`, `1`, `null`, `""`, `"-1"`, `"18446744073709551616"`, `{}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s, again Snowflake
		if json.Unmarshal([]byte(text), &s) != nil {
			if s != 0 {
				t.Fatalf("%q was refused and left %d", text, s)
			}
			return
		}
		check(t, json.Unmarshal(encode(s), &again))
		if again != s {
			t.Fatalf("%q: %d, then %d", text, s, again)
		}
	})
}
