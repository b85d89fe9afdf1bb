package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

func (e engine) testSessions(t *testing.T) {
	t.Run("speakers and consent", func(t *testing.T) {
		_, c := saved(t, e)
		people := []transcript.Speaker{
			{ID: 1 << 61, Name: "ann", Role: transcript.GM, Consent: transcript.ConsentYes},
			{ID: 7, Name: "bo", Role: transcript.Player, Character: "Tamsin"},
		}
		s, err := c.Start(t.Context(), transcript.Session{Kind: transcript.Live, Guild: 5, Channel: 6, Started: t0}, people)
		check(t, err)
		got, err := c.Session(t.Context(), s.ID)
		check(t, err)
		if diff := cmp.Diff(s, got); diff != "" {
			t.Errorf("session (-started +read):\n%s", diff)
		}
		check(t, c.AddSpeaker(t.Context(), s.ID, transcript.Speaker{ID: 3, Name: "cy", Role: transcript.Player}, at(1)))
		check(t, c.SetConsent(t.Context(), s.ID, 7, transcript.ConsentNo, at(2)))
		people[1].Consent = transcript.ConsentNo
		people = append(people, transcript.Speaker{ID: 3, Name: "cy", Role: transcript.Player})
		speakers, err := c.Speakers(t.Context(), s.ID)
		check(t, err)
		if diff := cmp.Diff(people, speakers); diff != "" {
			t.Errorf("speakers (-want +got):\n%s", diff)
		}
		// The answer holds for the campaign, and only for this one.
		for id, want := range map[transcript.SpeakerID]transcript.Consent{1 << 61: transcript.ConsentYes, 7: transcript.ConsentNo, 3: transcript.ConsentUnasked} {
			got, err := c.Consent(t.Context(), id)
			check(t, err)
			if got != want {
				t.Errorf("consent of %d is %q, want %q", id, got, want)
			}
		}
		other := c.db.Campaign("another")
		if got, err := other.Consent(t.Context(), 7); err != nil || got != transcript.ConsentUnasked {
			t.Errorf("consent in another campaign: %q, %v", got, err)
		}
	})
	t.Run("lists", func(t *testing.T) {
		_, c := saved(t, e)
		a := start(t, c, transcript.Live, at(0))
		b := start(t, c, transcript.Rehearsal, at(10))
		d := start(t, c, transcript.Live, at(20))
		open := start(t, c, transcript.Live, at(30))
		for i, s := range []transcript.SessionID{a, b, d} {
			check(t, c.End(t.Context(), s, at(100+i)))
			check(t, c.End(t.Context(), s, at(500))) // the first end stays
		}
		ids := func(list []transcript.Session, err error) (out []transcript.SessionID) {
			t.Helper()
			check(t, err)
			for _, s := range list {
				out = append(out, s.ID)
			}
			return out
		}
		for _, tt := range []struct {
			name      string
			got, want []transcript.SessionID
		}{
			{"live", ids(c.Sessions(t.Context(), transcript.Live)), []transcript.SessionID{a, d, open}},
			{"all", ids(c.Sessions(t.Context(), "")), []transcript.SessionID{a, b, d, open}},
			{"last one", ids(c.LastEnded(t.Context(), 1)), []transcript.SessionID{d}},
			{"last five", ids(c.LastEnded(t.Context(), 5)), []transcript.SessionID{a, d}},
			{"of another campaign", ids(c.db.Campaign("x").Sessions(t.Context(), "")), nil},
		} {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
		}
		s, err := c.Session(t.Context(), d)
		check(t, err)
		if !s.Ended.Equal(at(102)) {
			t.Errorf("ended %v, want %v", s.Ended, at(102))
		}
		for _, err := range []error{
			c.End(t.Context(), "nothing", t0),
			c.db.Campaign("another").End(t.Context(), a, t0),
		} {
			if !errors.Is(err, ErrNoSession) {
				t.Errorf("end: %v, want %v", err, ErrNoSession)
			}
		}
		if err := c.EndScene(t.Context(), "nothing", t0); !errors.Is(err, ErrNoScene) {
			t.Errorf("end scene: %v, want %v", err, ErrNoScene)
		}
	})
	t.Run("what a crash left open ends at its last line", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		say(t, c, s, sc, "hello")
		l := transcript.Line{Session: s, Scene: sc, Role: transcript.NPC, Agent: "bart", Text: "aye", At: at(40), End: at(43)}
		check(t, c.Append(t.Context(), &l))
		empty := start(t, c, transcript.Demo, at(60))
		ended, err := c.EndOpen(t.Context())
		check(t, err)
		got := map[transcript.SessionID]time.Time{}
		for _, s := range ended {
			got[s.ID] = s.Ended
		}
		if diff := cmp.Diff(map[transcript.SessionID]time.Time{s: at(43), empty: at(60)}, got); diff != "" {
			t.Errorf("ended (-want +got):\n%s", diff)
		}
		again, err := c.EndOpen(t.Context())
		check(t, err)
		if len(again) != 0 {
			t.Errorf("ended again: %v", again)
		}
	})
	t.Run("what a crash left open ends at a line that is still being kept", func(t *testing.T) {
		url := e(t)
		db, gone := openURL(t, url), openURL(t, url)
		id, err := db.SaveCampaign(t.Context(), sample())
		check(t, err)
		c := db.Campaign(id)
		s := start(t, c, transcript.Live, t0)
		tx, err := gone.writer.BeginTx(t.Context(), nil)
		check(t, err)
		defer func() { _ = tx.Rollback() }() // nothing, once it is committed
		keeping := conn{tx, gone.dialect.explain}
		_, err = gone.Campaign(id).number(t.Context(), keeping, s, 1)
		check(t, err)
		check(t, keeping.insert(t.Context(), insertLine, "", [][]any{{
			id, 1, s, 1, "", transcript.Player, 7, "", "Tamsin", "last words", false, at(40), at(43), 1.0,
		}}))

		var open []transcript.Session
		ended := make(chan error, 1)
		go func() {
			var err error
			open, err = c.EndOpen(t.Context())
			ended <- err
		}()
		select {
		case err = <-ended:
			t.Fatalf("ended before the line was kept: %v, %v", open, err)
		case <-time.After(100 * time.Millisecond): // in which it reads, if it does not wait
		}
		check(t, tx.Commit())
		check(t, <-ended)
		if len(open) != 1 || !open[0].Ended.Equal(at(43)) {
			t.Errorf("ended %+v, want it at %v", open, at(43))
		}
	})
	t.Run("turns", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		turn := transcript.Turn{
			ID: "t1", Session: s, Scene: sc, Caller: 3, Who: "Tamsin", Agent: "bart", Name: "Bart", Reason: "named", Outcome: transcript.Cut,
			Why: "interrupted", Heard: "Aye", Unheard: "and more", Tools: []string{"dice", "kg_query"},
			Stages: transcript.Stages{
				Endpoint: 1 * time.Millisecond, Recognise: 2 * time.Millisecond, Address: 3 * time.Microsecond, Wait: 4 * time.Second,
				FirstWord: 5 * time.Millisecond, FirstText: 6 * time.Millisecond, FirstAudio: 7 * time.Millisecond, FirstSound: 8 * time.Millisecond, Play: 9 * time.Second,
			},
			Started: at(3), Ended: at(5),
		}
		second := transcript.Turn{ID: "t0", Session: s, Outcome: transcript.Declined, Started: at(4), Ended: at(4)}
		check(t, c.AddTurn(t.Context(), second))
		check(t, c.AddTurn(t.Context(), turn))
		check(t, c.AddTurn(t.Context(), turn)) // F03: ends once
		got, err := c.Turns(t.Context(), s)
		check(t, err)
		if diff := cmp.Diff([]transcript.Turn{turn, second}, got); diff != "" {
			t.Errorf("turns (-added +read):\n%s", diff)
		}
		check(t, c.DropRest(t.Context(), turn.ID))
		check(t, c.DropRest(t.Context(), "none"))
		turn.Unheard = ""
		got, err = c.Turns(t.Context(), s)
		check(t, err)
		if diff := cmp.Diff([]transcript.Turn{turn, second}, got); diff != "" {
			t.Errorf("turns without the rest (-want +read):\n%s", diff)
		}
	})
	t.Run("usage", func(t *testing.T) {
		c, s, _ := played(t, e)
		s2 := start(t, c, transcript.Live, at(9))
		for _, u := range []transcript.Usage{
			{Session: s, Provider: "p", Unit: "seconds", Amount: 3},
			{Session: s, Provider: "p", Unit: "seconds", Amount: 4},
			{Session: s, Provider: "p", Unit: "characters", Amount: 100},
			{Session: s2, Provider: "p", Unit: "seconds", Amount: 10},
		} {
			check(t, c.AddUsage(t.Context(), u))
		}
		one, err := c.Usage(t.Context(), s)
		check(t, err)
		all, err := c.Usage(t.Context(), "")
		check(t, err)
		if diff := cmp.Diff([][]transcript.Usage{
			{{Session: s, Provider: "p", Unit: "characters", Amount: 100}, {Session: s, Provider: "p", Unit: "seconds", Amount: 7}},
			{{Provider: "p", Unit: "characters", Amount: 100}, {Provider: "p", Unit: "seconds", Amount: 17}},
		}, [][]transcript.Usage{one, all}); diff != "" {
			t.Errorf("usage (-want +got):\n%s", diff)
		}
	})
}

func (e engine) testLines(t *testing.T) {
	t.Run("order and fields", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		want := []transcript.Line{
			{Session: s, Scene: sc, Role: transcript.Player, Speaker: 1 << 60, Name: "Tamsin", Text: "late", At: at(9), End: at(10), Confidence: 0.75},
			// F47: earlier by the clock and later in the order.
			{Session: s, Scene: sc, Role: transcript.NPC, Agent: "bart", Name: "Bart", Text: "early", Cut: true, At: at(1), End: at(2)},
		}
		for i := range want {
			check(t, c.Append(t.Context(), &want[i]))
			if want[i].N != int64(i+1) {
				t.Errorf("N is %d, want %d", want[i].N, i+1)
			}
		}
		got, err := c.Transcript(t.Context(), s)
		check(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("transcript (-appended +read):\n%s", diff)
		}
		other := start(t, c, transcript.Live, at(50))
		if n := say(t, c, other, "", "first again"); n != 1 {
			t.Errorf("N in another session is %d, want 1", n)
		}
	})
	t.Run("only into a session of the campaign (F47, F50)", func(t *testing.T) {
		c, s, _ := played(t, e)
		f := sample()
		f.Campaign.Key = "second"
		id, err := c.db.SaveCampaign(t.Context(), f)
		check(t, err)
		other := c.db.Campaign(id)
		l := transcript.Line{Session: s, Text: "mine"}
		if err := other.Append(t.Context(), &l); !errors.Is(err, ErrNoSession) {
			t.Errorf("append: %v, want %v", err, ErrNoSession)
		}
		if err := c.db.Campaign("none").Append(t.Context(), &l); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("append: %v, want %v", err, ErrNoCampaign)
		}
		say(t, c, s, "", "yours")
		if got, err := other.Transcript(t.Context(), s); err != nil || len(got) != 0 {
			t.Errorf("another campaign reads %q, %v", texts(got), err)
		}
		if err := other.AddTurn(t.Context(), transcript.Turn{ID: "t", Session: s}); err == nil {
			t.Error("a turn was added to another campaign's session")
		}
	})
	t.Run("recent lines of scenes where the agent was", func(t *testing.T) {
		c, s, tavern := played(t, e, "mirela", "bart")
		quay := scene(t, c, s, "bart")
		say(t, c, s, tavern, "one")
		say(t, c, s, quay, "two")
		say(t, c, s, tavern, "three")
		say(t, c, s, "", "four")
		for _, tt := range []struct {
			agent transcript.AgentID
			n     int
			want  string
		}{
			{"mirela", 5, "one | three"},
			{"bart", 2, "two | three"},
			{"", 3, "two | three | four"},
			{"butler", 3, ""},
		} {
			got, err := c.Recent(t.Context(), s, tt.agent, tt.n)
			check(t, err)
			if texts(got) != tt.want {
				t.Errorf("recent %d of %q: %q, want %q", tt.n, tt.agent, texts(got), tt.want)
			}
		}
	})
	t.Run("never happened", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		say(t, c, s, sc, "a lantern")
		n := say(t, c, s, sc, "a red lantern")
		check(t, c.Hide(t.Context(), s, n))
		check(t, c.Hide(t.Context(), s, n))
		lines, err := c.Transcript(t.Context(), s)
		check(t, err)
		recent, err := c.Recent(t.Context(), s, "bart", 5)
		check(t, err)
		found := search(t, c, "red lantern", "")
		for _, got := range []string{texts(lines), texts(recent), found} {
			if got != "a lantern" {
				t.Errorf("reads %q, want %q", got, "a lantern")
			}
		}
		if n := say(t, c, s, sc, "next"); n != 3 {
			t.Errorf("N after a hidden line is %d, want 3", n)
		}
		if err := c.Hide(t.Context(), s, 99); !errors.Is(err, ErrNoLine) {
			t.Errorf("hide: %v, want %v", err, ErrNoLine)
		}
		// No word of it is left in the index.
		var left int
		check(t, c.db.reader.QueryRowContext(t.Context(), `SELECT count(*) FROM postings WHERE word = 'red'`).Scan(&left))
		if left != 0 {
			t.Error("the index still holds a word of the hidden line")
		}
	})
	t.Run("many at once", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		other := start(t, c, transcript.Live, at(60))
		say(t, c, s, sc, "zero")
		var lines []transcript.Line
		for i := range 2500 {
			l := transcript.Line{Session: s, Scene: sc, Text: strings.Repeat("x", i%7+1) + " crowns", At: at(i)}
			if i%1000 == 999 {
				l.Session, l.Scene = other, ""
			}
			lines = append(lines, l)
		}
		check(t, c.AppendAll(t.Context(), lines))
		if lines[0].N != 2 || lines[999].N != 1 || lines[1999].N != 2 || lines[2499].N != 2499 {
			t.Errorf("N: %d %d %d %d", lines[0].N, lines[999].N, lines[1999].N, lines[2499].N)
		}
		bad := []transcript.Line{{Session: s, Text: "kept?"}, {Session: "none", Text: "no"}}
		if err := c.AppendAll(t.Context(), bad); !errors.Is(err, ErrNoSession) {
			t.Errorf("append: %v, want %v", err, ErrNoSession)
		}
		if bad[0].N != 0 {
			t.Error("a line that was not kept has an N")
		}
		got, err := c.Transcript(t.Context(), s)
		check(t, err)
		if len(got) != 2499 {
			t.Errorf("%d lines, want 2499", len(got))
		}
	})
}
