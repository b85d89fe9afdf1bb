package command

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// related is a world with three entries and a relation that is a secret.
func related(t *testing.T, do func(w *world)) {
	t.Helper()
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Nodes = []campaign.Node{
			{ID: "bart", Name: "Bart", Type: campaign.NPCNode, Text: "Keeps the inn."},
			{ID: "mirela", Name: "Mirela Voss", Type: campaign.NPCNode, Text: "Owns the *fleet*."},
			{ID: "guild", Name: "Rope Guild", Type: campaign.FactionNode, Text: "Controls the quays."},
		}
		w.book.file.Edges = []campaign.Edge{{From: "mirela", To: "guild", Type: campaign.MemberOf, Visible: campaign.Visibility{Secret: true}}}
		do(w)
	})
}

func (w *world) relate(who transcript.SpeakerID, from, kind, to string, more discord.Args) *answer {
	args := discord.Args{optFrom: from, optType: kind, optOther: to}
	maps.Copy(args, more)
	return w.group(who, grpKnow, subKnowRelate, args)
}

func TestKnowRelate(t *testing.T) {
	related(t, func(w *world) {
		t := w.t
		a := w.relate(gina, "bart", "owes", "Mirela  voss", discord.Args{optFeeling: "-1", optNote: "forty *crowns*"})
		wantText(t, "a new one", a.text(), "A new relation", `Bart → owes → Mirela Voss: forty \*crowns\* (dislikes)`, "secret: only you")
		want := campaign.Edge{
			From: "bart", To: "mirela", Type: "owes", Disposition: -1, Note: "forty *crowns*", Visible: campaign.Visibility{Secret: true},
		}
		if e := w.book.file.Edges; len(e) != 2 || !slices.Equal(e[1].Visible.Nodes, nil) || e[1].Type != want.Type || e[1].Note != want.Note || !e[1].Visible.Secret || e[1].Disposition != -1 {
			t.Errorf("kept %+v", e)
		}
		wantText(t, "again", w.relate(gina, "bart", "OWES", "mirela", nil).text(), "it was so before")
		wantText(t, "told", w.relate(gina, "bart", "owes", "mirela", discord.Args{optWho: "party, Rope Guild"}).text(), "secret: Rope Guild; the party knows")
		wantText(t, "open", w.relate(gina, "bart", "owes", "mirela", discord.Args{optWho: "everyone"}).text(), "(everyone)")
		wantText(t, "who is nobody", w.relate(gina, "bart", "owes", "mirela", discord.Args{optWho: "Fennick"}).text(), "I know nobody called “Fennick”")
		wantText(t, "to nobody", w.relate(gina, "bart", "owes", "Fennick", nil).text(), "no entry called “Fennick”")
		wantText(t, "from nobody", w.relate(gina, "Fennick", "owes", "bart", nil).text(), "no entry called “Fennick”")
		wantText(t, "to itself", w.relate(gina, "bart", "is", "Bart", nil).text(), "the same entry")
		wantText(t, "without a type", w.relate(gina, "bart", "\u200b!", "mirela", nil).text(), "Give its type")

		show := w.group(gina, grpKnow, subKnowShow, discord.Args{optEntry: "Bart"})
		wantText(t, "the entry", show.text(), `Bart → owes → Mirela Voss: forty \*crowns\* (dislikes)`)
		menu := buttons(show.message())["Change a relation"]
		card := w.press(gina, menu, relationMark(want))
		wantText(t, "the relation", card.text(), "Bart → owes → Mirela Voss")
		if m := card.message(); !m.Private {
			t.Error("everybody sees it")
		}
		feel := buttons(card.message())["How does the first feel about the other?"]
		wantText(t, "the feeling", w.press(gina, feel, "2").text(), "(loves)")
		if w.book.file.Edges[1].Disposition != 2 {
			t.Errorf("kept %+v", w.book.file.Edges[1])
		}
		gone := buttons(card.message())["Remove"]
		wantText(t, "removed", w.press(gina, gone).text(), "Removed. It was:", "Bart → owes → Mirela Voss")
		for _, again := range []*answer{w.press(gina, gone), w.press(gina, feel, "1"), w.press(gina, menu, relationMark(want))} {
			wantText(t, "of one that is gone", again.text(), "no such relation any more")
		}
		wantText(t, "removed by the command", w.relate(gina, "mirela", "member of", "guild", discord.Args{optRemove: "true"}).text(), "Removed. It was:", "Mirela Voss → member of → Rope Guild")
		if len(w.book.file.Edges) != 0 {
			t.Errorf("left %+v", w.book.file.Edges)
		}
		wantText(t, "removed twice", w.relate(gina, "mirela", "member of", "guild", discord.Args{optRemove: "true"}).text(), "no such relation any more")
	})
}

func TestKnowRelateRights(t *testing.T) {
	related(t, func(w *world) {
		t := w.t
		mark := relationMark(w.book.file.Edges[0])
		feel, gone, menu := button(btnFeeling, string(lantern), mark), button(btnUntie, string(lantern), mark), button(btnTie, string(lantern))
		for _, who := range []transcript.SpeakerID{kim, admin} {
			for what, a := range map[string]*answer{
				"the command": w.relate(who, "bart", "owes", "mirela", nil),
				"removing":    w.relate(who, "mirela", "member_of", "guild", discord.Args{optRemove: "true"}),
				"the menu":    w.press(who, menu, mark), "the feeling": w.press(who, feel, "2"), "the button": w.press(who, gone),
			} {
				wantText(t, what, a.text(), "That is for the GM.")
				if strings.Contains(a.text(), "Mirela") {
					t.Errorf("%s tells %s", what, a.text())
				}
			}
			for _, option := range []string{optFrom, optType, optOther} {
				if a := w.typing(who, grpKnow, subKnowRelate, option, ""); len(a.choices) != 0 {
					t.Errorf("%s suggests %v", option, a.choices)
				}
			}
		}
		other := w.shelve(other, campaign.Campaign{ID: "c9", Key: "salt", Name: "Salt", Owner: gina})
		other.file.Edges = w.book.file.Edges
		wantText(t, "another guild's", w.press(gina, button(btnUntie, "c9", mark)).text(), "no such campaign in this server")
		if len(w.book.file.Edges) != 1 || len(other.file.Edges) != 1 {
			t.Error("a relation is gone")
		}
		if len(feel) > maxID {
			t.Errorf("an ID of %d", len(feel))
		}
	})
}

func TestKnowRelateCompletes(t *testing.T) {
	related(t, func(w *world) {
		t := w.t
		for option, want := range map[string]string{optFrom: "bart", optOther: "mirela", optType: campaign.MemberOf} {
			typed := map[string]string{optFrom: "ba", optOther: "voss", optType: "mem"}[option]
			a := w.typing(gina, grpKnow, subKnowRelate, option, typed)
			if len(a.choices) != 1 || a.choices[0].Value != want {
				t.Errorf("%s %q suggests %v", option, typed, a.choices)
			}
		}
	})
}

// TestRelateSpoilers: a secret relation is covered for a GM who streams.
func TestRelateSpoilers(t *testing.T) {
	related(t, func(w *world) {
		w.book.screen.Spoilers = true
		a := w.relate(gina, "mirela", "member of", "guild", discord.Args{optFeeling: "1"})
		wantText(w.t, "the card", a.text(), "||Mirela Voss → member of → Rope Guild (likes)||")
	})
}

// A relation of a search is a sentence in its reader's language; what somebody
// wrote stays as it is. In English it is as the store says it.
func TestRelatedText(t *testing.T) {
	for _, tt := range []struct {
		name   string
		fact   knowledge.Fact
		en, de string
	}{
		{"a member", knowledge.Fact{Key: campaign.MemberOf, From: "Bart", To: "Rope Guild"}, "Bart is a member of Rope Guild", "Bart gehört zu Rope Guild"},
		{"their own words", knowledge.Fact{Key: "lives_off", From: "Bart", To: "Mirela", Note: "loves her ale"}, "Bart lives off Mirela: loves her ale", "Bart lives off Mirela: loves her ale"},
		{"a feeling", knowledge.Fact{Key: "owes", From: "Bart", To: "Mirela", Note: "forty", Disposition: -1}, "Bart owes Mirela: forty (Bart dislikes Mirela)", "Bart owes Mirela: forty (Bart mag Mirela nicht)"},
		{"the strongest", knowledge.Fact{Key: campaign.MemberOf, From: "Bart", To: "Rope Guild", Disposition: 2}, "Bart is a member of Rope Guild (Bart loves Rope Guild)", "Bart gehört zu Rope Guild (Bart liebt Rope Guild)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if said := relatedText(tt.fact); said.String() != tt.en || said.In("de") != tt.de {
				t.Errorf("%q, and in German %q", said, said.In("de"))
			}
		})
	}
}
