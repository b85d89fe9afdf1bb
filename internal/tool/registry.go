package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Registry holds the tools that exist. It is filled once, at start, by one
// goroutine; from then on it may be read by any. The zero Registry is empty.
type Registry struct {
	tools map[string]Tool
}

// Register adds t. A tool without a name, a function or a valid schema, and a
// name that is taken or that providers would refuse, are errors.
func (r *Registry) Register(t Tool) error {
	if err := t.check(); err != nil {
		return fmt.Errorf("register tool %q: %w", t.Name, err)
	}
	if _, ok := r.tools[t.Name]; ok {
		return fmt.Errorf("register tool %q: there is one of that name", t.Name)
	}
	if r.tools == nil {
		r.tools = make(map[string]Tool)
	}
	r.tools[t.Name] = t
	return nil
}

// Get returns the tool of that name. ok is false if there is none.
func (r *Registry) Get(name string) (t Tool, ok bool) {
	t, ok = r.tools[name]
	return t, ok
}

// Tools returns every tool, sorted by name.
func (r *Registry) Tools() []Tool {
	tools := make([]Tool, 0, len(r.tools))
	for _, name := range slices.Sorted(maps.Keys(r.tools)) {
		tools = append(tools, r.tools[name])
	}
	return tools
}

func (t Tool) check() error {
	switch {
	case t.Name == "":
		return errors.New("it has no name")
	case !validName(t.Name):
		return errors.New("a name is at most 64 of a-z A-Z 0-9 _ -")
	case t.Run == nil:
		return errors.New("it has no function")
	case len(t.Schema) != 0 && !isObject(t.Schema):
		return errors.New("its schema is not a JSON object")
	case t.Effect < Reads || t.Effect > Acts:
		return fmt.Errorf("unknown effect %d", t.Effect)
	}
	return nil
}

// validName reports whether every provider takes name as a function's name.
// "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum
// length of 64."
// https://platform.openai.com/docs/api-reference/chat/create
func validName(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := range len(name) {
		if !nameByte(name[i]) {
			return false
		}
	}
	return true
}

func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

func isObject(raw []byte) bool {
	var object map[string]json.RawMessage
	return json.Unmarshal(raw, &object) == nil && object != nil
}
