package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
)

// A mind that answers words which are not to be kept has no tool that leaves
// something of them. Case: H10.
func TestUnkeptMindOnlyReads(t *testing.T) {
	registry := new(tool.Registry)
	if err := tool.RegisterBuiltins(registry, tool.Deps{}, tool.NewDice(nil)); err != nil {
		t.Fatal(err)
	}
	m := &mind{agent: agent.Mind{Registry: registry}}
	var grants, want []campaign.Grant
	proposing := 0
	for _, one := range registry.Tools() {
		g := campaign.Grant{Tool: one.Name}
		grants = append(grants, g)
		if one.Effect == tool.Reads {
			want = append(want, g)
		} else {
			proposing++
		}
	}
	grants = append(grants, campaign.Grant{Tool: "nothing"})
	if diff := cmp.Diff(want, m.readOnly(grants)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if proposing == 0 || len(want) == 0 {
		t.Errorf("%d tools propose, %d read: this shows nothing", proposing, len(want))
	}
}
