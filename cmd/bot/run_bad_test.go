package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveBadInput: whatever people write, and whatever Discord answers, they are
// told in good time what to do, and nothing is lost.
//
// Case: D01, D04, D10.
func TestLiveBadInput(t *testing.T) {
	t.Parallel()
	w := newWalk(t, "en-US")
	w.play(w.channel, w.gm)
	card := w.evening.chat(w.channel, "I'm in")
	answer := func(who *voicetest.Person, command string, options ...voicetest.Option) string {
		t.Helper()
		i, err := who.Use(w.within(), w.channel, "glyphoxa "+command, options...)
		w.acknowledged(command, i, err)
		m, err := i.AwaitAnswer(w.within())
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		return m.Text()
	}

	t.Run("hostile texts", func(t *testing.T) {
		for _, tt := range []struct{ name, text string }{
			{"4,000 characters", strings.Repeat("word ", 800)},
			{"4,000 letters outside of the plane", strings.Repeat("🐉", 2000)},
			{"right to left", "\u202eסוף הסיפור\u202c abc \u2067x"},
			{"invisible", "\u200b\u200d\u2060\ufeff"},
			{"mentions", "@everyone @here <@1> <@&2> <#3> </start:4>"},
			{"code fence", "```\n# heading\n> quote\n``` `x"},
			{"markdown", "**bold** __u__ ||spoiler|| [a](https://example.com)"},
		} {
			opened, err := w.gm.Use(w.within(), w.channel, "glyphoxa know add", opt("name", "Lantern "+tt.name))
			w.acknowledged("know add", opened, err)
			sent, err := w.gm.Submit(w.within(), opened, map[string]string{"label": "odd", "text": tt.text})
			w.acknowledged("the form", sent, err)
			m, err := sent.AwaitAnswer(w.within())
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if m.Text() == "" || strings.Contains(m.Text(), "went wrong") || strings.Contains(m.Text(), "\u202e") || len(m.Mentions) > 0 {
				t.Errorf("%s is answered by %q, which pings %v", tt.name, m.Text(), m.Mentions)
			}
			if told := answer(w.gm, "know show", opt("name", "Lantern "+tt.name)); strings.Contains(told, "went wrong") {
				t.Errorf("%s is shown as %q", tt.name, told)
			}
			name := tt.text[:min(len(tt.text), 60)]
			for _, told := range []string{
				answer(w.gm, "scene new", opt("name", strings.ToValidUTF8(name, ""))),
				answer(w.player, "character add", opt("name", strings.ToValidUTF8(name, ""))),
				answer(w.player, "search", opt("words", strings.ToValidUTF8(name, ""))),
			} {
				if told == "" || strings.Contains(told, "went wrong") || strings.Contains(told, "\u202e") {
					t.Errorf("%s as a name is answered by %q", tt.name, told)
				}
			}
		}
		for _, m := range slices.Concat(w.channel.Messages(), w.gm.Direct().Messages()) {
			if m.Author == w.Bot().ID && len(m.Mentions) > 0 {
				t.Errorf("%q pings %v", m.Text(), m.Mentions)
			}
		}
	})

	t.Run("twice", func(t *testing.T) {
		opened, err := w.gm.Use(w.within(), w.channel, "glyphoxa npc create")
		w.acknowledged("npc create", opened, err)
		var told []string
		for range 2 {
			sent, err := w.gm.Submit(w.within(), opened, map[string]string{"name": "Wenlow Reed"})
			w.acknowledged("the form", sent, err)
			m, err := sent.AwaitAnswer(w.within())
			w.check(err)
			told = append(told, m.Text())
		}
		f, err := w.book(w.guild).File(t.Context())
		w.check(err)
		n := 0
		for _, a := range f.Agents {
			if a.Name == "Wenlow Reed" {
				n++
			}
		}
		if n != 1 || strings.Contains(told[1], "is new") {
			t.Errorf("the form was sent twice: %d are there, and the answers are %q", n, told)
		}
	})

	t.Run("Discord fails", func(t *testing.T) {
		const edits, callbacks = "/webhooks/*/*/messages/*", "/interactions/*/*/callback"
		for _, tt := range []struct {
			name    string
			trouble voicetest.Trouble
		}{
			{"500 to an answer", voicetest.Trouble{Method: "PATCH", Path: edits, Status: 500}},
			{"429 to an answer", voicetest.Trouble{Method: "PATCH", Path: edits, RetryAfter: 300 * time.Millisecond}},
			{"429 to an acknowledgement", voicetest.Trouble{Method: "POST", Path: callbacks, RetryAfter: 200 * time.Millisecond}},
			{"502 to an acknowledgement", voicetest.Trouble{Method: "POST", Path: callbacks, Status: 502}},
			{"a connection that breaks after the acknowledgement", voicetest.Trouble{Method: "POST", Path: callbacks, Drop: true}},
		} {
			w.Trouble(tt.trouble)
			i, err := w.gm.Use(w.within(), w.channel, "glyphoxa know show", opt("name", "heron"))
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			if m, err := i.AwaitAnswer(w.within()); err != nil || !strings.Contains(m.Text(), "green shutters") {
				t.Errorf("%s: %v, %q", tt.name, err, m.Text())
			}
		}
		// Too late to be answered: what was asked for is done all the same, if it
		// is about somebody's privacy, and the next is answered.
		w.Trouble(voicetest.Trouble{Method: "POST", Path: callbacks, Delay: 3500 * time.Millisecond})
		if i, err := w.player.Use(w.within(), w.channel, "glyphoxa privacy set", opt("level", "no")); err == nil {
			t.Errorf("answered after 3.5 s: %v", i)
		}
		w.await("their wish", func() bool {
			said, err := w.book(w.guild).Consents(t.Context())
			w.check(err)
			return said[transcript.SpeakerID(w.player.ID)] == transcript.ConsentNo
		})
		if told := answer(w.player, "privacy show"); !strings.Contains(told, "Not heard") {
			t.Errorf("afterwards: %s", told)
		}
	})

	t.Run("the GM screen becomes public", func(t *testing.T) {
		w.says(w.evening.press(w.gm, card, "I'm in"), "You are in")
		den := w.guild.AddChannel(voicetest.TextChannel, "den")
		den.SetRole(nil, 0, voicetest.PermViewChannel)
		den.SetPerson(w.gm, voicetest.PermViewChannel, 0)
		den.SetPerson(w.Bot(), voicetest.PermViewChannel|voicetest.PermSendMessages, 0)
		answer(w.gm, "screen", opt("channel", den))
		desk, err := den.AwaitMessage(w.within(), has("mode"))
		w.check(err)
		mode, _ := componentOf(desk, "mode*ask-first")
		_, err = w.gm.Press(w.within(), desk, mode.CustomID)
		w.check(err)
		w.await("the mode", func() bool { m, _ := w.Message(desk.ID); return lit("mode*ask-first")(m) })
		den.SetRole(nil, voicetest.PermViewChannel, 0)
		time.Sleep(100 * time.Millisecond) // until the bot has been told
		before := len(den.Messages())
		told := answer(w.gm, "tell", opt("npc", "Mirela"), opt("text", "What does a room cost for the night?"))
		if _, err := w.gm.Direct().AwaitMessage(w.within(), holds("two silver")); err != nil {
			t.Errorf("the GM is not asked in private: %v; told %q, there is %v", err, told, w.gm.Direct().Messages())
		}
		for _, m := range den.Messages()[before:] {
			if strings.Contains(m.Text(), "silver") {
				t.Errorf("everybody can read this: %s", m.Text())
			}
		}
	})

	t.Run("a card that is deleted", func(t *testing.T) {
		admin := w.guild.AddRole("Janitors", voicetest.PermManageMessages)
		w.guild.Admit(w.stranger, admin)
		w.check(w.stranger.Delete(card))
		i, err := w.player.Use(w.within(), w.channel, "glyphoxa privacy set", opt("level", "yes"))
		w.acknowledged("privacy set", i, err)
		if _, err := w.channel.AwaitMessage(w.within(), func(m voicetest.ChatMessage) bool {
			return m.ID != card.ID && has("consent")(m) && strings.Contains(m.Content, "In: ") &&
				strings.Contains(m.Content, fmt.Sprintf("<@%d>", w.player.ID))
		}); err != nil {
			t.Errorf("no card comes in its place: %v", err)
		}
	})
}
