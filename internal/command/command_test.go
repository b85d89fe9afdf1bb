package command

import (
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Everything is acknowledged before any I/O, however slow that is.
// Case: D01, D02.
func TestAcknowledgedFirst(t *testing.T) {
	for _, sub := range []string{subStart, subEnd, subRecap, subProposals, subStatus, "unknown"} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.playing()
			w.shelf.delay = 10 * time.Second
			at := time.Now()
			a := w.give(gina, sub)
			if a.acked != at || !strings.HasPrefix(a.did()[0], "defer") {
				t.Errorf("%s was acknowledged at %v by %q, want at once", sub, a.acked.Sub(at), a.did())
			}
			pass(3 * time.Minute)
			if len(a.did()) < 2 {
				t.Errorf("%s was never answered", sub)
			}
		})
	}
	for _, id := range []string{yes, button(btnExample), button(btnPage, "0", string(lantern))} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.shelf.delay = 10 * time.Second
			at := time.Now()
			a := w.press(gina, id)
			if a.acked != at || a.did()[0] != "hold" {
				t.Errorf("%s was acknowledged at %v by %q, want at once", id, a.acked.Sub(at), a.did())
			}
			pass(time.Minute)
		})
	}
}

// Answered by another process, or too late: nothing is done, and nothing
// breaks. Case: D02.
func TestAnsweredElsewhere(t *testing.T) {
	for _, cause := range []error{discord.ErrAnswered, discord.ErrExpired} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			s := w.playing()
			before := w.shelf.calls
			c, a := w.call(gina)
			a.deferErr = cause
			w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subEnd})
			settle()
			c, b := w.call(gina)
			b.deferErr = cause
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: button(btnExample)})
			settle()
			if !s.endedAt().IsZero() || w.shelf.calls != before || len(a.did())+len(b.did()) != 0 {
				t.Errorf("something was done: %d queries, %q, %q", w.shelf.calls-before, a.did(), b.did())
			}
		})
	}
}

func TestStrangeInteractions(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		c, a := w.call(gina)
		c.Guild = 0
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subStart})
		settle()
		wantText(t, "in a direct message", a.text(), "server's voice channels")
		for _, id := range []string{"", ":", "consent", "consent:yes", "begin:", "page:x:c1", "decide:shred:0:c1:p1", "consent:maybe:c1", strings.Repeat("x", 500)} {
			w.press(gina, id) // must not break anything
		}
		c, a = w.call(gina)
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: "another"})
		settle()
		if len(a.did()) != 0 {
			t.Errorf("a command of another name was answered: %v", a.did())
		}
	})
}

func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		name  string
		who   transcript.SpeakerID
		lines int
		ends  bool
		want  []string
	}{
		{"the GM", gina, 34, true, []string{"34 lines were kept", "/glyphoxa recap"}},
		{"too little for a recap", gina, 3, true, []string{"3 lines were kept: too few for a recap, which needs four"}},
		{"a single line", gina, 1, true, []string{"One line was kept: too few"}},
		{"who may manage the server", admin, 0, true, []string{"No line was kept"}},
		{"a player", kim, 9, false, []string{"The GM of **The Lanterns** is <@1152921504606846977>", "manage the server can end"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				t := w.t
				s := w.playing(kim)
				w.book.lines = make([]transcript.Line, tt.lines)
				a := w.give(tt.who, subEnd)
				wantText(t, "the answer", a.text(), tt.want...)
				if got := !s.endedAt().IsZero(); got != tt.ends {
					t.Errorf("ended %v, want %v", got, tt.ends)
				}
			})
		})
	}
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "without a session", w.give(gina, subEnd).text(), "No session is running", "/glyphoxa start")
	})
}

func TestStatus(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "without a session", w.give(gina, subStatus).text(), "No session is running", "42 ms")
		s := w.playing(kim, lea)
		w.press(kim, yes)
		w.press(lea, no)
		s.admit(kim)
		pass(7 * time.Second)
		s.is(Status{
			Voice: lit("connected"), Scene: "The Inn", Present: []string{"Bart", "Mirela"},
			Stages: []Stage{{lit("packets"), 900}, {lit("DAVE"), 880}, {lit("Opus"), 0}}, Stalled: lit("Opus"),
			LastIn: time.Now(), Ping: 31 * time.Millisecond, Epoch: 4, Privacy: "12345 67890",
			Providers: []Provider{{"hears", "Sonic", false}, {"speaks", "flite", true}},
			Spending:  Spending{Amount: 3.5, Currency: "EUR", Warn: 3, Cap: 6, Lines: []text{Plain("so_nic: 61 seconds"), {}}},
			Troubles:  []Trouble{{time.Now().Add(-90 * time.Second), lit("Sonic did not answer: check the key.")}},
		})
		got := w.give(gina, subStatus).text()
		wantText(t, "the GM's", got,
			"**The Lanterns** in <#11>, scene *The Inn* (Bart and Mirela)", "On the record.",
			"<@3>: heard; last packet 7 seconds ago", "<@4>: not heard, wants to be left out; no packet yet",
			"<@1152921504606846977> (GM): not heard, has not said yes",
			"voice connected, ping 31 ms, Discord 42 ms, last packet in just now, out never",
			"epoch 4, voice privacy code `12345 67890`",
			"packets 900 → DAVE 880 → Opus 0", "**Stands still: Opus.**",
			"hears: Sonic, speaks: flite (on this machine)",
			"Spent: 3.50 EUR of at most 6.00 (more than the 3.00", "- so\\_nic: 61 seconds\n⚠ ", "2 minutes ago: Sonic did not answer",
		)
		got = w.give(kim, subStatus).text()
		wantText(t, "a player's", got, "<@3>: heard", "voice privacy code")
		for _, secret := range []string{"Spent", "Stages", "Sonic"} {
			if strings.Contains(got, secret) {
				t.Errorf("a player reads %q in %q", secret, got)
			}
		}
		w.move(gina, 0)
		pass(time.Minute)
		wantText(t, "off the record", w.give(kim, subStatus).text(), "**Off the record:** no GM", "It ends in 9 minutes", "<@3>: not heard, off the record")
		s.now(func(st *Status) { st.Spending.Capped = true })
		w.move(gina, tavern)
		wantText(t, "at the cap", w.give(gina, subStatus).text(), "answers are text only")
	})
}
