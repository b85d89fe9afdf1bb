package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

// evening is a live session: the GM alone from 0 s, Bo from 10 s to 30 s and
// again from 50 s, Cy from 40 s. Every 5 s somebody says something of a lantern.
func (e engine) evening(t *testing.T, kind transcript.Kind) (*Campaign, transcript.SessionID) {
	t.Helper()
	_, c := saved(t, e)
	s, err := c.Start(t.Context(), transcript.Session{Kind: kind, Guild: 5, Channel: 6, Started: t0}, []transcript.Speaker{
		{ID: 1, Name: "ann", Role: transcript.GM},
	})
	check(t, err)
	bo, cy := transcript.Speaker{ID: 7, Name: "bo", Role: transcript.Player}, transcript.Speaker{ID: 1 << 61, Name: "cy", Role: transcript.Player}
	check(t, c.AddSpeaker(t.Context(), s.ID, bo, at(10)))
	check(t, c.AddSpeaker(t.Context(), s.ID, transcript.Speaker{ID: 7, Name: "bo", Role: transcript.Player, Character: "Tamsin"}, at(20))) // still there
	check(t, c.Left(t.Context(), s.ID, 7, at(30)))
	check(t, c.Left(t.Context(), s.ID, 7, at(35))) // gone already
	check(t, c.AddSpeaker(t.Context(), s.ID, cy, at(40)))
	check(t, c.AddSpeaker(t.Context(), s.ID, bo, at(50)))
	for i := 0; i < 60; i += 5 {
		l := transcript.Line{Session: s.ID, Role: transcript.NPC, Name: "Bart", Text: "lantern" + string(rune('a'+i/5)) + " lantern", At: at(i + 1), End: at(i + 2)}
		check(t, c.Append(t.Context(), &l))
	}
	return c, s.ID
}

func (e engine) testStints(t *testing.T) {
	t.Run("the party and who was away", func(t *testing.T) {
		c, s := e.evening(t, transcript.Live)
		line := func(letters string) string {
			var out []string
			for _, r := range letters {
				out = append(out, "lantern"+string(r)+" lantern")
			}
			return strings.Join(out, " | ")
		}
		party, err := c.PartyLines(t.Context(), s)
		check(t, err)
		if got, want := texts(party), line("cdefijkl"); got != want {
			t.Errorf("the party heard %s\nwant %s", got, want)
		}
		for _, tt := range []struct {
			who transcript.SpeakerID
			ok  bool
			has string
		}{
			{7, true, "ij"}, {1 << 61, true, "cdef"}, {1, true, ""}, {99, false, ""},
		} {
			missed, ok, err := c.MissedLines(t.Context(), s, tt.who)
			check(t, err)
			if got, want := texts(missed), line(tt.has); got != want || ok != tt.ok {
				t.Errorf("%d missed %s, %v\nwant %s, %v", tt.who, got, ok, want, tt.ok)
			}
		}
		// What never happened was heard by nobody.
		check(t, c.Hide(t.Context(), s, 3))
		party, err = c.PartyLines(t.Context(), s)
		check(t, err)
		if got := texts(party); strings.Contains(got, "lanternc") {
			t.Errorf("a hidden line was heard: %s", got)
		}
		if lines, err := c.db.Campaign("another").PartyLines(t.Context(), s); err != nil || len(lines) > 0 {
			t.Errorf("another campaign reads %d lines, %v", len(lines), err)
		}
		// The end of the session is the end of the stay.
		check(t, c.End(t.Context(), s, at(70)))
		l := transcript.Line{Session: s, Role: transcript.NPC, Name: "Bart", Text: "too late", At: at(80), End: at(81)}
		check(t, c.Append(t.Context(), &l))
		party, err = c.PartyLines(t.Context(), s)
		check(t, err)
		if strings.Contains(texts(party), "too late") {
			t.Error("they were there after the end")
		}
	})
	t.Run("what is not live", func(t *testing.T) {
		c, s := e.evening(t, transcript.Rehearsal)
		party, err := c.PartyLines(t.Context(), s)
		check(t, err)
		if len(party) != 12 {
			t.Errorf("%d lines, want all 12", len(party))
		}
	})
	t.Run("search", func(t *testing.T) {
		c, s := e.evening(t, transcript.Live)
		mine := transcript.Line{Session: s, Role: transcript.Player, Speaker: 7, Name: "bo", Text: "my own lantern", At: at(36), End: at(37)}
		check(t, c.Append(t.Context(), &mine))
		check(t, c.Hide(t.Context(), s, 4))
		for _, tt := range []struct {
			name, words string
			who         transcript.SpeakerID
			limit, want int
		}{
			{"a GM finds all", "lantern", 0, 100, 12},
			{"at most so many", "lantern", 0, 5, 5},
			{"Bo what was said while they were there, and their own", "Lántern", 7, 100, 3 + 2 + 1},
			{"Cy", "lantern", 1 << 61, 100, 4},
			{"who was never there", "lantern", 99, 100, 0},
			{"a word before they came", "lanterna", 7, 100, 0},
			{"the GM finds that", "lanterna", 0, 100, 1},
			{"no word", "…", 0, 100, 0},
			{"hidden", "lanternd", 0, 100, 0},
		} {
			got, err := c.Said(t.Context(), tt.words, tt.who, tt.limit)
			check(t, err)
			if len(got) != tt.want {
				t.Errorf("%s: %d lines, want %d: %s", tt.name, len(got), tt.want, texts(got))
			}
		}
		if got, err := c.db.Campaign("another").Said(t.Context(), "lantern", 0, 10); err != nil || len(got) > 0 {
			t.Errorf("another campaign finds %d, %v", len(got), err)
		}
	})
}

// testSaidLongAgo: who has missed the last evenings finds the newest of what they
// heard, however often the word was said since.
func (e engine) testSaidLongAgo(t *testing.T) {
	_, c := saved(t, e)
	evening := func(begun, lines int, who ...transcript.SpeakerID) {
		t.Helper()
		var people []transcript.Speaker
		for _, id := range who {
			people = append(people, transcript.Speaker{ID: id, Name: "p", Role: transcript.Player})
		}
		s, err := c.Start(t.Context(), transcript.Session{Kind: transcript.Live, Guild: 1, Channel: 2, Started: at(begun)}, people)
		check(t, err)
		list := make([]transcript.Line, lines)
		for i := range list {
			when := at(begun + i)
			list[i] = transcript.Line{Session: s.ID, Role: transcript.NPC, Name: "Bart", Text: fmt.Sprint("lantern ", begun, " oil", i), At: when, End: when}
		}
		check(t, c.AppendAll(t.Context(), list))
		check(t, c.Left(t.Context(), s.ID, 9, at(begun+10)))
		check(t, c.End(t.Context(), s.ID, at(begun+lines)))
	}
	evening(0, 20, 7, 9)
	evening(1000, volumeSize, 8)
	evening(6000, ranked+100, 8, 9)
	evening(7000, volumeSize, 8)
	for _, tt := range []struct {
		name, words string
		who         transcript.SpeakerID
		nth         int
		want        string
	}{
		{"who came once", "lantern", 7, 1, "lantern 0 oil19"},
		{"who came once", "lantern", 7, 20, "lantern 0 oil0"},
		{"who left early", "lantern", 9, 10, "lantern 6000 oil0"},
		{"who left early", "lantern", 9, 11, "lantern 0 oil9"},
		{"a rarer word beside it", "lantern oil3", 9, 2, "lantern 0 oil3"},
		{"who was there all the time", "lantern", 8, 1, "lantern 7000 oil4095"},
	} {
		got, err := c.Said(t.Context(), tt.words, tt.who, tt.nth)
		check(t, err)
		if len(got) != tt.nth || got[tt.nth-1].Text != tt.want {
			t.Errorf("%s finds %d: %q, want %q as the last of %d", tt.name, len(got), texts(got), tt.want, tt.nth)
		}
	}
	if got, err := c.Said(t.Context(), "lantern", 99, 10); err != nil || len(got) > 0 {
		t.Errorf("who never came finds %q, %v", texts(got), err)
	}
}

func (e engine) testDrafts(t *testing.T) {
	_, c := saved(t, e)
	s := start(t, c, transcript.Live, t0)
	later := start(t, c, transcript.Live, at(10))
	draft := func(of transcript.SessionID, text string, l transcript.Length, v transcript.View) transcript.Draft {
		t.Helper()
		d, err := c.AddDraft(t.Context(), transcript.Draft{
			Recap: transcript.Recap{Session: of, Text: text, Model: "m", At: at(20)}, Length: l, View: v, By: 1 << 61,
		})
		check(t, err)
		return d
	}
	first := draft(s, "They met.", transcript.Short, transcript.ForPlayers)
	edited := draft(s, "They *met*.", transcript.Short, transcript.ForPlayers)
	secret := draft(s, "It was a trap.", transcript.Short, transcript.ForGM)
	other := draft(later, "They left.", transcript.Long, transcript.ForPlayers)
	if first.N != 1 || other.N != 4 {
		t.Errorf("numbers %d to %d, want 1 to 4", first.N, other.N)
	}
	for _, want := range []transcript.Draft{first, edited, secret, other} {
		got, ok, err := c.Draft(t.Context(), want.N)
		check(t, err)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("draft %d, %v (-kept +read):\n%s", want.N, ok, diff)
		}
	}
	last, ok, err := c.LastDraft(t.Context(), s, transcript.Short, transcript.ForPlayers)
	check(t, err)
	if !ok || last.N != edited.N {
		t.Errorf("the newest is %d, %v; want the edited one", last.N, ok)
	}
	for _, missing := range []func() (transcript.Draft, bool, error){
		func() (transcript.Draft, bool, error) { return c.Draft(t.Context(), 9) },
		func() (transcript.Draft, bool, error) {
			return c.LastDraft(t.Context(), s, transcript.Long, transcript.ForPlayers)
		},
		func() (transcript.Draft, bool, error) { return c.LastPosted(t.Context()) },
		func() (transcript.Draft, bool, error) { return c.db.Campaign("another").Draft(t.Context(), first.N) },
	} {
		if d, ok, err := missing(); ok || err != nil {
			t.Errorf("found %d, %v", d.N, err)
		}
	}

	// Posted once, and not what is for the GM.
	post := func(n int64, when int) (transcript.Draft, bool, bool) {
		t.Helper()
		d, changed, ok, err := c.Post(t.Context(), n, 1<<60, at(when))
		check(t, err)
		return d, changed, ok
	}
	if d, changed, ok := post(edited.N, 30); !changed || !ok || d.Channel != 1<<60 || !d.Posted.Equal(at(30)) {
		t.Errorf("posted %+v, %v, %v", d, changed, ok)
	}
	if d, changed, ok := post(edited.N, 40); changed || !ok || !d.Posted.Equal(at(30)) {
		t.Errorf("posted again: %v at %v, %v", changed, d.Posted, ok)
	}
	if d, changed, ok := post(secret.N, 40); changed || !ok || !d.Posted.IsZero() {
		t.Errorf("the GM's was posted: %v, %v", changed, d.Posted)
	}
	if _, changed, ok := post(99, 40); changed || ok {
		t.Error("one that is not there was posted")
	}
	if _, changed, ok, err := c.db.Campaign("another").Post(t.Context(), first.N, 1, at(40)); changed || ok || err != nil {
		t.Errorf("posted from another campaign: %v, %v, %v", changed, ok, err)
	}
	post(other.N, 50)
	lastPosted := func(want int64) {
		t.Helper()
		d, ok, err := c.LastPosted(t.Context())
		check(t, err)
		if !ok || d.N != want {
			t.Errorf("last posted is %d, %v; want %d", d.N, ok, want)
		}
	}
	lastPosted(other.N)
	check(t, c.Unpost(t.Context(), other.N))
	lastPosted(edited.N)
	// An edit of what is posted leaves that as it is.
	draft(s, "Rewritten.", transcript.Short, transcript.ForPlayers)
	lastPosted(edited.N)
}

// The month's usage is that of the sessions which began in it.
func (e engine) testUsageSince(t *testing.T) {
	_, c := saved(t, e)
	old, now := start(t, c, transcript.Live, at(-3600)), start(t, c, transcript.Rehearsal, at(0))
	for _, u := range []transcript.Usage{
		{Session: old, Provider: "p", Unit: "seconds", Amount: 100},
		{Session: now, Provider: "p", Unit: "seconds", Amount: 5},
		{Session: now, Provider: "p", Unit: "characters", Amount: 7},
	} {
		check(t, c.AddUsage(t.Context(), u))
	}
	got, err := c.UsageSince(t.Context(), at(0))
	check(t, err)
	if diff := cmp.Diff([]transcript.Usage{{Provider: "p", Unit: "characters", Amount: 7}, {Provider: "p", Unit: "seconds", Amount: 5}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, err := c.db.Campaign("another").UsageSince(t.Context(), at(0)); err != nil || len(got) > 0 {
		t.Errorf("another campaign used %v, %v", got, err)
	}
}
