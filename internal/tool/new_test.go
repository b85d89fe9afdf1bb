package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

type greetArgs struct {
	Who   string `json:"who" jsonschema:"whom to greet"`
	Times int    `json:"times,omitempty" jsonschema:"how often"`
	Loud  bool   `json:"loud,omitempty"`
}

func greet() Tool {
	return New("greet", "Greets.", Reads, nil, func(_ context.Context, _ Scope, in greetArgs) (string, error) {
		b, err := json.Marshal(in)
		return string(b), err
	})
}

func TestNewSchema(t *testing.T) {
	var schema struct {
		Type       string
		Required   []string
		Properties map[string]struct{ Type, Description string }
	}
	if err := json.Unmarshal(greet().Schema, &schema); err != nil {
		t.Fatal(err)
	}
	if schema.Type != "object" || strings.Join(schema.Required, ",") != "who" ||
		schema.Properties["who"].Description != "whom to greet" || schema.Properties["times"].Type != "integer" {
		t.Errorf("schema: %s", greet().Schema)
	}
}

// Case: L09, L10.
func TestNewArguments(t *testing.T) {
	tests := []struct {
		name, args string
		want       string // the result, or the end of the error
		fails      bool
	}{
		{"whole", `{"who":"Bart","times":2}`, `{"who":"Bart","times":2}`, false},
		{"number as text", `{"who":"Bart","times":" 2 ","loud":"true"}`, `{"who":"Bart","times":2,"loud":true}`, false},
		{"whole number with a fraction", `{"who":"Bart","times":2.0}`, `{"who":"Bart","times":2}`, false},
		{"null is absent", `{"who":"Bart","times":null}`, `{"who":"Bart"}`, false},
		{"digits where text is wanted", `{"who":"20"}`, `{"who":"20"}`, false},
		{"missing", `{}`, `arguments of greet: required: missing properties: ["who"]`, true},
		{"L09 nothing at all", ``, `missing properties: ["who"]`, true},
		{"wrong type names the argument", `{"who":"Bart","times":"often"}`, `arguments of greet: times: type: often has type "string", want "integer"`, true},
		{"unknown", `{"who":"Bart","zeal":1}`, `unexpected additional properties ["zeal"]`, true},
		{"not an object", `[1]`, `not a JSON object`, true},
		{"L10 not whole", `{"who":"Gre`, `not a JSON object`, true},
		{"more than one", `{"who":"a"} {"who":"b"}`, `not a JSON object`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := greet().Run(t.Context(), "", json.RawMessage(tt.args))
			if err != nil {
				got = err.Error()
			}
			if (err != nil) != tt.fails || !strings.HasSuffix(got, tt.want) {
				t.Errorf("got %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

func TestNewPanics(t *testing.T) {
	tests := map[string]func(){
		"no function": func() { New[greetArgs]("x", "", Reads, nil, nil) },
		"no struct": func() {
			New("x", "", Reads, nil, func(context.Context, Scope, string) (string, error) { return "", nil })
		},
		"no schema": func() {
			New("x", "", Reads, nil, func(context.Context, Scope, struct{ F func() }) (string, error) { return "", nil })
		},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "tool: ") {
					t.Errorf("panic: %q, want one of package tool", text)
				}
			}()
			f()
		})
	}
}

// A tool without parameters is called with nothing where its arguments should
// be. Case: L09.
func TestNoArguments(t *testing.T) {
	ran := 0
	list := New("list_npcs", "Lists.", Reads, nil, func(context.Context, Scope, struct{}) (string, error) {
		ran++
		return "Bart", nil
	})
	for _, args := range []string{``, `   `, `""`, `null`, `{}`} {
		if _, err := list.Run(t.Context(), "", json.RawMessage(args)); err != nil {
			t.Errorf("arguments %q: %v", args, err)
		}
	}
	if ran != 5 {
		t.Errorf("ran %d times, want 5", ran)
	}
}
