package command

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The public buttons, and those of the GM.
var (
	stopButton = button(btnStop, string(lantern))
	offButton  = button(btnOff, string(lantern))
	xButton    = button(btnX, string(lantern))
	onButton   = button(btnOn, string(lantern))
)

func modeButton(m Mode) string { return button(btnMode, string(lantern), string(m)) }

// The public card shows consent, loudspeakers, Stop, Off the record and the
// X-card, and nothing that is for the GM.
func TestPublicCard(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.playing(kim)
		var labels []string
		for _, row := range w.room.card().Rows {
			for _, c := range row {
				labels = append(labels, c.(discord.Button).Label)
			}
		}
		got := strings.Join(labels, ", ")
		if want := "I use loudspeakers, Stop, Off the record, X-card"; !strings.HasPrefix(got, "I'm in, ") || !strings.HasSuffix(got, want) {
			w.t.Errorf("the card has %s, want consent, then %s", got, want)
		}
	})
}

// Anybody takes the table off the record, at once; only a GM goes on; after
// fifteen minutes the GM is asked, once.
func TestOffTheRecord(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(kim, yes)
		w.press(lea, yes) // no longer at the table, if ever
		s.took()
		c, _ := w.call(kim)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: offButton})
		// Without waiting for anything: at once.
		wantAdmit(t, s, admits{kim: false})
		if got := s.took(); got != "off=true" {
			t.Errorf("the session was told %q", got)
		}
		settle()
		w.readsOn(tavern, "**Off the record**, as somebody here wants it")
		wantText(t, "the card", w.room.card().Text, "**Off the record:**")
		w.readsOn(mailOf(gina), "**Off the record:** nobody is heard until you press")

		wantText(t, "the second press", w.press(lea, offButton).text(), "off the record already")
		for _, id := range []string{onButton, modeButton(ModeLive)} {
			wantText(t, "a player who goes on", w.press(kim, id).text(), "That is for the GM")
		}
		wantAdmit(t, s, admits{kim: false})

		pass(remindAfter - time.Second)
		w.silent(mailOf(gina), "has been off the record for")
		pass(time.Second)
		p := w.readsOn(mailOf(gina), "has been off the record for 15 minutes")
		pass(time.Hour)
		reminded := 0
		for _, q := range w.room.reads(mailOf(gina)) {
			if strings.Contains(q.Text, "has been off the record for") {
				reminded++
			}
		}
		if reminded != 1 {
			t.Errorf("reminded %d times", reminded)
		}
		s.took()
		w.pressHome(gina, buttons(p.Message)["On the record again"])
		wantAdmit(t, s, admits{kim: true})
		if got := s.took(); got != "off=false" {
			t.Errorf("the session was told %q", got)
		}
		wantText(t, "pressed twice", w.pressHome(gina, onButton).text(), "not off the record any more")
		if got := s.took(); got != "" {
			t.Errorf("pressed twice, the session was told %q", got)
		}
		w.readsOn(tavern, "on the record again")
	})
}

// The GM goes and comes: a table that somebody wanted off the record stays so.
func TestOffTheRecordStays(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim)
		w.press(kim, yes)
		w.press(kim, offButton)
		w.move(gina, cellar)
		w.move(gina, tavern)
		settle()
		wantAdmit(w.t, s, admits{kim: false})
		w.move(gina, cellar)
		wantText(w.t, "a mode with no GM there", w.press(gina, modeButton(ModeLive)).text())
		wantAdmit(w.t, s, admits{kim: false})
		w.move(gina, tavern)
		wantAdmit(w.t, s, admits{kim: true})
	})
}

// The X-card: silence and off the record at once, and nobody can tell who
// pressed it: not the table, not the GM.
func TestXCard(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(kim, yes)
		s.took()
		before := len(w.room.posts)
		c, a := w.call(kim)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: xButton})
		wantAdmit(t, s, admits{kim: false})
		if got := s.took(); got != "off=true" {
			t.Errorf("the session was told %q", got)
		}
		settle()
		w.readsOn(tavern, "**X-card.**")
		wantText(t, "whoever pressed", a.text(), "Nobody is told that it was you")
		if got := strings.Join(a.did(), ", "); got != "hold, follow up" || !a.message().Private {
			t.Errorf("calls %s, private %v", got, a.message().Private)
		}
		for _, p := range w.room.posts[before:] {
			in, _, _ := strings.Cut(p.Text, "\nIn: ") // the card names who is heard, as before
			if strings.Contains(in, userTag(kim)) || strings.Contains(in, "user3") {
				t.Errorf("channel %d says %q", p.channel, p.Text)
			}
		}
		w.press(gina, modeButton(ModeLive))
		wantAdmit(t, s, admits{kim: true})
		// Off the record already: the table still learns that it was the X-card.
		n := len(w.room.said(tavern))
		w.press(kim, offButton)
		w.press(lea, xButton)
		if got := w.room.said(tavern)[n:]; len(got) != 2 || !strings.Contains(got[1], "**X-card.**") {
			t.Errorf("the table is told %q", got)
		}
	})
}

// Stop does not wait for Discord, which may take its time to hold a button.
func TestStopAtOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.delay = 0
		s := w.playing(kim)
		s.took()
		w.shelf.delay = 2 * time.Second
		c, _ := w.call(kim)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: stopButton})
		settle() // no time goes by
		if got := s.took(); got != "stop" {
			t.Errorf("the session was told %q", got)
		}
		w.shelf.delay = 0
	})
}

// The state buttons exclude each other, and go on the record.
func TestModes(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		card := func() post { return w.readsOn(mailOf(gina), "**The Lanterns** in") }
		lit := func() (out []string) {
			for _, c := range card().Rows[0] {
				if b := c.(discord.Button); b.Style == discord.Primary {
					out = append(out, b.Label)
				}
			}
			return out
		}
		for _, tt := range []struct{ label, told string }{
			{"Ask me first", "mode ask-first"},
			{"Listen only", "mode listen-only"},
			{"Off the record", "off=true"},
			{"Live", "mode live; off=false"},
		} {
			s.took()
			w.pressHome(gina, buttons(card().Message)[tt.label])
			if got := s.took(); got != tt.told {
				t.Errorf("%s: the session was told %q, want %q", tt.label, got, tt.told)
			}
			if got := lit(); len(got) != 1 || got[0] != tt.label {
				t.Errorf("%s: lit are %q", tt.label, got)
			}
		}
		s.fakeControls.err = ErrEnded
		wantText(t, "a session that has ended", w.pressHome(gina, modeButton(ModeAskFirst)).text(), "ended")
		if got := lit(); got[0] != "Live" {
			t.Errorf("lit after a failure: %q", got)
		}
	})
}

func TestStrike(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		card := w.readsOn(mailOf(gina), "**The Lanterns** in")
		for _, n := range []int{2, 5, 10} {
			s.took()
			a := w.pressHome(gina, buttons(card.Message)[fmt.Sprintf("Strike %d minutes", n)])
			if got, want := s.took(), fmt.Sprintf("strike %d", n); !strings.HasPrefix(got, want+"m0s") {
				t.Errorf("the session was told %q, want %q", got, want)
			}
			wantText(t, "the answer", a.text(), fmt.Sprintf("The last %d minutes are struck: 1 line is out", n))
		}
		for _, bad := range []string{"0", "-5", "x", "100000"} {
			s.took()
			w.press(gina, button(btnStrike, string(lantern), bad))
			if got := s.took(); got != "" {
				t.Errorf("%q minutes: the session was told %q", bad, got)
			}
		}
	})
}

// Every GM button, by somebody who is no GM, who may manage the server, with
// the campaign of another guild, in direct messages of a stranger, and when
// nothing runs: nothing is done. Buttons of everybody's need a running session.
func TestScreenRights(t *testing.T) {
	gmOnly := []string{
		modeButton(ModeAskFirst), button(btnStrike, string(lantern), "2"), onButton,
		button(btnPlay, string(lantern), "t1"), button(btnDrop, string(lantern), "t1"), button(btnHm, string(lantern), "t1"),
		button(btnAgain, string(lantern), "t1"), button(btnRest, string(lantern), "t1"), button(btnBring, string(lantern), "ann"), button(btnIgnore, string(lantern), "ann"),
		button(btnScreen, string(lantern)), button(btnSpoilers, string(lantern), wordYes),
	}
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		foreign := &book{shelf: w.shelf, guild: other, file: lanterns()}
		foreign.file.Campaign.ID = "c2"
		w.shelf.books = append(w.shelf.books, foreign)
		s := w.playing(kim)
		s.notice(heldTurn("t1"))
		settle()
		s.took()
		nothing := func(what string, a *answer) {
			t.Helper()
			if got := s.took(); got != "" {
				t.Errorf("%s: the session was told %q", what, got)
			}
			if a.text() == "" {
				t.Errorf("%s: no answer", what)
			}
		}
		for _, id := range gmOnly {
			for _, who := range []transcript.SpeakerID{kim, admin} {
				nothing(fmt.Sprintf("%s by %d", id, who), w.press(who, id, placeMake))
			}
			nothing(id+" in a player's mail", w.pressHome(kim, id, placeMake))
			theirs := strings.Replace(id, string(lantern), "c2", 1)
			nothing(theirs+", which is another guild's", w.press(gina, theirs, placeMake))
		}
		form := discord.Form{ID: button(formRedo, string(lantern), "t1")}
		nothing("a form by a player", w.submitHome(kim, form, nil))
		if len(w.room.curtains.created) != 0 || w.book.screen.Spoilers {
			t.Error("a screen was made or changed")
		}
		for _, id := range []string{stopButton, offButton, xButton} {
			nothing(id+" in a stranger's mail", w.pressHome(kim, id))
			theirs := strings.Replace(id, string(lantern), "c2", 1)
			nothing(theirs+", which is another guild's", w.press(kim, theirs))
		}
		w.give(gina, subEnd)
		s.took()
		for _, id := range append(gmOnly[:9:9], stopButton, offButton, xButton) {
			nothing(id+" when nothing runs", w.press(gina, id))
			nothing(id+" at home when nothing runs", w.pressHome(gina, id))
		}
	})
}

// The public card is tried again when Discord does not take it.
func TestCardIsTriedAgain(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.playing(kim)
		id := w.room.card().id
		w.room.mu.Lock()
		w.room.curtains.editErr = map[discord.MessageID]error{id: errors.New("down")}
		w.room.mu.Unlock()
		w.press(kim, offButton)
		pass(time.Minute)
		w.room.mu.Lock()
		w.room.curtains.editErr = nil
		w.room.mu.Unlock()
		pass(retryPost)
		wantText(w.t, "the card", w.room.card().Text, "**Off the record:**")
	})
}
