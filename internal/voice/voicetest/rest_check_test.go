package voicetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func button(id string) map[string]any {
	return map[string]any{"type": 2, "style": 1, "label": "press", "custom_id": id}
}

func row(list ...any) map[string]any { return map[string]any{"type": 1, "components": list} }

// times makes a list of n.
func times(n int, v func(i int) any) []any {
	all := []any{}
	for i := range n {
		all = append(all, v(i))
	}
	return all
}

func buttons(n int) []any { return times(n, func(i int) any { return button(fmt.Sprint(i)) }) }

func rows(n int) []any { return times(n, func(i int) any { return row(button(fmt.Sprint(i))) }) }

func embed(key, text string) []any { return []any{map[string]any{key: text}} }

func menu(n int, label string) map[string]any {
	return map[string]any{"type": 3, "custom_id": "menu", "options": times(n, func(i int) any {
		return map[string]any{"label": label, "value": fmt.Sprint(i)}
	})}
}

// TestMessageLimits (D04, D05): what is too long, too many or badly put together
// is refused whole, and the answer says where.
func TestMessageLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	field := func(name, value string) []any {
		return []any{map[string]any{"fields": []any{map[string]any{"name": name, "value": value}}}}
	}
	for _, tt := range []struct {
		name string
		body map[string]any
		path string // of the error; "" is none
	}{
		{"content", map[string]any{"content": long(2000)}, ""},
		{"content too long", map[string]any{"content": long(2001)}, "content"},
		{"emoji count twice", map[string]any{"content": strings.Repeat("🐉", 1001)}, "content"},
		{"a thousand emoji", map[string]any{"content": strings.Repeat("🐉", 1000)}, ""},
		{"nulls", map[string]any{"content": "x", "embeds": nil, "components": nil, "sticker_ids": nil}, ""},
		{"embed", map[string]any{"embeds": embed("description", long(4096))}, ""},
		{"embed too long", map[string]any{"embeds": embed("description", long(4097))}, "embeds.0.description"},
		{"title too long", map[string]any{"embeds": embed("title", long(257))}, "embeds.0.title"},
		{"eleven embeds", map[string]any{"embeds": times(11, func(int) any { return map[string]any{"title": "x"} })}, "embeds"},
		{"embeds too long in all", map[string]any{"embeds": times(3, func(int) any { return map[string]any{"description": long(2001)} })}, "embeds"},
		{"field", map[string]any{"embeds": field("a", long(1024))}, ""},
		{"field too long", map[string]any{"embeds": field("a", long(1025))}, "embeds.0.fields.0.value"},
		{"field without a name", map[string]any{"embeds": field("", "b")}, "embeds.0.fields.0.name"},
		{"too many fields", map[string]any{"embeds": []any{map[string]any{"fields": times(26, func(int) any {
			return map[string]any{"name": "a", "value": "b"}
		})}}}, "embeds.0.fields"},
		{"five rows", map[string]any{"components": rows(5)}, ""},
		{"six rows", map[string]any{"components": rows(6)}, "components"},
		{"five buttons", map[string]any{"components": []any{row(buttons(5)...)}}, ""},
		{"six buttons", map[string]any{"components": []any{row(buttons(6)...)}}, "components.0.components"},
		{"empty row", map[string]any{"components": []any{row()}}, "components.0.components"},
		{"one id twice", map[string]any{"components": []any{row(button("a"), button("a"))}}, "components.0.components.1.custom_id"},
		{"id too long", map[string]any{"components": []any{row(button(long(101)))}}, "components.0.components.0.custom_id"},
		{"no id", map[string]any{"components": []any{row(button(""))}}, "components.0.components.0.custom_id"},
		{"a button on its own", map[string]any{"components": []any{button("a")}}, "components.0.type"},
		{"label too long", map[string]any{"components": []any{row(map[string]any{"type": 2, "style": 1, "label": long(81), "custom_id": "a"})}}, "components.0.components.0.label"},
		{"menu", map[string]any{"components": []any{row(menu(25, "x"))}}, ""},
		{"menu too long", map[string]any{"components": []any{row(menu(26, "x"))}}, "components.0.components.0.options"},
		{"blank choice", map[string]any{"components": []any{row(menu(1, ""))}}, "components.0.components.0.options.0.label"},
		{"menu beside a button", map[string]any{"components": []any{row(menu(1, "x"), button("a"))}}, "components.0.components.0"},
		{"text input in a message", map[string]any{"components": []any{row(map[string]any{"type": 4, "custom_id": "a"})}}, "components.0.components.0.type"},
		{"version 2", map[string]any{"flags": flagComponents, "components": []any{map[string]any{"type": 17, "components": []any{
			map[string]any{"type": 10, "content": "hello"}, row(button("a")),
		}}}}, ""},
		{"version 2 without the flag", map[string]any{"components": []any{map[string]any{"type": 10, "content": "hello"}}}, "components.0.type"},
		{"version 2 with content", map[string]any{"flags": flagComponents, "content": "x", "components": []any{map[string]any{"type": 10, "content": "hello"}}}, "content"},
		{"wrong type", map[string]any{"content": 7}, "content"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := quiet(t, DiscordOptions{})
			a := d.do("POST", d.text.sendPath(), tt.body)
			if tt.path == "" {
				a.want(t, "send", 200, 0)
				if len(d.text.Messages()) != 1 {
					t.Error("no message")
				}
				return
			}
			a.want(t, "send", 400, 50035)
			if len(d.text.Messages()) != 0 {
				t.Error("sent all the same")
			}
			var v struct{ Errors map[string]any }
			check(t, json.Unmarshal(a.Body, &v))
			at := v.Errors
			for name := range strings.SplitSeq(tt.path, ".") {
				at, _ = at[name].(map[string]any)
			}
			if at["_errors"] == nil {
				t.Errorf("no error at %s: %s", tt.path, a.Body)
			}
		})
	}
}

// TestEmptyMessage: nothing is not sent, nor left of an edit; null empties what
// it stands for, and what is not named stays.
func TestEmptyMessage(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	d.do("POST", d.text.sendPath(), map[string]any{}).want(t, "nothing", 400, 50006)
	d.do("POST", d.text.sendPath(), map[string]any{"content": " \n"}).want(t, "blank", 400, 50006)
	d.do("POST", d.text.sendPath(), "{").want(t, "no JSON", 400, 50109)
	id := d.do("POST", d.text.sendPath(), map[string]any{"content": "a", "components": rows(1)}).want(t, "send", 200, 0).id(t)
	path := d.text.sendPath() + "/" + id.String()
	d.do("PATCH", path, map[string]any{"content": "b"}).want(t, "edit", 200, 0)
	if m, _ := d.Message(uint64(id)); m.Content != "b" || len(m.Components) != 1 || m.Edits != 1 {
		t.Errorf("after the first edit: %+v", m)
	}
	d.do("PATCH", path, map[string]any{"components": nil}).want(t, "null", 200, 0)
	if m, _ := d.Message(uint64(id)); m.Content != "b" || len(m.Components) != 0 {
		t.Errorf("after the second edit: %+v", m)
	}
	d.do("PATCH", path, map[string]any{"content": ""}).want(t, "nothing left", 400, 50006)
	theirs, err := d.gm.Write(d.text, "mine")
	check(t, err)
	d.do("PATCH", d.text.sendPath()+"/"+Snowflake(theirs.ID).String(), map[string]any{"content": "x"}).want(t, "another's", 403, 50005)
	d.do("DELETE", path, nil).want(t, "delete", 204, 0)
	d.do("DELETE", path, nil).want(t, "again", 404, 10008)
}

// TestPings (D10): a message tells whom it pings.
func TestPings(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	const text = "@everyone <@&123> and <@45>, flee! <@!45>"
	for _, tt := range []struct {
		allowed any
		want    string
	}{
		{nil, "[everyone 123 45]"},
		{map[string]any{"parse": []string{}}, "[]"},
		{map[string]any{"parse": []string{"users"}}, "[45]"},
		{map[string]any{"parse": []string{}, "roles": []string{"123"}}, "[123]"},
		{map[string]any{"parse": []string{}, "users": []string{"7"}}, "[]"},
	} {
		id := d.do("POST", d.text.sendPath(), map[string]any{"content": text, "allowed_mentions": tt.allowed}).want(t, "send", 200, 0).id(t)
		m, _ := d.Message(uint64(id))
		if got := fmt.Sprint(m.Mentions); got != tt.want {
			t.Errorf("%v pings %s, want %s", tt.allowed, got, tt.want)
		}
	}
}

// FuzzMessage: no body makes the server stumble, and a message that was taken is
// within the limits.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		`{"content":"hello"}`, `{"content":null,"embeds":[{"title":"a","fields":[{"name":"b","value":"c"}]}]}`,
		`{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"y"}]}]}`,
		`{"flags":32768,"components":[{"type":9,"components":[{"type":10,"content":"a"}],"accessory":{"type":2,"style":5,"label":"l","url":"https://x"}}]}`,
		`[]`, `null`, `{"content":{}}`, `{"allowed_mentions":{"parse":[]},"content":"@everyone"}`,
	} {
		f.Add(s)
	}
	d := quiet(f, DiscordOptions{})
	f.Fuzz(func(t *testing.T, body string) {
		a := d.do("POST", d.text.sendPath(), body)
		if a.status != 200 && a.status != 400 {
			t.Fatalf("%d for %q", a.status, body)
		}
		if a.status == 400 {
			return
		}
		m, ok := d.Message(uint64(a.id(t)))
		if !ok || length16(m.Content) > maxContent || len(m.Components) > maxComponents || strings.TrimSpace(m.Text())+fmt.Sprint(len(m.Components)+len(m.Embeds)) == "0" {
			t.Fatalf("%q was taken: %+v", body, m)
		}
	})
}
