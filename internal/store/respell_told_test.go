package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// elsewhere is another campaign of the same database, with a session.
func elsewhere(t *testing.T, c *Campaign) (*Campaign, transcript.SessionID) {
	t.Helper()
	f := sample()
	f.Campaign.Key = "elsewhere"
	id, err := c.db.SaveCampaign(t.Context(), f)
	check(t, err)
	other := c.db.Campaign(id)
	return other, start(t, other, transcript.Live, at(1))
}

func respell(t *testing.T, c *Campaign, heard, right string, setOff bool, want knowledge.Respelt) {
	t.Helper()
	n, err := c.Respell(t.Context(), heard, right, setOff)
	check(t, err)
	if n != want {
		t.Errorf("corrected %+v, want %+v", n, want)
	}
}

// testRespellAnswers: a name is corrected in what was heard of answers and in what
// was not; whoever was answered keeps their name.
func (e engine) testRespellAnswers(t *testing.T) {
	t.Helper()
	c, s, sc := played(t, e, "bart")
	other, there := elsewhere(t, c)
	add := func(c *Campaign, s transcript.SessionID, id, heard, unheard string) {
		t.Helper()
		check(t, c.AddTurn(t.Context(), transcript.Turn{
			ID: transcript.TurnID(id), Session: s, Scene: sc, Who: "Gretta", Name: "Bart", Agent: "bart", Outcome: transcript.Cut, Heard: heard, Unheard: unheard, Started: at(1),
		}))
	}
	add(c, s, "a", "Gretta is gone.", "Ask GRETTA's sister "+transcript.Withdrawn+".")
	for i := range respellAtOnce { // more than are read at once
		add(c, s, fmt.Sprintf("m%03d", i), "Aye.", "")
	}
	add(c, s, "z", "No regrettas.", "Gretta!")
	add(other, there, "a", "Gretta", "Gretta")

	for range 2 {
		respell(t, c, "gretta", "Greta", false, knowledge.Respelt{})
		turns, err := c.Turns(t.Context(), s)
		check(t, err)
		first, last := turns[0], turns[len(turns)-1]
		want := "Gretta: Greta is gone. / Ask Greta's sister " + transcript.Withdrawn + ". | No regrettas. / Greta!"
		if got := first.Who + ": " + first.Heard + " / " + first.Unheard + " | " + last.Heard + " / " + last.Unheard; got != want {
			t.Errorf("answers are %q, want %q", got, want)
		}
	}
	if turns, err := other.Turns(t.Context(), there); err != nil || turns[0].Heard != "Gretta" || turns[0].Unheard != "Gretta" {
		t.Errorf("the other campaign has %+v, %v", turns, err)
	}
}

// testRespellProposals: a name is corrected in proposals that wait, which are then
// what they had been if it had been right, and in no others.
func (e engine) testRespellProposals(t *testing.T) {
	t.Helper()
	c, s, sc := played(t, e, "bart")
	other, there := elsewhere(t, c)
	fact := tool.Write{Kind: tool.WriteFact, Subject: "Murella", Key: "Murella's cat", Text: "Murella has a cat.", Note: "says Murella", Claim: "Murella"}
	a := suggest(t, c, s, sc, 1, fact)
	b := suggest(t, c, s, sc, 2, tool.Write{Kind: tool.WriteEdge, Node: "bart", Subject: "Bart", Relation: "married to murella", Target: "Murella"})
	entry := suggest(t, c, s, sc, 3, tool.Write{Kind: tool.WriteNode, Subject: "murella", Type: "npc", Text: "Murella keeps goats."})
	lie := suggest(t, c, s, sc, 4, tool.Write{Kind: tool.WriteFact, Node: "duke", Subject: "Duke Óran", Key: "x", Text: "Murella says: has the grey fever."})
	decided := suggest(t, c, s, sc, 5, tool.Write{Kind: tool.WriteFact, Subject: "Lamp", Key: "owner", Text: "Murella owns it."})
	decide(t, c, knowledge.Decision{Proposal: decided, Status: knowledge.Rejected})
	strange := suggest(t, c, s, sc, 6, tool.Write{Kind: tool.WriteFact, Subject: "Lamp", Key: "y", Text: "Murella?"})
	_, err := c.db.writer.ExecContext(t.Context(), `UPDATE proposals SET write = '{"v":2,"text":"Murella","more":"x"}' WHERE id = $1`, string(strange))
	check(t, err)
	suggest(t, other, there, sc, 1, fact)

	respell(t, c, "Murella", "Mirela", false, knowledge.Respelt{Proposals: 4})
	want := map[transcript.ProposalID]tool.Write{
		// It is an entry of that name, and so a fact of it, as anything of it would be.
		a:       {V: 1, Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela", Key: "Mirela's cat", Text: "Mirela has a cat.", Note: "says Mirela", Claim: "Mirela"},
		b:       {V: 1, Kind: tool.WriteEdge, Node: "bart", Subject: "Bart", Relation: "married to Mirela", Target: "Mirela"},
		entry:   {V: 1, Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela", Key: "keeps goats", Text: "Mirela keeps goats."},
		lie:     {V: 1, Kind: tool.WriteFact, Node: "duke", Subject: "Duke Óran", Key: "x", Text: "Mirela says: has the grey fever.", Claim: "The Widow"},
		decided: {V: 1, Kind: tool.WriteFact, Subject: "Lamp", Key: "owner", Text: "Murella owns it."},
		strange: {V: 2, Text: "Murella"},
	}
	list, err := c.Proposals(t.Context(), "")
	check(t, err)
	for _, p := range list {
		if diff := cmp.Diff(want[p.ID], p.Write); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	// By what it says now it is found, if somebody says it again.
	for _, p := range list {
		if p.ID == strange {
			continue
		}
		p.ID = ""
		if added, err := c.AddProposal(t.Context(), p); err != nil || added != (p.Status != knowledge.Pending) {
			t.Errorf("again %q: added %v, %v", p.Write.Text, added, err)
		}
	}
	if list, err := other.Proposals(t.Context(), ""); err != nil || list[0].Write.Text != fact.Text {
		t.Errorf("the other campaign has %+v, %v", list, err)
	}

	// A word that is one is corrected where a name stands, and in no label.
	word := suggest(t, c, s, sc, 7, tool.Write{Kind: tool.WriteFact, Subject: "Part", Key: "part", Text: "It is a part of it, Part."})
	respell(t, c, "part", "Bart", true, knowledge.Respelt{Proposals: 1})
	p, err := c.proposal(t.Context(), c.db.read(), word)
	check(t, err)
	if got, want := p.Write, (tool.Write{V: 1, Kind: tool.WriteFact, Node: "bart", Subject: "Bart", Key: "part", Text: "It is a part of it, Bart."}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// testRespellTwins: of two proposals that say the same once a name is right, one
// goes: the one that somebody would not have been able to make beside the other. What
// a list shows stays in one.
func (e engine) testRespellTwins(t *testing.T) {
	t.Helper()
	wrong := tool.Write{V: 1, Kind: tool.WriteFact, Subject: "Murella", Key: "cat", Text: "Murella has a ginger cat."}
	right := tool.Write{V: 1, Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela", Key: "pet", Text: "Mirela has a ginger cat."}
	for _, tt := range []struct {
		name        string
		first, then tool.Write
		apart       time.Duration
		struck      []int // which lines
		stays       int   // which proposal
	}{
		{"the older one", wrong, right, time.Hour, nil, 0},
		{"the older one, though it was right", right, wrong, time.Hour, nil, 0},
		{"the newer one, as nobody is shown the older", wrong, right, knowledge.MinorFor + time.Hour, nil, 1},
		{"the newer one, which was wrong", right, wrong, knowledge.MinorFor + time.Hour, nil, 1},
		{"the one whose line was not struck", wrong, right, time.Hour, []int{0}, 1},
		{"the older one, as the line of the newer was struck", right, wrong, knowledge.MinorFor + time.Hour, []int{1}, 0},
		{"the older one of two that were struck", right, wrong, time.Hour, []int{0, 1}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s, sc := played(t, e, "bart")
			var ids []transcript.ProposalID
			for i, w := range []tool.Write{tt.first, tt.then} {
				n := say(t, c, s, sc, "It is hers.")
				id := suggest(t, c, s, sc, n, w)
				_, err := c.db.writer.ExecContext(t.Context(), `UPDATE proposals SET made = $1 WHERE id = $2`, t0.Add(time.Duration(i)*tt.apart).UnixMicro(), string(id))
				check(t, err)
				_, _, err = knowledge.Revise(t.Context(), c, id, w) // for its digest
				check(t, err)
				if slices.Contains(tt.struck, i) {
					check(t, c.Hide(t.Context(), s, n))
				}
				ids = append(ids, id)
			}
			respell(t, c, "murella", "Mirela", false, knowledge.Respelt{Proposals: 1})
			var got []string
			err := c.db.read().each(t.Context(), `SELECT id, write FROM proposals WHERE campaign_id = $1`, []any{c.id}, func(scan func(...any) error) error {
				var id string
				var w tool.Write
				err := scan(&id, fromJSON(&w))
				if w.Node != "mirela" || w.Subject != "Mirela" || w.Text != right.Text {
					t.Errorf("%+v stays", w)
				}
				got = append(got, id)
				return err
			})
			check(t, err)
			if want := []string{string(ids[tt.stays])}; !slices.Equal(got, want) {
				t.Errorf("%v stay, want %v of %v", got, want, ids)
			}
			respell(t, c, "murella", "Mirela", false, knowledge.Respelt{})
		})
	}

	t.Run("a GM's own words stay", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		id := suggest(t, c, s, sc, 1, wrong)
		check(t, c.db.write(t.Context(), func(tx conn) error {
			p, err := c.proposal(t.Context(), tx, id)
			check(t, err)
			r := knowledge.Respelling{Heard: "Murella", Right: "Mirela", Entry: func(string) (transcript.NodeID, bool, error) { return "", false, nil }}
			did, err := c.respellProposal(t.Context(), tx, waits{Proposal: p, kept: "as it was before"}, r)
			if did {
				t.Error("it was corrected")
			}
			return err
		}))
	})
}

// testRespellRecaps: a name is corrected in what was told, by a model and by a GM,
// and that is no more stale than it was.
func (e engine) testRespellRecaps(t *testing.T) {
	t.Helper()
	c, s, _ := played(t, e, "bart")
	other, there := elsewhere(t, c)
	for of, c := range map[transcript.SessionID]*Campaign{s: c, there: other} {
		recap := transcript.Recap{Session: of, Text: "They met **Gretta**.", Model: "m", At: at(20)}
		_, err := c.SaveRecap(t.Context(), recap)
		check(t, err)
		for _, by := range []transcript.SpeakerID{0, 9} {
			_, err := c.AddDraft(t.Context(), transcript.Draft{Recap: recap, Length: transcript.Short, View: transcript.ForPlayers, By: by})
			check(t, err)
		}
	}
	_, _, _, err := c.Post(t.Context(), 2, 5, at(30))
	check(t, err)
	posted, _, err := c.LastPosted(t.Context())
	check(t, err)

	respell(t, c, "gretta", "Greta", false, knowledge.Respelt{Recaps: 3})
	respell(t, c, "gretta", "Greta", false, knowledge.Respelt{})
	got, _, err := c.LastPosted(t.Context())
	check(t, err)
	posted.Text = "They met **Greta**."
	if diff := cmp.Diff(posted, got); diff != "" {
		t.Errorf("what was posted (-want +got):\n%s", diff)
	}
	for of, tt := range map[transcript.SessionID]struct {
		c    *Campaign
		want string
	}{s: {c, "They met **Greta**."}, there: {other, "They met **Gretta**."}} {
		recap, _, err := tt.c.Recap(t.Context(), of)
		check(t, err)
		draft, _, err := tt.c.Draft(t.Context(), 1)
		check(t, err)
		if recap.Text != tt.want || recap.Stale || draft.Text != tt.want || draft.Stale {
			t.Errorf("recap %+v, draft %+v, want %q", recap, draft, tt.want)
		}
	}
}
