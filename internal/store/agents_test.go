package store

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func (e engine) testAgents(t *testing.T) {
	odo := campaign.Agent{
		Kind: campaign.NPC, Name: "Old Odo", Aliases: []string{"Odo"}, KnownAs: "The Ferryman", State: campaign.Away, Persona: "Grumpy.",
		Voices: map[string]campaign.Voice{"flite": {Name: "kal", Options: map[string]string{"speed": "2"}}},
		Grants: []campaign.Grant{{Tool: "dice"}, {Tool: "kg_query", Scope: "own_node"}}, Talk: campaign.TalkLong,

		Interruptible: campaign.InterruptNever, Fillers: []string{"Hrm…", "Arr."},
	}
	file := func(t *testing.T, c *Campaign) campaign.File {
		t.Helper()
		f, err := c.File(t.Context())
		check(t, err)
		return f
	}
	t.Run("one is added behind the others", func(t *testing.T) {
		_, c := saved(t, e)
		got, err := c.AddAgent(t.Context(), odo, "")
		check(t, err)
		want := odo
		want.ID, want.Node = "old-odo", "old-odo"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("added (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(append(sample().Agents, want), file(t, c).Agents); diff != "" {
			t.Errorf("all of them (-want +got):\n%s", diff)
		}
	})
	t.Run("with an entry of its own", func(t *testing.T) {
		_, c := saved(t, e)
		s := start(t, c, transcript.Live, t0)
		add := func(name string, session transcript.SessionID) campaign.Agent {
			t.Helper()
			a, err := c.AddAgent(t.Context(), campaign.Agent{Kind: campaign.NPC, Name: name}, session)
			check(t, err)
			return a
		}
		guest := add("Wenlow", s)
		for name, got := range map[string]struct{ node, want transcript.NodeID }{
			"one that there was":    {add("Duke Óran", "").Node, "duke"},
			"now somebody's":        {add("Duke Oran", "").Node, ""},
			"another's from before": {add("Bart", "").Node, ""},
			"one that is no person": {add("Lamp", "").Node, ""},
			"a new one":             {add("Odo", "").Node, "odo"},
			"a guest's":             {guest.Node, ""},
		} {
			if got.node != got.want {
				t.Errorf("%s: %q, want %q", name, got.node, got.want)
			}
		}
		_, err := c.KeepGuest(t.Context(), guest.ID)
		check(t, err)
		f := file(t, c)
		if a := f.Agents[4]; a.Node != "wenlow" {
			t.Errorf("who was kept has the entry %q", a.Node)
		}
		for _, n := range f.Nodes[len(f.Nodes)-2:] {
			if n.Type != campaign.NPCNode || n.Text != "" {
				t.Errorf("entry %+v", n)
			}
		}
	})
	t.Run("keys are nobody's", func(t *testing.T) {
		c, s, sc := played(t, e, "odo") // who is not in the campaign any more
		say(t, c, s, sc, "ahoy")
		for _, tt := range []struct{ name, key string }{
			{"Odo", "odo-2"},
			{"ODO!", "odo-3"},
			{"Bart", "bart-2"},
			{"\u200b悬空", "悬空"},
			{"…", "npc"},
			{"!", "npc-2"},
			{strings.Repeat("x", 90), strings.Repeat("x", 56)},
		} {
			a, err := c.AddAgent(t.Context(), campaign.Agent{Kind: campaign.NPC, Name: tt.name}, "")
			check(t, err)
			if string(a.ID) != tt.key {
				t.Errorf("%q has the key %q, want %q", tt.name, a.ID, tt.key)
			}
		}
	})
	t.Run("one is changed, with all that it has", func(t *testing.T) {
		_, c := saved(t, e)
		got, err := c.ChangeAgent(t.Context(), "mirela", func(a *campaign.Agent) error {
			if diff := cmp.Diff(sample().Agents[0], *a); diff != "" {
				t.Errorf("before (-want +got):\n%s", diff)
			}
			*a = odo
			return nil
		})
		check(t, err)
		want := odo
		want.ID = "mirela"
		all := sample().Agents
		all[0] = want
		if diff := cmp.Diff(all, file(t, c).Agents); diff != "" {
			t.Errorf("after (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("returned (-want +got):\n%s", diff)
		}
	})
	t.Run("what is not agreed to changes nothing", func(t *testing.T) {
		db, c := saved(t, e)
		before := file(t, c)
		no := errors.New("no")
		if _, err := c.ChangeAgent(t.Context(), "mirela", func(a *campaign.Agent) error { a.Name = "X"; return no }); !errors.Is(err, no) {
			t.Errorf("got %v, want %v", err, no)
		}
		never := func(*campaign.Agent) error { t.Error("called"); return nil }
		if _, err := c.ChangeAgent(t.Context(), "gone", never); !errors.Is(err, ErrNoAgent) {
			t.Errorf("an agent that is gone: %v, want %v", err, ErrNoAgent)
		}
		if _, err := db.Campaign("other").ChangeAgent(t.Context(), "mirela", never); !errors.Is(err, ErrNoAgent) {
			t.Errorf("in another campaign: %v, want %v", err, ErrNoAgent)
		}
		if _, err := db.Campaign("other").AddAgent(t.Context(), odo, ""); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("added to no campaign: %v, want %v", err, ErrNoCampaign)
		}
		if diff := cmp.Diff(before, file(t, c)); diff != "" {
			t.Errorf("changed (-before +after):\n%s", diff)
		}
	})
	t.Run("at once, nothing is lost", func(t *testing.T) {
		_, c := saved(t, e)
		const many = 8
		keys := make([]string, many)
		var wg sync.WaitGroup
		for i := range many {
			wg.Go(func() {
				_, err := c.ChangeAgent(t.Context(), "bart", func(a *campaign.Agent) error {
					a.Aliases = append(a.Aliases, strings.Repeat("b", i+1))
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				a, err := c.AddAgent(t.Context(), odo, "")
				if err != nil {
					t.Error(err)
				}
				keys[i] = string(a.ID)
			})
		}
		wg.Wait()
		f := file(t, c)
		if got := len(f.Agents[1].Aliases); got != many {
			t.Errorf("%d of %d changes are kept", got, many)
		}
		slices.Sort(keys)
		if got := slices.Compact(keys); len(got) != many || len(f.Agents) != 4+many {
			t.Errorf("%d agents have the keys %q", len(f.Agents), got)
		}
	})
	t.Run("a guest goes with its session, unless kept", func(t *testing.T) {
		db, c := saved(t, e)
		first, second := start(t, c, transcript.Live, t0), start(t, c, transcript.Live, t0)
		var ids []transcript.AgentID
		for _, s := range []transcript.SessionID{first, first, second} {
			a, err := c.AddAgent(t.Context(), odo, s)
			check(t, err)
			ids = append(ids, a.ID)
		}
		guests, err := c.Guests(t.Context())
		check(t, err)
		if want := (map[transcript.AgentID]transcript.SessionID{ids[0]: first, ids[1]: first, ids[2]: second}); !cmp.Equal(guests, want) {
			t.Errorf("guests %v, want %v", guests, want)
		}
		check(t, db.Campaign("other").DropGuests(t.Context()))
		check(t, c.DropGuests(t.Context())) // nothing has ended yet
		sc := scene(t, c, first, ids[0])
		say(t, c, first, sc, "who are you?")
		for i, want := range []bool{true, false} {
			kept, err := c.KeepGuest(t.Context(), ids[1])
			check(t, err)
			if kept != want {
				t.Errorf("keep %d: %v", i+1, kept)
			}
		}
		f := file(t, c)
		f.Scenes[1].Present = []transcript.AgentID{ids[0], ids[1]}
		_, err = db.SaveCampaign(t.Context(), f)
		check(t, err)
		check(t, c.End(t.Context(), first, t0.Add(time.Minute)))
		check(t, c.DropGuests(t.Context()))
		f = file(t, c)
		var left []transcript.AgentID
		for _, a := range f.Agents[4:] {
			left = append(left, a.ID)
		}
		if !slices.Equal(left, ids[1:]) || !slices.Equal(f.Scenes[1].Present, ids[1:2]) {
			t.Errorf("left %q, in the scene %q, want %q and %q", left, f.Scenes[1].Present, ids[1:], ids[1:2])
		}
		if _, err := c.KeepGuest(t.Context(), ids[0]); !errors.Is(err, ErrNoAgent) {
			t.Errorf("keep one that is gone: %v, want %v", err, ErrNoAgent)
		}
		// What the one heard is not the next one's memory.
		again, err := c.AddAgent(t.Context(), odo, second)
		check(t, err)
		if again.ID == ids[0] {
			t.Errorf("the key %q is given twice", again.ID)
		}
	})
}

func (e engine) testGMs(t *testing.T) {
	heads := func(t *testing.T, c *Campaign) (transcript.SpeakerID, []transcript.SpeakerID) {
		t.Helper()
		f, err := c.File(t.Context())
		check(t, err)
		return f.Campaign.Owner, f.Campaign.CoGMs
	}
	owner := sample().Campaign.Owner
	t.Run("come and go", func(t *testing.T) {
		db, c := saved(t, e)
		for _, tt := range []struct {
			who  transcript.SpeakerID
			want bool
		}{{1<<63 - 1, true}, {1<<63 - 1, false}, {9, false}, {owner, false}} {
			if got, err := c.AddGM(t.Context(), tt.who); err != nil || got != tt.want {
				t.Errorf("add %d: %v, %v, want %v", tt.who, got, err, tt.want)
			}
		}
		for _, want := range []bool{true, false} {
			if got, err := c.RemoveGM(t.Context(), 9); err != nil || got != want {
				t.Errorf("remove: %v, %v, want %v", got, err, want)
			}
		}
		if got, err := c.RemoveGM(t.Context(), owner); err != nil || got {
			t.Errorf("remove the owner: %v, %v", got, err)
		}
		if o, gms := heads(t, c); o != owner || !slices.Equal(gms, []transcript.SpeakerID{8, 1<<63 - 1}) {
			t.Errorf("owner %d, co-GMs %d", o, gms)
		}
		for what, err := range map[string]error{
			"add":       second(db.Campaign("other").AddGM(t.Context(), 9)),
			"remove":    second(db.Campaign("other").RemoveGM(t.Context(), 9)),
			"hand over": db.Campaign("other").HandOver(t.Context(), 9, 8),
		} {
			if !errors.Is(err, ErrNoCampaign) {
				t.Errorf("%s in no campaign: %v, want %v", what, err, ErrNoCampaign)
			}
		}
	})
	t.Run("a campaign is handed over once", func(t *testing.T) {
		_, c := saved(t, e)
		check(t, c.HandOver(t.Context(), owner, 9)) // a co-GM
		if err := c.HandOver(t.Context(), owner, 5); !errors.Is(err, ErrTaken) {
			t.Errorf("a second time: %v, want %v", err, ErrTaken)
		}
		if o, gms := heads(t, c); o != 9 || !slices.Equal(gms, []transcript.SpeakerID{8}) {
			t.Errorf("owner %d, co-GMs %d", o, gms)
		}
	})
}

func second[T any](_ T, err error) error { return err }
