package command

import (
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// TestImportSentences: whatever can be different has words.
func TestImportSentences(t *testing.T) {
	var ids []string
	for _, kind := range []campaign.ChangeKind{campaign.Added, campaign.Changed, campaign.Removed} {
		ids = append(ids, "import."+string(kind))
	}
	for _, f := range importFields {
		ids = append(ids, "import.field."+f)
	}
	// One of each kind of thing, with all there is to say of it.
	f := lanterns()
	f.Agents[0].Voices = map[string]campaign.Voice{"choir": {Name: "alto"}}
	f.Names = []campaign.Name{{Text: "Fennick"}}
	f.Nodes = []campaign.Node{{ID: "bart", Name: "Bart", Aspects: []campaign.Aspect{{Key: "past", Text: "Dark."}}}, {ID: "inn", Name: "The Inn"}}
	f.Edges = []campaign.Edge{{From: "bart", To: "inn", Type: "member of"}}
	var said []string
	for _, c := range campaign.Diff(campaign.File{}, f) {
		if kind, _, _ := strings.Cut(c.What, " "); kind != "relation" {
			ids = append(ids, "import.what."+kind)
		}
		for _, locale := range []string{"en", "de"} {
			said = append(said, changeText(c, importNames(f)).In(locale))
		}
	}
	for _, id := range ids {
		if !texts.Has(id) {
			t.Errorf("there is no sentence %s", id)
		}
	}
	all := strings.Join(said, "\n")
	wantText(t, "all of it", all, "- Bart → member of → The Inn", "- NPC **Bart**", "- NSC **Bart**", "- entry **The Inn**", "- scene **The Wall**", "- Name der Liste **Fennick**")
	c := campaign.Change{Kind: campaign.Changed, What: "agent bart", Fields: []string{"persona", "voice choir", "narrator choir", "fillers", "aspect past", "new_field"}}
	wantText(t, "fields", changeText(c, importNames(f)).In("de"), "NSC **Bart**: Persönlichkeit, Stimme bei choir, Erzählstimme bei choir, was er sagt, bis die Antwort da ist, Aussage „past“, new\\_field")
}

// TestImportFields: whatever can be different about a thing has words.
func TestImportFields(t *testing.T) {
	voice := map[string]campaign.Voice{"choir": {Name: "alto"}}
	secret := campaign.Visibility{Secret: true}
	stance := []campaign.Stance{{Who: "bart", Kind: campaign.Tells}}
	before := campaign.File{
		Campaign: campaign.Campaign{Key: "c"}, Agents: []campaign.Agent{{ID: "a"}}, Scenes: []campaign.Scene{{Key: "s"}},
		Characters: []campaign.Character{{ID: "ch"}}, Names: []campaign.Name{{Text: "n"}}, Nodes: []campaign.Node{{ID: "e"}}, Edges: []campaign.Edge{{From: "e", Type: "owes", To: "e"}},
	}
	after := campaign.File{
		Campaign: campaign.Campaign{
			Key: "c", Name: "C", Language: "de", Setting: "x", Talk: campaign.TalkLong, Invents: "x",
			Directions: campaign.DirectionsNarrate, Narrator: voice, Chorus: campaign.ChorusEach,
		},
		Agents: []campaign.Agent{{
			ID: "a", Kind: campaign.Butler, Name: "A", Aliases: []string{"x"}, Titles: []string{"x"}, KnownAs: "x", State: campaign.Dead, Muted: true,
			Persona: "x", Node: "e", Grants: campaign.UsualGrants(), Talk: campaign.TalkLong, Invents: "x",
			Interruptible: campaign.InterruptNever, Fillers: []string{"x"}, Voices: voice,
		}},
		Scenes:     []campaign.Scene{{Key: "s", Name: "S", Present: []transcript.AgentID{"a"}}},
		Characters: []campaign.Character{{ID: "ch", Name: "Ch", Aliases: []string{"x"}, Player: kim, Node: "e", Retired: true}},
		Names:      []campaign.Name{{Text: "n", Say: "x", Heard: []string{"x"}}},
		Nodes: []campaign.Node{{
			ID: "e", Type: campaign.NoteNode, Name: "E", Aliases: []string{"x"}, Text: "x", Visible: secret, Party: true, Stances: stance,
			Aspects: []campaign.Aspect{{Key: "k", Text: "x"}},
		}},
		Edges: []campaign.Edge{{From: "e", Type: "owes", To: "e", Disposition: 1, Note: "x", Visible: secret, Party: true}},
	}
	seen := 0
	for _, c := range campaign.Diff(before, after) {
		for _, f := range c.Fields {
			seen++
			if in := fieldText(f).In("de"); in == plain(f) {
				t.Errorf("%s of %q has no words", f, c.What)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d fields were different", seen)
	}
}
