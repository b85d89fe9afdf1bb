package command

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The people and places of the tests.
const (
	guild   transcript.GuildID   = 1 << 60
	other   transcript.GuildID   = 2
	tavern  transcript.ChannelID = 11
	cellar  transcript.ChannelID = 12
	bot     transcript.SpeakerID = 100
	gina    transcript.SpeakerID = 1<<60 + 1 // the GM
	kim     transcript.SpeakerID = 3
	lea     transcript.SpeakerID = 4
	admin   transcript.SpeakerID = 5
	music   transcript.SpeakerID = 6 // a bot
	lantern                      = transcript.CampaignID("c1")
)

// A world is a desk with everything around it.
type world struct {
	t     *testing.T
	room  *room
	shelf *shelf
	book  *book // of the campaign of the Lanterns
	sess  *sessions
	desk  *Desk

	locale map[transcript.SpeakerID]string // of those whose Discord is not English
}

// lanterns is the GM's campaign.
func lanterns() campaign.File {
	return campaign.File{
		Campaign: campaign.Campaign{ID: lantern, Key: "lanterns", Name: "The Lanterns", Owner: gina},
		Agents:   []campaign.Agent{{ID: "bart", Name: "Bart", Kind: campaign.NPC}},
		Scenes:   []campaign.Scene{{Key: "inn", Name: "The Inn"}, {Key: "wall", Name: "The Wall"}},
		Characters: []campaign.Character{
			{ID: "tamsin", Name: "Tamsin"}, {ID: "oskar", Name: "Oskar"},
		},
	}
}

// inBubble runs do in fake time with a desk, and closes it.
func inBubble(t *testing.T, opts Options, do func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t}
		w.room = &room{
			me:    discord.Ready{User: bot, Guilds: []transcript.GuildID{guild}},
			in:    map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID{guild: {}, other: {}},
			bots:  map[transcript.SpeakerID]bool{bot: true, music: true},
			check: map[transcript.ChannelID]discord.Check{},
			stand: discord.OnStage,
		}
		w.shelf = &shelf{active: map[transcript.GuildID]map[transcript.ChannelID]place{}}
		w.book = &book{shelf: w.shelf, guild: guild, file: lanterns()}
		w.shelf.books = []*book{w.book}
		w.sess = &sessions{}
		w.desk = New(slog.New(slog.NewTextHandler(t.Output(), nil)), w.room, w.shelf, w.sess, opts)
		do(w)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := w.desk.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
}

// move puts somebody into a voice channel; 0 is none.
func (w *world) move(who transcript.SpeakerID, to transcript.ChannelID) {
	w.room.mu.Lock()
	w.room.in[guild][who] = to
	p := w.room.person(who)
	w.room.mu.Unlock()
	w.desk.Handle(w.t.Context(), discord.VoiceState{Guild: guild, Channel: to, Person: p})
}

// settle lets all that is going on finish, without time going by.
func settle() { synctest.Wait() }

// pass lets time go by.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// call is an interaction of somebody's in a channel's chat.
func (w *world) call(who transcript.SpeakerID) (discord.Call, *answer) {
	a := &answer{}
	return discord.Call{
		ID: 1, Guild: guild, Channel: tavern, By: w.room.person(who), ManageServer: who == admin, At: time.Now(), Answer: a,
		Locale: w.locale[who],
	}, a
}

// give gives a command and waits for the answer.
func (w *world) give(who transcript.SpeakerID, sub string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Sub: sub})
	settle()
	return a
}

// press presses a button.
func (w *world) press(who transcript.SpeakerID, id string, values ...string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id, Values: values})
	settle()
	return a
}

// yes and no are the buttons of the card.
var (
	yes = button(btnConsent, "yes", string(lantern))
	no  = button(btnConsent, "no", string(lantern))
)

// buttons returns the IDs of a message's buttons and menus by their label.
func buttons(m discord.Message) map[string]string {
	out := map[string]string{}
	for _, row := range m.Rows {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				out[c.Label] = c.ID
			case discord.Menu:
				out[c.Hint] = c.ID
			}
		}
	}
	return out
}

// playing begins a session in the tavern, with the GM in it and everybody else
// who is named, and returns it.
func (w *world) playing(people ...transcript.SpeakerID) *session {
	w.t.Helper()
	w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
	for _, p := range append([]transcript.SpeakerID{gina, bot}, people...) {
		w.move(p, tavern)
	}
	a := w.give(gina, subStart)
	s := w.sess.last()
	if s == nil {
		w.t.Fatalf("no session was begun: %s", a.text())
	}
	return s
}

func wantText(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s says %q, want %q in it", what, got, w)
		}
	}
}

func wantAdmit(t *testing.T, s *session, want map[transcript.SpeakerID]bool) {
	t.Helper()
	for who, w := range want {
		if got := s.admit(who); got != w {
			t.Errorf("admit %d: %v, want %v", who%1000, got, w)
		}
	}
}
