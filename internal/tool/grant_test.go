package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func named(name string, scopes ...Scope) Tool {
	return Tool{
		Name: name, Description: name + ".", Scopes: scopes,
		Run: func(_ context.Context, s Scope, _ json.RawMessage) (string, error) {
			return name + "@" + string(s), nil
		},
	}
}

func registryOf(t *testing.T, tools ...Tool) *Registry {
	t.Helper()
	r := new(Registry)
	for _, tool := range tools {
		if err := r.Register(tool); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestRegister(t *testing.T) {
	tests := []struct {
		name string
		tool Tool
		want string
	}{
		{"no name", Tool{}, "no name"},
		{"a name providers refuse", named("roll dice"), "at most 64"},
		{"too long a name", named(strings.Repeat("x", 65)), "at most 64"},
		{"no function", Tool{Name: "x"}, "no function"},
		{"a broken schema", Tool{Name: "x", Run: named("x").Run, Schema: []byte("[]")}, "schema"},
		{"an unknown effect", Tool{Name: "x", Run: named("x").Run, Effect: 9}, "effect"},
		{"a taken name", named("dice"), "there is one"},
	}
	r := registryOf(t, named("dice"))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := r.Register(tt.tool); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	if got := len(r.Tools()); got != 1 {
		t.Errorf("%d tools after refusals, want 1", got)
	}
}

func TestGrantSet(t *testing.T) {
	reg := registryOf(t, named("zoo"), named("kg_query", OwnNode, Campaign), named("dice"))
	set := NewGrantSet(reg,
		Grant{Tool: "kg_query"}, Grant{Tool: "zoo"}, Grant{Tool: "ghost"}, Grant{Tool: "kg_query", Scope: Campaign})

	names := func(s *GrantSet) (names []string) {
		for _, d := range s.Declarations() {
			names = append(names, d.Name)
		}
		return names
	}
	if diff := cmp.Diff([]string{"kg_query", "zoo"}, names(set)); diff != "" {
		t.Errorf("declared (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"zoo"}, names(set.Without("kg_query"))); diff != "" {
		t.Errorf("declared without (-want +got):\n%s", diff)
	}
	if got := len(names(set)); got != 2 {
		t.Errorf("Without changed its receiver: %d tools, want 2", got)
	}
	if scope, ok := set.Scope("kg_query"); scope != Campaign || !ok {
		t.Errorf("the last grant does not count: scope %q", scope)
	}
	if scope, _ := NewGrantSet(reg, Grant{Tool: "kg_query"}).Scope("kg_query"); scope != OwnNode {
		t.Errorf("default scope %q, want the narrowest", scope)
	}
	for _, d := range set.Declarations() {
		if !isObject(d.Schema) {
			t.Errorf("%s is declared with schema %q", d.Name, d.Schema)
		}
	}
}

func TestGrantCheck(t *testing.T) {
	reg := registryOf(t, named("kg_query", OwnNode, Campaign), named("dice"))
	tests := []struct {
		name  string
		grant Grant
		want  []string
	}{
		{"fine", Grant{Tool: "kg_query", Scope: Campaign}, nil},
		{"default", Grant{Tool: "dice"}, nil},
		{"unknown tool", Grant{Tool: "cards", Scope: "all"}, []string{`"cards"`, `"all"`}},
		{"unknown scope", Grant{Tool: "kg_query", Scope: "world"}, []string{`"kg_query"`, `"world"`, "own_node, campaign"}},
		{"scope of a tool without", Grant{Tool: "dice", Scope: Campaign}, []string{`"dice"`, `"campaign"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := NewGrantSet(reg, tt.grant).Check()
			if (err != nil) != (tt.want != nil) {
				t.Fatalf("got %v, want an error: %v", err, tt.want != nil)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%v does not name %s", err, part)
				}
			}
		})
	}
}
