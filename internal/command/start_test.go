package command

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The first time in a channel it asks which scene it is and who plays whom;
// afterwards it goes on where it was.
func TestStart(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.move(gina, tavern)
		w.move(kim, tavern)
		w.move(lea, tavern)
		w.move(music, tavern)
		w.book.loud = louds{lea: transcript.LoudspeakerOn}
		a := w.give(gina, subStart)
		if got := strings.Join(a.did(), ", "); got != "defer private=true, edit" {
			t.Errorf("calls %s", got)
		}
		wantText(t, "the card", a.text(), "The Lanterns", "first time", "Which scene", "who plays whom", "You are the GM")
		b := buttons(a.message())
		if len(w.sess.begun) != 0 {
			t.Fatal("begun without an answer")
		}
		w.press(gina, b["Which scene?"], "wall")
		w.press(gina, b["Whom does user3 play?"], "tamsin")
		w.press(gina, b["Whom does user4 play?"], "tamsin") // no, she does
		if got := w.press(kim, b["Start"]).text(); !strings.Contains(got, "too old") {
			t.Errorf("somebody else pressed the GM's card and was told %q", got)
		}
		a = w.press(gina, b["Start"])
		if len(w.sess.begun) != 1 {
			t.Fatalf("%d sessions were begun: %s", len(w.sess.begun), a.text())
		}
		got := w.sess.begun[0]
		got.Admit, got.Notice = nil, nil
		want := Sitting{
			Guild: guild, Channel: tavern, Campaign: lantern, Scene: "wall",
			People: []transcript.Speaker{
				{ID: gina, Name: "user977", Role: transcript.GM},
				{ID: kim, Name: "user3", Role: transcript.Player},
				{ID: lea, Name: "user4", Role: transcript.Player, Character: "Tamsin"},
			},
			Loudspeakers: louds{lea: transcript.LoudspeakerOn},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the sitting (-want +got):\n%s", diff)
		}
		wantText(t, "the answer", a.text(), "I am in <#11> with **The Lanterns**", "until you say so I do not hear you")
		if buttons(a.message())["I'm in"] != yes {
			t.Errorf("the GM is not asked: %v", a.message().Rows)
		}
		w.give(gina, subEnd)

		a = w.give(gina, subStart)
		if len(w.sess.begun) != 2 {
			t.Fatalf("the second evening asks: %s", a.text())
		}
		if got := w.sess.begun[1]; got.Scene != "wall" || got.People[2].Character != "Tamsin" {
			t.Errorf("the second evening is %+v", got)
		}
	})
}

func TestStartAsksAgain(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim)
		w.give(gina, subEnd)
		c, a := w.call(gina)
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subStart, Args: discord.Args{optAsk: "true"}})
		settle()
		if len(w.sess.begun) != 1 || buttons(a.message())["Start"] == "" {
			t.Errorf("begun %d times, and said %q", len(w.sess.begun), a.text())
		}
	})
}

// What the bot lacks in the channel is named by the command itself, where nothing
// has been played yet, and not when the Start of what it shows is pressed. Case:
// D08.
func TestStartNamesWhatIsLacking(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.move(gina, tavern)
		w.room.check[tavern] = discord.Check{Name: "tavern", Missing: []string{"Send Messages"}}
		a := w.give(gina, subStart)
		wantText(t, "the answer", a.text(), "I lack Send Messages in #tavern")
		if got := buttons(a.message()); len(got) != 0 {
			t.Errorf("it offers %v all the same", got)
		}
		delete(w.room.check, tavern)
		if a = w.give(gina, subStart); len(buttons(a.message())) == 0 {
			t.Errorf("with it: %s, want it to go on", a.text())
		}
	})
}

// What keeps a session from beginning is said to whoever asked, with the
// remedy. Case: D08, D09, F24, V19.
func TestStartRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		who  transcript.SpeakerID
		set  func(*world)
		want []string
	}{
		{"not in voice", gina, func(w *world) { w.move(gina, 0) }, []string{"Join the voice channel"}},
		{"without GM rights", kim, func(*world) {}, []string{"for the GM", "The GM of **The Lanterns** is <@1152921504606846977>"}},
		{"who may manage the server is no GM", admin, func(w *world) { w.move(admin, tavern) }, []string{"for the GM", "<@1152921504606846977>"}},
		// D08: the bot's own permissions count, and the missing one is named.
		{"missing permission", gina, func(w *world) {
			w.room.check[tavern] = discord.Check{Name: "tavern", Missing: []string{"Speak"}}
		}, []string{"I lack Speak in #tavern", "Give me that"}},
		// V19: Discord would never answer.
		{"full", gina, func(w *world) {
			w.room.check[tavern] = discord.Check{Name: "tavern", Full: true, Limit: 4}
		}, []string{"#tavern is full", "Raise its user limit"}},
		{"a stage without a way up", gina, func(w *world) {
			w.room.check[tavern] = discord.Check{Name: "tavern", Stage: true}
		}, []string{"#tavern is a stage", "Request to Speak"}},
		// D09: whatever code Discord gives for it.
		{"no chat", gina, func(w *world) {
			w.room.sendErr = fmt.Errorf("send: %w", discord.ErrDenied)
		}, []string{"I may not write in the chat of <#11>", "Send Messages"}},
		{"joining fails", gina, func(w *world) {
			w.sess.err = refuse(lit("Discord did not let me in within ten seconds. Try again."))
		}, []string{"did not let me in", "Try again"}},
		{"joining fails for an unknown reason", gina, func(w *world) {
			w.sess.err = errors.New("dial wss://secret: refused")
		}, []string{"Something went wrong on my side"}},
		{"joining takes for ever", gina, func(w *world) { w.sess.delay = time.Hour }, []string{"took too long"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				t := w.t
				w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
				w.move(gina, tavern)
				w.move(kim, tavern)
				tt.set(w)
				a := w.give(tt.who, subStart)
				pass(time.Minute)
				wantText(t, "the answer", a.text(), tt.want...)
				if strings.Contains(a.text(), "secret") {
					t.Errorf("the answer leaks: %q", a.text())
				}
				if w.desk.stay(guild) != nil {
					t.Error("the guild is not free")
				}
				if len(w.sess.all) != 0 && w.sess.last().endedAt().IsZero() {
					t.Error("a session runs")
				}
				if last := w.room.card(); last.Text != "" && last.Text != "The session did not begin. Nobody was heard." {
					t.Errorf("the card still says %q", last.Text)
				}
				// And afterwards it can be begun.
				w.sess.err, w.sess.delay, w.room.sendErr = nil, 0, nil
				clear(w.room.check)
				w.move(gina, tavern)
				if a := w.give(gina, subStart); w.desk.stay(guild) == nil {
					t.Errorf("it cannot be begun any more: %s", a.text())
				}
			})
		})
	}
}

// On a stage the bot has to be let speak, and nothing is called a success
// before. Case: V20.
func TestStage(t *testing.T) {
	for _, tt := range []struct {
		stand discord.Stand
		runs  bool
		want  string
	}{
		{discord.OnStage, true, "I am in <#11>"},
		{discord.Asked, true, "somebody has to let me"},
		{discord.Audience, false, "Mute Members or Request to Speak"},
	} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
			w.room.check[tavern] = discord.Check{Channel: tavern, Name: "tavern", Stage: true, CanRequest: true}
			w.room.stand = tt.stand
			w.move(gina, tavern)
			a := w.give(gina, subStart)
			wantText(t, "the answer", a.text(), tt.want)
			if got := w.sess.last().endedAt().IsZero(); got != tt.runs {
				t.Errorf("stand %d: runs %v, want %v", tt.stand, got, tt.runs)
			}
			if tt.stand == discord.OnStage && strings.Contains(a.text(), "stage") {
				t.Errorf("on the stage, and yet it says %q", a.text())
			}
		})
	}
}

func TestStartWhileRunning(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing()
		wantText(t, "in the same channel", w.give(gina, subStart).text(), "I am here already, with **The Lanterns**")
		w.move(kim, cellar)
		wantText(t, "in another one", w.give(kim, subStart).text(), "at another table of this server, in <#11>")
		if len(w.sess.begun) != 1 {
			t.Errorf("%d sessions were begun", len(w.sess.begun))
		}
	})
}

// Whoever begins the next session while the last one is still ending waits for
// its end.
func TestStartWhileEnding(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim).slow = 3 * time.Second
		end := w.give(gina, subEnd)
		a := w.give(gina, subStart)
		if end.text() != "" || a.text() != "" {
			t.Fatalf("it said %q and %q", end.text(), a.text())
		}
		pass(3 * time.Second)
		wantText(t, "the end", end.text(), "The session has ended")
		wantText(t, "the next beginning", a.text(), "I am in <#11>")
		if len(w.sess.begun) != 2 {
			t.Errorf("%d sessions were begun", len(w.sess.begun))
		}
	})
}

// Of two starts at once one begins.
func TestStartTwiceAtOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.move(gina, tavern)
		w.sess.delay = 3 * time.Second
		first := w.give(gina, subStart)
		pass(time.Second)
		second := w.give(gina, subStart)
		pass(time.Minute)
		if len(w.sess.begun) != 1 {
			t.Errorf("%d sessions were begun", len(w.sess.begun))
		}
		wantText(t, "the first", first.text(), "I am in <#11>")
		wantText(t, "the second", second.text(), "I am here already")
	})
}

// Ended while it is beginning, it ends; the GM who leaves then is gone.
func TestWhileBeginning(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.move(gina, tavern)
		w.move(kim, tavern)
		w.sess.delay = 5 * time.Second
		w.give(gina, subStart)
		pass(time.Second)
		w.move(gina, 0)
		wantText(t, "the status", w.give(gina, subStatus).text(), "on my way to <#11>")
		pass(5 * time.Second)
		s := w.sess.last()
		if got := s.took(); !strings.HasPrefix(got, "off=true; left 977") {
			t.Errorf("the session was told %q", got)
		}
		w.give(gina, subEnd)
		w.move(gina, tavern)
		w.give(gina, subStart)
		pass(time.Second)
		a := w.give(gina, subEnd)
		pass(time.Minute)
		wantText(t, "the end", a.text(), "The session has ended")
		if s := w.sess.last(); len(w.sess.all) != 2 || s.endedAt().IsZero() {
			t.Error("the session goes on")
		}
	})
}

// Whoever ends a session that does not come about is told so.
func TestEndWhileBeginningFails(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.move(gina, tavern)
		w.sess.delay, w.sess.err = 5*time.Second, refuse(lit("No."))
		w.give(gina, subStart)
		a := w.give(gina, subEnd)
		pass(6 * time.Second)
		wantText(t, "the end", a.text(), "The session has ended. No line was kept.")
	})
}

func TestNobodyIsNoGM(t *testing.T) {
	if isGM(campaign.Campaign{}, 0) {
		t.Error("nobody is the GM of a campaign that nobody owns")
	}
}

// A guild without a campaign is offered the example, once.
func TestExample(t *testing.T) {
	example := campaign.File{Campaign: campaign.Campaign{Key: "fennick", Name: "Fennick"}, Scenes: []campaign.Scene{{Key: "a", Name: "A"}}}
	inBubble(t, Options{Example: example}, func(w *world) {
		t := w.t
		w.shelf.books = nil
		w.move(kim, tavern)
		w.move(lea, tavern)
		a := w.give(kim, subStart)
		wantText(t, "the offer", a.text(), "No campaign is played in this server yet", "**Fennick**", "`/glyphoxa campaign import`")
		play := buttons(a.message())["Play the example"]
		w.shelf.delay = time.Second
		var answers []*answer
		for _, who := range []transcript.SpeakerID{kim, kim, lea} {
			c, a := w.call(who)
			answers = append(answers, a)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: play})
			pass(100 * time.Millisecond) // while the first is at work
		}
		pass(time.Minute)
		if len(w.shelf.books) != 1 {
			t.Fatalf("there are %d campaigns", len(w.shelf.books))
		}
		if c := w.shelf.books[0].file.Campaign; c.Owner != kim || c.Key != "fennick" {
			t.Errorf("the campaign is %+v", c)
		}
		if len(w.sess.begun) != 1 {
			t.Errorf("%d sessions were begun", len(w.sess.begun))
		}
		wantText(t, "another's press", answers[2].text(), "The GM of **Fennick** is <@3>")
	})
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.books = nil
		w.move(kim, tavern)
		wantText(t, "without an example", w.give(kim, subStart).text(), "`/glyphoxa campaign import`")
	})
}

// Who has several chooses; who imported at the terminal claims.
func TestChoose(t *testing.T) {
	second := campaign.File{Campaign: campaign.Campaign{ID: "c2", Key: "ash", Name: "Ash", Owner: gina}}
	nobodys := campaign.File{Campaign: campaign.Campaign{ID: "c3", Key: "tomb", Name: "The Tomb"}}
	kims := campaign.File{Campaign: campaign.Campaign{ID: "c4", Key: "kims", Name: "Kim's", Owner: kim}}

	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.books = append(w.shelf.books, &book{shelf: w.shelf, guild: guild, file: second}, &book{shelf: w.shelf, guild: guild, file: kims})
		w.move(gina, tavern)
		a := w.give(gina, subStart)
		wantText(t, "the question", a.text(), "Which campaign")
		menu := a.message().Rows[0][0].(discord.Menu)
		if len(menu.Items) != 2 || menu.Items[0].Value != "c1" || menu.Items[1].Value != "c2" {
			t.Fatalf("the menu has %+v", menu.Items)
		}
		if a := w.press(gina, menu.ID, "c4"); !strings.Contains(a.text(), "for the GM") {
			t.Errorf("a campaign that is not on the menu: %q", a.text())
		}
		w.press(gina, menu.ID, "c2")
		if len(w.sess.begun) != 1 || w.sess.begun[0].Campaign != "c2" {
			t.Errorf("begun %+v", w.sess.begun)
		}
		// The channel remembers.
		w.give(gina, subEnd)
		w.give(gina, subStart)
		if len(w.sess.begun) != 2 || w.sess.begun[1].Campaign != "c2" {
			t.Errorf("begun %+v", w.sess.begun)
		}
	})
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.books = []*book{{shelf: w.shelf, file: nobodys}, {shelf: w.shelf, guild: other, file: second}}
		w.move(admin, tavern)
		w.move(kim, tavern)
		wantText(t, "who may not manage the server", w.give(kim, subStart).text(), "No campaign is played in this server yet")
		menu := w.give(admin, subStart).message().Rows[0][0].(discord.Menu)
		if len(menu.Items) != 1 || menu.Items[0].Value != "c3" {
			t.Fatalf("the menu has %+v", menu.Items)
		}
		if a := w.press(kim, menu.ID, "c3"); !strings.Contains(a.text(), "no such campaign") {
			t.Errorf("somebody else's claim: %q", a.text())
		}
		if a := w.press(admin, menu.ID, "c2"); !strings.Contains(a.text(), "no such campaign") {
			t.Errorf("another guild's campaign: %q", a.text())
		}
		w.press(admin, menu.ID, "c3")
		if c := w.shelf.books[0]; c.guild != guild || c.file.Campaign.Owner != admin {
			t.Errorf("claimed: guild %d, owner %d", c.guild, c.file.Campaign.Owner)
		}
		if len(w.sess.begun) != 1 {
			t.Errorf("begun %+v", w.sess.begun)
		}
	})
	// In two guilds nobody could say whose it is.
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.books = []*book{{shelf: w.shelf, file: nobodys}}
		w.desk.Handle(t.Context(), discord.GuildHere{Guild: other})
		w.move(admin, tavern)
		wantText(t, "in two guilds", w.give(admin, subStart).text(), "No campaign is played in this server yet")
		w.desk.Handle(t.Context(), discord.GuildGone{Guild: other})
		wantText(t, "in one again", w.give(admin, subStart).text(), "Which campaign")
	})
}

// More people than a message has rows for.
func TestOpeningPages(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.move(gina, tavern)
		for who := range transcript.SpeakerID(7) {
			w.move(201+who, tavern)
		}
		a := w.give(gina, subStart)
		if got := len(a.message().Rows); got != 5 {
			t.Fatalf("%d rows, want 5", got)
		}
		next := buttons(a.message())["More people (page 1 of 3)"]
		a = w.press(gina, next)
		b := buttons(a.message())
		w.press(gina, b["Whom does user204 play?"], "oskar")
		a = w.press(gina, b["More people (page 2 of 3)"])
		b = buttons(a.message())
		if got := len(a.message().Rows); got != 3 { // scene, the seventh, buttons
			t.Errorf("%d rows on the last page, want 3", got)
		}
		w.press(gina, b["Start"])
		if got := w.book.file.Characters[1].Player; got != 204 {
			t.Errorf("Oskar is played by %d, want 204", got)
		}
	})
}

func TestOpeningGrowsOld(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.move(gina, tavern)
		a := w.give(gina, subStart)
		pass(openingLife + time.Second)
		wantText(t, "the answer", w.press(gina, buttons(a.message())["Start"]).text(), "too old")
		if len(w.sess.begun) != 0 {
			t.Error("begun")
		}
	})
}

// Whoever was GM when the card was shown must still be it.
func TestOpeningAsksForRightsAgain(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.move(gina, tavern)
		a := w.give(gina, subStart)
		w.book.file.Campaign.Owner = kim
		wantText(t, "the answer", w.press(gina, buttons(a.message())["Start"]).text(), "for the GM", "<@3>")
		if len(w.sess.begun) != 0 {
			t.Error("begun")
		}
	})
}
