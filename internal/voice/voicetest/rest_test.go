package voicetest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// quiet is a table to which no network leads: requests are served in place.
func quiet(t testing.TB, o DiscordOptions) *table {
	t.Helper()
	b := &table{Discord: newDiscord(o)}
	t.Cleanup(func() { check(t, b.Close()) })
	b.gm = b.AddPerson("gm")
	b.guild = b.AddGuild("The Prancing Pony", b.gm, botMay)
	b.text = b.guild.AddChannel(TextChannel, "table")
	b.voice = b.guild.AddChannel(VoiceChannel, "Table")
	return b
}

// answered is what REST said.
type answered struct {
	status int
	Code   int
	Body   json.RawMessage
}

// rest makes a request in the bot's name. v is the body: JSON as it is, or
// anything else to be encoded.
func (d *Discord) do(method, path string, v any) answered {
	body, ok := v.(string)
	if !ok && v != nil {
		body = string(encode(v))
	}
	r := httptest.NewRequest(method, "/api/v10"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bot "+d.Token())
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	d.serve(w, r)
	a := answered{status: w.Code, Body: w.Body.Bytes()}
	var e struct{ Code int }
	if w.Code >= 400 && json.Unmarshal(a.Body, &e) == nil {
		a.Code = e.Code
	}
	return a
}

// want checks an answer's status and code.
func (a answered) want(t *testing.T, what string, status, code int) answered {
	t.Helper()
	if a.status != status || a.Code != code {
		t.Errorf("%s: %d, code %d, want %d, code %d: %.300s", what, a.status, a.Code, status, code, a.Body)
	}
	return a
}

// id returns that of the object that came.
func (a answered) id(t *testing.T) Snowflake {
	t.Helper()
	var v struct{ ID Snowflake }
	check(t, json.Unmarshal(a.Body, &v))
	return v.ID
}

func (c *Channel) path() string     { return "/channels/" + Snowflake(c.ID).String() }
func (c *Channel) sendPath() string { return c.path() + "/messages" }
func (g *Guild) path() string       { return "/guilds/" + Snowflake(g.ID).String() }
func (i *Interaction) path() string {
	return "/interactions/" + Snowflake(i.ID).String() + "/" + i.token + "/callback"
}
func (d *Discord) appPath() string { return "/applications/" + Snowflake(d.application).String() }
func (i *Interaction) hook() string {
	return "/webhooks/" + Snowflake(i.d.application).String() + "/" + i.token
}
func (i *Interaction) first() string { return i.hook() + "/messages/@original" }

// TestUnexpected: what this Discord does not know is 404, and remembered.
func TestUnexpected(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	d.do("GET", "/users/@me", nil).want(t, "me", 200, 0)
	d.do("GET", "/stickers/7", nil).want(t, "stickers", 404, 0)
	d.do("DELETE", d.guild.path(), nil).want(t, "delete guild", 404, 0)
	got := d.Unexpected()
	if len(got) != 2 || got[0].Path != "/stickers/7" || got[1].Method != "DELETE" || got[1].Status != 404 {
		t.Errorf("unexpected: %+v", got)
	}
	if n := len(d.Requests()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

func TestVersion(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v9/users/@me":  "/users/@me",
		"/api/v10/users/@me": "/users/@me",
		"/api/users/@me":     "/users/@me",
		"/api/v8/users/@me":  "/v8/users/@me",
		"/users/@me":         "/outside/users/@me",
	} {
		if got := withoutVersion(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestToken: a wrong token, and one that was taken away, is 401.
func TestToken(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	r := httptest.NewRequest("GET", "/api/v9/users/@me", nil)
	r.Header.Set("Authorization", d.Token()) // without the word Bot
	w := httptest.NewRecorder()
	d.serve(w, r)
	if w.Code != http.StatusUnauthorized {
		t.Errorf("without the word Bot: %d", w.Code)
	}
	d.TakeToken()
	d.do("GET", "/users/@me", nil).want(t, "taken", 401, 0)
	d.do("GET", "/gateway", nil).want(t, "gateway needs none", 200, 0)
	d.GiveToken()
	d.do("GET", "/users/@me", nil).want(t, "given", 200, 0)
}

// TestAccess (D09): the same want of a permission has another code where the bot
// cannot even look.
func TestAccess(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	other := d.AddGuild("Elsewhere", d.gm, botMay)
	hall := other.AddChannel(TextChannel, "hall")
	other.RemoveBot()
	hello := map[string]string{"content": "hello"}
	d.do("POST", d.text.sendPath(), hello).want(t, "allowed", 200, 0)
	d.text.SetPerson(d.Bot(), 0, PermSendMessages)
	d.do("POST", d.text.sendPath(), hello).want(t, "may not send", 403, 50013)
	d.text.SetPerson(d.Bot(), 0, PermViewChannel)
	d.do("POST", d.text.sendPath(), hello).want(t, "may not look", 403, 50001)
	d.do("GET", d.text.path(), nil).want(t, "may not look", 403, 50001)
	d.voice.SetRole(nil, 0, PermConnect)
	d.do("POST", d.voice.sendPath(), hello).want(t, "may not connect", 403, 50001)
	d.do("GET", other.path(), nil).want(t, "not a member", 403, 50001)
	d.do("GET", hall.path(), nil).want(t, "not a member", 403, 50001)
	d.do("GET", "/guilds/1", nil).want(t, "no guild", 404, 10004)
	d.do("GET", "/channels/1", nil).want(t, "no channel", 404, 10003)
	d.do("GET", d.guild.path()+"/members/1", nil).want(t, "no member", 404, 10007)
	d.do("GET", d.guild.path()+"/members", nil).want(t, "no intent", 403, 50001)
	d.SetPrivileged(IntentMembers)
	d.do("GET", d.guild.path()+"/members", nil).want(t, "intent", 200, 0)
	d.gm.CloseDirect()
	c := d.do("POST", "/users/@me/channels", map[string]any{"recipient_id": Snowflake(d.gm.ID)}).want(t, "open", 200, 0).id(t)
	d.do("POST", "/channels/"+c.String()+"/messages", hello).want(t, "closed", 403, 50007)
}

// TestReads: what REST returns of a guild.
func TestReads(t *testing.T) {
	d := quiet(t, DiscordOptions{Privileged: IntentMessageContent})
	role := d.guild.AddRole("Storytellers", PermManageGuild)
	d.guild.Admit(d.gm, role)
	d.guild.Nick(d.gm, "Guide")
	d.voice.SetLimit(4)
	d.voice.SetRole(role, PermMoveMembers, PermSpeak)
	for path, want := range map[string]string{
		"/users/@me":                 `"bot":true`,
		d.guild.path():               `"name":"The Prancing Pony"`,
		d.guild.path() + "/channels": `"user_limit":4`,
		d.guild.path() + "/roles":    `"permissions":"32"`,
		d.voice.path():               `"allow":"16777216","deny":"2097152"`,
		"/applications/@me":          `"flags":524288`,
		"/oauth2/applications/@me":   `"flags":524288`,
		"/users/@me/guilds":          `"The Prancing Pony"`,
		"/gateway/bot":               `"max_concurrency":1`,
		d.guild.path() + "/members/" + Snowflake(d.gm.ID).String(): `"nick":"Guide"`,
		d.guild.path() + "/members/@me":                            `"username":"Glyphoxa"`,
	} {
		a := d.do("GET", path, nil).want(t, path, 200, 0)
		if !strings.Contains(string(a.Body), want) {
			t.Errorf("%s: no %s in %s", path, want, a.Body)
		}
	}
}
