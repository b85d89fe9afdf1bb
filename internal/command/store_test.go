package command

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// shelved is a database as a Library, in the way in which the program makes it
// one.
type shelved struct{ *store.DB }

func (s shelved) Guild(id transcript.GuildID) Guild      { return s.DB.Guild(id) }
func (s shelved) Campaign(id transcript.CampaignID) Book { return s.DB.Campaign(id) }

// An evening from an empty database: the example, a session, an answer, the
// end, and the second evening.
func TestEveningInStore(t *testing.T) {
	db, err := store.Open(t.Context(), slog.New(slog.DiscardHandler), filepath.Join(t.TempDir(), "t.db"), store.Options{Migrate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	example := lanterns()
	example.Campaign.ID, example.Campaign.Owner = "", 0
	room := &room{
		me:   discord.Ready{User: bot, Guilds: []transcript.GuildID{guild}},
		in:   map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID{guild: {gina: tavern, kim: tavern}},
		bots: map[transcript.SpeakerID]bool{bot: true},
	}
	played := &sessions{}
	w := &world{t: t, room: room, sess: played}
	w.desk = New(slog.New(slog.NewTextHandler(t.Output(), nil)), room, shelved{db}, played, Options{Example: example})
	defer func() {
		if err := w.desk.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()

	// await waits, for real, until ok.
	await := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); !ok(); {
			if time.Now().After(end) {
				t.Fatalf("%s: never", what)
			}
			<-time.After(2 * time.Millisecond)
		}
	}
	answered := func(a *answer) bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		return len(a.texts) > 0
	}
	give := func(who transcript.SpeakerID, sub string) *answer {
		t.Helper()
		c, a := w.call(who)
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: sub})
		await(sub, func() bool { return answered(a) })
		return a
	}
	press := func(who transcript.SpeakerID, id string, values ...string) *answer {
		t.Helper()
		c, a := w.call(who)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id, Values: values})
		if len(values) == 0 {
			await(id, func() bool { return answered(a) })
		}
		return a
	}

	a := give(gina, subStart)
	a = press(gina, buttons(a.message())["Play the example"])
	b := buttons(a.message())
	press(gina, b["Which scene?"], "wall")
	press(gina, b["Whom does user3 play?"], "tamsin")
	await("the choices", func() bool {
		w.desk.mu.Lock()
		defer w.desk.mu.Unlock()
		for _, o := range w.desk.openings {
			return o.scene == "wall" && o.plays[kim] == "tamsin"
		}
		return false
	})
	a = press(gina, b["Start"])
	wantText(t, "the start", a.text(), "I am in <#11> with **The Lanterns**")

	list, err := db.Guild(guild).Campaigns(t.Context())
	if err != nil || len(list) != 1 || list[0].Owner != gina {
		t.Fatalf("campaigns %+v, %v", list, err)
	}
	c := db.Campaign(list[0].ID)
	press(kim, button(btnConsent, "yes", string(list[0].ID)))
	if got, err := c.Consent(t.Context(), kim); err != nil || got != transcript.ConsentYes {
		t.Errorf("consent %q, %v", got, err)
	}
	f, err := c.File(t.Context())
	if err != nil || f.Characters[0].Player != kim {
		t.Errorf("characters %+v, %v", f.Characters, err)
	}
	wantText(t, "the end", give(gina, subEnd).text(), "The session has ended")
	wantText(t, "proposals", give(gina, subProposals).text(), "Nothing waits")
	wantText(t, "a recap", give(gina, subRecap).text(), "No session of")

	give(gina, subStart)
	if len(played.begun) != 2 {
		t.Fatalf("begun %d times", len(played.begun))
	}
	again := played.begun[1]
	if again.Scene != "wall" || again.Campaign != list[0].ID {
		t.Errorf("the second evening is %+v", again)
	}
	if p := again.People[1]; p.ID != kim || p.Character != "Tamsin" || p.Consent != transcript.ConsentYes || !again.Admit(kim) {
		t.Errorf("the second evening's player is %+v, admitted %v", p, again.Admit(kim))
	}
}
