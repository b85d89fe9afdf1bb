package store

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

func (e engine) testGuilds(t *testing.T) {
	const here, there transcript.GuildID = 1 << 60, 2
	const channel transcript.ChannelID = 1<<60 + 1

	// keys lists what a guild plays.
	keys := func(t *testing.T, g *Guild) (out []string) {
		t.Helper()
		list, err := g.Campaigns(t.Context())
		check(t, err)
		for _, c := range list {
			out = append(out, c.Key)
		}
		return out
	}

	t.Run("a guild claims what nobody plays", func(t *testing.T) {
		db := e.open(t)
		f := sample()
		f.Campaign.Owner = 0
		id, err := db.SaveCampaign(t.Context(), f)
		check(t, err)
		free, err := db.Unplaced(t.Context())
		check(t, err)
		f.Campaign.ID = id
		if len(free) != 1 {
			t.Fatalf("%d campaigns are played nowhere, want 1", len(free))
		}
		if diff := cmp.Diff(f.Campaign, free[0]); diff != "" {
			t.Errorf("what is played nowhere (-want +got):\n%s", diff)
		}
		for range 2 {
			check(t, db.Guild(here).Claim(t.Context(), id, 1<<59))
		}
		for _, tt := range []struct {
			guild transcript.GuildID
			owner transcript.SpeakerID
		}{{there, 1 << 59}, {here, 3}, {there, 0}} {
			if err := db.Guild(tt.guild).Claim(t.Context(), id, tt.owner); !errors.Is(err, ErrTaken) {
				t.Errorf("guild %d claims it for %d: %v, want %v", tt.guild, tt.owner, err, ErrTaken)
			}
		}
		if err := db.Guild(here).Claim(t.Context(), "none", 3); !errors.Is(err, ErrTaken) {
			t.Errorf("claim nothing: %v, want %v", err, ErrTaken)
		}
		list, err := db.Guild(here).Campaigns(t.Context())
		check(t, err)
		f.Campaign.Owner = 1 << 59
		if len(list) != 1 {
			t.Fatalf("the guild has %d campaigns, want 1", len(list))
		}
		if diff := cmp.Diff(f.Campaign, list[0]); diff != "" {
			t.Errorf("the guild's campaign (-want +got):\n%s", diff)
		}
		if got := keys(t, db.Guild(there)); got != nil {
			t.Errorf("another guild has %q", got)
		}
		free, err = db.Unplaced(t.Context())
		check(t, err)
		if len(free) != 0 {
			t.Errorf("it is still free: %+v", free)
		}
	})
	t.Run("the owner takes an owned one along", func(t *testing.T) {
		db, c := saved(t, e)
		if err := db.Guild(here).Claim(t.Context(), c.ID(), 3); !errors.Is(err, ErrTaken) {
			t.Errorf("somebody else claims it: %v, want %v", err, ErrTaken)
		}
		check(t, db.Guild(here).Claim(t.Context(), c.ID(), sample().Campaign.Owner))
		// Importing its file again moves it nowhere.
		_, err := db.SaveCampaign(t.Context(), sample())
		check(t, err)
		if got := keys(t, db.Guild(here)); !cmp.Equal(got, []string{"saltmarsh"}) {
			t.Errorf("the guild has %q", got)
		}
	})
	t.Run("two guilds add the same file", func(t *testing.T) {
		db := e.open(t)
		for i, g := range []transcript.GuildID{here, there, there} {
			f := sample()
			f.Campaign.Owner = transcript.SpeakerID(i + 1)
			id, err := db.Guild(g).Add(t.Context(), f)
			check(t, err)
			got, err := db.Campaign(id).File(t.Context())
			check(t, err)
			if got.Campaign.Owner != f.Campaign.Owner || len(got.Nodes) != len(f.Nodes) {
				t.Errorf("campaign %d is owned by %d and has %d entries", i, got.Campaign.Owner, len(got.Nodes))
			}
		}
		if got, want := keys(t, db.Guild(here)), []string{"saltmarsh"}; !cmp.Equal(got, want) {
			t.Errorf("one guild has %q, want %q", got, want)
		}
		if got, want := keys(t, db.Guild(there)), []string{"saltmarsh-2", "saltmarsh-3"}; !cmp.Equal(got, want) {
			t.Errorf("the other has %q, want %q", got, want)
		}
		before := counts(t, db)
		f := sample()
		f.Nodes = append(f.Nodes, f.Nodes[0]) // twice
		if _, err := db.Guild(here).Add(t.Context(), f); err == nil {
			t.Error("a file with a key twice was added")
		}
		f.Campaign.Key = ""
		if _, err := db.Guild(here).Add(t.Context(), f); err == nil {
			t.Error("a campaign without a key was added")
		}
		if after := counts(t, db); after != before {
			t.Errorf("rows after %s\nbefore     %s", after, before)
		}
	})
	t.Run("a channel remembers", func(t *testing.T) {
		db, c := saved(t, e)
		g := db.Guild(here)
		if err := g.Activate(t.Context(), channel, c.ID(), "quay"); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("a campaign of no guild: %v, want %v", err, ErrNoCampaign)
		}
		check(t, g.Claim(t.Context(), c.ID(), sample().Campaign.Owner))
		if _, _, ok, err := g.Active(t.Context(), channel); ok || err != nil {
			t.Errorf("something is active before: %v, %v", ok, err)
		}
		for _, scene := range []string{"tavern", "quay"} {
			check(t, g.Activate(t.Context(), channel, c.ID(), scene))
			id, got, ok, err := g.Active(t.Context(), channel)
			check(t, err)
			if id != c.ID() || got != scene || !ok {
				t.Errorf("active %q in %q, %v; want %q in %q", id, got, ok, c.ID(), scene)
			}
		}
		if _, _, ok, err := g.Active(t.Context(), channel+1); ok || err != nil {
			t.Errorf("another channel: %v, %v", ok, err)
		}
		// The ids of one guild lead nowhere in another.
		if _, _, ok, err := db.Guild(there).Active(t.Context(), channel); ok || err != nil {
			t.Errorf("another guild: %v, %v", ok, err)
		}
		if err := db.Guild(there).Activate(t.Context(), channel, c.ID(), "quay"); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("another guild: %v, want %v", err, ErrNoCampaign)
		}
	})
	t.Run("who plays a character", func(t *testing.T) {
		db, c := saved(t, e)
		for _, player := range []transcript.SpeakerID{1<<60 + 5, 0} {
			check(t, c.Plays(t.Context(), "tamsin", player))
			f, err := c.File(t.Context())
			check(t, err)
			if f.Characters[0].Player != player {
				t.Errorf("player %d, want %d", f.Characters[0].Player, player)
			}
		}
		for _, other := range []*Campaign{c, db.Campaign("none")} {
			if err := other.Plays(t.Context(), "nobody", 1); !errors.Is(err, ErrNoCharacter) {
				t.Errorf("nobody: %v, want %v", err, ErrNoCharacter)
			}
		}
	})
	t.Run("what people said about being heard (H10)", func(t *testing.T) {
		_, c := saved(t, e)
		said, err := c.Consents(t.Context())
		check(t, err)
		if len(said) != 0 {
			t.Errorf("before: %v", said)
		}
		s := start(t, c, transcript.Live, t0)
		check(t, c.SetConsent(t.Context(), s, 1<<60, transcript.ConsentYes, at(1)))
		check(t, c.SetConsent(t.Context(), "", 4, transcript.ConsentYes, at(2)))
		check(t, c.SetConsent(t.Context(), s, 4, transcript.ConsentNo, at(3)))
		said, err = c.Consents(t.Context())
		check(t, err)
		want := map[transcript.SpeakerID]transcript.Consent{1 << 60: transcript.ConsentYes, 4: transcript.ConsentNo}
		if diff := cmp.Diff(want, said); diff != "" {
			t.Errorf("consents (-want +got):\n%s", diff)
		}
		if other, err := c.db.Campaign("none").Consents(t.Context()); err != nil || len(other) != 0 {
			t.Errorf("another campaign reads %v, %v", other, err)
		}
	})
	t.Run("who listens by loudspeaker (T01)", func(t *testing.T) {
		db, c := saved(t, e)
		set, err := c.Loudspeakers(t.Context())
		check(t, err)
		if len(set) != 0 {
			t.Errorf("before: %v", set)
		}
		f := sample()
		f.Campaign.Key = "another"
		id, err := db.SaveCampaign(t.Context(), f)
		check(t, err)
		check(t, db.Campaign(id).SetLoudspeaker(t.Context(), 4, transcript.LoudspeakerAuto))
		check(t, c.SetLoudspeaker(t.Context(), 1<<60, transcript.LoudspeakerOn))
		check(t, c.SetLoudspeaker(t.Context(), 4, transcript.LoudspeakerOn))
		check(t, c.SetLoudspeaker(t.Context(), 4, transcript.LoudspeakerOff))
		set, err = c.Loudspeakers(t.Context())
		check(t, err)
		want := map[transcript.SpeakerID]transcript.Loudspeaker{1 << 60: transcript.LoudspeakerOn, 4: transcript.LoudspeakerOff}
		if diff := cmp.Diff(want, set); diff != "" {
			t.Errorf("loudspeakers (-want +got):\n%s", diff)
		}
		set, err = db.Campaign(id).Loudspeakers(t.Context())
		check(t, err)
		want = map[transcript.SpeakerID]transcript.Loudspeaker{4: transcript.LoudspeakerAuto}
		if diff := cmp.Diff(want, set); diff != "" {
			t.Errorf("another campaign's loudspeakers (-want +got):\n%s", diff)
		}
	})
}
