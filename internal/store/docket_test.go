package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// suggest has an agent propose w because of a line.
func suggest(t *testing.T, c *Campaign, s transcript.SessionID, sc transcript.SceneID, line int64, w tool.Write) transcript.ProposalID {
	t.Helper()
	w.V = tool.WriteVersion
	p := knowledge.Proposal{ID: transcript.ProposalID(transcript.NewID()), Session: s, Scene: sc, Line: line, Agent: "bart", Write: w, Digest: fmt.Sprint(w), Made: at(int(line))}
	added, err := c.AddProposal(t.Context(), p)
	check(t, err)
	if !added {
		t.Fatal("the proposal was not added")
	}
	return p.ID
}

func decide(t *testing.T, c *Campaign, d knowledge.Decision) {
	t.Helper()
	if d.Status == "" {
		d.Status = knowledge.Approved
	}
	if d.At.IsZero() {
		d.At = at(100)
	}
	_, changed, err := c.Decide(t.Context(), d)
	check(t, err)
	if !changed {
		t.Fatal("nothing was decided")
	}
}

// graph is all that a GM could write into a campaign file.
func graph(t *testing.T, c *Campaign) campaign.File {
	t.Helper()
	f, err := c.File(t.Context())
	check(t, err)
	return f
}

// thousand is a campaign of a thousand entries with a thousand proposals about
// them, each from a line.
func thousand(tb testing.TB, c *Campaign, s transcript.SessionID, sc transcript.SceneID) {
	tb.Helper()
	f, err := c.File(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	lines := make([]transcript.Line, 1000)
	for i := range lines {
		f.Nodes = append(f.Nodes, campaign.Node{
			ID: transcript.NodeID(fmt.Sprint("n", i)), Type: campaign.NoteNode, Name: fmt.Sprint("Entry ", i),
			Aspects: []campaign.Aspect{{Key: "state", Text: "Old."}, {Key: "age", Text: "Ninety."}, {Key: "colour", Text: "Blue."}},
		})
		lines[i] = transcript.Line{Session: s, Scene: sc, Role: transcript.Player, Name: "Tamsin", Text: fmt.Sprint("Is Entry ", i, " new?"), At: at(i)}
	}
	if _, err := c.db.SaveCampaign(tb.Context(), f); err != nil {
		tb.Fatal(err)
	}
	if err := c.AppendAll(tb.Context(), lines); err != nil {
		tb.Fatal(err)
	}
	err = c.db.write(tb.Context(), func(tx conn) error {
		var rows [][]any
		for i := range lines {
			w := tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Node: fmt.Sprint("n", i), Subject: fmt.Sprint("Entry ", i), Key: "State", Text: "New."}
			if i%2 == 0 {
				w.Node = ""
			}
			rows = append(rows, []any{c.id, transcript.NewID(), s, sc, lines[i].N, "bart", w, about(w), fmt.Sprint(i), "pending", at(i)})
		}
		return tx.insert(tb.Context(), `proposals (campaign_id, id, session_id, scene_id, line, agent_id, write, about, digest, status, made)`, "", rows)
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// A page of a thousand proposals takes less than 100 ms: the quickest of
// several, since others may be using the machine.
func TestLiveThousandProposals(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { engine(sqliteURL).testThousandProposals(t) })
	t.Run("Postgres", func(t *testing.T) { engine(postgresURL).testThousandProposals(t) })
}

func (e engine) testThousandProposals(t *testing.T) {
	t.Helper()
	c, s, sc := played(t, e, "bart")
	thousand(t, c, s, sc)
	const most = 100 * time.Millisecond
	quickest := time.Hour
	for range 50 { // as often as it takes a machine with other work to do to show it
		begun := time.Now()
		list, err := c.Waiting(t.Context())
		check(t, err)
		r := knowledge.Rank(list, at(2000))
		similar, err := knowledge.Similar(t.Context(), c, r.Shown[0], 3)
		check(t, err)
		quickest = min(quickest, time.Since(begun))
		if len(similar) == 0 {
			t.Error("nothing is similar")
		}
		if len(r.Shown) != knowledge.MostShown || len(r.Minor) != 1000-knowledge.MostShown || len(r.Minor[500].Contradicts) != 1 {
			t.Fatalf("%d shown, %d minor", len(r.Shown), len(r.Minor))
		}
		if quickest < most {
			break
		}
	}
	t.Logf("a page of 1,000 proposals takes %v", quickest)
	if quickest > most {
		t.Errorf("a page takes %v, want less than %v", quickest, most)
	}
}

func (e engine) testDocket(t *testing.T) {
	ring := tool.Write{Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela", Key: "Ring", Text: "Wears a golden ring."}

	t.Run("waits with its line and what it contradicts", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		n := say(t, c, s, sc, "Is her ring golden?")
		id := suggest(t, c, s, sc, n, ring)
		hidden := suggest(t, c, s, sc, 99, tool.Write{Kind: tool.WriteFact, Subject: "nobody", Key: "a", Text: "b"})
		list, err := c.Waiting(t.Context())
		check(t, err)
		if len(list) != 2 || list[0].ID != id || list[1].ID != hidden {
			t.Fatalf("waiting %+v", list)
		}
		if got := list[0].Line.Name + ": " + list[0].Line.Text; got != "Tamsin: Is her ring golden?" {
			t.Errorf("its line is %q", got)
		}
		if diff := cmp.Diff([]string{"Mirela: ring = Wears a copper ring."}, list[0].Contradicts); diff != "" {
			t.Errorf("contradicts (-want +got):\n%s", diff)
		}
		if list[1].Line.N != 0 || list[1].Contradicts != nil {
			t.Errorf("one without a line: %+v", list[1])
		}
		if other, err := c.db.Campaign("another").Waiting(t.Context()); err != nil || len(other) != 0 {
			t.Errorf("of another campaign: %v, %v", other, err)
		}
	})
	t.Run("ways with a contradiction, and back", func(t *testing.T) {
		for _, tt := range []struct {
			conflict knowledge.Conflict
			want     map[string]string
		}{
			{knowledge.KeepBoth, map[string]string{"ring": "Wears a copper ring.", "Ring-2": "Wears a golden ring."}},
			{knowledge.Replace, map[string]string{"ring (past)": "Wears a copper ring.", "Ring": "Wears a golden ring."}},
			{knowledge.Rumour, map[string]string{"ring": "Wears a copper ring.", "Ring (rumour)": "Tamsin claims: Wears a golden ring."}},
		} {
			c, s, sc := played(t, e, "bart")
			n := say(t, c, s, sc, "It is golden.")
			before := graph(t, c)
			decide(t, c, knowledge.Decision{Proposal: suggest(t, c, s, sc, n, ring), Conflict: tt.conflict, Batch: "b"})
			node, _, err := c.NodeByName(t.Context(), "Mirela")
			check(t, err)
			got := map[string]string{}
			for _, a := range node.Aspects {
				if strings.Contains(strings.ToLower(a.Key), "ring") {
					got[a.Key] = a.Text
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.conflict, diff)
			}
			done, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b", After: at(100)})
			check(t, err)
			if !cmp.Equal(done, knowledge.Undone{Waiting: 1}) {
				t.Errorf("%q undone: %+v", tt.conflict, done)
			}
			if diff := cmp.Diff(before, graph(t, c)); diff != "" {
				t.Errorf("%q after undo (-before +after):\n%s", tt.conflict, diff)
			}
			list, err := c.Waiting(t.Context())
			check(t, err)
			if len(list) != 1 || !list[0].Decided.IsZero() || list[0].By != "" {
				t.Errorf("%q: after undo waits %+v", tt.conflict, list)
			}
		}
	})
	t.Run("what contradicts is left", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		id := suggest(t, c, s, sc, 1, ring)
		p, changed, err := c.Decide(t.Context(), knowledge.Decision{Proposal: id, Status: knowledge.Approved, Conflict: knowledge.Leave, At: at(9), Batch: "b"})
		check(t, err)
		if changed || p.Status != knowledge.Pending || p.By != "" {
			t.Errorf("changed %v, %+v", changed, p)
		}
	})
	t.Run("undo of every kind, of all that one word decided", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		before := graph(t, c)
		for i, w := range []tool.Write{
			{Kind: tool.WriteNode, Subject: "Old Nan", Type: "npc", Text: "A witch."},
			{Kind: tool.WriteFact, Subject: "Old Nan", Key: "age", Text: "Ninety."},
			{Kind: tool.WriteEdge, Subject: "Old Nan", Relation: "fears", Target: "The Sea"},
			{Kind: tool.WriteEdge, Subject: "Mirela", Relation: "Knows", Target: "Bart", Disposition: 2, Note: "he saved her"},
		} {
			decide(t, c, knowledge.Decision{Proposal: suggest(t, c, s, sc, int64(i), w), Batch: "b", By: "gm", At: at(100 + i)})
		}
		if cmp.Equal(before, graph(t, c)) {
			t.Fatal("nothing was approved")
		}
		last, ok, err := c.LastBatch(t.Context(), "gm", at(100))
		check(t, err)
		if want := (knowledge.Batch{ID: "b", N: 4, At: at(103)}); !ok || !last.At.Equal(want.At) || last.ID != "b" || last.N != 4 {
			t.Errorf("the last batch is %+v, %v, want %+v", last, ok, want)
		}
		if _, ok, err := c.LastBatch(t.Context(), "another", at(0)); ok || err != nil {
			t.Errorf("somebody else's last batch: %v, %v", ok, err)
		}
		if _, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b", After: at(101)}); !errors.Is(err, knowledge.ErrTooLate) {
			t.Errorf("too late: %v", err)
		}
		if done, err := c.db.Campaign("another").Undo(t.Context(), knowledge.Undo{Batch: "b"}); !errors.Is(err, ErrNoCampaign) || done.Waiting != 0 {
			t.Errorf("another campaign's: %+v, %v", done, err)
		}
		// Two GMs at once: all of it once.
		var wg sync.WaitGroup
		var done [2]knowledge.Undone
		var errs [2]error
		for i := range done {
			wg.Go(func() { done[i], errs[i] = c.Undo(t.Context(), knowledge.Undo{Batch: "b", After: at(100)}) })
		}
		wg.Wait()
		check(t, errors.Join(errs[:]...))
		if done[0].Waiting+done[1].Waiting != 4 || done[0].Stays+done[1].Stays != 0 {
			t.Errorf("undone %+v", done)
		}
		if diff := cmp.Diff(before, graph(t, c)); diff != "" {
			t.Errorf("after undo (-before +after):\n%s", diff)
		}
	})
	t.Run("what was changed since stays", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		decide(t, c, knowledge.Decision{Proposal: suggest(t, c, s, sc, 1, tool.Write{Kind: tool.WriteFact, Node: "lamp", Subject: "Lamp", Key: "state", Text: "Lit."}), Batch: "b"})
		f := graph(t, c)
		f.Nodes[6].Aspects[0].Text = "Lit, and blue."
		_, err := c.db.SaveCampaign(t.Context(), f)
		check(t, err)
		done, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b"})
		check(t, err)
		if !cmp.Equal(done, knowledge.Undone{Waiting: 1, Stays: 1}) {
			t.Errorf("undone %+v", done)
		}
		if got := graph(t, c).Nodes[6].Aspects[0].Text; got != "Lit, and blue." {
			t.Errorf("the GM's own words are %q now", got)
		}
	})
	t.Run("an entry that is needed by now stays", func(t *testing.T) {
		karn := tool.Write{Kind: tool.WriteNode, Subject: "Karn", Type: "npc", Text: "A ferryman."}
		own := knowledge.StatementID{Node: "karn"}
		change := func(c *Campaign, id knowledge.StatementID, f func(*campaign.Aspect)) error {
			return c.ChangeStatement(t.Context(), id, func(a *campaign.Aspect) error { f(a); return nil })
		}
		for _, tt := range []struct {
			name  string
			stays bool
			do    func(c *Campaign) error
		}{
			{"nothing", false, func(*Campaign) error { return nil }},
			{"what comes to nothing", false, func(c *Campaign) error {
				return change(c, own, func(*campaign.Aspect) {})
			}},
			{"an agent of that name", true, func(c *Campaign) error {
				_, err := c.AddAgent(t.Context(), campaign.Agent{Kind: campaign.NPC, Name: "Karn", State: campaign.Alive}, "")
				return err
			}},
			{"a character", true, func(c *Campaign) error {
				_, err := c.AddCharacter(t.Context(), campaign.Character{Name: "Karn", Node: "karn"})
				return err
			}},
			{"it knows something", true, func(c *Campaign) error {
				_, err := c.AddStatement(t.Context(), knowledge.Addition{Entry: "Lamp", Key: "oil", Text: "Is empty.", Visible: secret("karn")})
				return err
			}},
			{"it believes something", true, func(c *Campaign) error {
				return change(c, knowledge.StatementID{Node: "duke"}, func(a *campaign.Aspect) {
					a.Stances = []campaign.Stance{{Who: "karn", Kind: campaign.Believes, Text: "Rules nothing."}}
				})
			}},
			{"it knows of a relation", true, func(c *Campaign) error {
				return c.ChangeRelation(t.Context(), knowledge.RelationID{From: "mirela", To: "duke", Type: "fears"}, func(*campaign.Edge) (*campaign.Edge, error) {
					return &campaign.Edge{Visible: secret("karn")}, nil
				})
			}},
			{"the GM's own text", true, func(c *Campaign) error {
				return change(c, own, func(a *campaign.Aspect) { a.Text = "A ferryman, and a spy." })
			}},
			{"the GM says who knows it", true, func(c *Campaign) error {
				return change(c, own, func(a *campaign.Aspect) { a.Visible = secret("mirela") })
			}},
			{"the GM says that the party knows it", true, func(c *Campaign) error {
				return change(c, own, func(a *campaign.Aspect) { a.Party = !a.Party })
			}},
			{"the GM says who hides it", true, func(c *Campaign) error {
				return change(c, own, func(a *campaign.Aspect) {
					a.Stances = []campaign.Stance{{Who: "mirela", Kind: campaign.Hides, Text: "A stranger."}}
				})
			}},
		} {
			c, s, sc := played(t, e, "bart")
			decide(t, c, knowledge.Decision{Proposal: suggest(t, c, s, sc, 1, karn), Batch: "b"})
			check(t, tt.do(c))
			before := graph(t, c)
			done, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b"})
			check(t, err)
			if done.Stays == 1 != tt.stays || done.Waiting != 1 {
				t.Errorf("%s: undone %+v, want it to stay: %v", tt.name, done, tt.stays)
			}
			if diff := cmp.Diff(before, graph(t, c)); (diff == "") != tt.stays {
				t.Errorf("%s: after undo (-before +after):\n%s", tt.name, diff)
			}
		}
	})
	t.Run("a statement stays that the GM has said something of", func(t *testing.T) {
		lit := tool.Write{Kind: tool.WriteFact, Node: "lamp", Subject: "Lamp", Key: "state", Text: "Lit."}
		for name, f := range map[string]func(*campaign.Aspect){
			"who knows it": func(a *campaign.Aspect) { a.Visible.Nodes = append(a.Visible.Nodes, "mirela") },
			"nobody does":  func(a *campaign.Aspect) { a.Visible, a.Party = secret(), false },
			"who hides it": func(a *campaign.Aspect) {
				a.Stances = []campaign.Stance{{Who: "bart", Kind: campaign.Hides, Text: "Is out."}}
			},
		} {
			c, s, sc := played(t, e, "bart")
			decide(t, c, knowledge.Decision{Proposal: suggest(t, c, s, sc, 1, lit), Batch: "b"})
			check(t, c.ChangeStatement(t.Context(), knowledge.StatementID{Node: "lamp", Key: "state"}, func(a *campaign.Aspect) error { f(a); return nil }))
			before := graph(t, c)
			done, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b"})
			check(t, err)
			if diff := cmp.Diff(before, graph(t, c)); diff != "" || done.Stays != 1 {
				t.Errorf("%s: undone %+v (-before +after):\n%s", name, done, diff)
			}
		}
	})
	t.Run("undone beside a repetition", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		w := tool.Write{Kind: tool.WriteFact, Node: "lamp", Subject: "Lamp", Key: "state", Text: "Lit."}
		id := suggest(t, c, s, sc, 1, w)
		decide(t, c, knowledge.Decision{Proposal: id, Status: knowledge.Rejected, Batch: "b"})
		suggest(t, c, s, sc, 2, w)
		_, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b"})
		check(t, err)
		list, err := c.Waiting(t.Context())
		check(t, err)
		if len(list) != 1 || list[0].ID != id {
			t.Errorf("waiting %+v, want the first alone", list)
		}
	})
	t.Run("never happened, and yet it did", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		n := say(t, c, s, sc, "A zeppelin lands.")
		id := suggest(t, c, s, sc, n, ring)
		suggest(t, c, s, sc, n, tool.Write{Kind: tool.WriteFact, Subject: "Zeppelin", Key: "a", Text: "b"})
		later := suggest(t, c, s, sc, n+1, tool.Write{Kind: tool.WriteFact, Subject: "Ale", Key: "a", Text: "b"})
		decide(t, c, knowledge.Decision{Proposal: id, Status: knowledge.Rejected, NeverHappened: true, Batch: "b"})
		list, err := c.Waiting(t.Context())
		check(t, err)
		if len(list) != 1 || list[0].ID != later {
			t.Errorf("waiting %+v, want what came of another line", list)
		}
		lines, err := c.Transcript(t.Context(), s)
		check(t, err)
		if got := texts(lines) + search(t, c, "zeppelin", "bart"); got != "" {
			t.Errorf("the line is still read: %s", got)
		}
		done, err := c.Undo(t.Context(), knowledge.Undo{Batch: "b"})
		check(t, err)
		if !cmp.Equal(done, knowledge.Undone{Waiting: 2, Lines: []knowledge.LineID{{Session: s, N: n}}}) {
			t.Errorf("undone %+v", done)
		}
		lines, err = c.Transcript(t.Context(), s)
		check(t, err)
		if got := texts(lines) + " | " + search(t, c, "zeppelin", "bart"); got != "A zeppelin lands. | A zeppelin lands." {
			t.Errorf("after undo is read: %s", got)
		}
	})
	t.Run("in the GM's words", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		id := suggest(t, c, s, sc, 1, ring)
		double := suggest(t, c, s, sc, 2, tool.Write{Kind: tool.WriteFact, Node: "lamp", Key: "a", Text: "b"})
		w := ring
		w.V, w.Text = tool.WriteVersion, "Wears a silver ring."
		p, changed, err := c.Revise(t.Context(), knowledge.Revision{Proposal: id, Write: w, Digest: "new"})
		check(t, err)
		if !changed || p.Write != w || p.Digest != "new" || p.Status != knowledge.Pending {
			t.Errorf("revised %v %+v", changed, p)
		}
		if _, _, err := c.Revise(t.Context(), knowledge.Revision{Proposal: double, Write: w, Digest: "new"}); !errors.Is(err, knowledge.ErrWaits) {
			t.Errorf("the double of another: %v", err)
		}
		decide(t, c, knowledge.Decision{Proposal: id})
		if _, changed, err := c.Revise(t.Context(), knowledge.Revision{Proposal: id, Write: ring, Digest: "old"}); err != nil || changed {
			t.Errorf("revised after the decision: %v, %v", changed, err)
		}
		if _, _, err := c.db.Campaign("another").Revise(t.Context(), knowledge.Revision{Proposal: id, Write: w}); !errors.Is(err, knowledge.ErrNoProposal) {
			t.Errorf("another campaign's: %v", err)
		}
	})
	t.Run("what nobody is shown any more may be proposed again", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		id := suggest(t, c, s, sc, 1, ring)
		p := knowledge.Proposal{Session: s, Scene: sc, Line: 7, Agent: "mirela", Write: ring, Digest: fmt.Sprint(func() tool.Write { w := ring; w.V = tool.WriteVersion; return w }())}
		for _, tt := range []struct {
			after time.Duration
			want  bool
		}{{knowledge.MinorFor, false}, {knowledge.MinorFor + time.Second, true}, {knowledge.MinorFor + time.Minute, false}} {
			p.Made = at(1).Add(tt.after)
			if added, err := c.AddProposal(t.Context(), p); err != nil || added != tt.want {
				t.Errorf("after %v: added %v, %v, want %v", tt.after, added, err, tt.want)
			}
		}
		list, err := c.Waiting(t.Context())
		check(t, err)
		if len(list) != 1 || list[0].ID != id || list[0].Line.N != 0 || list[0].Agent != "mirela" {
			t.Errorf("waiting %+v, want one, as it was proposed last", list)
		}
	})
}
