package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// knowing fills the campaign's knowledge.
func knowing(w *world) {
	only := func(who ...transcript.NodeID) campaign.Visibility {
		return campaign.Visibility{Secret: true, Nodes: who}
	}
	w.book.file.Agents = []campaign.Agent{
		{ID: "bart", Name: "Bart", Kind: campaign.NPC, Node: "bart", Grants: []campaign.Grant{{Tool: "kg_query", Scope: "campaign"}}},
		{ID: "mira", Name: "Mira", KnownAs: "The Widow", Kind: campaign.NPC, Node: "mira"},
	}
	w.book.file.Nodes = []campaign.Node{
		{ID: "bart", Type: campaign.NPCNode, Name: "Bart", Aliases: []string{"the ferryman"}, Text: "Bart rows the ferry.", Aspects: []campaign.Aspect{
			{Key: "past", Text: "Bart was a smuggler.", Visible: only("bart"), Stances: []campaign.Stance{{Who: "bart", Kind: campaign.Hides, Text: "Bart always rowed."}}},
			{Key: "fate", Text: "Bart will drown.", Visible: only()},
		}},
		{ID: "mira", Type: campaign.NPCNode, Name: "Mira", Text: "Mira keeps the inn.", Party: true},
		{ID: "duke", Type: campaign.CharacterNode, Name: "The Duke", Text: "The Duke is a vampire.", Visible: only(), Stances: []campaign.Stance{{Who: "mira", Kind: campaign.Believes, Text: "The Duke is ill."}}},
		{ID: "guild", Type: campaign.FactionNode, Name: "The Guild"},
	}
}

// know gives one of the commands about knowledge; args are names and values.
func (w *world) know(who transcript.SpeakerID, sub string, args ...string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	given := discord.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		given[args[i]] = args[i+1]
	}
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: grpKnow, Sub: sub, Args: given})
	settle()
	return a
}

func TestKnowShow(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		for _, tt := range []struct {
			name string
			args []string
			want string
		}{
			{"all of an entry", []string{optEntry, "the FERRYMAN"}, strings.Join([]string{
				"**Bart** (NPC), also the ferryman",
				"• Bart rows the ferry. *(everyone)*",
				"• **past**: Bart was a smuggler. *(secret: Bart)*",
				"  – Bart hides it and says: “Bart always rowed.”",
				"  – Of the NPCs only have the cover story: Bart",
				"• **fate**: Bart will drown. *(secret: only you)*",
				"  – No NPC knows it.",
			}, "\n")},
			{"an entry of which nothing is said", []string{optEntry, "guild"}, "**The Guild** (faction)\nNothing is said of it yet."},
			{"what its NPC could say", []string{optEntry, "bart", optAs, "bart"}, strings.Join([]string{
				"What **Bart** could say of **Bart**:",
				"• Bart: Bart rows the ferry.",
				"• Bart, past: Bart always rowed. *(the cover story)*",
				"-# Beside this it has its persona, the setting, and what is said while it is there.",
			}, "\n")},
			{"what another could say, by the name that players know", []string{optEntry, "duke", optAs, "the widow"}, strings.Join([]string{
				"What **Mira** could say of **The Duke**:",
				"• The Duke: The Duke is ill. *(a belief)*",
				"-# This NPC reaches its own entry and what is next to it.",
				"-# Beside this it has its persona, the setting, and what is said while it is there.",
			}, "\n")},
			{"what one knows nothing of", []string{optEntry, "duke", optAs, "bart"}, strings.Join([]string{
				"What **Bart** could say of **The Duke**:",
				"Nothing at all.",
				"-# Beside this it has its persona, the setting, and what is said while it is there.",
			}, "\n")},
			{"nothing of that name", []string{optEntry, "@everyone **Zed**"}, "There is no entry called “\\@everyone \\*\\*Zed\\*\\*”. `/glyphoxa know search` finds what there is, `/glyphoxa know add` makes a new one."},
			{"no NPC of that name", []string{optEntry, "bart", optAs, "zed"}, "There is no NPC called “zed” in this campaign. Choose one from the list."},
		} {
			a := w.know(gina, subKnowShow, tt.args...)
			if diff := cmp.Diff(tt.want, a.text()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
			if a.did()[0] != "defer private=true" {
				t.Errorf("%s: answered by %v", tt.name, a.did())
			}
		}
	})
}

// A GM who streams shows their screen to everybody: secrets are covered.
func TestKnowIsVeiled(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		if err := w.book.SetScreen(w.t.Context(), campaign.Screen{Kind: campaign.ScreenDirect, Spoilers: true}); err != nil {
			t.Fatal(err)
		}
		all := strings.Join([]string{
			w.know(gina, subKnowShow, optEntry, "Bart").text(), w.know(gina, subKnowShow, optEntry, "duke", optAs, "mira").text(),
			w.know(gina, subKnowShow, optEntry, "Bart", optAs, "bart").text(),
			w.know(gina, subKnowSearch).text(), w.know(gina, subKnowHide, optEntry, "duke").text(),
		}, "\n")
		for _, secret := range []string{"Bart was a smuggler.", "Bart always rowed.", "Bart will drown.", "The Duke is a vampire.", "The Duke is ill."} {
			bare, veiled := strings.Count(all, secret), strings.Count(all, "||"+secret+"||")
			if bare == 0 || bare != veiled {
				t.Errorf("%q is shown %d times, %d of them covered", secret, bare, veiled)
			}
		}
		if strings.Contains(all, "||Bart rows the ferry.||") {
			t.Error("what is no secret is covered")
		}
	})
}

func TestKnowSearch(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		wantText(t, "a search", w.know(gina, subKnowSearch, optWords, "duke").text(),
			"**The Lanterns**, “duke”: 1 found.", "**The Duke**: The Duke is a vampire. *(secret: only you; believed otherwise by 1)*")
		wantText(t, "a search", w.know(gina, subKnowSearch, optWords, "smuggler").text(), "*(secret: Bart; hidden by 1)*")
		wantText(t, "a search in vain", w.know(gina, subKnowSearch, optWords, "dragon `x`").text(), "“dragon \\`x\\`”: nothing there has these words")

		for i := range 1000 {
			w.book.file.Nodes = append(w.book.file.Nodes, campaign.Node{
				ID: transcript.NodeID(fmt.Sprint("n", i)), Name: fmt.Sprint("Goblin ", i), Text: strings.Repeat("goblin words ", 200),
			})
		}
		a := w.know(gina, subKnowSearch, optWords, "goblin and some words that are too many to be kept")
		m := a.message()
		wantText(t, "a page", m.Text, "1000 found (page 1 of 100)", "Goblin 0", "Goblin 9")
		if n := len([]rune(m.Text)); n > maxMessage {
			t.Errorf("a page has %d characters", n)
		}
		m = w.press(gina, buttons(m)["Next"]).message()
		wantText(t, "the next page", m.Text, "page 2 of 100", "Goblin 10")
		m = w.press(gina, buttons(m)["Back"]).message()
		wantText(t, "the page before", m.Text, "page 1 of 100")
		w.book.file.Nodes = w.book.file.Nodes[:10]
		wantText(t, "a page that is gone", w.press(gina, button(btnKnowPage, "99", string(lantern), packWords("goblin"))).message().Text, "6 found.")
		for id := range buttons(m) {
			if len(id) > maxID {
				t.Errorf("an ID of %d characters", len(id))
			}
		}
	})
}

func TestKnowReveal(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		bart := func() campaign.Node { return w.book.file.Nodes[0] }

		// Several statements: a menu asks which.
		a := w.know(gina, subKnowReveal, optEntry, "bart")
		wantText(t, "reveal", a.text(), "Several things are said of **Bart**")
		menu := buttons(a.message())["Which statement?"]
		a = w.press(gina, menu, "past")
		wantText(t, "the choice", a.text(), "Who hid this about **Bart** may tell it now.", "Bart was a smuggler. *(secret: Bart)*")
		if len(bart().Aspects[0].Stances) != 0 {
			t.Errorf("still hidden: %v", bart().Aspects[0].Stances)
		}
		wantText(t, "chosen twice", w.press(gina, menu, "past").text(), "Nobody hides this")
		wantText(t, "a choice that is gone", w.press(gina, menu, "shoe").text(), "has nothing labelled “shoe”")

		wantText(t, "to the party", w.know(gina, subKnowReveal, optEntry, "bart", optLabel, "fate", optTo, toParty).text(),
			"The party knows this about **Bart** now.", "*(secret: only you; the party knows)*")
		if v := bart().Aspects[1]; !v.Party || !v.Visible.Secret {
			t.Errorf("world and party are not apart: %+v", v)
		}
		wantText(t, "to everyone", w.know(gina, subKnowReveal, optEntry, "duke", optTo, toEveryone).text(), "as far as I know it does not")
		wantText(t, "hide", w.know(gina, subKnowHide, optEntry, "duke").text(), "yours alone now", "secret: only you")
		wantText(t, "hide twice", w.know(gina, subKnowHide, optEntry, "duke").text(), "yours alone already")
		wantText(t, "nobody can tell", w.know(gina, subKnowReveal, optEntry, "mira").text(), "those who know it tell it already")
		wantText(t, "nothing is said", w.know(gina, subKnowReveal, optEntry, "guild").text(), "Nothing is said of **The Guild** yet")
	})
}

func TestKnowStance(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		duke := func() campaign.Node { return w.book.file.Nodes[2] }
		wantText(t, "hide by somebody", w.know(gina, subKnowHide, optEntry, "duke", optWho, "bart", optCover, "The Duke sleeps late.").text(),
			"**Bart** hides this about **The Duke** now.", "Bart hides it and says: “The Duke sleeps late.”")
		wantText(t, "the widow tells", w.know(gina, subKnowStance, optEntry, "duke", optWho, "the widow", optWay, "tells").text(), "**Mira** tells this")
		want := []campaign.Stance{{Who: "mira", Kind: campaign.Tells}, {Who: "bart", Kind: campaign.Hides, Text: "The Duke sleeps late."}}
		if diff := cmp.Diff(want, duke().Stances); diff != "" {
			t.Errorf("stances (-want +got):\n%s", diff)
		}
		wantText(t, "believes", w.know(gina, subKnowStance, optEntry, "duke", optWho, "guild", optWay, "believes", optSaid, "He is a saint.").text(),
			"**The Guild** believes otherwise of this", "The Guild believes: “He is a saint.”")
		if diff := cmp.Diff([]transcript.NodeID{"bart", "mira"}, duke().Visible.Nodes); diff != "" {
			t.Errorf("who knows it (-want +got):\n%s", diff)
		}
		for _, tt := range []struct {
			sub  string
			args []string
			want string
		}{
			{subKnowHide, []string{optEntry, "duke", optWho, "bart"}, "What do they say instead? Give a cover story"},
			{subKnowHide, []string{optEntry, "duke", optCover, "x"}, "Who tells this cover story?"},
			{subKnowStance, []string{optEntry, "duke", optWho, "bart", optWay, "hides", optSaid, " \u202e "}, "What do they say instead? Give a cover story"},
			{subKnowStance, []string{optEntry, "duke", optWho, "bart", optWay, "believes"}, "What do they believe instead?"},
			{subKnowStance, []string{optEntry, "duke", optWho, "zed", optWay, "tells"}, "“zed” has no entry"},
			{subKnowStance, []string{optEntry, "duke", optWho, "bart", optWay, "sings"}, "I do not know this command"},
		} {
			if got := w.know(gina, tt.sub, tt.args...).text(); !strings.Contains(got, tt.want) {
				t.Errorf("%s %v: %q, want %q", tt.sub, tt.args, got, tt.want)
			}
		}
	})
}

func TestKnowAdd(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		a := w.know(gina, subKnowAdd, optEntry, "Old\u200b Nan", optType, "npc")
		if len(a.forms) != 1 || a.did()[0] != "open" {
			t.Fatalf("%d forms, %v", len(a.forms), a.did())
		}
		form := a.forms[0]
		if form.Fields[0].Text != "Old Nan" || form.Fields[3].Text != "gm" {
			t.Errorf("the form begins with %+v", form.Fields)
		}
		a = w.submit(gina, form.ID, 0, map[string]string{
			fldEntry: "Old\u200b \u202eNan\n", fldText: "She is\u202e a witch.\r\n@everyone ```x```", fldWho: "the widow, The  Guild; party",
		})
		wantText(t, "added", a.text(), "**Old Nan** is a new entry.", "She is a witch. \\@everyone \\`\\`\\`x\\`\\`\\`", "*(secret: Mira and The Guild; the party knows)*")
		got := w.book.file.Nodes[len(w.book.file.Nodes)-1]
		want := campaign.Node{
			ID: "old-nan", Type: campaign.NPCNode, Name: "Old Nan", Text: "She is a witch.\n@everyone ```x```", Party: true,
			Visible: campaign.Visibility{Secret: true, Nodes: []transcript.NodeID{"mira", "guild"}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
		long := strings.Repeat("ß🐉", 2000)
		for _, tt := range []struct {
			name   string
			fields map[string]string
			want   []string
		}{
			{"everyone", map[string]string{fldEntry: "Old Nan", fldLabel: "age", fldText: "Ninety.", fldWho: "Everyone, bart"}, []string{"under **Old Nan**", "**age**: Ninety. *(everyone)*"}},
			{"nobody said who", map[string]string{fldEntry: "Old Nan", fldLabel: "cat", fldText: "Has a cat."}, []string{"secret: only you"}},
			{"nobody knows them; the words come back", map[string]string{fldEntry: "Old Nan", fldText: "My precious words.", fldWho: "Zed, Yed"}, []string{"nobody called “Zed” or “Yed”", "nothing was changed", "My precious words."}},
			{"a name that cannot be seen", map[string]string{fldEntry: "\u200b\u200d\u2060", fldText: "My precious words."}, []string{"I cannot make out a name", "My precious words."}},
			{"nothing said", map[string]string{fldEntry: "Old Nan", fldText: "\u202e \n"}, []string{"That says nothing, so nothing was changed"}},
			{"all the room there is", map[string]string{fldEntry: "Old Nan", fldLabel: "song", fldText: long}, []string{"**song**: ß🐉"}},
		} {
			before := len(w.book.file.Nodes)
			wantText(t, tt.name, w.submit(gina, form.ID, 0, tt.fields).text(), tt.want...)
			if len(w.book.file.Nodes) != before {
				t.Errorf("%s: made an entry", tt.name)
			}
		}
	})
}

// Who is no GM of the campaign learns nothing at all: whatever they name, the
// answer is the same, nothing is suggested, and nothing is changed. That holds
// for who may manage the server, too, and for GMs of another guild's.
func TestKnowTellsNobodyElse(t *testing.T) {
	for _, who := range []transcript.SpeakerID{kim, admin, bot} {
		t.Run(fmt.Sprint(who%1000), func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				knowing(w)
				before := fmt.Sprint(w.book.file)
				names := []string{"bart", "duke", "zed", ""}
				for _, s := range knowCommands()[0].subs {
					if !s.gm || !s.private {
						t.Errorf("%s is not for the GM alone", s.spec.Name)
					}
					var answers []string
					for _, name := range names {
						a := w.know(who, s.spec.Name, optEntry, name, optWords, name, optAs, name, optLabel, "past", optWho, name, optWay, "hides", optSaid, "x", optCover, "x", optTo, toParty)
						if s.opens {
							if len(a.forms) != 1 {
								t.Errorf("%s: %d forms", s.spec.Name, len(a.forms))
								continue
							}
							a = w.submit(who, a.forms[0].ID, 0, map[string]string{fldEntry: name, fldText: "x", fldWho: name})
						}
						if a.did()[0] != "defer private=true" {
							t.Errorf("%s: answered by %v", s.spec.Name, a.did())
						}
						answers = append(answers, a.text())
					}
					if got := slices.Compact(answers); len(got) != 1 || !strings.Contains(got[0], "That is for the GM.") {
						t.Errorf("%s: what they name makes a difference: %q", s.spec.Name, got)
					}
					for _, focus := range []string{optEntry, optAs, optWho, optLabel} {
						c, a := w.call(who)
						w.desk.Handle(w.t.Context(), discord.Completing{Call: c, Name: Name, Group: grpKnow, Sub: s.spec.Name, Focus: focus, Args: discord.Args{optEntry: "bart"}})
						pass(time.Second)
						if len(a.choices) != 0 {
							t.Errorf("%s suggests %v for %s", s.spec.Name, a.choices, focus)
						}
					}
				}
				var pressed []string
				for _, id := range []string{
					button(btnKnowPage, "0", string(lantern), packWords("duke")), button(btnKnowPage, "0", string(lantern), packWords("zed")),
					button(btnKnowPick, toEveryone, string(lantern), "duke"), button(btnKnowPick, toEveryone, string(lantern), "zed"),
				} {
					pressed = append(pressed, w.press(who, id, "text").text())
				}
				if got := slices.Compact(pressed); len(got) != 1 || !strings.Contains(got[0], "That is for the GM.") {
					t.Errorf("what they press makes a difference: %q", got)
				}
				if after := fmt.Sprint(w.book.file); after != before {
					t.Error("something was changed")
				}
			})
		})
	}
}

// A GM of one guild reaches nothing of another's, whatever IDs they send.
func TestKnowOfAnotherGuild(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		theirs := &book{shelf: w.shelf, guild: other, file: lanterns()}
		theirs.file.Campaign.ID, theirs.file.Campaign.Owner = "c2", kim
		w.shelf.books = append(w.shelf.books, theirs)
		before := fmt.Sprint(w.book.file)
		for _, id := range []string{
			button(btnKnowPage, "0", string(lantern), noWords), button(btnKnowPick, toEveryone, string(lantern), "duke"),
			button(btnKnowPage, "0", "gone", noWords), button(btnKnowPick, toEveryone, "gone", "duke"),
		} {
			c, a := w.call(kim)
			c.Guild = other
			w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id, Values: []string{"text"}})
			settle()
			wantText(t, id, a.text(), "There is no such campaign in this server any more.")
		}
		c, a := w.call(kim)
		c.Guild = other
		w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: grpKnow, Sub: subKnowShow, Args: discord.Args{optEntry: "duke"}})
		settle()
		wantText(t, "show", a.text(), "There is no entry called")
		if after := fmt.Sprint(w.book.file); after != before {
			t.Error("something was changed")
		}
	})
}

func TestKnowCompletes(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		for _, tt := range []struct {
			sub, focus, text, chosen string
			want                     []string
		}{
			{subKnowShow, optEntry, "fer", "", []string{"bart"}},
			{subKnowShow, optAs, "", "", []string{"bart", "mira"}},
			{subKnowStance, optWho, "", "", []string{"bart", "mira", "duke", "guild"}},
			{subKnowHide, optLabel, "", "bart", []string{knowledge.OwnText, "past", "fate"}},
			{subKnowHide, optLabel, "fa", "Bart", []string{"fate"}},
			{subKnowHide, optLabel, "", "zed", nil},
		} {
			c, a := w.call(gina)
			w.desk.Handle(w.t.Context(), discord.Completing{Call: c, Name: Name, Group: grpKnow, Sub: tt.sub, Focus: tt.focus, Text: tt.text, Args: discord.Args{optEntry: tt.chosen}})
			pass(time.Second)
			var got []string
			for _, c := range a.choices {
				got = append(got, c.Value)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %s %q (-want +got):\n%s", tt.sub, tt.focus, tt.text, diff)
			}
		}
	})
}

func TestQuery(t *testing.T) {
	long := strings.Repeat("x", maxQuery)
	for _, tt := range []struct{ words, want string }{
		{"", ""},
		{" the  duke ", "the duke"},
		{"the duke " + long, "the duke"},
		{long + "y the duke", long},
		{"\u202e" + long + "y", long},
		{"\u202e \x00", ""},
		{"x" + strings.Repeat("ß", 20), "x" + strings.Repeat("ß", 17)},
	} {
		if got := query(tt.words); got != tt.want {
			t.Errorf("of %q %q is looked for, want %q", tt.words, got, tt.want)
		}
	}
}

// What a GM types comes back from the button as it was, as far as it fits.
func FuzzQuery(f *testing.F) {
	f.Add("the duke and the guild")
	f.Add(strings.Repeat("ß🐉", 40))
	f.Add("\x00\u202e:::")
	f.Fuzz(func(t *testing.T, words string) {
		q := query(words)
		id := button(btnKnowPage, "9999", "01234567-0123-0123-0123-0123456789ab", packWords(q))
		verb, args, ok := parseID(id)
		if !ok || verb != btnKnowPage {
			t.Fatalf("%q makes the ID %q", words, id)
		}
		if back, ok := unpackWords(args[2]); !ok || back != q {
			t.Fatalf("%q comes back as %q, %v", q, back, ok)
		}
	})
}

// A GM whose Discord is German reads what is known in German, is asked in German,
// and gets the form in German; what somebody wrote stays as it is.
func TestKnowInGerman(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		knowing(w)
		w.locale = map[transcript.SpeakerID]string{gina: "de"}
		wantText(t, "an entry", w.know(gina, subKnowShow, optEntry, "Bart").text(),
			"**Bart** (NSC), auch the ferryman", "Bart was a smuggler. *(geheim: Bart)*", "Bart verbirgt es und sagt: „Bart always rowed.“")
		wantText(t, "what is found", w.know(gina, subKnowSearch, optWords, "duke").text(), "1 gefunden", "*(geheim: nur du; anders geglaubt von 1)*")
		wantText(t, "no such entry", w.know(gina, subKnowShow, optEntry, "Zed").text(), "`/glyphoxa wissen hinzufügen`")
		a := w.know(gina, subKnowReveal, optEntry, "bart")
		wantText(t, "which of them", w.press(gina, buttons(a.message())["Welche Aussage?"], "past").text(), "darf es jetzt erzählen")
		form := w.know(gina, subKnowAdd).forms[0]
		wantText(t, "the form", form.Title+"/"+form.Fields[0].Label, "Etwas, das es zu wissen gibt", "Um wen oder was geht es?")
	})
}

// Each type of entry has a name in each language.
func TestTypesAreNamed(t *testing.T) {
	for _, kind := range campaign.NodeTypes {
		if !texts.Has(typeID(kind)) {
			t.Errorf("%s has no name", kind)
		}
	}
}
