package store

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// testRelations: what a GM says of two entries is what their NPCs know of it, as
// far as they may.
func (e engine) testRelations(t *testing.T) {
	db, c := saved(t, e)
	keep := knowledge.Keeper{Store: c}
	for _, name := range []string{"Old Well", "Salt Guild", "Grey Lady"} {
		_, err := c.AddStatement(t.Context(), knowledge.Addition{Entry: name, Text: name + " is here.", Type: campaign.NPCNode})
		check(t, err)
	}
	f, err := c.File(t.Context())
	check(t, err)
	before := len(f.Edges)
	edges := func() []campaign.Edge {
		t.Helper()
		f, err := c.File(t.Context())
		check(t, err)
		return f.Edges[before:]
	}
	relate := func(r knowledge.Relation) knowledge.Related {
		t.Helper()
		out, err := keep.Relate(t.Context(), r)
		check(t, err)
		return out
	}

	r := relate(knowledge.Relation{From: "Grey Lady", Type: "Fears", To: "old-well", Disposition: new(-2), Note: new("since the flood")})
	if !r.New || !r.Changed || r.Names["old-well"] != "Old Well" {
		t.Errorf("related %+v", r)
	}
	want := campaign.Edge{
		From: "grey-lady", To: "old-well", Type: "fears", Disposition: -2, Note: "since the flood",
		Visible: campaign.Visibility{Secret: true},
	}
	opts := cmpopts.EquateEmpty()
	if diff := cmp.Diff([]campaign.Edge{want}, edges(), opts); diff != "" {
		t.Errorf("a new one (-want +got):\n%s", diff)
	}
	facts := func(agent transcript.AgentID) string {
		t.Helper()
		list, err := c.Facts(t.Context(), knowledge.Query{Reader: knowledge.Reader{Agent: agent, Scope: tool.Campaign}, Limit: 1000})
		check(t, err)
		var all []string
		for _, f := range list {
			all = append(all, f.Text)
		}
		return strings.Join(all, "\n")
	}
	if strings.Contains(facts("bart"), "the flood") {
		t.Error("an agent knows what only the GM may")
	}
	if r = relate(knowledge.Relation{From: "grey lady", Type: "FEARS", To: "Old Well", Disposition: new(-2)}); r.New || r.Changed {
		t.Errorf("said again: %+v", r)
	}
	relate(knowledge.Relation{From: "grey lady", Type: "fears", To: "Old Well", Visible: new(campaign.Visibility{}), Party: new(true)})
	want.Visible, want.Party = campaign.Visibility{}, true
	if diff := cmp.Diff([]campaign.Edge{want}, edges(), opts); diff != "" {
		t.Errorf("told to everyone (-want +got):\n%s", diff)
	}
	if !strings.Contains(facts("bart"), "Grey Lady fears Old Well: since the flood") {
		t.Errorf("an agent does not know it: %s", facts("bart"))
	}
	relate(knowledge.Relation{From: "grey lady", Type: "fears", To: "Old Well", Visible: &campaign.Visibility{Secret: true, Nodes: []transcript.NodeID{"salt-guild"}}})
	want.Visible = campaign.Visibility{Secret: true, Nodes: []transcript.NodeID{"salt-guild"}}
	if diff := cmp.Diff([]campaign.Edge{want}, edges(), opts); diff != "" {
		t.Errorf("told to somebody (-want +got):\n%s", diff)
	}
	relate(knowledge.Relation{From: "grey lady", Type: "member of", To: "Salt Guild"})
	if got := edges(); len(got) != 2 || got[1].Type != campaign.MemberOf {
		t.Errorf("relations %+v", got)
	}

	// What cannot be.
	for _, tt := range []struct {
		r    knowledge.Relation
		want error
	}{
		{knowledge.Relation{From: "nobody", Type: "fears", To: "Old Well"}, knowledge.ErrNoEntry},
		{knowledge.Relation{From: "Old Well", Type: "fears", To: "nobody"}, knowledge.ErrNoEntry},
		{knowledge.Relation{From: "Old Well", Type: " \u200b", To: "Grey Lady"}, knowledge.ErrNoType},
		{knowledge.Relation{From: "Old Well", Type: "is", To: "old-well"}, knowledge.ErrItself},
	} {
		if _, err := keep.Relate(t.Context(), tt.r); !errors.Is(err, tt.want) {
			t.Errorf("relate %+v: %v, want %v", tt.r, err, tt.want)
		}
	}
	if err := db.Campaign("another").ChangeRelation(t.Context(), knowledge.RelationID{From: "grey-lady", To: "old-well", Type: "fears"},
		func(*campaign.Edge) (*campaign.Edge, error) { return nil, nil }); !errors.Is(err, ErrNoCampaign) {
		t.Errorf("from another campaign: %v", err)
	}
	refusal := errors.New("no")
	if err := c.ChangeRelation(t.Context(), knowledge.RelationID{From: "grey-lady", To: "old-well", Type: "fears"},
		func(*campaign.Edge) (*campaign.Edge, error) { return nil, refusal }); !errors.Is(err, refusal) || len(edges()) != 2 {
		t.Errorf("a change that is refused: %v, %d relations", err, len(edges()))
	}

	gone, err := keep.Unrelate(t.Context(), knowledge.Relation{From: "Grey Lady", Type: "fears", To: "old well"})
	check(t, err)
	if diff := cmp.Diff(want, gone.Edge, opts); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
	if _, err := keep.Unrelate(t.Context(), knowledge.Relation{From: "Grey Lady", Type: "fears", To: "old well"}); !errors.Is(err, knowledge.ErrNoRelation) {
		t.Errorf("removed again: %v", err)
	}
	if got := edges(); len(got) != 1 || got[0].Type != campaign.MemberOf {
		t.Errorf("what is left: %+v", got)
	}
	f, err = c.File(t.Context())
	check(t, err)
	if err := f.Check(campaign.Known{}); err != nil && strings.Contains(err.Error(), "relations") {
		t.Errorf("what is kept cannot stand in a file: %v", err)
	}
}

// testReplace: a campaign becomes what is made of it, whole or not at all, and
// keeps what is in no file.
func (e engine) testReplace(t *testing.T) {
	c, s, sc := played(t, e, "bart")
	say(t, c, s, sc, "a lantern")
	old, err := c.File(t.Context())
	check(t, err)
	refusal := errors.New("no")
	if err := c.Replace(t.Context(), func(now campaign.File) (campaign.File, error) {
		if diff := cmp.Diff(old, now); diff != "" {
			t.Errorf("it is handed another (-want +got):\n%s", diff)
		}
		return campaign.File{}, refusal
	}); !errors.Is(err, refusal) {
		t.Errorf("refused: %v", err)
	}
	now, err := c.File(t.Context())
	check(t, err)
	if diff := cmp.Diff(old, now); diff != "" {
		t.Errorf("after a refusal (-want +got):\n%s", diff)
	}

	to := sample()
	to.Campaign.Key, to.Campaign.Name = "another-key", "Renamed"
	to.Agents[0].Persona = "Somebody else."
	to.Nodes, to.Edges = nil, nil
	check(t, c.Replace(t.Context(), func(now campaign.File) (campaign.File, error) { return to.Over(now), nil }))
	now, err = c.File(t.Context())
	check(t, err)
	if now.Campaign.ID != old.Campaign.ID || now.Campaign.Key != old.Campaign.Key || now.Campaign.Owner != old.Campaign.Owner || now.Campaign.Name != "Renamed" {
		t.Errorf("the campaign is %+v", now.Campaign)
	}
	if now.Agents[0].Persona != "Somebody else." || len(now.Nodes)+len(now.Edges) != 0 {
		t.Errorf("replaced by %+v", now)
	}
	if lines, err := c.Transcript(t.Context(), s); err != nil || len(lines) != 1 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	if err := c.db.Campaign("none").Replace(t.Context(), func(now campaign.File) (campaign.File, error) { return now, nil }); !errors.Is(err, ErrNoCampaign) {
		t.Errorf("one that is not there: %v", err)
	}
}
