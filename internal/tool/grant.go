package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
)

// A Grant permits one agent one tool.
type Grant struct {
	Tool string
	// Scope is how far the grant reaches. Empty means the tool's narrowest.
	Scope Scope
}

// A GrantSet is all that one agent may use. What is not in it is neither told
// to the model nor run for it. A grant for a tool that does not exist permits
// nothing. A GrantSet does not change.
type GrantSet struct {
	registry *Registry
	grants   map[string]Grant
}

// NewGrantSet returns the set of grants over the tools of registry. Of several
// grants for one tool the last counts.
func NewGrantSet(registry *Registry, grants ...Grant) *GrantSet {
	if registry == nil {
		panic("tool: a GrantSet without a Registry")
	}
	s := &GrantSet{registry: registry, grants: make(map[string]Grant, len(grants))}
	for _, g := range grants {
		s.grants[g.Tool] = g
	}
	return s
}

// Without returns the set less the tool of that name.
func (s *GrantSet) Without(name string) *GrantSet {
	rest := maps.Clone(s.grants)
	delete(rest, name)
	return &GrantSet{registry: s.registry, grants: rest}
}

// Declarations returns what a model is told of the granted tools, sorted by
// name, so that the prompt stays the same from turn to turn.
func (s *GrantSet) Declarations() []llm.ToolSpec {
	var specs []llm.ToolSpec
	for _, name := range s.names() {
		t := s.registry.tools[name]
		schema := t.Schema
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		specs = append(specs, llm.ToolSpec{Name: name, Description: t.Description, Schema: schema})
	}
	return specs
}

// Scope returns how far the grant for the tool of that name reaches. ok is
// false if the tool is not granted, does not exist, or does not know the scope.
func (s *GrantSet) Scope(name string) (scope Scope, ok bool) {
	_, scope, err := s.lookup(name)
	return scope, err == nil
}

// Check returns an error that names each grant whose tool does not exist or
// does not know the scope. It is for those who write grants; in play such a
// grant permits nothing.
func (s *GrantSet) Check() error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(s.grants)) {
		if _, _, err := s.lookup(name); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// names returns the names of the tools that are granted and exist, sorted.
func (s *GrantSet) names() []string {
	var names []string
	for name := range s.grants {
		if _, ok := s.registry.Get(name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// lookup returns the granted tool of that name and the scope to run it with.
func (s *GrantSet) lookup(name string) (Tool, Scope, error) {
	g, granted := s.grants[name]
	t, exists := s.registry.Get(name)
	switch {
	case !granted:
		return Tool{}, "", fmt.Errorf("tool %q is not granted", name)
	case !exists:
		return Tool{}, "", fmt.Errorf("grant for %q with scope %q: there is no such tool", name, g.Scope)
	case g.Scope == "" && len(t.Scopes) > 0:
		return t, t.Scopes[0], nil
	case g.Scope != "" && len(t.Scopes) == 0:
		return Tool{}, "", fmt.Errorf("grant for %q with scope %q: the tool has no scopes", name, g.Scope)
	case g.Scope != "" && !slices.Contains(t.Scopes, g.Scope):
		return Tool{}, "", fmt.Errorf("grant for %q with scope %q: its scopes are %s",
			name, g.Scope, joinScopes(t.Scopes))
	}
	return t, g.Scope, nil
}

func joinScopes(scopes []Scope) string {
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}
