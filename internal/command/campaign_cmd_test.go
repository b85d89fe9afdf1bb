package command

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// shelve puts another campaign on the shelf.
func (w *world) shelve(g transcript.GuildID, c campaign.Campaign) *book {
	b := &book{shelf: w.shelf, guild: g, file: campaign.File{Campaign: c}}
	w.shelf.books = append(w.shelf.books, b)
	return b
}

func person(who transcript.SpeakerID) (discord.Args, discord.Person) {
	return discord.Args{optPerson: strconv.FormatUint(uint64(who), 10)}, discord.Person{User: who, Bot: who == music}
}

func TestCampaignList(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{kim}
		w.book.file.Campaign.Language = "en"
		w.shelve(guild, campaign.Campaign{ID: "c2", Key: "salt", Name: "Salt", Owner: lea})
		w.shelve(other, campaign.Campaign{ID: "c3", Key: "ash", Name: "Ash", Owner: gina})
		wantText(t, "the owner's", w.group(gina, groupCampaign, subList, nil).text(),
			"- **The Lanterns** (`lanterns`, en), yours; with you GMs: <@3> ← played here", "- **Salt**, of <@4>")
		wantText(t, "a co-GM's", w.group(kim, groupCampaign, subList, nil).text(), "you are a GM")
		got := w.group(admin, groupCampaign, subList, nil).text()
		if strings.Contains(got, "`lanterns`") || strings.Contains(got, "Ash") {
			t.Errorf("who is no GM reads %q", got)
		}
	})
}

func TestCampaignUse(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.shelve(guild, campaign.Campaign{ID: "c2", Key: "salt", Name: "Salt", Owner: gina})
		w.shelve(guild, campaign.Campaign{ID: "c3", Key: "salt-2", Name: "Salt", Owner: gina})
		w.shelve(guild, campaign.Campaign{ID: "c4", Key: "mud", Name: "Mud", Owner: lea})
		w.shelve(other, campaign.Campaign{ID: "c5", Key: "ash", Name: "Ash", Owner: gina})
		use := func(who transcript.SpeakerID, what string) string {
			return w.group(who, groupCampaign, subUse, discord.Args{optCampaign: what}).text()
		}
		wantText(t, "from nowhere", use(gina, "salt"), "Join the voice channel")
		w.move(gina, tavern)
		wantText(t, "by key", use(gina, "salt"), "<#11> plays **Salt** from now on")
		wantText(t, "again", use(gina, "salt"), "plays **Salt** already")
		wantText(t, "by a name that two have", use(gina, "SALT"), "give the key, `salt` or `salt-2`")
		wantText(t, "by name", use(gina, "the lanterns"), "plays **The Lanterns** from now on")
		wantText(t, "somebody else's", use(gina, "mud"), "for the GM", "<@4>")
		wantText(t, "another guild's", use(gina, "ash"), "no campaign “ash”")
		wantText(t, "nothing", use(gina, "\u200b"), "no campaign")
		if p := w.shelf.active[guild][tavern]; p.id != lantern {
			t.Errorf("the tavern plays %s", p.id)
		}
		w.playing()
		wantText(t, "while it plays", use(gina, "lanterns"), "plays **The Lanterns** already")
		wantText(t, "while another plays", use(gina, "salt"), "A session of another campaign is running")
	})
}

func TestCampaignNew(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.move(kim, cellar)
		a := w.group(kim, groupCampaign, subNew, nil)
		f := a.form()
		if got := strings.Join(a.did(), ", "); got != "open" {
			t.Fatalf("calls %s", got)
		}
		got := w.sendForm(kim, f, map[string]string{fieldName: "Salt\u202e & Ash", fieldLanguage: "Deutsch", fieldSetting: "A harbour."})
		wantText(t, "the answer", got.text(), "**Salt & Ash** is yours", "<#12> plays it", "`/glyphoxa campaign import`")
		made := w.shelf.books[1]
		if c := made.file.Campaign; c.Owner != kim || c.Key != "salt-ash" || c.Language != "de" || c.Setting != "A harbour." || made.guild != guild {
			t.Errorf("made %+v", c)
		}
		if p := w.shelf.active[guild][cellar]; p.id != made.file.Campaign.ID {
			t.Errorf("the cellar plays %q", p.id)
		}
		wantText(t, "sent twice", w.sendForm(kim, f, map[string]string{fieldName: "Salt & Ash", fieldLanguage: "de"}).text(), "You have a campaign **Salt & Ash** already")

		// What the channel plays is not taken from it.
		w.atTavern()
		w.move(lea, tavern)
		wantText(t, "in a channel that plays", w.sendForm(lea, f, map[string]string{fieldName: "Mud", fieldLanguage: "en"}).text(), "`/glyphoxa campaign use` plays it")
		if p := w.shelf.active[guild][tavern]; p.id != lantern {
			t.Errorf("the tavern plays %q", p.id)
		}
		n := len(w.shelf.books)
		for _, tt := range []struct{ name, language, want string }{
			{" \u200b", "en", "at least one letter"},
			{"Fog", "Klingonese", "no language that I know"},
			{"Fog", "", "no language that I know"},
			{strings.Repeat("x", 300), "en", "has 300 letters"},
		} {
			a := w.sendForm(lea, f, map[string]string{fieldName: tt.name, fieldLanguage: tt.language, fieldSetting: "A fog."})
			wantText(t, tt.name, a.text(), tt.want, "Nothing was made")
			if files := a.message().Files; len(files) != 1 || !strings.Contains(string(files[0].Data), "A fog.") {
				t.Errorf("%q: %d files", tt.name, len(files))
			}
		}
		if len(w.shelf.books) != n {
			t.Errorf("%d campaigns were made", len(w.shelf.books)-n)
		}
	})
}

func TestCampaignExport(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Campaign.Language = "en"
		w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "guest", Name: "Guest", Kind: campaign.NPC})
		w.book.file.Scenes[0].Present = []transcript.AgentID{"bart", "guest"}
		w.book.troupe.guests = map[transcript.AgentID]transcript.SessionID{"guest": "s1"}
		a := w.group(gina, groupCampaign, subExport, nil)
		if a.did()[0] != "defer private=true" || len(a.message().Files) != 1 {
			t.Fatalf("answered %+v after %s", a.message(), a.did())
		}
		file := a.message().Files[0]
		f, err := campaign.Parse(file.Name, file.Data)
		if err != nil || file.Name != "lanterns.yaml" {
			t.Fatalf("%s: %v", file.Name, err)
		}
		if len(f.Agents) != 1 || !slices.Equal(f.Scenes[0].Present, []transcript.AgentID{"bart"}) {
			t.Errorf("the file has %+v, in the inn %s", f.Agents, f.Scenes[0].Present)
		}
	})
}

func TestCampaignGMs(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		change := func(by transcript.SpeakerID, sub string, who transcript.SpeakerID) string {
			args, p := person(who)
			return w.group(by, groupCampaign, sub, args, p).text()
		}
		wantText(t, "added", change(gina, subAddGM, kim), "<@3> is a GM of **The Lanterns** from now on")
		wantText(t, "twice", change(gina, subAddGM, kim), "already")
		wantText(t, "a bot", change(gina, subAddGM, music), "A bot cannot")
		wantText(t, "nobody", change(gina, subAddGM, 0), "do not know this person")
		wantText(t, "by a co-GM", change(kim, subAddGM, lea), "for its owner to say")
		wantText(t, "the owner, by a co-GM", change(kim, subRemoveGM, gina), "for its owner to say")
		wantText(t, "by a player", change(lea, subAddGM, lea), "for the GM")
		wantText(t, "by who manages the server", change(admin, subAddGM, admin), "for the GM")
		wantText(t, "the owner", change(gina, subRemoveGM, gina), "hand-over")
		wantText(t, "a co-GM leaves", change(kim, subRemoveGM, kim), "is no GM of **The Lanterns** any more")
		wantText(t, "again", change(gina, subRemoveGM, kim), "<@3> is no GM of **The Lanterns**.")
		w.playing()
		wantText(t, "while it is played", change(gina, subAddGM, lea), "from now on")
		wantText(t, "while it is played", change(gina, subRemoveGM, lea), "`/glyphoxa end` ends the session")
		w.give(gina, subEnd)
		wantText(t, "afterwards", change(gina, subRemoveGM, lea), "any more")
		if c := w.book.file.Campaign; c.Owner != gina || len(c.CoGMs) != 0 {
			t.Errorf("owner %d, co-GMs %d", c.Owner, c.CoGMs)
		}
	})
}

func TestCampaignHandOver(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{kim}
		give := func(by, to transcript.SpeakerID, what string) *answer {
			args, p := person(to)
			if what != "" {
				args[optCampaign] = what
			}
			return w.group(by, groupCampaign, subHandOver, args, p)
		}
		wantText(t, "by a co-GM", give(kim, kim, "").text(), "by its owner, who is <@1152921504606846977>, or by whoever may manage")
		wantText(t, "by a player", give(lea, lea, "").text(), "by its owner")
		wantText(t, "to the owner", give(admin, gina, "").text(), "owns **The Lanterns** already")
		wantText(t, "to a bot", give(gina, music, "").text(), "A bot cannot")
		w.shelve(other, campaign.Campaign{ID: "c5", Key: "ash", Name: "Ash", Owner: lea})
		wantText(t, "another guild's", give(admin, kim, "ash").text(), "no campaign “ash”")

		a := give(admin, lea, "The Lanterns")
		wantText(t, "by who manages the server", a.text(), "**The Lanterns** belongs to <@4> now")
		for _, who := range []transcript.SpeakerID{gina, lea} {
			if said := w.room.said(mailOf(who)); len(said) != 1 || !strings.Contains(said[0], "handed over to <@4>, by <@5>") {
				t.Errorf("%d is told %q", who%1000, said)
			}
		}
		if w.book.file.Campaign.Owner != lea {
			t.Errorf("owned by %d", w.book.file.Campaign.Owner)
		}
		wantText(t, "by who owned it", give(gina, gina, "").text(), "by its owner, who is <@4>")

		w.room.curtains.directErr = map[transcript.SpeakerID]error{gina: discord.ErrDirect}
		wantText(t, "to whoever takes no messages", give(lea, gina, "").text(), "belongs to", "I could not tell <@1152921504606846977>")
		w.book.troupe.between = func(f *campaign.File) { f.Campaign.Owner = lea }
		wantText(t, "at once", give(gina, kim, "").text(), "Somebody has handed it over just now")
		w.book.troupe.between = nil
		w.book.file.Campaign.Owner = gina
		w.playing()
		wantText(t, "while it is played", give(gina, kim, "").text(), "It is being played just now")
	})
}

// A campaign that is handed over takes its GM screen with it: who owned it reads it
// no more, and who owns it now does.
func TestHandOverTakesTheScreen(t *testing.T) {
	for name, tt := range map[string]struct {
		screen campaign.Screen
		denied bool // the bot lacks Manage Roles
		guests []string
		told   string // the new owner
		answer []string
	}{
		"the bot's channel": {
			screen: campaign.Screen{Kind: campaign.ScreenMade, Channel: made},
			guests: []string{"let 3 into 22", "shut 1152921504606846977 out of 22"}, told: "stands in <#22>",
		},
		"the bot may not": {
			screen: campaign.Screen{Kind: campaign.ScreenMade, Channel: made}, denied: true,
			answer: []string{"could not let <@3> into <#22>", "could not shut <@1152921504606846977> out of <#22>"},
		},
		"a channel of the owner's": {
			screen: campaign.Screen{Kind: campaign.ScreenExisting, Channel: backroom}, told: "stands in <#21>",
			answer: []string{"see that <@3> may read it", "see that <@1152921504606846977> may not read it any more"},
		},
		"direct messages": {told: "comes here"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.atTavern()
				w.book.screen = tt.screen
				if tt.denied {
					w.room.curtains.createErr = &discord.Lacking{Missing: []string{"Manage Roles"}}
				}
				args, p := person(kim)
				a := w.group(gina, groupCampaign, subHandOver, args, p)
				wantText(w.t, "the answer", a.text(), append(tt.answer, "belongs to <@3> now")...)
				wantText(w.t, "the new owner's message", strings.Join(w.room.said(mailOf(kim)), "\n"), "handed over to <@3>", tt.told)
				if got := w.room.curtains.guests; !slices.Equal(got, tt.guests) {
					w.t.Errorf("guests: %q, want %q", got, tt.guests)
				}
			})
		})
	}
}

// Only those that are theirs are suggested.
func TestCampaignComplete(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.shelve(guild, campaign.Campaign{ID: "c2", Key: "salt", Name: "Salt", Owner: lea})
		for who, want := range map[transcript.SpeakerID]string{gina: "lanterns", lea: "salt", kim: "", admin: ""} {
			c, a := w.call(who)
			w.desk.Handle(t.Context(), discord.Completing{Call: c, Name: Name, Group: groupCampaign, Sub: subUse, Focus: optCampaign})
			settle()
			var got []string
			for _, k := range a.choices {
				got = append(got, k.Value)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%d is suggested %q, want %q", who%1000, got, want)
			}
		}
		// Where nothing is played yet it is needed most.
		w.shelf.active = map[transcript.GuildID]map[transcript.ChannelID]place{}
		c, a := w.call(gina)
		c.Channel = cellar
		w.desk.Handle(t.Context(), discord.Completing{Call: c, Name: Name, Group: groupCampaign, Sub: subUse, Focus: optCampaign})
		settle()
		if len(a.choices) != 1 {
			t.Errorf("where nothing is played %d are suggested", len(a.choices))
		}
	})
}
