package discord

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestParts covers D04 and D05: no embeds, and each message within the limit.
func TestParts(t *testing.T) {
	long := strings.Repeat("The dragon sleeps on its gold. ", 70) // 2170 units
	huge := strings.Repeat(long+"\n\n", 8)
	tests := []struct {
		name  string
		m     Message
		texts int
		file  string
	}{
		{"short", Message{Text: "Bart nods."}, 1, ""},
		{"one over", Message{Text: strings.Repeat("a", 2001)}, 2, ""},
		{"exactly", Message{Text: strings.Repeat("a", 2000)}, 1, ""},
		{"emoji", Message{Text: strings.Repeat("🐉", 1001)}, 2, ""},
		{"long with a code block", Message{Text: "```\n" + strings.Repeat("a line of code\n", 300) + "```"}, 3, ""},
		{"long, as a file", Message{Text: long, AsFile: "recap.md"}, 1, "recap.md"},
		{"short, though as a file", Message{Text: "Bart nods.", AsFile: "recap.md"}, 1, ""},
		{"too long to flood a channel with", Message{Text: huge}, 1, "message.md"},
		{"three long descriptions", Message{Text: strings.Repeat(strings.Repeat("word ", 500)+"\n\n", 3)}, 5, ""},
		{"nothing but buttons", Message{Rows: []Row{{Button{ID: "a", Label: "A"}}}}, 1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			parts := tt.m.parts()
			if len(parts) != tt.texts {
				t.Errorf("%d messages, want %d", len(parts), tt.texts)
			}
			for _, p := range parts {
				if n := Units(p.body.Content); n > 2000 {
					t.Errorf("a message of %d units", n)
				}
			}
			var names []string
			for _, f := range parts[0].files {
				names = append(names, f.Name)
				if string(f.Data) != tt.m.Text {
					t.Error("the file is not the text")
				}
			}
			if got := strings.Join(names, " "); got != tt.file {
				t.Errorf("files %q, want %q", got, tt.file)
			}
		})
	}
}

func TestRowsStandUnderTheLast(t *testing.T) {
	m := Message{Text: strings.Repeat("word ", 1000), Rows: []Row{{Button{ID: "stop", Label: "Stop", Style: Danger}}}}
	parts := m.parts()
	for i, p := range parts {
		want := 0
		if i == len(parts)-1 {
			want = 1
		}
		if got := len(p.body.Components); got != want {
			t.Errorf("message %d has %d rows, want %d", i, got, want)
		}
	}
}

// TestNobodyIsPinged covers D10: every body that carries text says so.
func TestNobodyIsPinged(t *testing.T) {
	m := Message{Text: "@everyone <@&123> flee! " + strings.Repeat("word ", 900)}
	for i, p := range m.parts() {
		b, err := json.Marshal(p.body)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), `"allowed_mentions":{"parse":[],"replied_user":false}`) {
			t.Errorf("message %d may ping: %s", i, b)
		}
	}
}

func TestComponentsOnTheWire(t *testing.T) {
	rows := []Row{
		{Button{ID: "in", Label: "I'm in", Style: Success}, Button{ID: "out", Label: " ", Off: true}, Button{ID: "long", Label: strings.Repeat("l", 90)}},
		{Menu{ID: "scene", Hint: "Scene", Items: []Item{{Label: "Tavern", Value: "tavern", Chosen: true}, {Label: "Crypt", Value: "crypt"}}}},
		{},
	}
	b, err := json.Marshal(components(rows))
	if err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Type       int
		Components []map[string]any
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Type != 1 || len(got[0].Components) != 3 || len(got[1].Components) != 1 {
		t.Fatalf("rows: %s", b)
	}
	for _, tt := range []struct {
		row, at int
		key     string
		want    any
	}{
		{0, 0, "style", 3.0},
		{0, 0, "custom_id", "in"},
		{0, 1, "label", "…"},
		{0, 1, "disabled", true},
		{0, 2, "label", strings.Repeat("l", 79) + "…"},
		{1, 0, "type", 3.0},
		{1, 0, "max_values", 1.0},
	} {
		if got := got[tt.row].Components[tt.at][tt.key]; got != tt.want {
			t.Errorf("row %d component %d: %s is %v, want %v", tt.row, tt.at, tt.key, got, tt.want)
		}
	}
}

// TestSuggestions: at most 25, short enough, and what Discord refuses left out. Case: D06.
func TestSuggestions(t *testing.T) {
	choices := []Choice{{Name: " ", Value: "blank"}, {Name: strings.Repeat("n", 120), Value: "long"}, {Name: "Bart", Value: strings.Repeat("v", 101)}}
	for i := range 40 {
		choices = append(choices, Choice{Name: fmt.Sprintf("NPC %d", i), Value: fmt.Sprint(i)})
	}
	got := suggestions(choices).Choices
	if len(got) != 25 {
		t.Fatalf("%d choices, want 25", len(got))
	}
	if n := Units(got[0].Name); n != 100 || string(got[0].Value) != `"long"` {
		t.Errorf("first is %q of %d units, want the long one at 100", got[0].Value, n)
	}
	if got[1].Name != "NPC 0" {
		t.Errorf("second is %q, want NPC 0: what Discord refuses is left out", got[1].Name)
	}
	if b, err := json.Marshal(suggestions(nil)); err != nil || string(b) != `{"choices":[]}` {
		t.Errorf("none is %s, %v; want an empty list", b, err)
	}
}

func TestFormOnTheWire(t *testing.T) {
	f := Form{ID: "edit", Title: strings.Repeat("t", 60), Fields: []Field{{ID: "text", Label: strings.Repeat("l", 60), Text: strings.Repeat("x", 4000), Long: true}}}
	b, err := f.body()
	if err != nil {
		t.Fatal(err)
	}
	if Units(b.Title) != 45 {
		t.Errorf("title of %d units, want 45", Units(b.Title))
	}
	out, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"custom_id":"edit"`, `"max_length":4000`, `"style":2`, `"required":true`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %s in %.300s", want, out)
		}
	}
}

// A text with a secret in it is attached as a secret, and what stands above it
// hides it, too.
func TestAttachedSpoiler(t *testing.T) {
	secret := strings.Repeat("Nobody may know of the third keeper and of what she did. ", 45)
	for _, tt := range []struct{ name, text, file string }{
		{"a secret", "**Mirela**\n• ||" + secret + "|| *(only you)*", "SPOILER_entry.md"},
		{"none", "**Mirela**\n• " + secret, "entry.md"},
		{"strokes alone", "**Mirela** || " + secret, "entry.md"},
	} {
		parts := Message{Text: tt.text, AsFile: "entry.md"}.parts()
		if len(parts) != 1 || len(parts[0].files) != 1 || parts[0].files[0].Name != tt.file {
			t.Fatalf("%s: %d parts, files %v; want %s", tt.name, len(parts), parts[0].files, tt.file)
		}
		if (*parts[0].body.Attachments)[0].Name != tt.file {
			t.Errorf("%s: the message says that %s is attached", tt.name, (*parts[0].body.Attachments)[0].Name)
		}
		above := parts[0].body.Content
		if hidden := !strings.Contains(openly(above), "keeper"); hidden != hides(tt.text) || !strings.HasSuffix(above, "entry.md") {
			t.Errorf("%s: above it stands %q", tt.name, above)
		}
	}
}

// A text that a field cannot hold is not cut: it would come back as what somebody
// wrote.
func TestFormDoesNotCut(t *testing.T) {
	for _, tt := range []struct {
		name string
		text string
		most int
		fits bool
	}{
		{"as long as the field", strings.Repeat("x", 80), 80, true},
		{"longer", strings.Repeat("x", 81), 80, false},
		{"as long as any field", strings.Repeat("x", 4000), 0, true},
		{"longer than any", strings.Repeat("x", 4001), 0, false},
		{"as long, but of emoji", strings.Repeat("🏮", 41), 80, false},
	} {
		f := Form{ID: "edit", Fields: []Field{{ID: "text", Text: tt.text, Max: tt.most}}}
		if _, err := f.body(); (err == nil) != tt.fits || f.Fields[0].Fits() != tt.fits {
			t.Errorf("%s: %v, fits %v; want %v", tt.name, err, f.Fields[0].Fits(), tt.fits)
		}
	}
}

func TestSpecOnTheWire(t *testing.T) {
	s := Spec{
		Name: "glyphoxa", Description: "The table",
		Subs: []Spec{
			{Name: "start", Description: "Begin", Names: map[string]string{"de": "start"}},
			{Name: "scene", Description: "Scenes", Subs: []Spec{{Name: "go", Description: "Go there", Options: []Option{
				{Name: "name", Description: "Which", Required: true, Complete: true, Max: new(100.0)},
				{Name: "after", Description: "Minutes", Kind: IntegerOption, Min: new(0.0), Choices: []Choice{{Name: "five", Value: "5"}}},
				{Name: "where", Description: "Where", Kind: ChannelOption},
			}}}},
		},
	}
	b, err := json.Marshal(s.body())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"name":"glyphoxa","description":"The table","options":[` +
		`{"type":1,"name":"start","name_localizations":{"de":"start"},"description":"Begin"},` +
		`{"type":2,"name":"scene","description":"Scenes","options":[{"type":1,"name":"go","description":"Go there","options":[` +
		`{"type":3,"name":"name","description":"Which","required":true,"autocomplete":true,"max_length":100},` +
		`{"type":4,"name":"after","description":"Minutes","choices":[{"name":"five","value":5}],"min_value":0},` +
		`{"type":7,"name":"where","description":"Where"}]}]}]}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}
