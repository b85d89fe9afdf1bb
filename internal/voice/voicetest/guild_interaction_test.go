package voicetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// commands registers a command of every sort in the scope of a path.
func (b *table) commands(t *testing.T, scope string) {
	t.Helper()
	b.do("PUT", b.appPath()+scope+"/commands", `[
		{"name":"glyphoxa","description":"d","options":[
			{"type":1,"name":"start","description":"d","options":[
				{"type":3,"name":"scene","description":"d","required":true,"autocomplete":true,"choices":null},
				{"type":4,"name":"players","description":"d","min_value":1,"max_value":9},
				{"type":6,"name":"gm","description":"d"}]},
			{"type":1,"name":"end","description":"d","options":null}]},
		{"name":"secret","description":"d","default_member_permissions":"32"}]`).want(t, "commands", 200, 0)
}

// use has the GM run a command, and returns without waiting for the bot.
func (b *table) use(t *testing.T, command string, options ...Option) *Interaction {
	t.Helper()
	i, err := b.gm.use(b.text, command, options, "")
	check(t, err)
	return i
}

// press has the GM press, and returns without waiting for the bot.
func (b *table) press(t *testing.T, m ChatMessage, name string) *Interaction {
	t.Helper()
	i, err := b.gm.operated(m, name, nil)
	check(t, err)
	return i
}

func (b *table) ack(i *Interaction, kind ReplyKind, data any) answered {
	return b.do("POST", i.path(), map[string]any{"type": kind, "data": data})
}

// answer returns the answer that there is.
func (i *Interaction) answer(t *testing.T) ChatMessage {
	t.Helper()
	m, ok := i.Answer()
	if !ok {
		t.Fatal("no answer")
	}
	return m
}

// TestAcknowledge (D01, D02): an interaction is acknowledged once, and within
// three seconds.
func TestAcknowledge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		d.commands(t, "")
		i := d.use(t, "glyphoxa end")
		d.do("PATCH", i.first(), map[string]any{"content": "early"}).want(t, "edit before", 404, 10015)
		time.Sleep(2900 * time.Millisecond)
		d.ack(i, ReplyDeferred, nil).want(t, "in time", 204, 0)
		d.ack(i, ReplyDeferred, nil).want(t, "twice", 400, 40060)
		if kind, took := i.Reply(); kind != ReplyDeferred || took != 2900*time.Millisecond {
			t.Errorf("reply %v after %v", kind, took)
		}

		late := d.use(t, "glyphoxa end")
		time.Sleep(3 * time.Second)
		d.ack(late, ReplyDeferred, nil).want(t, "late", 404, 10062)

		start := time.Now()
		i, err := d.gm.Use(t.Context(), d.text, "glyphoxa end")
		if !errors.Is(err, ErrUnanswered) || i == nil || time.Since(start) != 3*time.Second {
			t.Errorf("unanswered: %v after %v", err, time.Since(start))
		}
		d.do("POST", "/interactions/1/none/callback", `{"type":5}`).want(t, "unknown", 404, 10062)
	})
}

// TestDeferred: what is deferred is filled by an edit or by the first follow-up,
// and stays as ephemeral as it was deferred, until the token has run out.
func TestDeferred(t *testing.T) {
	for _, tt := range []struct {
		name      string
		ephemeral bool
		fill      func(d *table, i *Interaction) answered
	}{
		{"edit", false, func(d *table, i *Interaction) answered {
			return d.do("PATCH", i.first(), map[string]any{"content": "done"})
		}},
		{"follow-up", true, func(d *table, i *Interaction) answered {
			return d.do("POST", i.hook(), map[string]any{"content": "done"})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := quiet(t, DiscordOptions{})
				d.commands(t, "")
				i := d.use(t, "glyphoxa end")
				flags := 0
				if tt.ephemeral {
					flags = flagEphemeral
				}
				d.ack(i, ReplyDeferred, map[string]any{"flags": flags}).want(t, "defer", 204, 0)
				if m := i.answer(t); !m.Thinking || m.Ephemeral != tt.ephemeral {
					t.Errorf("deferred: %+v", m)
				}
				time.Sleep(14 * time.Minute)
				tt.fill(d, i).want(t, "fill", 200, 0)
				if m := i.answer(t); m.Thinking || m.Content != "done" || m.Ephemeral != tt.ephemeral || len(i.FollowUps()) != 0 {
					t.Errorf("filled: %+v", m)
				}
				d.do("POST", i.hook(), map[string]any{"content": "more", "flags": flagEphemeral}).want(t, "more", 200, 0)
				f := i.FollowUps()
				if len(f) != 1 || !f[0].Ephemeral {
					t.Fatalf("follow-ups: %+v", f)
				}
				if m, err := i.AwaitThat(t.Context(), func(ChatMessage) bool { return true }); err != nil || m.Content != "done" {
					t.Errorf("who looks when both are there finds %+v, %v, want what came first", m, err)
				}
				one := i.hook() + "/messages/" + Snowflake(f[0].ID).String()
				d.do("PATCH", one, map[string]any{"content": "less"}).want(t, "edit the follow-up", 200, 0)
				if a := d.do("GET", one, nil).want(t, "read the follow-up", 200, 0); !strings.Contains(string(a.Body), `"content":"less"`) {
					t.Errorf("follow-up: %s", a.Body)
				}
				d.do("DELETE", one, nil).want(t, "delete the follow-up", 204, 0)
				d.do("GET", one, nil).want(t, "read what is gone", 404, 10008)
				if n := len(d.text.Messages()); (n == 0) != tt.ephemeral {
					t.Errorf("everybody sees %d messages", n)
				}
				d.do("DELETE", i.first(), nil).want(t, "delete", 204, 0)
				d.do("PATCH", i.first(), map[string]any{"content": "x"}).want(t, "edit what is gone", 404, 10008)
				if m := i.answer(t); !m.Deleted {
					t.Errorf("deleted: %+v", m)
				}
				time.Sleep(time.Minute)
				d.do("POST", i.hook(), map[string]any{"content": "late"}).want(t, "late", 401, 50027)
			})
		})
	}
}

// TestButtons: a button leads to an update, to nothing yet, or to a form; who does
// not see it cannot press it.
func TestButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		ben := d.AddPerson("ben")
		d.guild.Admit(ben)
		d.commands(t, "")
		i := d.use(t, "glyphoxa end")
		d.ack(i, ReplyMessage, map[string]any{"content": "sure?", "flags": flagEphemeral, "components": []any{row(button("yes"))}}).want(t, "ask", 204, 0)
		card := i.answer(t)
		if _, err := ben.operated(card, "yes", nil); !errors.Is(err, ErrNotThere) {
			t.Errorf("another presses what he does not see: %v", err)
		}
		if _, err := d.gm.operated(card, "no", nil); !errors.Is(err, ErrNotThere) {
			t.Errorf("a button that is not there: %v", err)
		}

		p := d.press(t, card, "press") // by its label
		d.ack(p, ReplyChoices, nil).want(t, "wrong type", 400, 50035)
		d.ack(p, ReplyDeferUpdate, nil).want(t, "defer", 204, 0)
		d.do("PATCH", p.first(), map[string]any{"content": "well then"}).want(t, "edit", 200, 0)
		if m := i.answer(t); m.Content != "well then" || len(m.Components) != 1 {
			t.Errorf("after a deferred update: %+v", m)
		}

		p = d.press(t, card, "yes")
		d.ack(p, ReplyUpdate, map[string]any{"content": "done", "components": []any{}}).want(t, "update", 204, 0)
		if m := i.answer(t); m.Content != "done" || len(m.Components) != 0 || m.Edits != 2 {
			t.Errorf("after an update: %+v", m)
		}
		if _, err := d.gm.operated(card, "yes", nil); !errors.Is(err, ErrNotThere) {
			t.Errorf("a button that is gone: %v", err)
		}
	})
}

// TestForm: a form is opened, filled in as it allows, and answered.
func TestForm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		d.commands(t, "")
		input := func(id string, more map[string]any) map[string]any {
			in := map[string]any{"type": 4, "custom_id": id, "label": "L " + id, "style": 1}
			maps.Copy(in, more)
			return row(in)
		}
		bad := d.use(t, "glyphoxa end")
		d.ack(bad, ReplyForm, map[string]any{"custom_id": "f", "title": strings.Repeat("x", 46), "components": []any{input("a", nil)}}).want(t, "title", 400, 50035)
		d.ack(bad, ReplyForm, map[string]any{"custom_id": "f", "title": "T", "components": []any{row(button("a"))}}).want(t, "button", 400, 50035)
		d.ack(bad, ReplyForm, map[string]any{"custom_id": "f", "title": "T", "components": []any{
			input("name", map[string]any{"max_length": 5}), input("why", map[string]any{"required": false}), input("how", map[string]any{"value": "well"}),
		}}).want(t, "open", 204, 0)
		if f, ok := bad.Form(); !ok || f.Title != "T" || len(f.Inputs) != 3 {
			t.Errorf("form: %+v", f)
		}
		for _, wrong := range []map[string]string{{}, {"name": "Bartholomew"}, {"name": "Bart", "age": "7"}} {
			if _, err := d.gm.submit(bad, wrong); err == nil {
				t.Errorf("%v was taken", wrong)
			}
		}
		s := d.session(intentsAll)
		i, err := d.gm.submit(bad, map[string]string{"L name": "Bart"})
		check(t, err)
		got := string(encode(s.last(t, "INTERACTION_CREATE")["data"]))
		if want := `{"components":[{"components":[{"custom_id":"name","type":4,"value":"Bart"}],"type":1},{"components":[{"custom_id":"why","type":4,"value":""}],"type":1},{"components":[{"custom_id":"how","type":4,"value":"well"}],"type":1}],"custom_id":"f"}`; got != want {
			t.Errorf("submitted %s\nwant %s", got, want)
		}
		d.ack(i, ReplyForm, nil).want(t, "form on form", 400, 50035)
		d.ack(i, ReplyMessage, map[string]any{"content": "thanks"}).want(t, "answer", 204, 0)
	})
}

// TestComplete (D06, D07): what is offered is within the limits, or nothing is,
// and comes in time, or nothing does.
func TestComplete(t *testing.T) {
	for _, tt := range []struct {
		name string
		n    int
		of   string
		ok   bool
	}{
		{"25", 25, "Bart %d", true},
		{"26", 26, "Bart %d", false},
		{"too long", 1, strings.Repeat("x", 100) + "%d", false},
		{"blank", 1, "  %.0d", false},
		{"none", 0, "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := quiet(t, DiscordOptions{})
				d.commands(t, "")
				s := d.session(intentsAll)
				go func() {
					synctest.Wait()
					list := times(tt.n, func(i int) any {
						return map[string]any{"name": fmt.Sprintf(tt.of, i), "value": fmt.Sprint(i)}
					})
					a := d.ack(d.latest(), ReplyChoices, map[string]any{"choices": list})
					if want := map[bool]int{true: 204, false: 400}[tt.ok]; a.status != want {
						t.Errorf("%d: %s", a.status, a.Body)
					}
				}()
				got, err := d.gm.Complete(t.Context(), d.text, "glyphoxa start", Option{"scene", "Ta"})
				if tt.ok && (err != nil || len(got) != tt.n) || !tt.ok && !errors.Is(err, ErrUnanswered) {
					t.Errorf("%d choices, %v", len(got), err)
				}
				data := string(encode(s.last(t, "INTERACTION_CREATE")["data"]))
				if !strings.Contains(data, `"focused":true`) || !strings.Contains(data, `"value":"Ta"`) {
					t.Errorf("asked with %s", data)
				}
			})
		})
	}
}

// TestCommandScopes (D03): a command that is registered for all guilds and for
// this one is seen twice, until one scope is emptied.
func TestCommandScopes(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	d.commands(t, "")
	d.commands(t, d.guild.path())
	ben := d.AddPerson("ben")
	d.guild.Admit(ben)
	count := func(p *Person) string {
		n := map[string]int{}
		for _, c := range p.Commands(d.guild) {
			n[c.Name]++
		}
		return fmt.Sprint(n)
	}
	if got, want := count(d.gm), "map[glyphoxa:2 secret:2]"; got != want {
		t.Errorf("the owner sees %s, want %s", got, want)
	}
	if got, want := count(ben), "map[glyphoxa:2]"; got != want {
		t.Errorf("a player sees %s, want %s", got, want)
	}
	d.do("PUT", d.appPath()+"/commands", "[]").want(t, "empty", 200, 0)
	if got, want := count(ben), "map[glyphoxa:1]"; got != want {
		t.Errorf("a player sees %s, want %s", got, want)
	}
	if a := d.do("GET", d.appPath()+d.guild.path()+"/commands", nil); !strings.Contains(string(a.Body), `"name":"secret"`) {
		t.Errorf("commands: %s", a.Body)
	}
	d.do("PUT", "/applications/7/commands", "[]").want(t, "another's", 403, 20012)
}

// TestCommandLimits: commands that Discord would refuse are refused.
func TestCommandLimits(t *testing.T) {
	option := func(name string, more map[string]any) map[string]any {
		o := map[string]any{"type": 3, "name": name, "description": "d"}
		maps.Copy(o, more)
		return o
	}
	cmd := func(options ...any) map[string]any {
		return map[string]any{"name": "a", "description": "d", "options": options}
	}
	for _, tt := range []struct {
		name string
		body []any
		ok   bool
	}{
		{"good", []any{cmd(option("b", nil))}, true},
		{"upper case", []any{map[string]any{"name": "Abc", "description": "d"}}, false},
		{"a space", []any{map[string]any{"name": "a b", "description": "d"}}, false},
		{"no description", []any{map[string]any{"name": "a"}}, false},
		{"twice", []any{cmd(), cmd()}, false},
		{"required behind optional", []any{cmd(option("b", nil), option("c", map[string]any{"required": true}))}, false},
		{"an option twice", []any{cmd(option("b", nil), option("b", nil))}, false},
		{"26 options", []any{cmd(times(26, func(i int) any { return option(fmt.Sprint("b", i), nil) })...)}, false},
		{"26 choices", []any{cmd(option("b", map[string]any{"choices": times(26, func(i int) any {
			return map[string]any{"name": fmt.Sprint(i), "value": fmt.Sprint(i)}
		})}))}, false},
		{"completion of choices", []any{cmd(option("b", map[string]any{"autocomplete": true, "choices": []any{map[string]any{"name": "x", "value": "y"}}}))}, false},
		{"subcommands", []any{cmd(map[string]any{"type": 1, "name": "b", "description": "d"}, map[string]any{"type": 2, "name": "c", "description": "d", "options": []any{
			map[string]any{"type": 1, "name": "d", "description": "d"},
		}})}, true},
		{"subcommands beside options", []any{cmd(map[string]any{"type": 1, "name": "b", "description": "d"}, option("c", nil))}, false},
		{"options beside subcommands", []any{cmd(option("c", nil), map[string]any{"type": 1, "name": "b", "description": "d"})}, false},
		{"groups in groups", []any{cmd(map[string]any{"type": 2, "name": "b", "description": "d", "options": []any{
			map[string]any{"type": 2, "name": "c", "description": "d"},
		}})}, false},
		{"localised", []any{map[string]any{
			"name": "a", "description": "d", "name_localizations": map[string]any{"de": "größe"}, "description_localizations": map[string]any{"de": "Größe"},
			"options": []any{option("b", map[string]any{"name_localizations": map[string]any{"de": "ä"}, "choices": []any{
				map[string]any{"name": "x", "value": "y", "name_localizations": map[string]any{"de": "Ä"}},
			}})},
		}}, true},
		{"a locale that there is not", []any{cmd(option("b", map[string]any{"name_localizations": map[string]any{"de-DE": "c"}}))}, false},
		{"upper case in German", []any{cmd(option("b", map[string]any{"name_localizations": map[string]any{"de": "Größe"}}))}, false},
		{"a long name in German", []any{cmd(option("b", map[string]any{"name_localizations": map[string]any{"de": strings.Repeat("ä", 33)}}))}, false},
		{"a long description in German", []any{cmd(option("b", map[string]any{"description_localizations": map[string]any{"de": strings.Repeat("ä", 101)}}))}, false},
		{"an empty description in German", []any{cmd(option("b", map[string]any{"description_localizations": map[string]any{"de": ""}}))}, false},
		{"one German name for two options", []any{cmd(
			option("b", map[string]any{"name_localizations": map[string]any{"de": "d"}}), option("c", map[string]any{"name_localizations": map[string]any{"de": "d"}}),
		)}, false},
		{"a German name that is another's in English", []any{cmd(option("b", map[string]any{"name_localizations": map[string]any{"de": "c"}}), option("c", nil))}, false},
		{"a German command's name twice", []any{
			map[string]any{"name": "a", "description": "d", "name_localizations": map[string]any{"de": "c"}},
			map[string]any{"name": "b", "description": "d", "name_localizations": map[string]any{"de": "c"}},
		}, false},
		{"a long choice in German", []any{cmd(option("b", map[string]any{"choices": []any{
			map[string]any{"name": "x", "value": "y", "name_localizations": map[string]any{"de": strings.Repeat("ä", 101)}},
		}}))}, false},
		{"too large in German alone", []any{cmd(times(25, func(i int) any {
			return option(fmt.Sprint("b", i), map[string]any{
				"description_localizations": map[string]any{"de": strings.Repeat("d", 100)}, "choices": times(25, func(j int) any {
					return map[string]any{"name": fmt.Sprint(j), "value": "v", "name_localizations": map[string]any{"de": fmt.Sprint("eine lange Wahl", j)}}
				}),
			})
		})...)}, false},
		{"101", times(101, func(i int) any { return map[string]any{"name": fmt.Sprint("a", i), "description": "d"} }), false},
		{"too large", []any{cmd(times(25, func(i int) any {
			return option(fmt.Sprint("b", i), map[string]any{"choices": times(25, func(j int) any {
				return map[string]any{"name": fmt.Sprint("a long choice ", j), "value": "v"}
			})})
		})...)}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := quiet(t, DiscordOptions{})
			a := d.do("PUT", d.appPath()+"/commands", tt.body)
			if (a.status == 200) != tt.ok {
				t.Errorf("%d: %.200s", a.status, a.Body)
			}
		})
	}
}

// TestFillIn: a person's client lets only that through which the command takes.
func TestFillIn(t *testing.T) {
	d := quiet(t, DiscordOptions{})
	d.commands(t, "")
	ben := d.AddPerson("ben")
	d.guild.Admit(ben)
	for _, tt := range []struct {
		name    string
		command string
		options []Option
		ok      bool
	}{
		{"good", "glyphoxa start", []Option{{"scene", "Tavern"}, {"players", 4}, {"gm", d.gm}}, true},
		{"required", "glyphoxa start", nil, false},
		{"unknown option", "glyphoxa start", []Option{{"scene", "x"}, {"colour", "red"}}, false},
		{"unknown command", "glyph", nil, false},
		{"unknown subcommand", "glyphoxa stop", nil, false},
		{"half a command", "glyphoxa", nil, false},
		{"too many", "glyphoxa start", []Option{{"scene", "x"}, {"players", 10}}, false},
		{"half a player", "glyphoxa start", []Option{{"scene", "x"}, {"players", 1.5}}, false},
		{"wrong type", "glyphoxa start", []Option{{"scene", 7}}, false},
		{"a channel for a user", "glyphoxa start", []Option{{"scene", "x"}, {"gm", d.text}}, false},
		{"hidden", "secret", nil, false},
	} {
		_, err := ben.use(d.text, tt.command, tt.options, "")
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	s := d.session(intentsAll)
	d.use(t, "glyphoxa start", Option{"scene", "Tavern"}, Option{"gm", ben})
	e := s.last(t, "INTERACTION_CREATE")
	var data struct {
		Options  []usedOption
		Resolved struct {
			Users map[Snowflake]json.RawMessage
		}
	}
	check(t, json.Unmarshal(encode(e["data"]), &data))
	if len(data.Options) != 1 || data.Options[0].Name != "start" || len(data.Options[0].Options) != 2 || data.Resolved.Users[Snowflake(ben.ID)] == nil {
		t.Errorf("data: %s", encode(e["data"]))
	}
	if e["member"] == nil || e["guild_id"] == nil || e["app_permissions"] != fmt.Sprint(uint64(botMay|PermEveryone)) {
		t.Errorf("interaction: %s", encode(e))
	}
}
