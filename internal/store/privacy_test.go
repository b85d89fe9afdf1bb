package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// says appends a line of who's.
func says(t *testing.T, c *Campaign, s transcript.SessionID, sc transcript.SceneID, who transcript.SpeakerID, text string) int64 {
	t.Helper()
	l := transcript.Line{Session: s, Scene: sc, Role: transcript.Player, Speaker: who, Name: "Tamsin", Text: text, At: at(1), End: at(2), Confidence: 0.5}
	if who == 0 {
		l.Role, l.Agent, l.Name = transcript.NPC, "bart", "Bart"
	}
	check(t, c.Append(t.Context(), &l))
	return l.N
}

func (e engine) testCharacters(t *testing.T) {
	t.Run("many at once lose nothing", e.testCharactersAtOnce)
	_, c := saved(t, e)
	hostile := "Tam\u202esin `<@1>`\x00"
	var keys []transcript.CharacterID
	for _, name := range []string{"Old Kara", "old kara!", "\u200b", hostile} {
		ch, err := c.AddCharacter(t.Context(), campaign.Character{Name: name, Aliases: []string{"Kay"}, Player: 7})
		check(t, err)
		keys = append(keys, ch.ID)
	}
	if diff := cmp.Diff([]transcript.CharacterID{"old-kara", "old-kara-2", "character", "tam-sin-1"}, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	changed, err := c.ChangeCharacter(t.Context(), "old-kara", func(ch *campaign.Character) error {
		ch.Retired, ch.ID, ch.Player = true, "another", 9
		return nil
	})
	check(t, err)
	f, err := c.File(t.Context())
	check(t, err)
	if got := f.Characters[1]; !cmp.Equal(got, changed) || !got.Retired || got.ID != "old-kara" || got.Player != 9 {
		t.Errorf("changed to %+v, said %+v", got, changed)
	}
	if got, want := f.Characters[4].Name, strings.ReplaceAll(hostile, "\x00", ""); got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	refusal := errors.New("no")
	if _, err := c.ChangeCharacter(t.Context(), "old-kara", func(ch *campaign.Character) error { ch.Name = "x"; return refusal }); !errors.Is(err, refusal) {
		t.Errorf("a refused change: %v", err)
	}
	if _, err := c.ChangeCharacter(t.Context(), "nobody", func(*campaign.Character) error { return nil }); !errors.Is(err, ErrNoCharacter) {
		t.Errorf("nobody changed: %v, want %v", err, ErrNoCharacter)
	}
	if _, err := c.db.Campaign("another").ChangeCharacter(t.Context(), "old-kara", func(*campaign.Character) error { return nil }); !errors.Is(err, ErrNoCharacter) {
		t.Errorf("changed in another campaign: %v, want %v", err, ErrNoCharacter)
	}
	if _, err := c.db.Campaign("another").AddCharacter(t.Context(), campaign.Character{Name: "x"}); !errors.Is(err, ErrNoCampaign) {
		t.Errorf("added to no campaign: %v, want %v", err, ErrNoCampaign)
	}
	// Saving what was read changes nothing, and a file without them removes them.
	_, err = c.db.SaveCampaign(t.Context(), f)
	check(t, err)
	again, err := c.File(t.Context())
	check(t, err)
	if diff := cmp.Diff(f, again); diff != "" {
		t.Errorf("saved again (-before +after):\n%s", diff)
	}

	check(t, c.SetPlaying(t.Context(), 7, "tamsin"))
	check(t, c.SetPlaying(t.Context(), 7, "old-kara-2"))
	check(t, c.SetPlaying(t.Context(), 1<<63, campaign.SharedMicrophone))
	check(t, c.SetPlaying(t.Context(), 9, "old-kara"))
	check(t, c.SetPlaying(t.Context(), 9, ""))
	playing, err := c.Playing(t.Context())
	check(t, err)
	if diff := cmp.Diff(map[transcript.SpeakerID]transcript.CharacterID{7: "old-kara-2", 1 << 63: campaign.SharedMicrophone}, playing); diff != "" {
		t.Errorf("playing (-want +got):\n%s", diff)
	}
	if none, err := c.db.Campaign("another").Playing(t.Context()); err != nil || len(none) != 0 {
		t.Errorf("playing in another campaign: %v, %v", none, err)
	}
}

// testCharactersAtOnce: each of many characters of one name gets a key of its
// own, and of many changes none undoes another.
func (e engine) testCharactersAtOnce(t *testing.T) {
	_, c := saved(t, e)
	const many = 8
	atOnce := func(do func(i int) error) {
		var wg sync.WaitGroup
		for i := range many {
			wg.Go(func() {
				if err := do(i); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	keys := make([]transcript.CharacterID, many)
	atOnce(func(i int) error {
		ch, err := c.AddCharacter(t.Context(), campaign.Character{Name: "Wrenna", Player: transcript.SpeakerID(i + 1)})
		keys[i] = ch.ID
		return err
	})
	slices.Sort(keys)
	if got := len(slices.Compact(keys)); got != many {
		t.Errorf("%d keys for %d characters", got, many)
	}
	atOnce(func(i int) error {
		_, err := c.ChangeCharacter(t.Context(), "wrenna", func(ch *campaign.Character) error {
			ch.Aliases = append(ch.Aliases, fmt.Sprint("alias ", i))
			return nil
		})
		return err
	})
	last, err := c.ChangeCharacter(t.Context(), "wrenna", func(*campaign.Character) error { return nil })
	check(t, err)
	if got := len(last.Aliases); got != many {
		t.Errorf("%d aliases are left of %d", got, many)
	}
}

// testPrivacy holds what H10 asks of the store.
func (e engine) testPrivacy(t *testing.T) {
	t.Run("settings", func(t *testing.T) {
		_, c := saved(t, e)
		check(t, c.SetRetention(t.Context(), 30))
		check(t, c.SetCaptions(t.Context(), campaign.CaptionsOff))
		check(t, c.SetRetention(t.Context(), 7))
		got, err := c.Privacy(t.Context())
		check(t, err)
		if want := (campaign.Privacy{RetentionDays: 7, Captions: campaign.CaptionsOff}); got != want {
			t.Errorf("privacy %+v, want %+v", got, want)
		}
		if got, err := c.db.Campaign("another").Privacy(t.Context()); err != nil || got != (campaign.Privacy{}) {
			t.Errorf("in another campaign %+v, %v", got, err)
		}
		if err := c.db.Campaign("another").SetRetention(t.Context(), 7); err == nil {
			t.Error("set for no campaign")
		}
	})
	t.Run("forget", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		check(t, c.AddSpeaker(t.Context(), s, transcript.Speaker{ID: 7, Name: "bo", Role: transcript.Player, Consent: transcript.ConsentUnkept}, at(0)))
		if got, err := c.Consent(t.Context(), 7); err != nil || got != transcript.ConsentUnkept {
			t.Errorf("consent %q, %v", got, err)
		}
		n := says(t, c, s, sc, 7, "The lantern is below the chapel.")
		says(t, c, s, sc, 8, "Which lantern?")
		says(t, c, s, sc, 0, "The lantern, aye.")
		hidden := says(t, c, s, sc, 7, "The lantern is not for you.")
		check(t, c.Hide(t.Context(), s, hidden))
		says(t, c, s, sc, 7, "")
		for i, status := range []knowledge.Status{knowledge.Pending, knowledge.Approved, knowledge.Rejected} {
			p := knowledge.Proposal{ID: transcript.ProposalID(fmt.Sprint(i)), Session: s, Scene: sc, Line: n, Agent: "bart", Digest: fmt.Sprint(i), Made: at(4 + i)}
			p.Write.V, p.Write.Kind, p.Write.Node, p.Write.Text = 1, "fact", "lamp", "Is below the chapel."
			_, err := c.AddProposal(t.Context(), p)
			check(t, err)
			if status != knowledge.Pending {
				_, _, err = c.Decide(t.Context(), knowledge.Decision{Proposal: p.ID, Status: status, Audience: knowledge.OnlyGM, At: at(9)})
				check(t, err)
			}
		}
		check(t, c.End(t.Context(), s, at(20)))
		_, err := c.SaveRecap(t.Context(), transcript.Recap{Session: s, Text: "It was about a lantern.", At: at(21)})
		check(t, err)
		s2 := start(t, c, transcript.Live, at(30))
		says(t, c, s2, scene(t, c, s2), 8, "A lantern, again.")
		check(t, c.End(t.Context(), s2, at(40)))
		_, err = c.SaveRecap(t.Context(), transcript.Recap{Session: s2, Text: "Another.", At: at(41)})
		check(t, err)

		kept, err := c.Kept(t.Context(), 7)
		check(t, err)
		if want := (transcript.Kept{Lines: 3, Sessions: 1, First: at(1), Last: at(1), Evenings: 1}); kept != want {
			t.Errorf("kept %+v, want %+v", kept, want)
		}
		derived, err := c.Derived(t.Context(), 7)
		check(t, err)
		if len(derived) != 2 || derived[0].Status != knowledge.Pending || derived[1].Status != knowledge.Approved {
			t.Errorf("derived %+v", derived)
		}
		if none, err := c.Derived(t.Context(), 8); err != nil || len(none) != 0 {
			t.Errorf("derived of somebody else %+v, %v", none, err)
		}
		for _, who := range []*Campaign{c.db.Campaign("another")} {
			if lines, recaps, err := who.Forget(t.Context(), 7, at(50)); err == nil && lines+recaps > 0 {
				t.Errorf("another campaign forgot %d lines, %d recaps", lines, recaps)
			}
		}

		_, err = c.AddDraft(t.Context(), transcript.Draft{Recap: transcript.Recap{Session: s, Text: "A lantern.", At: at(45)}, Length: transcript.Short, View: transcript.ForPlayers})
		check(t, err)

		lines, recaps, err := c.Forget(t.Context(), 7, at(50))
		check(t, err)
		if d, ok, err := c.LastDraft(t.Context(), s, transcript.Short, transcript.ForPlayers); err != nil || !ok || !d.Stale {
			t.Errorf("draft %+v, %v, %v; want it stale", d, ok, err)
		}
		if lines != 3 || recaps != 1 {
			t.Errorf("forgot %d lines, made %d recaps stale; want 3, 1", lines, recaps)
		}
		said, err := c.Transcript(t.Context(), s)
		check(t, err)
		if got, want := texts(said), "[…] | Which lantern? | The lantern, aye. | […]"; got != want {
			t.Errorf("transcript %q, want %q", got, want)
		}
		for i, l := range said {
			if want := []int64{1, 2, 3, 5}[i]; l.N != want || l.Confidence != 0 && l.Speaker == 7 {
				t.Errorf("line %+v, want number %d", l, want)
			}
		}
		recent, err := c.Recent(t.Context(), s, "bart", 9)
		check(t, err)
		if strings.Contains(texts(recent), "chapel") {
			t.Errorf("an agent remembers %q", texts(recent))
		}
		for _, q := range []string{"chapel", "below lantern", "not"} {
			if got := search(t, c, q, ""); strings.Contains(got, "chapel") || strings.Contains(got, "not for you") {
				t.Errorf("search %q: %s", q, got)
			}
		}
		if got := search(t, c, "lantern", "bart"); !strings.Contains(got, "Which lantern?") || !strings.Contains(got, "aye") {
			t.Errorf("others' lines are not found: %s", got)
		}
		var left int
		_, err = c.db.read().row(t.Context(), `SELECT count(*) FROM postings WHERE word = 'chapel'`, nil, &left)
		check(t, err)
		if left != 0 {
			t.Error("the index still has a word that nobody else said")
		}
		for id, want := range map[transcript.SessionID]bool{s: true, s2: false} {
			r, _, err := c.Recap(t.Context(), id)
			check(t, err)
			if r.Stale != want {
				t.Errorf("recap %q stale %v, want %v", r.Text, r.Stale, want)
			}
		}
		kept, err = c.Kept(t.Context(), 7)
		check(t, err)
		if want := (transcript.Kept{Withdrawn: 3, Evenings: 1}); kept != want {
			t.Errorf("kept %+v, want %+v", kept, want)
		}
		lines, recaps, err = c.Forget(t.Context(), 7, at(60)) // once more
		check(t, err)
		if lines != 0 || recaps != 0 {
			t.Errorf("forgot %d lines, %d recaps a second time", lines, recaps)
		}
		// What comes after is kept as before.
		s3 := start(t, c, transcript.Live, at(70))
		says(t, c, s3, scene(t, c, s3), 7, "The chapel burns.")
		if got := search(t, c, "chapel", ""); !strings.Contains(got, "burns") {
			t.Errorf("a new line is not found: %q", got)
		}
	})
	t.Run("many", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		var all []transcript.Line
		for i := range 2*blankAtOnce + 10 {
			l := transcript.Line{Session: s, Scene: sc, Role: transcript.Player, Speaker: 7, Text: fmt.Sprintf("word%d common", i), At: at(i)}
			if i%10 == 0 {
				l.Speaker = 8
			}
			all = append(all, l)
		}
		check(t, c.AppendAll(t.Context(), all))
		lines, _, err := c.Forget(t.Context(), 7, at(1))
		check(t, err)
		if want := len(all) * 9 / 10; lines != want {
			t.Errorf("forgot %d, want %d", lines, want)
		}
		var left int
		_, err = c.db.read().row(t.Context(), `SELECT count(*) FROM postings WHERE word LIKE 'word%'`, nil, &left)
		check(t, err)
		if want := len(all) / 10; left != want {
			t.Errorf("%d words left, want %d", left, want)
		}
	})
	t.Run("what was told while words were deleted is stale", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		says(t, c, s, sc, 7, "The lantern is below the chapel.")
		_, _, err := c.Forget(t.Context(), 7, at(50))
		check(t, err)
		for told, want := range map[time.Time]bool{at(49): true, at(50).Add(time.Microsecond): true, at(50).AddDate(0, 0, 1): false} {
			d, err := c.AddDraft(t.Context(), transcript.Draft{Recap: transcript.Recap{Session: s, Text: "A lantern.", At: told}, View: transcript.ForPlayers})
			check(t, err)
			if d, _, err := c.Draft(t.Context(), d.N); err != nil || d.Stale != want {
				t.Errorf("told at %v: stale %v, %v; want %v", told, d.Stale, err, want)
			}
		}
	})
	t.Run("what no database keeps", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		says(t, c, s, sc, 7, "lan\x00tern ch\xffapel")
		if got := search(t, c, "lantern", ""); got == "" {
			t.Error("what is kept without its NUL is not found")
		}
		_, _, err := c.Forget(t.Context(), 7, at(50))
		check(t, err)
		var left int
		_, err = c.db.read().row(t.Context(), `SELECT count(*) FROM postings WHERE word NOT LIKE '@%'`, nil, &left)
		check(t, err)
		if left != 0 {
			t.Errorf("the index still has %d words", left)
		}
	})
	t.Run("retention, of words that are in answers alone", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		says(t, c, s, sc, 7, "Where?")
		check(t, c.AddTurn(t.Context(), transcript.Turn{ID: "t", Session: s, Scene: sc, Unheard: "Below the chapel."}))
		check(t, c.End(t.Context(), s, at(10)))
		_, _, err := c.Forget(t.Context(), 7, at(20)) // no line has words any more
		check(t, err)
		check(t, c.SetRetention(t.Context(), 1))
		_, err = c.Expire(t.Context(), at(10).AddDate(0, 0, 2))
		check(t, err)
		turns, err := c.Turns(t.Context(), s)
		check(t, err)
		if turns[0].Unheard != "" {
			t.Errorf("kept %q", turns[0].Unheard)
		}
	})
	t.Run("retention", func(t *testing.T) {
		_, c := saved(t, e)
		var ids []transcript.SessionID
		for i, day := range []int{0, 20, 40} {
			s := start(t, c, transcript.Live, t0.AddDate(0, 0, day))
			says(t, c, s, scene(t, c, s, "bart"), 7, "the old song")
			says(t, c, s, "", 0, "an answer")
			check(t, c.AddTurn(t.Context(), transcript.Turn{ID: transcript.TurnID(fmt.Sprint(i)), Session: s, Heard: "an answer", Unheard: "more"}))
			if i < 2 {
				check(t, c.End(t.Context(), s, t0.AddDate(0, 0, day).Add(time.Hour)))
			}
			ids = append(ids, s)
		}
		now := t0.AddDate(0, 0, 50)
		if n, err := c.Expire(t.Context(), now); err != nil || n != 0 {
			t.Errorf("without a limit %d went, %v", n, err)
		}
		check(t, c.SetRetention(t.Context(), 30))
		n, err := c.Expire(t.Context(), now)
		check(t, err)
		if n != 2 {
			t.Errorf("%d lines went, want 2", n)
		}
		if n, err := c.Expire(t.Context(), now); err != nil || n != 0 {
			t.Errorf("a second time %d went, %v", n, err)
		}
		var got []string
		for _, id := range ids {
			lines, err := c.Transcript(t.Context(), id)
			check(t, err)
			turns, err := c.Turns(t.Context(), id)
			check(t, err)
			got = append(got, texts(lines)+" / "+turns[0].Heard+turns[0].Unheard)
		}
		if want := []string{"[…] | […] / ", "the old song | an answer / an answermore", "the old song | an answer / an answermore"}; !slices.Equal(got, want) {
			t.Errorf("left %q, want %q", got, want)
		}
		check(t, c.SetRetention(t.Context(), 1)) // an open session stays, however long it lasts
		n, err = c.Expire(t.Context(), t0.AddDate(1, 0, 0))
		check(t, err)
		if n != 2 {
			t.Errorf("%d lines went, want 2", n)
		}
	})
}
