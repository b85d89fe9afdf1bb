package command

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// A session in a database, from which a recap is drafted, edited and posted by
// the recapper of the program, and in which each finds what they have heard.
func TestStoryInStore(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), quiet, filepath.Join(t.TempDir(), "t.db"), store.Options{Migrate: true})
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	defer func() { check(db.Close()) }()
	file := lanterns()
	file.Campaign.ID = ""
	id, err := db.Guild(guild).Add(t.Context(), file)
	check(err)
	book := db.Campaign(id)
	begun := time.Date(2026, 3, 7, 19, 0, 0, 0, time.UTC)
	s, err := book.Start(t.Context(), transcript.Session{Kind: transcript.Live, Guild: guild, Channel: cellar, Started: begun}, []transcript.Speaker{
		{ID: gina, Name: "gina", Role: transcript.GM}, {ID: kim, Name: "kim", Role: transcript.Player, Character: "Tamsin"},
	})
	check(err)
	check(book.AddSpeaker(t.Context(), s.ID, transcript.Speaker{ID: lea, Name: "lea", Role: transcript.Player}, begun.Add(time.Minute)))
	for i := range 8 {
		at := begun.Add(time.Duration(i) * 20 * time.Second)
		check(book.Append(t.Context(), &transcript.Line{
			Session: s.ID, Role: transcript.NPC, Agent: "bart", Name: "Bart", At: at, End: at.Add(time.Second),
			Text: fmt.Sprintf("Lantern number%d burns over the sea wall of the old town tonight, and nobody dares to go near it.", i),
		}))
	}
	check(book.End(t.Context(), s.ID, begun.Add(time.Hour)))

	model := llm.Script(llm.Answer{llm.Text("They watched the lanterns.")})
	room := &room{
		me:   discord.Ready{User: bot, Guilds: []transcript.GuildID{guild}},
		in:   map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID{guild: {}},
		bots: map[transcript.SpeakerID]bool{bot: true},
	}
	w := &world{t: t, room: room, sess: &sessions{}}
	w.desk = New(quiet, room, shelved{db}, w.sess, Options{Recaps: func(c campaign.Campaign) Teller {
		return &recap.Recapper{Campaign: c, Store: db.Campaign(c.ID), Backstage: db.Campaign(c.ID), Model: model, ModelName: "m", Log: quiet}
	}})
	defer func() { check(w.desk.Close(t.Context())) }()
	// done hands the desk an event and waits, for real, until its answer says
	// something.
	done := func(who transcript.SpeakerID, event func(discord.Call) discord.Event) *answer {
		t.Helper()
		c, a := w.call(who)
		w.desk.Handle(t.Context(), event(c))
		for end := time.Now().Add(10 * time.Second); a.text() == "" && len(a.form().Fields) == 0; {
			if time.Now().After(end) {
				t.Fatal("no answer")
			}
			<-time.After(time.Millisecond)
		}
		return a
	}
	give := func(who transcript.SpeakerID, sub string, args discord.Args) *answer {
		t.Helper()
		return done(who, func(c discord.Call) discord.Event { return discord.Command{Call: c, Name: Name, Sub: sub, Args: args} })
	}
	press := func(who transcript.SpeakerID, id string) *answer {
		t.Helper()
		return done(who, func(c discord.Call) discord.Event { return discord.Pressed{Call: c, Button: id} })
	}

	a := give(gina, subRecap, nil)
	wantText(t, "the draft", a.text(), "They watched the lanterns.")
	f := press(gina, buttons(a.message())["Edit"]).form()
	a = done(gina, func(c discord.Call) discord.Event {
		return discord.Submitted{Call: c, Form: f.ID, Fields: map[string]string{"part0": "They *watched*."}, Message: 1}
	})
	press(gina, buttons(a.message())["Post at the table"])
	if got := room.said(cellar); len(got) != 1 || !strings.Contains(got[0], "They *watched*.") {
		t.Errorf("posted %q", got)
	}
	wantText(t, "a player's recap", give(kim, subRecap, nil).text(), "They *watched*.")
	if d, ok, err := book.Draft(t.Context(), 1); !ok || err != nil || d.Text != "They watched the lanterns." {
		t.Errorf("the first draft is %q, %v, %v", d.Text, ok, err)
	}

	for who, want := range map[transcript.SpeakerID]string{gina: "8 lines", kim: "8 lines", lea: "5 lines", admin: "Nobody has said"} {
		wantText(t, fmt.Sprintf("what %d finds", who%1000), give(who, subSearch, discord.Args{optWords: "lantern"}).text(), want)
	}
}
