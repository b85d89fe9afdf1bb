package main

import (
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice/voicetest"
)

// TestLiveWrongClock: on a machine whose clock is a day ahead of Discord's, or a
// day behind, nothing is taken for too old or waited for until tomorrow, and
// what is kept has this machine's time.
func TestLiveWrongClock(t *testing.T) {
	for _, tt := range []struct {
		name  string
		ahead time.Duration // of Discord's clock
	}{
		{"the machine is a day ahead", -24 * time.Hour},
		{"the machine is a day behind", 24 * time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			w := walkAt(newSilentEveningIn(t, newSimulatedOf(t, voicetest.DiscordOptions{Ahead: tt.ahead})), "en-US")
			w.play(w.channel, w.gm)
			card := w.evening.chat(w.channel, "I'm in")
			w.says(w.evening.press(w.player, card, "I'm in"), "You are in")

			// An answer, a form, a completion, a rate limit until a time that
			// is another here, and something that can be undone for a while.
			w.answered("tell", "You tell", func() (*voicetest.Interaction, error) {
				return w.player.Use(w.within(), w.channel, "glyphoxa tell", opt("npc", "Mirela"), opt("text", "Mirela, remember that the chapel door is locked."))
			})
			w.evening.chat(w.channel, "Mirela Voss")
			w.await("a proposal", func() bool { return w.waiting() == 1 })
			choices, err := w.gm.Complete(w.within(), w.channel, "glyphoxa know show", opt("name", "mir"))
			if err != nil || len(choices) == 0 {
				t.Errorf("offered %v, %v", choices, err)
			}
			form, err := w.gm.Use(w.within(), w.channel, "glyphoxa know add", opt("name", "heron"))
			w.acknowledged("know add", form, err)
			w.answered("the form", "green door", func() (*voicetest.Interaction, error) {
				return w.gm.Submit(w.within(), form, map[string]string{"label": "door", "text": "It has a green door."})
			})
			w.Trouble(voicetest.Trouble{Method: "PATCH", Path: "/webhooks/*/*/messages/*", RetryAfter: 200 * time.Millisecond})
			shown := w.answered("proposals", "chapel door", func() (*voicetest.Interaction, error) {
				return w.gm.Use(w.within(), w.channel, "glyphoxa proposals")
			})
			for _, press := range []struct{ verb, want string }{{"decide:there", "Approved"}, {"undo", "waits again"}} {
				now, _ := w.Message(shown.ID)
				c := w.find(now, press.verb)
				w.answered(press.verb, press.want, func() (*voicetest.Interaction, error) { return w.gm.Press(w.within(), now, c.CustomID) })
			}

			_, lines := w.evening.last(w.guild)
			if len(lines) == 0 {
				t.Fatal("nothing is kept")
			}
			for _, l := range lines {
				if l.At.Before(began) || l.At.After(time.Now()) {
					t.Errorf("a line of %v, between %v and now", l.At, began)
				}
			}
			if told := w.evening.told(w.gm, w.channel, "end"); !strings.Contains(told, "has ended") {
				t.Errorf("the end: %s", told)
			}
		})
	}
}
