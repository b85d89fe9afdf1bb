package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// standing returns what can be read in a channel, as it was last edited.
func (r *room) reads(c transcript.ChannelID) []post {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []post
	for _, p := range r.posts {
		if p.channel != c {
			continue
		}
		i := slices.IndexFunc(list, func(o post) bool { return o.id == p.id })
		if i < 0 {
			list = append(list, p)
			continue
		}
		list[i].Message = p.Message
	}
	return list
}

// readsOn returns the newest message in a channel that says all of want.
func (w *world) readsOn(c transcript.ChannelID, want ...string) post {
	w.t.Helper()
	list := w.room.reads(c)
	for _, p := range slices.Backward(list) {
		if !slices.ContainsFunc(want, func(s string) bool { return !strings.Contains(p.Text, s) }) {
			return p
		}
	}
	var texts []string
	for _, p := range list {
		texts = append(texts, p.Text)
	}
	w.t.Fatalf("channel %d says %q, want one with %q", c, texts, want)
	return post{}
}

// silent fails if a channel says something with that text.
func (w *world) silent(c transcript.ChannelID, text string) {
	w.t.Helper()
	for _, p := range w.room.reads(c) {
		if strings.Contains(p.Text, text) {
			w.t.Errorf("channel %d says %q", c, p.Text)
		}
	}
}

// pressHome presses a button in a direct message, where there is no guild.
func (w *world) pressHome(who transcript.SpeakerID, id string, values ...string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	c.Guild, c.Channel, c.ManageServer = 0, mailOf(who), false
	w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id, Values: values})
	settle()
	return a
}

// submit sends a form off.
func (w *world) submitHome(who transcript.SpeakerID, f discord.Form, fields map[string]string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	c.Guild = 0
	w.desk.Handle(w.t.Context(), discord.Submitted{Call: c, Form: f.ID, Fields: fields})
	settle()
	return a
}

// sees sets what is known of a channel.
func (w *world) sees(s discord.Secrecy) {
	w.room.mu.Lock()
	defer w.room.mu.Unlock()
	w.room.secrete(s)
}

// heldBy has an answer wait for the GM.
func heldTurn(id transcript.TurnID) HeldTurn {
	return HeldTurn{Turn: id, Agent: "bart", Name: "Bart", Whom: "Tamsin", Text: "The key is under the mat.", Whole: true, Asked: true}
}

// Without a choice, what is for the GM goes to the direct messages of each GM at
// the table, and to nobody else.
func TestScreenDirect(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		s := w.playing(kim, lea)
		s.notice(heldTurn("t1"))
		settle()
		for _, who := range []transcript.SpeakerID{gina, lea} {
			w.readsOn(mailOf(who), "**The Lanterns** in <#11>", "**Live:**")
			w.readsOn(mailOf(who), "**Bart** to Tamsin: The key is under the mat.")
		}
		if got := w.room.reads(mailOf(kim)); len(got) != 0 {
			w.t.Errorf("a player gets %d messages", len(got))
		}
		w.silent(tavern, "mat")
	})
}

// The first start asks where the screen is to be, and no start after it.
func TestScreenChosenAtFirstStart(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.sees(discord.Secrecy{Channel: backroom, Name: "back room"})
		w.sees(discord.Secrecy{Channel: cellar, Name: "open", Public: true})
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.move(gina, tavern)
		m := w.give(gina, subStart).message()
		menu := buttons(m)["Where is the GM screen?"]
		if menu == "" {
			t.Fatalf("the start asks nothing: %q", m.Text)
		}
		var labels []string
		for _, row := range m.Rows {
			if c, ok := row[0].(discord.Menu); ok {
				for _, i := range c.Items {
					labels = append(labels, i.Label)
				}
			}
		}
		if got, want := strings.Join(labels, ", "), "Direct messages, A new private channel, #back room"; got != want {
			t.Errorf("the places are %s, want %s", got, want)
		}
		a := w.press(gina, menu, fmt.Sprint(uint64(backroom)))
		wantText(t, "the answer", a.text(), "It is in <#21>")
		want := campaign.Screen{Kind: campaign.ScreenExisting, Channel: backroom}
		if w.book.screen != want {
			t.Errorf("kept %+v, want %+v", w.book.screen, want)
		}
		// The card has moved there.
		w.readsOn(backroom, "The GM screen of **The Lanterns** is here")
		w.readsOn(backroom, "**Live:**")
		w.silent(mailOf(gina), "**Live:**")
		w.give(gina, subEnd)
		if m := w.give(gina, subStart).message(); buttons(m)["Where is the GM screen?"] != "" {
			t.Error("the second start asks again")
		}
	})
}

// A channel that the bot makes is for the GMs; where it cannot, it says what it
// lacks.
func TestScreenMade(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		w.playing()
		menu := button(btnScreen, string(lantern))
		w.room.curtains.createErr = &discord.Lacking{Missing: []string{"Manage Channels"}}
		wantText(t, "without the permission", w.press(gina, menu, placeMake).text(), "Give me Manage Channels in this server")
		if w.book.screen != (campaign.Screen{}) {
			t.Errorf("kept %+v", w.book.screen)
		}
		w.room.curtains.createErr = nil
		// Twice at once makes one.
		for range 2 {
			c, _ := w.call(gina)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: menu, Values: []string{placeMake}})
		}
		settle()
		if got, want := strings.Join(w.room.curtains.created, "; "), fmt.Sprintf("gm-screen for [%d %d]", gina, lea); got != want {
			t.Errorf("made %s, want %s", got, want)
		}
		if want := (campaign.Screen{Kind: campaign.ScreenMade, Channel: made}); w.book.screen != want {
			t.Errorf("kept %+v, want %+v", w.book.screen, want)
		}
		w.readsOn(made, "**Live:**")
	})
}

// A screen that everybody can read is not written to: what stands there is
// wiped, the GM gets direct messages and is told why, once. When it is private
// again it is used again.
func TestScreenBecamePublic(t *testing.T) {
	for name, tt := range map[string]struct {
		open discord.Secrecy
		why  string
	}{
		"for everybody":        {discord.Secrecy{Channel: backroom, Name: "back", Public: true}, "Everybody can read #back"},
		"for one who is no GM": {discord.Secrecy{Channel: backroom, Name: "back", People: []transcript.SpeakerID{kim, gina}}, "but <@3>, too"},
	} {
		t.Run(name, func(t *testing.T) { testScreenBecamePublic(t, tt.open, tt.why) })
	}
}

func testScreenBecamePublic(t *testing.T, open discord.Secrecy, why string) {
	t.Helper()
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.screen = campaign.Screen{Kind: campaign.ScreenExisting, Channel: backroom}
		w.sees(discord.Secrecy{Channel: backroom, Name: "back"})
		s := w.playing(kim)
		s.notice(heldTurn("t1"))
		settle()
		w.readsOn(backroom, "under the mat")

		w.sees(open)
		s.notice(HeldTurn{Turn: "t1", Name: "Bart", Text: "The key is under the red mat."})
		settle()
		w.silent(backroom, "mat")
		w.readsOn(backroom, "This is on the GM screen, which is elsewhere now.")
		w.readsOn(mailOf(gina), "under the red mat")
		w.readsOn(mailOf(gina), "I write to you here", "Deny View Channel", why)
		s.notice(heldTurn("t2"))
		settle()
		told := 0
		for _, p := range w.room.reads(mailOf(gina)) {
			if strings.Contains(p.Text, "I write to you here") {
				told++
			}
		}
		if told != 1 {
			t.Errorf("told %d times why", told)
		}

		w.sees(discord.Secrecy{Channel: backroom, Name: "back", People: []transcript.SpeakerID{gina}, Roles: []discord.RoleID{5}})
		s.notice(heldTurn("t3"))
		settle()
		w.readsOn(backroom, "under the mat")
	})
}

// Only a channel that is private, of this guild, and in which the bot can write
// can be chosen; a refusal leaves the old one.
func TestScreenRefused(t *testing.T) {
	tests := []struct {
		name  string
		place string
		setup func(*room)
		want  string
	}{
		{"public", "21", func(r *room) { r.secrete(discord.Secrecy{Channel: backroom, Name: "back", Public: true}) }, "Everybody can read #back"},
		{"somebody reads it who is no GM", "21", func(r *room) {
			r.secrete(discord.Secrecy{Channel: backroom, Name: "back", People: []transcript.SpeakerID{gina, kim}})
		}, "but <@3>, too. Deny View Channel to them there"},
		{"no right to write", "21", func(r *room) {
			r.secrete(discord.Secrecy{Channel: backroom, Name: "back", Missing: []string{"Send Messages"}})
		}, "I lack Send Messages in #back"},
		{"another guild's", "21", func(r *room) { r.secrete(discord.Secrecy{Guild: other, Channel: backroom, Name: "back"}) }, "I do not see that text channel"},
		{"gone", "99", func(*room) {}, "I do not see that text channel"},
		{"no number", "x", func(*room) {}, "I do not know this choice"},
		{"no direct messages", placeDirect, func(r *room) {
			r.curtains.sendErr = map[transcript.ChannelID]error{mailOf(gina): discord.ErrDirect}
		}, "You do not take direct messages"},
		{"Discord fails", "21", func(r *room) {
			r.secrete(discord.Secrecy{Channel: backroom, Name: "back"})
			r.curtains.sendErr = map[transcript.ChannelID]error{backroom: &discord.APIError{Status: 500}}
		}, "Something went wrong"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				was := campaign.Screen{Kind: campaign.ScreenExisting, Channel: 77}
				w.book.screen = was
				tt.setup(w.room)
				wantText(w.t, "the answer", w.press(gina, button(btnScreen, string(lantern)), tt.place).text(), tt.want)
				if w.book.screen != was {
					w.t.Errorf("kept %+v", w.book.screen)
				}
			})
		})
	}
}

// /glyphoxa screen shows and sets, with secrets behind spoilers or not.
func TestScreenCommand(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.sees(discord.Secrecy{Channel: backroom, Name: "back"})
		s := w.playing(kim)
		give := func(args discord.Args) *answer {
			c, a := w.call(gina)
			w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subScreen, Args: args})
			settle()
			return a
		}
		wantText(t, "the command", give(nil).text(), "It is in the GM's direct messages")
		a := give(discord.Args{optScreenChannel: "21", optSpoilers: "true"})
		wantText(t, "the command", a.text(), "It is in <#21>", "Secrets are hidden")
		s.notice(heldTurn("t1"))
		settle()
		w.readsOn(backroom, "||The key is under the mat.||")
		a = w.press(gina, buttons(a.message())["Show secrets openly"])
		if got := strings.Join(a.did(), ", "); got != "hold, update" {
			t.Errorf("calls %s", got)
		}
		settle()
		if p := w.readsOn(backroom, "The key is under the mat."); strings.Contains(p.Text, "||") {
			t.Errorf("still hidden: %q", p.Text)
		}
		wantText(t, "a player", w.give(kim, subScreen).text(), "That is for the GM")
	})
}

// What Discord does not take waits, in order, and gets there; a message that
// somebody has deleted is sent anew. Case: D05.
func TestScreenLosesNothing(t *testing.T) {
	for name, err := range map[string]error{
		"429": &discord.APIError{Status: 429}, "500": &discord.APIError{Status: 500}, "network": errors.New("connection reset"),
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				s := w.playing(kim)
				w.room.mu.Lock()
				w.room.curtains.sendErr = map[transcript.ChannelID]error{mailOf(gina): err}
				w.room.mu.Unlock()
				s.notice(heldTurn("t1"))
				s.notice(Trouble{Text: lit("The voice is slow.")})
				pass(5 * time.Minute)
				w.silent(mailOf(gina), "mat")
				w.room.mu.Lock()
				w.room.curtains.sendErr = nil
				w.room.mu.Unlock()
				pass(retryPost)
				w.readsOn(mailOf(gina), "under the mat")
				w.readsOn(mailOf(gina), "The voice is slow")
			})
		})
	}
	for name, err := range map[string]error{
		"50001": &discord.APIError{Status: 403, Code: 50001}, "50013": &discord.APIError{Status: 403, Code: 50013}, "10003": &discord.APIError{Status: 404, Code: 10003},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.book.screen = campaign.Screen{Kind: campaign.ScreenMade, Channel: made}
				w.sees(discord.Secrecy{Channel: made, Name: "gm-screen"}) // the picture is behind
				w.room.curtains.sendErr = map[transcript.ChannelID]error{made: err}
				s := w.playing(kim)
				s.notice(heldTurn("t1"))
				settle()
				w.readsOn(mailOf(gina), "I write to you here instead")
				w.readsOn(mailOf(gina), "under the mat")
			})
		})
	}
	t.Run("10008", func(t *testing.T) {
		inBubble(t, Options{}, func(w *world) {
			s := w.playing(kim)
			s.notice(heldTurn("t1"))
			settle()
			p := w.readsOn(mailOf(gina), "under the mat")
			w.room.mu.Lock()
			w.room.curtains.editErr = map[discord.MessageID]error{p.id: &discord.APIError{Status: 404, Code: 10008}}
			w.room.mu.Unlock()
			s.notice(HeldTurn{Turn: "t1", Name: "Bart", Text: "No, under the stone."})
			settle()
			if again := w.readsOn(mailOf(gina), "under the stone"); again.id == p.id || len(again.Rows) == 0 {
				w.t.Errorf("message %d with %d rows stands in for %d", again.id, len(again.Rows), p.id)
			}
		})
	})
}

// A GM who takes no direct messages is asked in public to allow them, and not
// told there what it is about. What waits comes when they do.
func TestScreenUnreachable(t *testing.T) {
	for name, err := range map[string]error{"50007": &discord.APIError{Status: 403, Code: 50007}, "50001": &discord.APIError{Status: 403, Code: 50001}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.room.curtains.sendErr = map[transcript.ChannelID]error{mailOf(gina): err}
				s := w.playing(kim)
				s.notice(heldTurn("t1"))
				pass(10 * time.Minute)
				asked := 0
				for _, p := range w.room.reads(tavern) {
					if strings.Contains(p.Text, "you take no direct messages from me") {
						asked++
					}
				}
				if asked != 1 {
					w.t.Errorf("asked %d times, want once", asked)
				}
				w.silent(tavern, "mat")
				w.room.mu.Lock()
				w.room.curtains.sendErr = nil
				w.room.mu.Unlock()
				pass(retryPost)
				w.readsOn(mailOf(gina), "under the mat")
			})
		})
	}
}

// The screen is bounded: when Discord takes nothing for hours, the oldest that
// asks nothing goes.
func TestScreenFull(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim)
		w.room.mu.Lock()
		w.room.curtains.sendErr = map[transcript.ChannelID]error{mailOf(gina): errors.New("down")}
		w.room.mu.Unlock()
		s.notice(heldTurn("t1"))
		for i := range 200 {
			s.notice(Trouble{Text: lit(fmt.Sprintf("trouble %d.", i))})
		}
		settle()
		if n := len(w.desk.stay(guild).screen.notes); n > maxNotes {
			w.t.Errorf("%d notes wait, want at most %d", n, maxNotes)
		}
		w.room.mu.Lock()
		w.room.curtains.sendErr = nil
		w.room.mu.Unlock()
		pass(retryPost)
		w.readsOn(mailOf(gina), "under the mat")
		w.readsOn(mailOf(gina), "trouble 199.")
	})
}

// What the bot cannot judge, who has a role that reads the GM screen, it tells the GM
// who chooses it, and uses the channel.
func TestScreenRoles(t *testing.T) {
	for _, tt := range []struct {
		roles []discord.RoleID
		want  string
	}{
		{nil, ""},
		{[]discord.RoleID{5}, "whoever has <@&5> reads it"},
		{[]discord.RoleID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "<@&10> and 2 more reads it"},
	} {
		inBubble(t, Options{}, func(w *world) {
			w.sees(discord.Secrecy{Channel: backroom, Name: "back", Roles: tt.roles})
			a := w.press(gina, button(btnScreen, string(lantern)), "21")
			wantText(w.t, "the answer", a.text(), tt.want)
			if tells := strings.Contains(a.text(), "reads it"); tells != (tt.want != "") {
				w.t.Errorf("%v: %q", tt.roles, a.text())
			}
			if w.book.screen.Channel != backroom {
				w.t.Errorf("kept %+v", w.book.screen)
			}
		})
	}
}

// The session's card on the GM screen shows how things are after whatever a GM does.
func TestCardIsFresh(t *testing.T) {
	redo := discord.Form{ID: button(formRedo, string(lantern), "t1")}
	for name, do := range map[string]func(w *world) *answer{
		"a command":              func(w *world) *answer { return w.give(gina, subStatus) },
		"a button":               func(w *world) *answer { return w.press(gina, button(btnStrike, string(lantern), "2")) },
		"a form":                 func(w *world) *answer { return w.sendForm(gina, redo, nil) },
		"a button in their mail": func(w *world) *answer { return w.pressHome(gina, button(btnStrike, string(lantern), "2")) },
		"a form in their mail":   func(w *world) *answer { return w.submitHome(gina, redo, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				s := w.playing(kim)
				w.readsOn(mailOf(gina), "**The Lanterns**")
				s.status.Present = []string{"Zora"}
				do(w)
				w.readsOn(mailOf(gina), "Zora")
			})
		})
	}
}
