package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func facts(t *testing.T, c *Campaign, q knowledge.Query) []string {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	list, err := c.Facts(t.Context(), q)
	check(t, err)
	var out []string
	for _, f := range list {
		out = append(out, f.Text)
	}
	return out
}

func (e engine) testFacts(t *testing.T) {
	_, c := saved(t, e)
	f := sample()
	f.Campaign.Key = "another"
	f.Nodes[0].Text = "Of another world."
	_, err := c.db.SaveCampaign(t.Context(), f)
	check(t, err)

	public := []string{
		"They swear on rope.", "Salt is law.", "Keeps the tavern.", "Wears a copper ring.", "A ferryman.", "Rules the coast.", "Controls the quays.",
		"Meets on Mondays.", "A sellsword.",
		"Bart is a member of Rope Guild", "Rope Guild is a member of Council", "Duke Óran taxes Mirela (Duke Óran loves Mirela)",
	}
	for _, tt := range []struct {
		name  string
		agent transcript.AgentID
		scope tool.Scope
		want  []string
	}{
		{
			"Mirela in the whole campaign", "mirela", tool.Campaign,
			slices.Concat(public, []string{
				"Owes the guild ninety crowns.",
				"Has the grey fever.", // believed, although the truth is the GM's alone
				"Mirela knows Bart: he waters the ale (Mirela dislikes Bart)",
			}),
		},
		{
			"Bart in the whole campaign", "bart", tool.Campaign,
			slices.Concat(public[1:], []string{
				"They swear nothing.",            // as his faction has it; of the motto he speaks
				"Owes the guild ninety crowns.",  // his faction's
				"Its vault is below the chapel.", // his faction's
				"Will close the harbour.",        // his faction's faction's
				"Has always rowed the ferry.",    // instead of what he hides
			}),
		},
		{
			"Mirela, herself and her neighbours", "mirela", tool.OwnNode,
			[]string{
				"Keeps the tavern.", "Wears a copper ring.", "Owes the guild ninety crowns.",
				"A ferryman.", "Rules the coast.", "Has the grey fever.",
				"Mirela knows Bart: he waters the ale (Mirela dislikes Bart)", "Duke Óran taxes Mirela (Duke Óran loves Mirela)",
			},
		},
		{
			"Bart, himself and his neighbours, not her who knows him in secret", "bart", "",
			[]string{
				"A ferryman.", "Has always rowed the ferry.", "Controls the quays.", "Its vault is below the chapel.",
				"They swear nothing.", "Salt is law.", "Bart is a member of Rope Guild",
			},
		},
		{"the Butler never reads what is the GM's", "butler", tool.Campaign, public},
		{"an agent without an entry has nothing of its own", "wim", tool.OwnNode, nil},
		{"an agent without an entry reads what is public", "wim", tool.Campaign, public},
		{"an agent that does not exist knows nothing", "ghost", tool.Campaign, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := facts(t, c, knowledge.Query{Reader: knowledge.Reader{Agent: tt.agent, Scope: tt.scope}})
			slices.Sort(got)
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("the GM reads all as it was written", func(t *testing.T) {
		got := facts(t, c, knowledge.Query{})
		for _, want := range []string{"Will drown before winter.", "Was a smuggler.", "Sank the lantern ship.", "Is a vampire."} {
			if !slices.Contains(got, want) {
				t.Errorf("the GM does not read %q", want)
			}
		}
		if slices.Contains(got, "Has the grey fever.") {
			t.Error("the GM reads a belief as a fact")
		}
	})
	t.Run("a fact says what it is", func(t *testing.T) {
		list, err := c.Facts(t.Context(), knowledge.Query{Reader: knowledge.Reader{Agent: "mirela", Scope: tool.Campaign}, Limit: 100})
		check(t, err)
		want := map[string]knowledge.Fact{
			"debt":    {Node: "mirela", Name: "Mirela", Type: campaign.NPCNode, Key: "debt", Text: "Owes the guild ninety crowns.", Stance: campaign.Tells, Own: true, Secret: true},
			"ring":    {Node: "mirela", Name: "Mirela", Type: campaign.NPCNode, Key: "ring", Text: "Wears a copper ring.", Stance: campaign.Tells, Own: true, Party: true},
			"illness": {Node: "duke", Name: "Duke Óran", Type: campaign.CharacterNode, Key: "illness", Text: "Has the grey fever.", Stance: campaign.Believes},
			"taxes":   {Node: "mirela", Name: "Mirela", Type: campaign.NPCNode, Key: "taxes", Text: "Duke Óran taxes Mirela (Duke Óran loves Mirela)", Stance: campaign.Tells, Own: true, Relation: true, From: "Duke Óran", To: "Mirela", Disposition: 2, Party: true},
		}
		got := map[string]knowledge.Fact{}
		for _, f := range list {
			if _, ok := want[f.Key]; ok {
				got[f.Key] = f
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("facts (-want +got):\n%s", diff)
		}
		if !list[0].Own {
			t.Error("what is about the reader does not come first")
		}
	})
	t.Run("matching", func(t *testing.T) {
		gm := func(text string, limit int) string {
			got := facts(t, c, knowledge.Query{Text: text, Limit: limit})
			return strings.Join(got, " ")
		}
		for _, tt := range []struct{ name, query, want string }{
			{"the entry that is named comes before others with rare words", "does duke oran know the sellsword", "Rules the coast."},
			{"an alias names it too", "the widow", "Keeps the tavern."},
			{"words in any order, rare ones first", "the chapel the vault", "Its vault is below the chapel."},
			{"endings differ", "who owe crown", "Owes the guild ninety crowns."},
			{"accents do not matter", "óran", "Rules the coast."},
			{"punctuation is not a query language (H01)", `"chapel" AND (vault* OR`, "Its vault is below the chapel."},
			{"nothing matches", "dragon", ""},
			{"punctuation matches nothing", "?!", ""},
		} {
			if got := gm(tt.query, 1); got != tt.want {
				t.Errorf("%s: %q gives %q, want %q", tt.name, tt.query, got, tt.want)
			}
		}
		// What Bart hides cannot be found by asking for it.
		if got := facts(t, c, knowledge.Query{Reader: knowledge.Reader{Agent: "bart", Scope: tool.Campaign}, Text: "smuggler"}); got != nil {
			t.Errorf("Bart finds %q", got)
		}
	})
	t.Run("scope", func(t *testing.T) {
		_, err := c.Facts(t.Context(), knowledge.Query{Reader: knowledge.Reader{Agent: "bart", Scope: "world"}})
		if !errors.Is(err, ErrScope) {
			t.Errorf("scope world: %v, want %v", err, ErrScope)
		}
	})
	t.Run("node by name", func(t *testing.T) {
		for name, want := range map[string]transcript.NodeID{"mirela": "mirela", " the WIDOW": "mirela", "duke oran": "duke", "Nobody": "", "": ""} {
			n, ok, err := c.NodeByName(t.Context(), name)
			check(t, err)
			if n.ID != want || ok != (want != "") {
				t.Errorf("%q: %q, %v, want %q", name, n.ID, ok, want)
			}
			if want == "mirela" {
				if diff := cmp.Diff(sample().Nodes[0], n); diff != "" {
					t.Errorf("node (-want +got):\n%s", diff)
				}
			}
		}
	})
}

func (e engine) testProposals(t *testing.T) {
	fact := tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Node: "bart", Subject: "Bart", Key: "Boat", Text: "Has a blue boat."}
	propose := func(t *testing.T, c *Campaign, w tool.Write, sc transcript.SceneID) transcript.ProposalID {
		t.Helper()
		p := knowledge.Proposal{ID: transcript.ProposalID(transcript.NewID()), Scene: sc, Line: 4, Agent: "bart", Write: w, Digest: w.Text + w.Note, Made: time.Now()}
		added, err := c.AddProposal(t.Context(), p)
		check(t, err)
		if !added {
			t.Fatal("the proposal was not added")
		}
		return p.ID
	}
	t.Run("comes back equal, once (F36)", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		p := knowledge.Proposal{ID: "p1", Session: s, Scene: sc, Line: 2, Agent: "bart", Write: fact, Digest: "has a blue boat", Status: knowledge.Pending, Made: at(1)}
		again := p
		again.ID = "p2"
		elsewhere := p
		elsewhere.ID, elsewhere.Write.Node, elsewhere.Made = "p3", "mirela", at(2)
		named := p
		named.ID, named.Write.Node, named.Write.Subject, named.Made = "p4", "", "The  Lamp", at(3)
		renamed := named
		renamed.ID, renamed.Write.Subject = "p5", "the lamp"
		for _, tt := range []struct {
			p    knowledge.Proposal
			want bool
		}{{p, true}, {again, false}, {elsewhere, true}, {named, true}, {renamed, false}} {
			if added, err := c.AddProposal(t.Context(), tt.p); err != nil || added != tt.want {
				t.Errorf("%s: added %v, %v, want %v", tt.p.ID, added, err, tt.want)
			}
		}
		got, err := c.Proposals(t.Context(), knowledge.Pending)
		check(t, err)
		if diff := cmp.Diff([]knowledge.Proposal{p, elsewhere, named}, got); diff != "" {
			t.Errorf("pending (-want +got):\n%s", diff)
		}
		// Once rejected it may be proposed again.
		_, changed, err := c.Decide(t.Context(), knowledge.Decision{Proposal: "p1", Status: knowledge.Rejected, By: "gm", At: at(9)})
		check(t, err)
		if added, err := c.AddProposal(t.Context(), again); err != nil || !added || !changed {
			t.Errorf("after a rejection: added %v, %v", added, err)
		}
	})
	t.Run("contradicts", func(t *testing.T) {
		_, c := saved(t, e)
		w := tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Subject: "the widow", Key: "ring", Text: "Wears a golden ring."}
		propose(t, c, w, "")
		w.Text = "WEARS a copper ring."
		propose(t, c, w, "")
		got, err := c.Proposals(t.Context(), "")
		check(t, err)
		if diff := cmp.Diff([]string{"Mirela: ring = Wears a copper ring."}, got[0].Contradicts); diff != "" {
			t.Errorf("contradicts (-want +got):\n%s", diff)
		}
		if got[1].Contradicts != nil {
			t.Errorf("the same again contradicts %q", got[1].Contradicts)
		}
	})
	t.Run("approving twice applies once", func(t *testing.T) {
		c, _, sc := played(t, e, "bart", "mirela", "wim")
		id := propose(t, c, fact, sc)
		d := knowledge.Decision{Proposal: id, Status: knowledge.Approved, By: "gm", At: at(9)}
		p, changed, err := c.Decide(t.Context(), d)
		check(t, err)
		if !changed || p.Status != knowledge.Approved || p.By != "gm" || !p.Decided.Equal(at(9)) {
			t.Errorf("decided: %v %+v", changed, p)
		}
		d.Status = knowledge.Rejected
		p, changed, err = c.Decide(t.Context(), d)
		check(t, err)
		if changed || p.Status != knowledge.Approved {
			t.Errorf("decided again: %v %+v", changed, p)
		}
		n, _, err := c.NodeByName(t.Context(), "Bart")
		check(t, err)
		want := campaign.Aspect{Key: "Boat", Text: "Has a blue boat.", Visible: secret("bart", "mirela"), Party: true}
		if diff := cmp.Diff(want, n.Aspects[len(n.Aspects)-1]); diff != "" || len(n.Aspects) != 3 {
			t.Errorf("%d aspects; the last (-want +got):\n%s", len(n.Aspects), diff)
		}
	})
	t.Run("audiences and kinds", func(t *testing.T) {
		c, _, sc := played(t, e, "bart")
		for _, tt := range []struct {
			w tool.Write
			a knowledge.Audience
		}{
			{tool.Write{Kind: tool.WriteFact, Node: "lamp", Key: "colour", Text: "Green."}, knowledge.Everyone},
			{tool.Write{Kind: tool.WriteFact, Node: "lamp", Key: "Colour", Text: "Blue."}, knowledge.OnlyGM},
			{tool.Write{Kind: tool.WriteFact, Subject: "Lamp", Text: "Smells."}, knowledge.Witnesses},
			{tool.Write{Kind: tool.WriteEdge, Subject: "Bart", Relation: "Is afraid of", Target: "Old Nan", Disposition: -7, Note: "since the flood"}, knowledge.Witnesses},
			{tool.Write{Kind: tool.WriteNode, Subject: "Old Nan", Type: "npc", Text: "A witch."}, knowledge.Everyone},
			{tool.Write{Kind: tool.WriteNode, Subject: "GM", Type: "location", Text: "A rock."}, knowledge.Everyone},
			{tool.Write{Kind: tool.WriteNode, Subject: "…", Text: "Nameless."}, knowledge.OnlyGM},
		} {
			tt.w.V = tool.WriteVersion
			_, _, err := c.Decide(t.Context(), knowledge.Decision{Proposal: propose(t, c, tt.w, sc), Status: knowledge.Approved, Audience: tt.a, At: at(9)})
			check(t, err)
		}
		f, err := c.File(t.Context())
		check(t, err)
		want := []campaign.Node{
			{ID: "lamp", Type: campaign.ItemNode, Name: "Lamp", Aspects: []campaign.Aspect{
				{Key: "colour", Text: "Green.", Party: true},
				{Key: "Colour-2", Text: "Blue.", Visible: secret()},
				{Key: "note", Text: "Smells.", Visible: secret("bart"), Party: true},
			}},
			{
				ID: "old-nan", Type: campaign.NoteNode, Name: "Old Nan", Visible: secret("bart"), Party: true,
				Aspects: []campaign.Aspect{{Key: "note", Text: "A witch.", Party: true}},
			},
			{ID: "entry-gm", Type: campaign.LocationNode, Name: "GM", Text: "A rock.", Party: true},
			{ID: "entry", Type: campaign.NoteNode, Name: "…", Text: "Nameless.", Visible: secret()},
		}
		if diff := cmp.Diff(want, f.Nodes[6:]); diff != "" {
			t.Errorf("nodes (-want +got):\n%s", diff)
		}
		// What was approved stands in a campaign file.
		f.Nodes[1].Aspects[1].Stances = nil // hides without a cover, which no file may
		if err := f.Check(campaign.Known{}); err != nil {
			t.Errorf("the campaign is no longer whole: %v", err)
		}
		edge := campaign.Edge{From: "bart", To: "old-nan", Type: "is_afraid_of", Disposition: -2, Note: "since the flood", Visible: secret("bart"), Party: true}
		if diff := cmp.Diff(edge, f.Edges[len(f.Edges)-1]); diff != "" {
			t.Errorf("edge (-want +got):\n%s", diff)
		}
	})
	t.Run("refusals change nothing", func(t *testing.T) {
		_, c := saved(t, e)
		id := propose(t, c, tool.Write{V: 99, Kind: tool.WriteFact, Node: "bart", Text: "x"}, "")
		yes := knowledge.Decision{Proposal: id, Status: knowledge.Approved, At: at(9)}
		if _, _, err := c.Decide(t.Context(), yes); !errors.Is(err, ErrWrite) {
			t.Errorf("another version: %v, want %v", err, ErrWrite)
		}
		got, err := c.Proposals(t.Context(), knowledge.Pending)
		check(t, err)
		if len(got) != 1 {
			t.Errorf("%d pending, want 1", len(got))
		}
		yes.Proposal = "none"
		if _, _, err := c.Decide(t.Context(), yes); !errors.Is(err, knowledge.ErrNoProposal) {
			t.Errorf("no proposal: %v, want %v", err, knowledge.ErrNoProposal)
		}
		yes.Proposal = id
		if _, _, err := c.db.Campaign("another").Decide(t.Context(), yes); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("another campaign's: %v, want %v", err, ErrNoCampaign)
		}
		if _, _, err := c.Decide(t.Context(), knowledge.Decision{Proposal: id, Status: knowledge.Pending}); err == nil {
			t.Error("pending was taken for a decision")
		}
	})
}

func (e engine) testRecaps(t *testing.T) {
	_, c := saved(t, e)
	done := start(t, c, transcript.Live, at(0))
	later := start(t, c, transcript.Live, at(10))
	rehearsal := start(t, c, transcript.Rehearsal, at(20))
	start(t, c, transcript.Live, at(30)) // open
	check(t, c.End(t.Context(), done, at(40)))
	check(t, c.End(t.Context(), later, at(50)))
	check(t, c.End(t.Context(), rehearsal, at(60)))
	due := func() (out []transcript.SessionID) {
		t.Helper()
		list, err := c.DueRecaps(t.Context())
		check(t, err)
		for _, s := range list {
			out = append(out, s.ID)
		}
		return out
	}
	if diff := cmp.Diff([]transcript.SessionID{done, later}, due()); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
	if _, ok, err := c.Recap(t.Context(), done); ok || err != nil {
		t.Errorf("recap before it is made: %v, %v", ok, err)
	}
	first := transcript.Recap{Session: done, Text: "They met.", Model: "m", At: at(70)}
	second := first
	second.Text = "They parted."
	if ok, err := c.SaveRecap(t.Context(), first); err != nil || !ok {
		t.Errorf("saved %v, %v", ok, err)
	}
	if ok, err := c.SaveRecap(t.Context(), second); err != nil || ok {
		t.Errorf("saved twice: %v, %v", ok, err)
	}
	got, ok, err := c.Recap(t.Context(), done)
	check(t, err)
	if diff := cmp.Diff(first, got); diff != "" || !ok {
		t.Errorf("recap (-saved +read):\n%s", diff)
	}
	if diff := cmp.Diff([]transcript.SessionID{later}, due()); diff != "" {
		t.Errorf("due after one is made (-want +got):\n%s", diff)
	}

	// One that words were withdrawn from gives way, until there is one that is not
	// stale itself.
	check(t, c.db.write(t.Context(), func(tx conn) error { return c.withdraw(t.Context(), tx, at(80), done) }))
	check(t, c.db.write(t.Context(), func(tx conn) error { return c.withdraw(t.Context(), tx, at(75), done) })) // noted late
	if got, _, err := c.Recap(t.Context(), done); err != nil || !got.Stale {
		t.Errorf("stale %v, %v", got.Stale, err)
	}
	meanwhile := second
	meanwhile.At = at(77)
	if saved, err := c.SaveRecap(t.Context(), meanwhile); err != nil || !saved {
		t.Errorf("in the place of a stale one: %v, %v", saved, err)
	}
	second.At = at(90)
	third := second
	third.Text = "They parted again."
	if saved, err := c.SaveRecap(t.Context(), second); err != nil || !saved {
		t.Errorf("in the place of a stale one: %v, %v", saved, err)
	}
	if saved, err := c.SaveRecap(t.Context(), third); err != nil || saved {
		t.Errorf("saved twice: %v, %v", saved, err)
	}
	got, _, err = c.Recap(t.Context(), done)
	check(t, err)
	if diff := cmp.Diff(second, got); diff != "" {
		t.Errorf("recap (-saved +read):\n%s", diff)
	}
}
