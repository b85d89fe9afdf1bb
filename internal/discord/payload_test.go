package discord

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

func TestSnowflake(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want snowflake
		ok   bool
	}{
		{`"18446744073709551615"`, 1<<64 - 1, true},
		{`123`, 123, true},
		{`null`, 0, true},
		{`""`, 0, true},
		{`"12a"`, 0, false},
		{`-1`, 0, false},
		{`1.5`, 0, false},
		{`{}`, 0, false},
	} {
		var got snowflake
		err := json.Unmarshal([]byte(tt.in), &got)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s is %d, %v; want %d, %v", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

func TestBits(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bits
		ok   bool
	}{
		{`"2147483648"`, 1 << 31, true},
		{`1024`, 1024, true},
		{`"18446744073709551617"`, 1, true}, // a 65th bit, of a permission to come
		{`null`, 0, true},
		{`"-1"`, 0, false},
		{`"x"`, 0, false},
	} {
		var got bits
		err := json.Unmarshal([]byte(tt.in), &got)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s is %d, %v; want %d, %v", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

func TestNames(t *testing.T) {
	u := &userPayload{ID: 1, Username: "anna", GlobalName: "Anna"}
	for _, tt := range []struct {
		m    *memberPayload
		u    *userPayload
		want string
	}{
		{&memberPayload{User: u, Nick: "The GM"}, nil, "The GM"},
		{&memberPayload{User: u}, nil, "Anna"},
		{&memberPayload{Nick: "The GM"}, u, "The GM"},
		{nil, &userPayload{Username: "anna"}, "anna"},
		{nil, nil, ""},
	} {
		if got := tt.m.person(tt.u).Name; got != tt.want {
			t.Errorf("name %q, want %q", got, tt.want)
		}
	}
}

// fixture returns a Client that knows one guild.
func fixture(t testing.TB) *Client {
	t.Helper()
	c := &Client{log: slog.New(slog.DiscardHandler), changed: make(chan struct{}), wished: map[transcript.GuildID]transcript.ChannelID{}}
	feed := func(kind, body string) {
		if _, err := c.apply(kind, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	feed("READY", `{"user":{"id":"42","username":"bot","bot":true},"session_id":"s","guilds":[{"id":"7","unavailable":true}]}`)
	feed("GUILD_CREATE", guildJSON)
	return c
}

const guildJSON = `{"id":"7","name":"Table","owner_id":"1","roles":[{"id":"7","permissions":"1024"}],
	"channels":[{"id":"9","type":2,"name":"table"}],
	"members":[{"user":{"id":"42"},"roles":["100"]},{"user":{"id":"1","username":"anna"},"nick":"Anna","roles":[]}],
	"voice_states":[{"user_id":"1","channel_id":"9"},{"user_id":"2","channel_id":"9"},{"user_id":"42","channel_id":"9"}]}`

// TestGuildAgain: who came, left or moved while a guild was out of sight is told
// of; the bot itself is not, whose session may be dead.
func TestGuildAgain(t *testing.T) {
	c := fixture(t)
	events, err := c.apply("GUILD_CREATE", []byte(`{"id":"7","name":"Table","channels":[{"id":"9","type":2,"name":"table"}],
		"members":[],"voice_states":[{"user_id":"1","channel_id":"10"},{"user_id":"3","channel_id":"9"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, e := range events {
		switch e := e.(type) {
		case GuildHere:
			got.WriteString("here ")
		case VoiceState:
			fmt.Fprintf(&got, "%d:%d→%d ", e.User, e.Was, e.Channel)
		}
	}
	if want := "here 1:9→10 2:9→0 3:0→9 "; got.String() != want {
		t.Errorf("events %q, want %q", got.String(), want)
	}
	again, err := c.apply("READY", []byte(`{"user":{"id":"42"},"session_id":"t","guilds":[]}`))
	if err != nil || len(again) != 2 {
		t.Fatalf("READY without the guild: %v, %v", again, err)
	}
	if r, ok := again[0].(Ready); !ok || !r.Again {
		t.Errorf("first %+v", again[0])
	}
	if g, ok := again[1].(GuildGone); !ok || g.Guild != 7 {
		t.Errorf("then %+v", again[1])
	}
}

// FuzzApply: no event, whatever is in it, stops the bot or is told about nobody.
func FuzzApply(f *testing.F) {
	for _, kind := range []string{
		"READY", "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "CHANNEL_UPDATE",
		"CHANNEL_DELETE", "GUILD_MEMBER_UPDATE", "VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE",
	} {
		f.Add(kind, []byte(guildJSON))
		f.Add(kind, []byte(`{"guild_id":"7","user_id":"1","channel_id":9,"member":{"user":{"id":1}},"role":{"id":"7"},"token":"t","endpoint":null}`))
	}
	f.Add("INTERACTION_CREATE", []byte(`{"id":"5","type":2,"token":"t","member":{"user":{"id":"1"},"permissions":"32"},"data":{"name":"a","options":[{"name":"b","type":1,"options":[{"name":"c","type":3,"value":"d"}]}]}}`))
	f.Add("INTERACTION_CREATE", []byte(`{"id":"5","type":5,"data":{"custom_id":"f","components":[{"type":18,"component":{"type":4,"custom_id":"x","value":"y"}}]}}`))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		c := fixture(t)
		events, err := c.apply(kind, data)
		if err != nil && len(events) > 0 {
			t.Fatalf("%v, and yet %d events", err, len(events))
		}
		for _, e := range events {
			if v, ok := e.(VoiceState); ok && v.User == 0 {
				t.Fatal("a voice state of nobody")
			}
		}
		_ = c.VoiceCheck(testGuild, testChannel).String()
		_ = c.People(testGuild, testChannel)
	})
}

// TestInteractions reads what the simulated Discord does not send: groups, labels
// in forms, components that are not known, a person in a direct message.
func TestInteractions(t *testing.T) {
	c := fixture(t)
	read := func(body string) Event {
		t.Helper()
		events, err := c.interaction([]byte(body), time.Unix(1000, 0))
		if err != nil || len(events) != 1 {
			t.Fatalf("%d events, %v", len(events), err)
		}
		return events[0]
	}
	cmd, _ := read(`{"id":5,"type":2,"user":{"id":"1","global_name":"Anna"},"locale":"de","data":{"name":"glyphoxa","options":[
		{"type":2,"name":"scene","options":[{"type":1,"name":"go","options":[{"type":4,"name":"n","value":15},{"type":5,"name":"y","value":true}]}]}]}}`).(Command)
	if cmd.Group != "scene" || cmd.Sub != "go" || cmd.Args.Int("n") != 15 || !cmd.Args.Yes("y") || cmd.Guild != 0 || cmd.By.Name != "Anna" || cmd.ManageServer {
		t.Errorf("command: %+v", cmd)
	}
	form, _ := read(`{"id":"5","type":5,"data":{"custom_id":"f","components":[
		{"type":1,"components":[{"type":4,"custom_id":"a","value":"A"}]},
		{"type":18,"component":{"type":4,"custom_id":"b","value":"B"}},
		{"type":18,"component":{"type":3,"custom_id":"c","values":["x","y"]}},
		{"type":99,"wonder":true}]}}`).(Submitted)
	if form.Form != "f" || len(form.Fields) != 3 || form.Fields["a"] != "A" || form.Fields["b"] != "B" || form.Fields["c"] != "x\ny" {
		t.Errorf("form: %+v", form)
	}
	button, _ := read(`{"id":"5","type":3,"message":{"id":"8","components":[{"type":99}]},"data":{"custom_id":"go","component_type":2}}`).(Pressed)
	if button.Button != "go" || button.Message != 8 {
		t.Errorf("button: %+v", button)
	}
}
