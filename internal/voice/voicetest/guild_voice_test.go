package voicetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const intentsAll = intentsKnown

// session logs a bot in without a socket: its events are kept.
func (b *table) session(i Intents) *mainSession {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &mainSession{id: fmt.Sprint("session", len(b.sessions)), intents: i}
	b.sessions = append(b.sessions, s)
	return s
}

// ask is op 4 of a session; a nil channel leaves.
func (b *table) ask(s *mainSession, c *Channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var id uint64
	if c != nil {
		id = c.ID
	}
	b.askVoice(s, b.guild.ID, id, false, false)
}

// latest returns the interaction that came last.
func (b *table) latest() *Interaction {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.interactions[len(b.interactions)-1]
}

// last returns the data of the latest event of a type.
func (s *mainSession) last(t *testing.T, name string) map[string]any {
	t.Helper()
	for _, b := range slices.Backward(s.events) {
		var m mainMessage
		check(t, json.Unmarshal(b, &m))
		if m.Type == name {
			var v map[string]any
			check(t, json.Unmarshal(m.Data, &v))
			return v
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// heard returns what a session was told of voice since it was last asked: "state
// 7" and "server host" in the order they came.
func (b *table) heard(t *testing.T, s *mainSession) string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	var all strings.Builder
	for _, e := range s.events {
		var m mainMessage
		check(t, json.Unmarshal(e, &m))
		var v struct {
			Channel  Snowflake `json:"channel_id"`
			User     Snowflake `json:"user_id"`
			Endpoint *string
		}
		check(t, json.Unmarshal(m.Data, &v))
		switch m.Type {
		case "VOICE_STATE_UPDATE":
			who := "another"
			if uint64(v.User) == b.bot.ID {
				who = "own"
			}
			c := "nowhere"
			if ch := b.channel(uint64(v.Channel)); ch != nil {
				c = ch.Name
			}
			all.WriteString(who + " " + c + ", ")
		case "VOICE_SERVER_UPDATE":
			if v.Endpoint == nil {
				all.WriteString("no server, ")
			} else {
				all.WriteString("server, ")
			}
		}
	}
	s.events = nil
	return all.String()
}

// TestAskVoice (V19): op 4 is answered by two events, or by none at all to who may
// not come in.
func TestAskVoice(t *testing.T) {
	for _, tt := range []struct {
		name  string
		set   func(d *table)
		heard string
	}{
		{"plain", func(*table) {}, "own Table, server, "},
		{"no right to connect", func(d *table) { d.voice.SetPerson(d.bot, 0, PermConnect) }, ""},
		{"no right to look", func(d *table) { d.voice.SetRole(nil, 0, PermViewChannel) }, ""},
		{"role allows what everyone is denied", func(d *table) {
			d.voice.SetRole(nil, 0, PermConnect)
			d.voice.SetPerson(d.bot, PermConnect, 0)
		}, "own Table, server, "},
		{"full", func(d *table) {
			d.voice.SetLimit(1)
			if _, err := d.gm.Join(d.voice); err != nil {
				panic(err)
			}
		}, "another Table, "},
		{"full but a mover", func(d *table) {
			d.voice.SetLimit(1)
			d.guild.AdmitBot(botMay | PermMoveMembers)
			if _, err := d.gm.Join(d.voice); err != nil {
				panic(err)
			}
		}, "another Table, own Table, server, "},
		{"deleted", func(d *table) { d.voice.Delete() }, ""},
		{"text channel", func(d *table) { d.voice = d.text }, ""},
		{"out of the guild", func(d *table) { d.guild.RemoveBot() }, ""},
		{"server first", func(d *table) { d.AnswerVoice(VoiceAnswer{ServerFirst: true}) }, "server, own Table, "},
		{"null first", func(d *table) { d.AnswerVoice(VoiceAnswer{NullFirst: true}) }, "own Table, no server, server, "},
		{"nothing", func(d *table) { d.AnswerVoice(VoiceAnswer{Nothing: true}) }, ""},
		{"no server", func(d *table) { d.AnswerVoice(VoiceAnswer{NoServer: true}) }, "own Table, "},
		{"no state", func(d *table) { d.AnswerVoice(VoiceAnswer{NoState: true}) }, "server, "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := quiet(t, DiscordOptions{})
				s := d.session(intentsAll)
				tt.set(d)
				d.ask(s, d.voice)
				if got := d.heard(t, s); got != tt.heard {
					t.Errorf("heard %q, want %q", got, tt.heard)
				}
			})
		})
	}
}

// TestVoiceTimes: the events come when they are set to come.
func TestVoiceTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		s := d.session(intentsAll)
		d.AnswerVoice(VoiceAnswer{ServerFirst: true, Delay: time.Second, Gap: 2 * time.Second})
		d.ask(s, d.voice)
		for _, want := range []string{"", "server, ", "", "own Table, ", ""} {
			synctest.Wait()
			if got := d.heard(t, s); got != want {
				t.Errorf("heard %q, want %q", got, want)
			}
			time.Sleep(time.Second)
		}
	})
}

// TestVoiceLife: who is there is not answered as who comes is; moves keep the
// session, new logins do not.
func TestVoiceLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		other := d.guild.AddChannel(VoiceChannel, "Other")
		s := d.session(intentsAll)
		step := func(what, want string) VoicePass {
			t.Helper()
			if got := d.heard(t, s); got != want {
				t.Errorf("%s: heard %q, want %q", what, got, want)
			}
			p, _ := d.Voice().Admitted(d.guild.ID, d.bot.ID)
			return p
		}
		d.ask(s, d.voice)
		first := step("join", "own Table, server, ")
		d.ask(s, d.voice)
		if again := step("join again", "own Table, "); again != first {
			t.Errorf("joined again: %+v, was %+v", again, first)
		}
		d.guild.Move(d.bot, other)
		moved := step("move", "own Other, server, ")
		if moved.Session != first.Session || moved.Token == first.Token {
			t.Errorf("moved: %+v, was %+v", moved, first)
		}
		d.guild.ChangeServer(true, false)
		same := step("the same server", "server, ")
		if same.Endpoint != moved.Endpoint || same.Token == moved.Token {
			t.Errorf("the same server: %+v, was %+v", same, moved)
		}
		d.AnswerVoice(VoiceAnswer{Gap: time.Second})
		d.guild.ChangeServer(false, true)
		step("another server", "no server, ")
		time.Sleep(1001 * time.Millisecond)
		if p := step("another server", "server, "); p.Endpoint == same.Endpoint || p.Session != first.Session {
			t.Errorf("another server: %+v, was %+v", p, same)
		}
		d.AnswerVoice(VoiceAnswer{})
		d.guild.TakeServer(NotAtAll)
		step("taken", "no server, ")
		d.guild.GiveServer(false)
		step("given", "server, ")
		d.guild.Kick(d.bot)
		step("kick", "own nowhere, ")
		d.guild.Move(d.bot, d.voice)
		step("move of who is not there", "")
		d.ask(s, other)
		step("come again", "own Other, server, ")
		other.Delete()
		step("channel deleted", "own nowhere, ")
		d.ask(s, d.voice)
		old := step("come again", "own Table, server, ")
		s2 := d.session(intentsAll)
		d.ask(s2, d.voice)
		if p := step("a second login", "own Table, server, "); p.Session == old.Session {
			t.Error("another login has the session of the first")
		}
		d.mu.Lock()
		d.end(s2)
		d.mu.Unlock()
		step("the login ends", "own nowhere, ")
		d.ask(s, nil)
		step("leave nothing", "")
		d.ask(s, d.voice)
		step("come again", "own Table, server, ")
		d.guild.RemoveBot()
		step("removed from the guild", "")
		if len(d.voice.InVoice()) != 0 {
			t.Errorf("in voice: %v", d.voice.InVoice())
		}
	})
}

// TestVoiceSeen: the bot hears of people where it may look, and that they have
// gone when they go where it may not.
func TestVoiceSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		cellar := d.guild.AddChannel(VoiceChannel, "Cellar")
		cellar.SetPerson(d.bot, 0, PermViewChannel)
		s, deaf := d.session(intentsAll), d.session(intentGuilds)
		seat, err := d.gm.Join(d.voice)
		check(t, err)
		if seat == nil || seat.User() != d.gm.ID {
			t.Errorf("seat: %+v", seat)
		}
		_, err = d.gm.Join(cellar)
		check(t, err)
		d.guild.SetMuted(d.gm, true, true)
		_, err = d.gm.Join(d.voice)
		check(t, err)
		d.guild.SetMuted(d.gm, true, false)
		d.gm.Leave(d.guild)
		if got, want := d.heard(t, s), "another Table, another nowhere, another Table, another Table, another nowhere, "; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
		if got := d.heard(t, deaf); got != "" {
			t.Errorf("without the intent: %q", got)
		}
		stranger := d.AddPerson("stranger")
		if _, err := stranger.Join(d.voice); !errors.Is(err, ErrNotMember) {
			t.Errorf("a stranger joins: %v", err)
		}
		pass, err := d.gm.Admit(d.voice)
		check(t, err)
		if p, ok := d.Voice().Admitted(d.guild.ID, d.gm.ID); !ok || p != pass {
			t.Errorf("own client: %+v, want %+v", p, pass)
		}
	})
}

// TestStage: on a stage one comes as audience, may ask to speak, and takes the
// microphone if one may mute.
func TestStage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		stage := d.guild.AddChannel(StageChannel, "Stage")
		s := d.session(intentsAll)
		path := d.guild.path() + "/voice-states/@me"
		d.do("PATCH", path, map[string]any{"suppress": false}).want(t, "not in voice", 404, 10065)
		d.ask(s, stage)
		if d.guild.Speaker(d.bot) {
			t.Error("a speaker at once")
		}
		d.do("PATCH", path, map[string]any{"suppress": false}).want(t, "may not", 403, 50013)
		d.do("PATCH", path, map[string]any{"request_to_speak_timestamp": time.Now()}).want(t, "ask", 204, 0)
		if v := s.last(t, "VOICE_STATE_UPDATE"); v["request_to_speak_timestamp"] == nil || v["suppress"] != true {
			t.Errorf("state: %v", v)
		}
		d.guild.SetSpeaker(d.bot, true)
		if v := s.last(t, "VOICE_STATE_UPDATE"); v["suppress"] != false || !d.guild.Speaker(d.bot) {
			t.Errorf("state: %v", v)
		}
		d.guild.SetSpeaker(d.bot, false)
		d.guild.AdmitBot(botMay | PermMuteMembers)
		d.do("PATCH", path, map[string]any{"channel_id": Snowflake(stage.ID), "suppress": false}).want(t, "may", 204, 0)
		d.do("PATCH", path, map[string]any{"channel_id": Snowflake(d.voice.ID), "suppress": false}).want(t, "another channel", 400, 50024)
		d.do("GET", path, nil).want(t, "read", 200, 0)
	})
}

// TestPermissions: the order in which overwrites count.
func TestPermissions(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	ben := d.AddPerson("ben")
	a, b := d.guild.AddRole("a", PermManageGuild), d.guild.AddRole("b", 0)
	d.guild.Admit(ben, a, b)
	for _, tt := range []struct {
		name string
		set  func(c *Channel)
		want Permission
	}{
		{"none", func(*Channel) {}, PermEveryone | PermManageGuild},
		{"everyone denied", func(c *Channel) { c.SetRole(nil, 0, PermSpeak) }, PermEveryone&^PermSpeak | PermManageGuild},
		{"role allows", func(c *Channel) { c.SetRole(nil, 0, PermSpeak); c.SetRole(a, PermSpeak, 0) }, PermEveryone | PermManageGuild},
		{"one role denies, another allows", func(c *Channel) { c.SetRole(a, 0, PermSpeak); c.SetRole(b, PermSpeak, 0) }, PermEveryone | PermManageGuild},
		{"person denied", func(c *Channel) { c.SetRole(a, PermSpeak, 0); c.SetPerson(ben, 0, PermSpeak) }, PermEveryone&^PermSpeak | PermManageGuild},
		{"no connecting, nothing else", func(c *Channel) { c.SetRole(nil, 0, PermConnect) }, PermViewChannel},
		{"no looking, nothing at all", func(c *Channel) { c.SetRole(b, 0, PermViewChannel) }, 0},
	} {
		c := d.guild.AddChannel(VoiceChannel, "c")
		tt.set(c)
		d.mu.Lock()
		if got := c.permissions(ben.ID); got != tt.want {
			t.Errorf("%s: %b, want %b", tt.name, got, tt.want)
		}
		if got := c.permissions(d.gm.ID); got != everything {
			t.Errorf("%s: the owner may %b", tt.name, got)
		}
		if got := c.permissions(7); got != 0 {
			t.Errorf("%s: a stranger may %b", tt.name, got)
		}
		d.mu.Unlock()
	}
}
