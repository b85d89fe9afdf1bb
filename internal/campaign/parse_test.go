package campaign

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

// small has one of everything.
const small = `
campaign: lanterns
name: The Lanterns
setting: |
  A town.
  A wall.
talk: brief
directions: narrate
chorus: each
narrator: {flite: {voice: awb, speed: "0.9"}}
agents:
  mirela:
    name: Mirela Voss
    aliases: Mirela
    titles: [my lady]
    persona: >
      You are
      quick.
    voices: {flite: slt, openai: {voice: nova, speed: "1.1"}}
    tools: [dice, {remember_knowledge: own_node}]
    interruptible: sentence
    fillers: [Hrm…, "Well, now."]
  owl:
    kind: butler
    name: 007
    known_as: The Owl
    state: away
    muted: true
    node: none
scenes:
  tavern: {name: The Tavern, present: [mirela]}
characters:
  kara: {name: Kara, aliases: [Kara Stone], player: 18446744073709551615, node: mirela}
names:
  - Fennick
  - {text: Mirela, say: mi-REL-a, heard: [morella]}
knowledge:
  mirela:
    type: npc
    name: Mirela Voss
    text: Keeps the tavern.
    party: true
    stances: [{who: mirela, tells: true}]
    aspects:
      age: 41
      debt:
        text: Owes the guild.
        visible: [mirela, guild]
        stances:
          - {who: mirela, hides: All is paid.}
          - {who: owl, believes: She is rich.}
    relations:
      - {to: guild, type: member_of, disposition: -1, note: Not gladly., visible: gm}
  guild: {type: faction, name: The Guild, visible: everyone}
  owl: {type: npc, name: The Owl Itself, visible: gm}
`

func smallFile() File {
	return File{
		Campaign: Campaign{
			Key: "lanterns", Name: "The Lanterns", Language: "en", Setting: "A town.\nA wall.", Talk: TalkBrief,
			Directions: DirectionsNarrate, Chorus: ChorusEach, Narrator: map[string]Voice{"flite": {Name: "awb", Options: map[string]string{"speed": "0.9"}}},
		},
		Agents: []Agent{
			{
				ID: "mirela", Kind: NPC, Name: "Mirela Voss", Aliases: []string{"Mirela"}, Titles: []string{"my lady"},
				Persona: "You are quick.", Node: "mirela",
				Voices: map[string]Voice{"flite": {Name: "slt"}, "openai": {Name: "nova", Options: map[string]string{"speed": "1.1"}}},
				Grants: []Grant{{Tool: "dice"}, {Tool: "remember_knowledge", Scope: "own_node"}},

				Interruptible: InterruptSentence, Fillers: []string{"Hrm…", "Well, now."},
			},
			{ID: "owl", Kind: Butler, Name: "007", KnownAs: "The Owl", State: Away, Muted: true},
		},
		Scenes:     []Scene{{Key: "tavern", Name: "The Tavern", Present: []transcript.AgentID{"mirela"}}},
		Characters: []Character{{ID: "kara", Name: "Kara", Aliases: []string{"Kara Stone"}, Player: 1<<64 - 1, Node: "mirela"}},
		Names:      []Name{{Text: "Fennick"}, {Text: "Mirela", Say: "mi-REL-a", Heard: []string{"morella"}}},
		Nodes: []Node{
			{
				ID: "mirela", Type: NPCNode, Name: "Mirela Voss", Text: "Keeps the tavern.", Party: true,
				Stances: []Stance{{Who: "mirela", Kind: Tells}},
				Aspects: []Aspect{
					{Key: "age", Text: "41"},
					{
						Key: "debt", Text: "Owes the guild.",
						Visible: Visibility{Secret: true, Nodes: []transcript.NodeID{"mirela", "guild"}},
						Stances: []Stance{{"mirela", Hides, "All is paid."}, {"owl", Believes, "She is rich."}},
					},
				},
			},
			{ID: "guild", Type: FactionNode, Name: "The Guild"},
			{ID: "owl", Type: NPCNode, Name: "The Owl Itself", Visible: Visibility{Secret: true}},
		},
		Edges: []Edge{{From: "mirela", To: "guild", Type: MemberOf, Disposition: -1, Note: "Not gladly.", Visible: Visibility{Secret: true}}},
	}
}

func TestParse(t *testing.T) {
	for name, text := range map[string]string{
		"as it is":            small,
		"from Windows":        "\ufeff" + strings.ReplaceAll(small, "\n", "\r\n"),
		"with document lines": "---" + small + "...\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse("small.yaml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(smallFile(), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Case: F49.
func TestParseMistakes(t *testing.T) {
	const head = "campaign: c\nname: C\n"
	deep := strings.Repeat("[", 100_000)
	tests := []struct {
		name, file, want string
	}{
		{"empty file", "", "c.yaml: campaign: the campaign has no key; write campaign: and one word that will never change\n" +
			"c.yaml: name: the name is missing; write name: and what it is called"},
		{"a list", "- a\n", "c.yaml: this must be a group of keys, not a list; write each on a line of its own, indented, as key: value\n" +
			"c.yaml: campaign: the campaign has no key; write campaign: and one word that will never change\n" +
			"c.yaml: name: the name is missing; write name: and what it is called"},
		{"unknown keys", head + "agnets: {}\nagents:\n  a:\n    nome: A\n    name: A\n", "c.yaml:3: agnets: there is no such key here; did you mean agents?\n" +
			"c.yaml:6: agents.a.nome: there is no such key here; did you mean name?"},
		{
			"key there twice", head + "agents:\n  a: {name: A}\n  b: {name: B}\n  a: {name: D}\nname: E\n",
			"c.yaml:6: agents.a: this key was there before, on line 4; take one of the two out, or rename it\n" +
				"c.yaml:7: name: this key was there before, on line 2; take one of the two out, or rename it",
		},
		{"wrong kinds", head + "setting: [a]\nagents:\n  a:\n    name: {x: y}\n    muted: maybe\n    aliases: {a: b}\n    persona: ok\n", "" +
			"c.yaml:3: setting: this must be a text, not a list\n" +
			"c.yaml:6: agents.a.name: this must be a text, not a group of keys\n" +
			"c.yaml:7: agents.a.muted: this must be true or false\n" +
			"c.yaml:8: agents.a.aliases: this must be a list, not a group of keys; write it as [one, two], or one to a line after a dash"},
		{"references", head + "agents:\n  odo: {name: Odo, node: oddo}\nscenes:\n  s: {name: S, present: [odo, mira, odo]}\nknowledge:\n  odo:\n    type: npx\n    name: Odo\n    visible: everone\n    stances: [{who: oddo, hides: x}]\n    relations:\n      - {to: nowhere, type: owes}\n", "" +
			"c.yaml:4: agents.odo.node: there is no entry under knowledge \"oddo\"; did you mean odo?\n" +
			"c.yaml:6: scenes.s.present[2]: there is no agent \"mira\"; it may be odo\n" +
			"c.yaml:6: scenes.s.present[3]: odo is present twice\n" +
			"c.yaml:9: knowledge.odo.type: \"npx\" cannot stand here; did you mean npc?\n" +
			"c.yaml:11: knowledge.odo.visible: there is no entry under knowledge \"everone\"; did you mean everyone?\n" +
			"c.yaml:12: knowledge.odo.stances[1].who: there is no entry under knowledge \"oddo\"; did you mean odo?\n" +
			"c.yaml:14: knowledge.odo.relations[1].to: there is no entry under knowledge \"nowhere\"; it may be odo"},
		{
			"two butlers", head + "agents:\n  a: {name: A, kind: butler}\n  b: {name: B, kind: butler}\n",
			"c.yaml:5: agents.b.kind: there is a butler already: a; a campaign has one; make this one an npc",
		},
		{"same name", head + "agents:\n  a: {name: Élodie}\n  b: {name: B, aliases: [ELODIE]}\ncharacters:\n  k: {name: b}\nknowledge:\n  x: {type: npc, name: X-Y}\n  y: {type: npc, name: x y}\n", "" +
			"c.yaml:5: agents.b: agents.a already has the name \"ELODIE\"; tell the two apart: nobody could say which is meant\n" +
			"c.yaml:7: characters.k: agents.b already has the name \"b\"; tell the two apart: nobody could say which is meant\n" +
			"c.yaml:10: knowledge.y: knowledge.x already has the name \"x y\"; tell the two apart: nobody could say which is meant"},
		{"empty visible", head + "knowledge:\n  x:\n    type: npc\n    name: X\n    visible:\n    aspects:\n      a: {text: b, visible: []}\n", "" +
			"c.yaml:7: knowledge.x.visible: nothing is written here; write everyone, gm, or the keys of those who may know\n" +
			"c.yaml:9: knowledge.x.aspects.a.visible: nothing is written here; write everyone, gm, or the keys of those who may know"},
		{"stances", head + "knowledge:\n  x:\n    type: npc\n    name: X\n    stances:\n      - {who: x}\n      - {who: x, hides: }\n      - {who: x, tells: false}\n", "" +
			"c.yaml:8: knowledge.x.stances[1]: a stance has one of tells, hides and believes; write hides: and the cover story, or believes: and what it takes for true\n" +
			"c.yaml:9: knowledge.x.stances[2]: x has two stances on this; keep one\n" +
			"c.yaml:9: knowledge.x.stances[2]: what is said instead is missing; write the cover story, or the belief\n" +
			"c.yaml:10: knowledge.x.stances[3].tells: this can only be true; an entry that does not tell hides: give the cover story"},
		{"keys", head + "agents:\n  Odo Brand: {name: Odo}\nknowledge:\n  gm: {type: npc, name: G}\n", "" +
			"c.yaml:4: agents.Odo Brand: \"Odo Brand\" cannot be a key; use at most 64 small letters, digits, - and _\n" +
			"c.yaml:6: knowledge.gm: \"gm\" means something else in this file; choose another key"},
		{"relations", head + "knowledge:\n  x:\n    type: npc\n    name: X\n    relations:\n      - {to: x, type: owes, disposition: 3}\n      - {to: x, type: owes, disposition: much}\n", "" +
			"c.yaml:8: knowledge.x.relations[1].disposition: 3 is outside -2 (hates) to 2 (loves)\n" +
			"c.yaml:9: knowledge.x.relations[2].disposition: this must be a whole number"},
		{"tools and voices", head + "agents:\n  a:\n    name: Ada\n    tools: [dcie, {dice: own_node}, {kg_query: world}, kg_query]\n    voices: {flite: stl, openai: anything}\n", "" +
			"c.yaml:6: agents.a.tools[1]: there is no tool \"dcie\"; did you mean dice?\n" +
			"c.yaml:6: agents.a.tools[2]: dice has no scopes; write only its name\n" +
			"c.yaml:6: agents.a.tools[3]: kg_query has no scope \"world\"; it may be campaign, own_node\n" +
			"c.yaml:6: agents.a.tools[4]: kg_query is granted twice; keep the one with the scope that is meant\n" +
			"c.yaml:7: agents.a.voices.flite: Ada: flite has no voice \"stl\"; did you mean slt?"},
		{
			"F49: voice without a name", head + "agents:\n  a: {name: Ada, voices: {flite: }}\n",
			"c.yaml:4: agents.a.voices.flite: the voice has no name; name one of flite's voices, or take the line out and one is chosen",
		},
		{"language and words", head + "language: klingonese\ntalk: loud\ninvents: color\n", "" +
			"c.yaml:3: language: \"klingonese\" is no language; write a code such as en, de or pt-BR\n" +
			"c.yaml:4: talk: \"loud\" cannot stand here; did you mean long?\n" +
			"c.yaml:5: invents: \"color\" cannot stand here; did you mean colour?"},
		{
			"directions", head + "directions: act\n",
			"c.yaml:3: directions: \"act\" cannot stand here; it may be drop, narrate",
		},
		{
			"chorus", head + "chorus: all\n",
			"c.yaml:3: chorus: \"all\" cannot stand here; it may be each, one",
		},
		{
			"nobody to narrate", head + "directions: narrate\n",
			"c.yaml:3: directions: the narrator has no voice; write narrator: and one, as an agent's voices: {flite: slt}",
		},
		{
			"manners", head + "agents:\n  a: {name: Ada, interruptible: at sentence end, fillers: [a, b, c, d, e]}\n",
			"c.yaml:4: agents.a.interruptible: \"at sentence end\" cannot stand here; it may be always, never, sentence\n" +
				"c.yaml:4: agents.a.fillers: these are 5, the most is 4; keep those that sound most like it",
		},
		{
			"what cannot be said", head + "agents:\n  a:\n    name: Ada\n    fillers:\n      - \"…\"\n      - Let me think about that for a moment, stranger.\n      - Let me think about that for a while ….\nnames:\n  - {text: \"?!\"}\n  - text: Ada\n    say: \"--\"\n    heard: [\"*\"]\n",
			"c.yaml:7: agents.a.fillers[1]: there are no letters in \"…\"; take it out, or write what is said\n" +
				"c.yaml:8: agents.a.fillers[2]: this has 47 letters, and one that takes longer than two seconds is not used; shorten it to 40 at most\n" +
				"c.yaml:11: names[1]: there are no letters in \"?!\"; take it out, or write what is said\n" +
				"c.yaml:13: names[2].say: there are no letters in \"--\"; take it out, or write what is said\n" +
				"c.yaml:14: names[2].heard[1]: there are no letters in \"*\"; take it out, or write what is said",
		},
		{
			"what names are heard as", head + "agents:\n  a: {name: Ada Lund, aliases: [Ada]}\n  b: {name: Bram, known_as: The Miller}\ncharacters:\n  k: {name: Kara}\n" +
				"names:\n  - {text: Ada, heard: [ADA LUND, ada, bram]}\n  - {text: Bram, heard: [bran, the miller, kara]}\n  - {text: Fennick, heard: [Bran]}\n  - {text: Fenn, heard: [fennick]}\n",
			"c.yaml:9: names[1].heard[3]: \"bram\" is a name of agents.b, which would be heard as Ada; take it out\n" +
				"c.yaml:10: names[2].heard[3]: \"kara\" is a name of characters.k, which would be heard as Bram; take it out\n" +
				"c.yaml:11: names[3].heard[1]: \"Bran\" is heard as Bram already; keep the one that is meant\n" +
				"c.yaml:12: names[4].heard[1]: \"fennick\" is a name of names[3], which would be heard as Fenn; take it out",
		},
		{"control characters", head + "setting: \"a\\u0007b\"\n", "c.yaml:3: setting: there is a control character in it, U+0007; take it out"},
		{"too long", head + "agents:\n  a: {name: " + strings.Repeat("x", 201) + "}\n", "c.yaml:4: agents.a.name: this has 201 letters, the most is 200; shorten it"},

		{"tab", "campaign:\n\tname: C\n", "c.yaml:2: there is a tab here; indent with spaces"},
		{"colon in a text", head + "setting: Note: dark\n", "c.yaml:3: mapping value is not allowed in this context; a text with a colon in it needs quotes: \"…\""},
		{"open bracket", head + "agents: [a\nb: 1\n", "c.yaml:4: ',' or ']' must be specified; check the quotes and the indentation of this line and the one before"},
		{"stars", head + "setting: *leans* in\n", "c.yaml:3: a value may not begin with *; put the text in quotes: \"…\""},
		{"anchors", head + "setting: &x a\nagents: *x\n", "c.yaml:3: a value may not begin with &; put the text in quotes: \"…\"\n" +
			"c.yaml:4: a value may not begin with *; put the text in quotes: \"…\""},
		{"two documents", head + "---\nname: D\n", "c.yaml:4: a second document begins here; take out the line of dashes, ---"},
		{"NUL", "campaign: c\nname: \x00\n", "c.yaml:2: there is a NUL byte here; save the file as plain text"},
		{"Latin-1", "campaign: c\nname: Caf\xe9\n", "c.yaml:2: this is not text in UTF-8; save the file as UTF-8"},
		{"too deep", deep, "c.yaml:1: this is nested too deeply; a campaign needs no more than four levels"},
		{"dashes too deep", strings.Repeat("- ", 100_000), "c.yaml:1: this is nested too deeply; a campaign needs no more than four levels"},
		{"too many keys", head + "agents:\n" + strings.Repeat("  a: {name: A}\n", maxEntries+1), "c.yaml:5004: there are more than 5000 keys in this group; split the campaign"},
		{"too many keys in brackets", head + "agents: {" + strings.Repeat("a: A, ", maxEntries+1) + "}\n", "c.yaml:3: there are more than 5000 keys in this group; split the campaign"},
		{"too big", strings.Repeat("#", MaxFile+1), "c.yaml: the file has 8388609 bytes, the most is 8388608; split the campaign"},
	}
	known := Known{
		Tools:  map[string][]string{"dice": nil, "kg_query": {"own_node", "campaign"}},
		Voices: map[string][]string{"flite": {"awb", "slt"}, "openai": {}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := known.Parse("c.yaml", []byte(tt.file))
			if err == nil {
				t.Fatalf("no mistake, want %s", tt.want)
			}
			if err.Error() != tt.want {
				t.Errorf("got\n%s\nwant\n%s", err, tt.want)
			}
			if diff := cmp.Diff(File{}, f); diff != "" {
				t.Errorf("a refused file left something behind: %s", diff)
			}
		})
	}
}

func TestParseShowsAtMostFifty(t *testing.T) {
	var b strings.Builder
	b.WriteString("campaign: c\nname: C\nagents:\n")
	for i := range 60 {
		fmt.Fprintf(&b, "  a%d: {name: A%d, kind: elf}\n", i, i)
	}
	_, err := Parse("c.yaml", []byte(b.String()))
	if err == nil {
		t.Fatal("no mistake")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != maxMistakes+1 || lines[maxMistakes] != "and 10 more" {
		t.Errorf("got %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestExampleCampaigns(t *testing.T) {
	files, err := filepath.Glob("../../campaigns/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no example campaigns: %v", err)
	}
	known := Known{
		Tools: map[string][]string{
			"dice": nil, "kg_query": {"own_node", "campaign"}, "transcript_search": nil,
			"remember_knowledge": {"own_node", "campaign"}, "recap": nil,
		},
		Voices: map[string][]string{"flite": {"awb", "kal", "kal16", "rms", "slt"}},
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f, err := known.Parse(filepath.Base(file), data)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range f.Agents {
				if a.Kind == NPC && a.Node == "" {
					t.Errorf("%s has no entry: it would know nothing about itself", a.ID)
				}
			}
			roundTrip(t, f)
		})
	}
}
