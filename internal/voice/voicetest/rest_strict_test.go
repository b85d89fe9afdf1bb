package voicetest

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestMenuLimits (D06): a menu of which more must be chosen than there is, or
// more is chosen than may be, is refused.
func TestMenuLimits(t *testing.T) {
	of := func(n int, more map[string]any) map[string]any {
		m := menu(n, "x")
		maps.Copy(m, more)
		return map[string]any{"components": []any{row(m)}}
	}
	chosen := menu(2, "x")
	for _, o := range chosen["options"].([]any) {
		o.(map[string]any)["default"] = true
	}
	for _, tt := range []struct {
		name string
		body map[string]any
		want int
	}{
		{"one of three", of(3, nil), 200},
		{"all of three", of(3, map[string]any{"min_values": 0, "max_values": 3}), 200},
		{"four of three", of(3, map[string]any{"max_values": 4}), 400},
		{"none at most", of(3, map[string]any{"max_values": 0}), 400},
		{"twenty-six", of(25, map[string]any{"max_values": 26}), 400},
		{"at least two, at most one", of(3, map[string]any{"min_values": 2}), 400},
		{"less than none", of(3, map[string]any{"min_values": -1}), 400},
		{"two are chosen of one", map[string]any{"components": []any{row(chosen)}}, 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := quiet(t, DiscordOptions{})
			code := 0
			if tt.want == 400 {
				code = 50035
			}
			d.do("POST", d.text.sendPath(), tt.body).want(t, "send", tt.want, code)
		})
	}
}

// TestFormLimits (D04): what a form must not have. A value counts in UTF-16.
func TestFormLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	input := func(more map[string]any) map[string]any {
		in := map[string]any{"type": 4, "custom_id": "a", "label": "l", "style": 1}
		maps.Copy(in, more)
		return row(in)
	}
	form := func(title string, rows ...any) map[string]any {
		return map[string]any{"type": ReplyForm, "data": map[string]any{"custom_id": "f", "title": title, "components": rows}}
	}
	for _, tt := range []struct {
		name string
		body map[string]any
		path string // of the error; "" is none
	}{
		{"a form", form("t", input(nil)), ""},
		{"title", form(long(45), input(nil)), ""},
		{"title too long", form(long(46), input(nil)), "data.title"},
		{"no title", form("", input(nil)), "data.title"},
		{"no inputs", form("t"), "data.components"},
		{"six inputs", form("t", times(6, func(i int) any { return input(map[string]any{"custom_id": long(i + 1)}) })...), "data.components"},
		{"one input twice", form("t", input(nil), input(nil)), "data.components.1.components.0.custom_id"},
		{"label too long", form("t", input(map[string]any{"label": long(46)})), "data.components.0.components.0.label"},
		{"no label", form("t", input(map[string]any{"label": ""})), "data.components.0.components.0.label"},
		{"hint too long", form("t", input(map[string]any{"placeholder": long(101)})), "data.components.0.components.0.placeholder"},
		{"value", form("t", input(map[string]any{"value": long(4000)})), ""},
		{"value too long", form("t", input(map[string]any{"value": long(4001)})), "data.components.0.components.0.value"},
		{"emoji count twice", form("t", input(map[string]any{"value": strings.Repeat("🐉", 2001)})), "data.components.0.components.0.value"},
		{"value longer than its own limit", form("t", input(map[string]any{"value": "abc", "max_length": 2})), "data.components.0.components.0.value"},
		{"limit too high", form("t", input(map[string]any{"max_length": 4001})), "data.components.0.components.0.max_length"},
		{"limits crossed", form("t", input(map[string]any{"min_length": 3, "max_length": 2})), "data.components.0.components.0.max_length"},
		{"no style", form("t", input(map[string]any{"style": 0})), "data.components.0.components.0.style"},
		{"id too long", form("t", input(map[string]any{"custom_id": long(101)})), "data.components.0.components.0.custom_id"},
		{"a button in a form", form("t", row(button("a"))), "data.components.0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := quiet(t, DiscordOptions{})
			d.mu.Lock()
			i := d.interact(&Interaction{Kind: InteractionCommand, Person: d.gm, channel: d.text}, encode(map[string]any{"name": "x"}))
			d.mu.Unlock()
			a := d.do("POST", i.path(), tt.body)
			if tt.path == "" {
				a.want(t, "open", 204, 0)
				return
			}
			a.want(t, "open", 400, 50035)
			if _, opened := i.Form(); opened {
				t.Error("it opened all the same")
			}
			wantFault(t, a, tt.path)
		})
	}
}

// wantFault checks that an answer says that something is wrong at a path.
func wantFault(t *testing.T, a answered, path string) {
	t.Helper()
	var v struct{ Errors map[string]any }
	check(t, json.Unmarshal(a.Body, &v))
	at := v.Errors
	for name := range strings.SplitSeq(path, ".") {
		at, _ = at[name].(map[string]any)
	}
	if at["_errors"] == nil {
		t.Errorf("no error at %s: %s", path, a.Body)
	}
}

// TestFileTooLarge: a file above ten megabytes is refused whole.
func TestFileTooLarge(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	for size, want := range map[int]int{maxFile: 200, maxFile + 1: 413} {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		check(t, w.WriteField("payload_json", "{}"))
		f, err := w.CreateFormFile("files[0]", "recap.md")
		check(t, err)
		_, err = f.Write(make([]byte, size))
		check(t, err)
		check(t, w.Close())
		r := httptest.NewRequest("POST", "/api/v9"+d.text.sendPath(), &body)
		r.Header.Set("Authorization", "Bot "+d.Token())
		r.Header.Set("Content-Type", w.FormDataContentType())
		a := httptest.NewRecorder()
		d.serve(a, r)
		if a.Code != want {
			t.Errorf("%d bytes: %d, want %d", size, a.Code, want)
		}
	}
}

// TestAllowedMentions (D10): who may be pinged is a kind or a list, and a text that
// names somebody without a word of that is remembered.
func TestAllowedMentions(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	for _, tt := range []struct {
		allowed any
		want    int
	}{
		{map[string]any{"parse": []string{}}, 200},
		{map[string]any{"parse": []string{"users"}, "roles": []string{"7"}}, 200},
		{map[string]any{"parse": []string{"users"}, "users": []string{"7"}}, 400},
		{map[string]any{"parse": []string{"here"}}, 400},
		{map[string]any{"users": times(101, func(int) any { return "7" })}, 400},
	} {
		if a := d.do("POST", d.text.sendPath(), map[string]any{"content": "<@7>", "allowed_mentions": tt.allowed}); a.status != tt.want {
			t.Errorf("%v: %d, want %d", tt.allowed, a.status, tt.want)
		}
	}
	if got := d.Unguarded(); len(got) != 0 {
		t.Errorf("unguarded: %q", got)
	}
	id := d.do("POST", d.text.sendPath(), map[string]any{"content": "nobody"}).id(t)
	d.do("PATCH", d.text.sendPath()+"/"+id.String(), map[string]any{"content": "@everyone flee!"}).want(t, "edit", 200, 0)
	if got := d.Unguarded(); len(got) != 1 || got[0] != "@everyone flee!" {
		t.Errorf("unguarded: %q", got)
	}
}
