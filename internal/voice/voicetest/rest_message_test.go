package voicetest

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"
)

// upload sends a message with a file, by a form.
func (d *Discord) upload(t *testing.T, method, path, payload string, files ...string) answered {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	check(t, w.WriteField("payload_json", payload))
	for i, name := range files {
		f, err := w.CreateFormFile("files["+Snowflake(i).String()+"]", name)
		check(t, err)
		_, err = f.Write([]byte(name))
		check(t, err)
	}
	check(t, w.Close())
	r := httptest.NewRequest(method, "/api/v9"+path, &body)
	r.Header.Set("Authorization", "Bot "+d.Token())
	r.Header.Set("Content-Type", w.FormDataContentType())
	a := httptest.NewRecorder()
	d.serve(a, r)
	return answered{status: a.Code, Body: a.Body.Bytes()}
}

// TestFiles: files come with a message, and an edit keeps those that it names.
func TestFiles(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	a := d.upload(t, "POST", d.text.sendPath(), `{"content":"x"}`, "a.md", "b.md").want(t, "send", 200, 0)
	var m struct {
		ID          Snowflake
		Attachments []struct{ ID Snowflake }
	}
	check(t, json.Unmarshal(a.Body, &m))
	names := func() string {
		s, _ := d.Message(uint64(m.ID))
		var all strings.Builder
		for _, f := range s.Attachments {
			all.WriteString(f.Name + " ")
		}
		return all.String()
	}
	if got := names(); got != "a.md b.md " {
		t.Errorf("sent %s", got)
	}
	path := d.text.sendPath() + "/" + m.ID.String()
	d.do("PATCH", path, map[string]any{"content": "y"}).want(t, "edit", 200, 0)
	d.do("PATCH", path, map[string]any{"attachments": []any{map[string]any{"id": m.Attachments[1].ID}}}).want(t, "keep one", 200, 0)
	d.upload(t, "PATCH", path, `{}`, "c.md").want(t, "add one", 200, 0)
	if got := names(); got != "b.md c.md " {
		t.Errorf("after the edits: %s", got)
	}
	d.upload(t, "POST", d.text.sendPath(), `{}`, strings.Fields("1 2 3 4 5 6 7 8 9 10 11")...).want(t, "eleven", 400, 0)
	d.text.SetPerson(d.Bot(), 0, PermAttachFiles)
	d.upload(t, "POST", d.text.sendPath(), `{"content":"x"}`, "a.md").want(t, "may not", 403, 0)
}

// TestEmbedsDropped: without the right to them embeds vanish, and nothing is said.
func TestEmbedsDropped(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	d.text.SetPerson(d.Bot(), 0, PermEmbedLinks)
	body := map[string]any{"content": "x", "embeds": embed("title", "y")}
	id := d.do("POST", d.text.sendPath(), body).want(t, "send", 200, 0).id(t)
	if m, _ := d.Message(uint64(id)); len(m.Embeds) != 0 || m.Content != "x" {
		t.Errorf("sent: %+v", m)
	}
}

// TestReadMessages: messages are read as they are now.
func TestReadMessages(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	var ids []Snowflake
	for range 3 {
		ids = append(ids, d.do("POST", d.text.sendPath(), map[string]any{"content": "x"}).id(t))
	}
	read := func(query string) (got []Snowflake) {
		var list []struct{ ID Snowflake }
		check(t, json.Unmarshal(d.do("GET", d.text.sendPath()+query, nil).want(t, query, 200, 0).Body, &list))
		for _, m := range list {
			got = append(got, m.ID)
		}
		return got
	}
	for query, want := range map[string][]Snowflake{
		"":                             {ids[2], ids[1], ids[0]},
		"?limit=1":                     {ids[2]},
		"?before=" + ids[1].String():   {ids[0]},
		"?after=" + ids[1].String():    {ids[2]},
		"?limit=0":                     nil,
		"?before=1":                    nil,
		"?limit=100&after=1&before=10": nil,
	} {
		if got := read(query); len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%q: %v, want %v", query, got, want)
		}
	}
	one := d.text.sendPath() + "/" + ids[0].String()
	d.do("GET", one, nil).want(t, "one", 200, 0)
	reply := map[string]any{"content": "y", "message_reference": map[string]any{"message_id": ids[0]}}
	id := d.do("POST", d.text.sendPath(), reply).want(t, "reply", 200, 0).id(t)
	if m, _ := d.Message(uint64(id)); m.ReplyTo != uint64(ids[0]) {
		t.Errorf("reply: %+v", m)
	}
	d.do("DELETE", one, nil).want(t, "delete", 204, 0)
	d.do("POST", d.text.sendPath(), reply).want(t, "reply to what is gone", 400, 50035)
	d.text.SetPerson(d.Bot(), 0, PermReadMessageHistory)
	if got := read(""); got != nil {
		t.Errorf("without the right to: %v", got)
	}
	d.do("POST", d.text.path()+"/typing", nil).want(t, "typing", 204, 0)
	d.do("GET", "/users/"+Snowflake(d.gm.ID).String(), nil).want(t, "user", 200, 0)
	d.do("GET", "/users/1", nil).want(t, "no user", 404, 10013)
	theirs, err := d.gm.Write(d.text, "mine")
	check(t, err)
	d.do("DELETE", d.text.sendPath()+"/"+Snowflake(theirs.ID).String(), nil).want(t, "delete another's", 403, 50013)
	d.guild.SetRole(nil, PermEveryone|PermManageMessages)
	d.do("DELETE", d.text.sendPath()+"/"+Snowflake(theirs.ID).String(), nil).want(t, "delete another's", 204, 0)
	ben := d.AddPerson("ben")
	if _, err := ben.Write(d.text, "x"); err == nil {
		t.Error("a stranger writes")
	}
}
