package command

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

type louds = map[transcript.SpeakerID]transcript.Loudspeaker

// menuOf returns the one menu of a message.
func menuOf(t *testing.T, m discord.Message) discord.Menu {
	t.Helper()
	if len(m.Rows) == 1 && len(m.Rows[0]) == 1 {
		if menu, ok := m.Rows[0][0].(discord.Menu); ok {
			return menu
		}
	}
	t.Fatalf("there is no menu under %q: %v", m.Text, m.Rows)
	return discord.Menu{}
}

func chosen(m discord.Menu) (values []string) {
	for _, i := range m.Items {
		if i.Chosen {
			values = append(values, i.Value)
		}
	}
	return values
}

// A player says on the card how they listen: the running session goes by it at
// once, and the next one from its beginning. Case: T01.
func TestLoudspeaker(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		s.took()
		loud := buttons(w.room.card().Message)["I use loudspeakers"]
		a := w.press(kim, loud)
		wantText(t, "the question", a.text(), "How do you listen, in **The Lanterns**?")
		if got := strings.Join(a.did(), ", "); got != "hold, follow up" || !a.message().Private {
			t.Errorf("calls %s, private %v", got, a.message().Private)
		}
		menu := menuOf(t, a.message())
		if got := chosen(menu); !cmp.Equal(got, []string{"auto"}) {
			t.Errorf("chosen %q, want the default", got)
		}
		for _, i := range menu.Items {
			if n := utf8.RuneCountInString(i.Description); n > 100 {
				t.Errorf("%q is described in %d characters; Discord takes 100", i.Label, n)
			}
		}

		a = w.press(kim, menu.ID, "on")
		if got, want := s.took(), "loud 3 on"; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		wantText(t, "the answer", a.text(), "**On: loudspeakers** holds from now on")
		if got := strings.Join(a.did(), ", "); got != "hold, update" {
			t.Errorf("calls %s", got)
		}
		if got := chosen(menuOf(t, a.message())); !cmp.Equal(got, []string{"on"}) {
			t.Errorf("chosen %q, want on", got)
		}
		if got := chosen(menuOf(t, w.press(kim, loud).message())); !cmp.Equal(got, []string{"on"}) {
			t.Errorf("asked again: chosen %q, want on", got)
		}

		w.give(gina, subEnd)
		w.press(kim, menu.ID, "off") // between two sessions
		w.playing(kim)
		if got, want := w.sess.begun[1].Loudspeakers, (louds{kim: transcript.LoudspeakerOff}); !cmp.Equal(got, want) {
			t.Errorf("the next session has %v, want %v", got, want)
		}
	})
}

// The GM says it for a player; nobody else does, and no choice but ours is
// taken. Case: T01, F50.
func TestLoudspeakerOfOthers(t *testing.T) {
	inBubble(t, Options{Loudspeaker: transcript.LoudspeakerOff}, func(w *world) {
		t := w.t
		s := w.playing(kim, lea)
		w.press(kim, button(btnSound, string(lantern), "3"), "on")
		s.took()
		whose := menuOf(t, w.give(gina, subStatus).message())
		if whose.Hint != "Who uses loudspeakers?" || len(whose.Items) != 3 {
			t.Fatalf("the GM's menu is %+v", whose)
		}
		if got, want := whose.Items[0], (discord.Item{Label: "user3", Value: "3", Description: "On: loudspeakers"}); got != want {
			t.Errorf("a player in it is %+v, want %+v", got, want)
		}
		a := w.press(gina, whose.ID, "4")
		wantText(t, "the question", a.text(), "How does <@4> listen")
		menu := menuOf(t, a.message())
		if got := chosen(menu); !cmp.Equal(got, []string{"off"}) || !a.message().Private {
			t.Errorf("chosen %q, want the default; private %v", got, a.message().Private)
		}
		w.press(gina, menu.ID, "on")
		if got, want := s.took(), "loud 4 on"; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}

		for _, tt := range []struct {
			name   string
			who    transcript.SpeakerID
			id     string
			values []string
			want   string
		}{
			{"a player about another", kim, menu.ID, []string{"off"}, "for the GM"},
			{"a player asks about another", kim, whose.ID, []string{"4"}, "for the GM"},
			{"who may manage the server", admin, menu.ID, []string{"off"}, "for the GM"},
			{"no such setting", gina, menu.ID, []string{"loud"}, "do not know"},
			{"nothing", gina, menu.ID, nil, "do not know"},
			{"nobody", gina, whose.ID, []string{"everybody"}, "do not know"},
			{"a number that is none", gina, button(btnSound, string(lantern), "x"), []string{"on"}, "do not know"},
			{"a campaign of nowhere", kim, button(btnSound, "c9", "3"), []string{"off"}, "not played in this server"},
		} {
			wantText(t, tt.name, w.press(tt.who, tt.id, tt.values...).text(), tt.want)
		}
		w.book.guild = other
		wantText(t, "from another guild", w.press(kim, button(btnSound, string(lantern), "3"), "off").text(), "not played in this server")
		wantText(t, "from another guild", w.press(gina, menu.ID, "off").text(), "no such campaign")
		if got, want := w.book.loud, (louds{kim: transcript.LoudspeakerOn, lea: transcript.LoudspeakerOn}); !cmp.Equal(got, want) {
			t.Errorf("kept %v, want %v", got, want)
		}
		if got := s.took(); got != "" {
			t.Errorf("the session was told %q", got)
		}
	})
}

// Presses overtake each other where the database is slow: the last one holds,
// there and in the session.
func TestLoudspeakerPressedAgain(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		s.took()
		w.shelf.delay = 5 * time.Second
		for _, l := range []string{"on", "auto", "off"} {
			c, _ := w.call(kim)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: button(btnSound, string(lantern), "3"), Values: []string{l}})
		}
		pass(time.Minute)
		if got := w.book.loud[kim]; got != transcript.LoudspeakerOff {
			t.Errorf("kept %q, want off", got)
		}
		if got := s.took(); !strings.HasSuffix(got, "loud 3 off") { // the first may have been on its way
			t.Errorf("the session was told %q, want the last choice in the end", got)
		}
	})
}

// What is pressed while a session begins counts in it, whatever was read of
// the database before.
func TestPressedWhileItBegins(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.book.said = map[transcript.SpeakerID]transcript.Consent{kim: transcript.ConsentNo, lea: transcript.ConsentYes}
		for _, p := range []transcript.SpeakerID{gina, bot, kim, lea} {
			w.move(p, tavern)
		}
		w.sess.delay = 5 * time.Second
		w.shelf.delay = time.Second
		w.give(gina, subStart)
		for w.desk.stay(guild) == nil {
			pass(100 * time.Millisecond)
		}
		pass(1500 * time.Millisecond) // what people have said is read, and not taken in
		w.press(kim, yes)             // on the card of another evening
		pass(4 * time.Second)
		w.press(kim, button(btnSound, string(lantern), "3"), "on")
		pass(time.Minute)
		s := w.sess.last()
		if s == nil {
			t.Fatal("no session was begun")
		}
		wantAdmit(t, s, admits{kim: true, lea: true})
		if got := s.took(); got != "loud 3 on" {
			t.Errorf("the session was told %q, want how Kim listens", got)
		}
		if got := w.sess.begun[0].Loudspeakers; len(got) != 0 {
			t.Fatalf("it was begun with %v: the press came too early to test this", got)
		}
	})
}

// Status says who is not listened to while a character speaks, and why.
func TestStatusOfLoudspeakers(t *testing.T) {
	inBubble(t, Options{Consent: Notice}, func(w *world) {
		t := w.t
		s := w.playing(kim, lea, admin)
		w.press(kim, button(btnSound, string(lantern), "3"), "on")
		s.now(func(st *Status) { st.Echoing = []transcript.SpeakerID{lea} })
		a := w.give(lea, subStatus)
		wantText(t, "a player's", a.text(),
			"<@3>: heard; no packet yet; on loudspeakers, so not while a character speaks\n",
			"<@4>: heard; no packet yet; sends back what characters say, so not while one speaks\n",
			"<@5>: heard; no packet yet\n")
		if got := buttons(a.message()); got["I use loudspeakers"] != button(btnLoud, string(lantern)) || len(got) != 1 {
			t.Errorf("a player's buttons are %v", got)
		}
	})
	if got := EchoText("Joren").String(); !strings.Contains(got, "Joren") || !strings.Contains(got, "I use loudspeakers") || !strings.Contains(got, "Who uses loudspeakers?") {
		t.Errorf("the GM is told %q", got)
	}
}
