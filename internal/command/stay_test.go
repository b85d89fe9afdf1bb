package command

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

type admits = map[transcript.SpeakerID]bool

// Nobody is heard before they have said yes; from the press on what they said
// holds. Case: H10.
func TestConsentAsk(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.said = map[transcript.SpeakerID]transcript.Consent{lea: transcript.ConsentYes} // on another evening
		s := w.playing(kim, lea, music)
		wantAdmit(t, s, admits{gina: false, kim: false, lea: true, music: false, bot: false, 99: false})
		s.took()

		a := w.press(kim, yes)
		wantAdmit(t, s, admits{kim: true, gina: false})
		wantText(t, "the answer to yes", a.text(), "You are in")
		if got := strings.Join(a.did(), ", "); got != "hold, follow up" || !a.message().Private {
			t.Errorf("calls %s, private %v", got, a.message().Private)
		}
		if got := w.book.said[kim]; got != transcript.ConsentYes {
			t.Errorf("kept %q, want yes", got)
		}
		if got, want := s.took(), "came 3 yes"; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		wantText(t, "the card", w.room.card().Text, "In: <@3> <@4>", "Not heard: <@1152921504606846977>")

		w.press(kim, no)
		wantAdmit(t, s, admits{kim: false})
		if got, want := s.took(), "drop 3; came 3 no"; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		if got := w.book.said[kim]; got != transcript.ConsentNo {
			t.Errorf("kept %q, want no", got)
		}
		w.press(kim, no)
		if got := s.took(); strings.Contains(got, "drop") {
			t.Errorf("a second no dropped again: %q", got)
		}
		w.press(music, yes) // whoever presses: bots are not heard
		wantAdmit(t, s, admits{music: false})
	})
}

// The gate is set when Handle returns, before anything is sent or written.
// Case: H10.
func TestConsentAtOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.shelf.delay = 20 * time.Second
		for _, id := range []string{yes, no, yes, no} {
			c, _ := w.call(kim)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id})
			wantAdmit(t, s, admits{kim: id == yes})
		}
		pass(5 * time.Minute)
		// However the four goroutines overtook each other, the last word stays.
		if got := w.book.said[kim]; got != transcript.ConsentNo {
			t.Errorf("kept %q, want no", got)
		}
		w.shelf.delay = 0 // the end is not what this is about
	})
}

func TestConsentNotice(t *testing.T) {
	inBubble(t, Options{Consent: Notice}, func(w *world) {
		t := w.t
		s := w.playing(kim, music)
		wantAdmit(t, s, admits{gina: true, kim: true, music: false, bot: false, lea: false})
		w.press(kim, no)
		wantAdmit(t, s, admits{gina: true, kim: false})
		wantText(t, "the card", w.room.card().Text, "everybody in this channel, except", "Not heard: <@3>")
	})
}

// A card outlives the session, and the program: its buttons still mean what
// they say, in its own guild.
func TestConsentWithoutSession(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.press(kim, no)
		if got := w.book.said[kim]; got != transcript.ConsentNo {
			t.Errorf("kept %q, want no", got)
		}
		w.book.guild = other
		a := w.press(kim, yes)
		if got := w.book.said[kim]; got != transcript.ConsentNo {
			t.Errorf("another guild's card was taken: %q", got)
		}
		wantText(t, "the answer", a.text(), "not played in this server")
	})
}

func TestCard(t *testing.T) {
	cloud := []Provider{{"hears", "Sonic", false}, {"thinks", "Brainy", false}, {"speaks", "flite", true}}
	inBubble(t, Options{Providers: cloud}, func(w *world) {
		t := w.t
		w.playing(kim)
		first := w.room.posts[0]
		if first.edit || first.channel != tavern {
			t.Fatalf("the card is %+v", first)
		}
		wantText(t, "the card", first.Text, "**The Lanterns** is at the table", "*I'm in*", "Sound is never kept",
			"your voice to Sonic and what was said, as text to Brainy")
		if b := buttons(first.Message); b["I'm in"] != yes || b["Leave me out"] != no {
			t.Errorf("buttons %v", b)
		}
		w.give(gina, subEnd)
		last := w.room.card()
		wantText(t, "the closed card", last.Text, "nobody is heard any more")
		if len(last.Rows) != 0 {
			t.Error("the closed card still has buttons")
		}
	})
	if got := sentText([]Provider{{"hears", "pocketsphinx", true}}).String(); !strings.Contains(got, "stays on the machine") {
		t.Errorf("local providers: %q", got)
	}
}

// Who comes later is asked at once, once, and never if they have said before.
func TestLateJoiners(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.said = map[transcript.SpeakerID]transcript.Consent{lea: transcript.ConsentNo}
		s := w.playing()
		before := len(w.room.said(tavern))
		w.move(kim, tavern)
		settle()
		said := w.room.said(tavern)
		if len(said) != before+1 {
			t.Fatalf("said %q", said)
		}
		wantText(t, "the question", said[before], "<@3>, I do not hear you yet")
		wantAdmit(t, s, admits{kim: false})
		if got, want := s.took(), "came 3 "; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		w.move(lea, tavern)
		w.move(music, tavern)
		w.move(kim, 0)
		w.move(kim, tavern)
		settle()
		if said := w.room.said(tavern); len(said) != before+1 {
			t.Errorf("said %q", said[before:])
		}
		if got, want := s.took(), "came 4 no; left 3; came 3 "; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		if sp := w.book.speakers[kim]; sp.Role != transcript.Player || sp.Name != "user3" {
			t.Errorf("kept %+v", sp)
		}
	})
}

// The GM leaves: off the record at once, and the end after ten minutes, to the
// instant.
func TestGMAway(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(kim, yes)
		s.took()
		w.move(gina, cellar)
		// Without waiting for anything: at once.
		wantAdmit(t, s, admits{kim: false})
		if got, want := s.took(), "off=true; left 977"; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		settle()
		said := w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "The GM has left: **off the record.**", "10 minutes")

		pass(10*time.Minute - time.Second)
		w.move(gina, tavern)
		wantAdmit(t, s, admits{kim: true})
		settle()
		said = w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "on the record again")
		if got, want := s.took(), "off=false; came 977 "; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}

		pass(time.Hour) // a silent GM is a GM
		if !s.endedAt().IsZero() {
			t.Fatal("the session ended with a GM there")
		}
		left := time.Now()
		w.move(gina, 0)
		pass(11 * time.Minute)
		if got := s.endedAt().Sub(left); got != 10*time.Minute {
			t.Errorf("ended after %v, want 10m", got)
		}
		said = w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "No GM has come back for 10 minutes", "No line was kept")
		if w.desk.stay(guild) != nil {
			t.Error("the guild is not free")
		}
		wantAdmit(t, s, admits{kim: false, gina: false})
	})
}

// A co-GM is a GM.
func TestCoGMStays(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		s := w.playing(lea)
		w.move(gina, 0)
		pass(time.Hour)
		if !s.endedAt().IsZero() {
			t.Error("the session ended with a co-GM there")
		}
	})
}

// All people leave, bots remain: off at once, the end after two minutes,
// whatever is being played. Case: F28, V24.
func TestNobodyThere(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim, music)
		s.took()
		w.move(gina, 0)
		w.move(kim, 0)
		if got := s.took(); !strings.HasPrefix(got, "off=true") {
			t.Errorf("the session was told %q, want that it is off the record", got)
		}
		left := time.Now()
		pass(2*time.Minute - 1)
		if !s.endedAt().IsZero() {
			t.Fatal("ended too early")
		}
		pass(time.Minute)
		if got := s.endedAt().Sub(left); got != 2*time.Minute {
			t.Errorf("ended after %v, want 2m", got)
		}
		said := w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "Nobody has been here for 2 minutes")
		wantText(t, "the channel", said[len(said)-2], "Nobody is here: **off the record.**", "2 minutes")
	})
}

// A player who comes back stops the short clock, not the long one.
func TestPlayersWithoutGM(t *testing.T) {
	inBubble(t, Options{GMAway: 4 * time.Minute, Empty: time.Minute}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		left := time.Now()
		w.move(gina, 0)
		w.move(kim, 0)
		pass(50 * time.Second)
		w.move(kim, tavern)
		wantAdmit(t, s, admits{kim: false})
		pass(10 * time.Minute)
		if got := s.endedAt().Sub(left); got != 4*time.Minute {
			t.Errorf("ended after %v, want 4m", got)
		}
	})
}

// Who speaks is there, even if Discord's event of it was lost: the end waits
// for them. Off the record it stays. Case: V23.
func TestSpeechIsActivity(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(gina, yes)
		w.move(gina, 0)
		w.move(kim, 0)
		for range 100 { // 25 minutes of a monologue
			pass(15 * time.Second)
			if s.admit(gina) {
				t.Fatal("heard off the record")
			}
		}
		if !s.endedAt().IsZero() {
			t.Fatal("ended while the GM spoke")
		}
		fellSilent := time.Now()
		pass(5 * time.Minute)
		if got := s.endedAt().Sub(fellSilent); got != 2*time.Minute {
			t.Errorf("ended %v after the last word, want 2m", got)
		}
	})
}

// Packets that were on their way when somebody left are no sign of life.
func TestLastPacketsAreNoActivity(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing()
		left := time.Now()
		w.move(gina, 0)
		pass(time.Second)
		s.admit(gina)
		pass(5 * time.Minute)
		if got := s.endedAt().Sub(left); got != 2*time.Minute {
			t.Errorf("ended after %v, want 2m", got)
		}
	})
}

func TestSessionEndsByItself(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing()
		w.book.lines = make([]transcript.Line, 12)
		s.over(refuse(lit("Discord let me go: I was removed from the channel.")))
		settle()
		said := w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "removed from the channel", "12 lines were kept")
		if w.desk.stay(guild) != nil {
			t.Error("the guild is not free")
		}
		s = w.playing()
		s.over(errors.New("secret details"))
		settle()
		said = w.room.said(tavern)
		if got := said[len(said)-1]; strings.Contains(got, "secret") {
			t.Errorf("the channel was told %q", got)
		}
	})
}

func TestGuildGone(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing()
		posts := len(w.room.said(tavern))
		w.desk.Handle(t.Context(), discord.ChannelGone{Guild: guild, Channel: cellar})
		settle()
		if !s.endedAt().IsZero() {
			t.Fatal("another channel's end ended the session")
		}
		w.desk.Handle(t.Context(), discord.GuildGone{Guild: guild})
		settle()
		if s.endedAt().IsZero() {
			t.Error("the session goes on in a guild that is gone")
		}
		if len(w.room.said(tavern)) != posts {
			t.Error("something was said there")
		}
	})
}

// Moved by a moderator: the people of the new channel count, and get the card.
func TestBotIsMoved(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(kim, yes)
		w.move(lea, cellar)
		w.move(bot, cellar)
		wantAdmit(t, s, admits{kim: false})
		settle()
		said := strings.Join(w.room.said(cellar), "\n")
		wantText(t, "the new channel", said, "is at the table", "The GM has left")
		if strings.Contains(said, "<@4>, I do not hear you") {
			t.Errorf("who was there when the card came is asked twice: %q", said)
		}
		w.move(gina, cellar)
		w.move(kim, cellar)
		wantAdmit(t, s, admits{kim: true})
	})
}

// What Discord shows may be behind for a while: when the picture of the guild
// is complete again it is looked at.
func TestLooksAgainWhenTheGuildIsHere(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.press(kim, yes)
		w.room.in[guild][gina] = 0 // while the connection was lost
		w.desk.Handle(t.Context(), discord.GuildHere{Guild: guild})
		wantAdmit(t, s, admits{kim: false})
	})
}

// Whoever is waiting for an answer when the program ends is told why there is none.
func TestInterruptedByTheEnd(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.move(gina, tavern)
		w.sess.delay = 5 * time.Second
		ctx, end := context.WithCancel(t.Context())
		c, a := w.call(gina)
		w.desk.Handle(ctx, discord.Command{Call: c, Name: Name, Sub: subStart})
		settle()
		end()
		settle()
		wantText(t, "the answer", a.text(), "I am just being shut down")
		if len(w.sess.begun) != 0 {
			t.Error("a session was begun")
		}
	})
}

func TestClose(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing()
		if err := w.desk.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if s.endedAt().IsZero() {
			t.Error("the session goes on")
		}
		said := w.room.said(tavern)
		wantText(t, "the channel", said[len(said)-1], "being shut down")
		if a := w.give(gina, subStart); len(a.did()) != 0 {
			t.Errorf("answered after Close: %v", a.did())
		}
	})
}
