package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Somebody who is made a GM in mid-session is let into the channel that the bot has
// made for the GMs, is told so, and is one of those whom the session waits for; and
// is shut out when they are one no more.
func TestGMJoins(t *testing.T) {
	const wanted = "You are a GM of **The Lanterns** now"
	for name, tt := range map[string]struct {
		screen  campaign.Screen
		set     func(*world)
		told    []string // in a direct message
		answer  []string
		guests  []string
		removed string // the answer when they are one no more
	}{
		"the bot's channel": {
			screen: campaign.Screen{Kind: campaign.ScreenMade, Channel: made},
			told:   []string{wanted, "<#22>"},
			guests: []string{"let 3 into 22", "shut 3 out of 22"},
		},
		"the bot may not": {
			screen:  campaign.Screen{Kind: campaign.ScreenMade, Channel: made},
			set:     func(w *world) { w.room.curtains.createErr = &discord.Lacking{Missing: []string{"Manage Roles"}} },
			told:    []string{wanted},
			answer:  []string{"could not let <@3> into <#22>", "Manage Roles"},
			removed: "could not shut <@3> out of <#22>",
		},
		"a channel of the GM's": {
			screen:  campaign.Screen{Kind: campaign.ScreenExisting, Channel: backroom},
			told:    []string{wanted, "<#21>"},
			answer:  []string{"see that <@3> may read it"},
			removed: "see that <@3> may not read it any more",
		},
		"direct messages": {
			told: []string{wanted, "comes here"},
		},
		"who takes none": {
			set: func(w *world) {
				w.room.curtains.directErr = map[transcript.SpeakerID]error{kim: fmt.Errorf("open: %w", discord.ErrDirect)}
			},
			answer: []string{"tell them yourself"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{GMAway: 5 * time.Minute}, func(w *world) {
				w.book.screen = tt.screen
				if tt.screen.Channel != 0 {
					w.room.mu.Lock()
					w.room.secrete(discord.Secrecy{Channel: tt.screen.Channel, Name: "gm"})
					w.room.mu.Unlock()
				}
				session := w.playing(kim)
				if tt.set != nil {
					tt.set(w)
				}
				args, p := person(kim)
				a := w.group(gina, groupCampaign, subAddGM, args, p)
				wantText(w.t, "the answer", a.text(), append(tt.answer, "<@3> is a GM")...)
				wantText(w.t, "the direct message", strings.Join(w.room.said(mailOf(kim)), "\n"), tt.told...)
				if took := session.took(); !strings.Contains(took, "came 3") {
					w.t.Errorf("the session took %q, want it to hear of the new GM", took)
				}
				stop := w.pressHome(kim, stopButton) // as the card in their direct messages has it
				if took := session.took(); stop.text() != "" || !strings.Contains(took, "stop") {
					w.t.Errorf("Stop says %q, and the session took %q", stop.text(), took)
				}
				// The one who began goes; the session has a GM all the same.
				w.move(gina, 0)
				pass(10 * time.Minute)
				if w.desk.stay(guild) == nil {
					w.t.Fatal("it has ended, though there was a GM")
				}
				w.move(gina, tavern)
				w.give(gina, subEnd)
				pass(time.Minute)
				a = w.group(gina, groupCampaign, subRemoveGM, args, p)
				wantText(w.t, "the answer", a.text(), "any more", tt.removed)
				if got := w.room.curtains.guests; !slices.Equal(got, tt.guests) {
					w.t.Errorf("guests: %q, want %q", got, tt.guests)
				}
			})
		})
	}
}

// The channel is deleted, or the bot is thrown out of the server, while a session
// runs: the GM is told in a direct message, with what was kept.
func TestGMIsToldThatItIsGone(t *testing.T) {
	for name, tt := range map[string]struct {
		event discord.Event
		want  string
	}{
		"the channel": {discord.ChannelGone{Guild: guild, Channel: tavern}, "The voice channel where **The Lanterns** was being played is gone."},
		"the server":  {discord.GuildGone{Guild: guild}, "I was removed from the server where **The Lanterns** was being played."},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.playing(kim)
				before := len(w.room.said(tavern))
				w.desk.Handle(w.t.Context(), tt.event)
				pass(time.Minute)
				mail := w.room.said(mailOf(gina))
				if len(mail) == 0 {
					w.t.Fatal("the GM is told nothing")
				}
				wantText(w.t, "the GM", mail[len(mail)-1], tt.want, "No line was kept")
				if n := len(w.room.said(mailOf(kim))); n != 0 {
					w.t.Errorf("a player is told, too: %d messages", n)
				}
				if n := len(w.room.said(tavern)) - before; n != 0 {
					w.t.Errorf("%d messages go to a channel that is not there", n)
				}
			})
		})
	}
}
