package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/phonetic"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// fantasyNames are names of the kind that GMs invent, each one sound away from
// a word.
var fantasyNames = strings.Fields(`Bart Greta Mirela Mara Grimm Thorgrim Oskar Bryn`)

// TestOrdinaryWordsAreNoNames puts every ordinary word where a name is called.
// Case: F41, N01.
func TestOrdinaryWordsAreNoNames(t *testing.T) {
	for tag, shapes := range map[string][]string{
		"en": {"%s, what do you know?", "hey %s what do you know.", "Tell me, %s, what do you know?", "What do you know, %s?"},
		"de": {"%s, was weißt du?", "hallo %s was weißt du.", "Sag mir, %s, was weißt du?", "Was weißt du, %s?"},
	} {
		t.Run(tag, func(t *testing.T) {
			c := Company{Language: tag, People: people("anna", "tom")}
			names := make(map[string]bool)
			for _, n := range fantasyNames {
				names[fold(n)] = true
				c.Agents = append(c.Agents, npc(transcript.AgentID(n), n))
			}
			words := slices.Sorted(phonetic.For(tag).Words())
			words = slices.DeleteFunc(words, func(w string) bool { return names[w] })
			if len(words) < 20000 {
				t.Fatalf("%d words, want 20,000", len(words))
			}
			heard := func(words ...string) Decision {
				var text []string
				for i, w := range words {
					text = append(text, fmt.Sprintf(shapes[i%len(shapes)], w))
				}
				d, _ := address(Heard{Text: strings.Join(text, " "), Speaker: anna}, c, memory{})
				return d
			}
			if d := heard("part", "gretta", "honest"); !slices.Equal(d.Agents, []transcript.AgentID{"Greta"}) {
				t.Errorf("gretta: %v because %s; a name is not found among words", d.Agents, d.Reason)
			}
			for some := range slices.Chunk(words, 40) {
				if d := heard(some...); len(d.Agents) > 0 {
					t.Errorf("%q: %v because %s", some, d.Agents, d.Reason)
				}
			}
		})
	}
}

// TestAddressBySound has what must be right each time, and what the GM reads.
//
// Case: N01, S08, F41, F43.
func TestAddressBySound(t *testing.T) {
	ids := func(ids ...transcript.AgentID) []transcript.AgentID { return ids }
	tests := []struct {
		name  string
		scene string
		heard Heard
		want  Decision // but for Muted
	}{
		{"N01 misheard, where a name is", "inn", Heard{Text: "Bert, hello."}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start, heard as "bert"`}},
		{"N01 a phrase", "inn", Heard{Text: "Part of me."}, Decision{Reason: "nobody is named"}},
		{"N01 rightly heard", "inn", Heard{Text: "bart hello"}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start`}},
		{"S08 a name of no language", "keep", Heard{Text: "Brillina, hello."}, Decision{Agents: ids("brelyna"), Reason: `"Brelyna" is named at the start, heard as "brillina"`}},
		{"S08 another", "keep", Heard{Text: "What do you sell, Jizzago?"}, Decision{Agents: ids("jzargo"), Reason: `"J'zargo" is named at the end, heard as "jizzago"`}},
		{"two, misheard", "inn", Heard{Text: "Bert and Gretta, come here!"}, Decision{Agents: ids("bart", "greta"), Reason: `"Bart" and "Greta" are named at the start, heard as "bert" and "gretta"`}},
		{"in pieces", "hall", Heard{Text: "lady more wenna may we enter"}, Decision{Agents: ids("morwenna"), Reason: `"Lady Morwenna" is named at the start, heard as "lady more wenna"`}},
		{"misheard, in passing", "inn", Heard{Text: "I think Bert is away."}, Decision{Reason: "nobody is named"}},
		{"F41 gerade is not Greta", "krug", Heard{Text: "Gerade, was war das?"}, Decision{Reason: "nobody is named"}},
		{"F43 the first sound is lost, and what is left is a word", "krug", Heard{Text: "Art, noch ein Bier."}, Decision{Reason: "nobody is named", Unsure: ids("bart"), Doubt: `"art" at the start may be "Bart"`}},
		{"F43 which the recogniser doubts", "krug", Heard{Text: "Art, noch ein Bier.", Words: []speech.Word{{Text: "Art,", Confidence: 0.3}, {Text: "noch", Confidence: 0.9}, {Text: "ein", Confidence: 0.9}, {Text: "Bier.", Confidence: 0.9}}}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start, heard as "art"`}},
		{"doubts about other words count for nothing", "krug", Heard{Text: "Art, noch ein Bier.", Words: []speech.Word{{Text: "Art,", Confidence: 0.3}}}, Decision{Reason: "nobody is named", Unsure: ids("bart"), Doubt: `"art" at the start may be "Bart"`}},
		{"another reading", "inn", Heard{Text: "Part, an ale.", Alternatives: []string{"Cart, an ale.", "Bart, an ale."}}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start, if the recogniser is wrong and its guess number 3 is right`}},
		{"a far-fetched reading", "inn", Heard{Text: "Cart, an ale.", Alternatives: []string{"Dart, an ale.", "Chart, an ale.", "Heart, an ale.", "Bart, an ale."}}, Decision{Reason: "nobody is named"}},
		{"a reading without a name is none", "inn", Heard{Text: "Bart, an ale.", Alternatives: []string{"Greta, an ale."}}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start`}},
		{"a reading in which the name is spoken of", "inn", Heard{Text: "part is away", Alternatives: []string{"bart is away"}}, Decision{Reason: "nobody is named"}},
		{"too far off to be sure", "inn", Heard{Text: "Gretna, hello."}, Decision{Reason: "nobody is named", Unsure: ids("greta"), Doubt: `"gretna" at the start may be "Greta"`}},
		{"too far off, in a longer name", "inn", Heard{Text: "Mirelda, hello."}, Decision{Reason: "nobody is named", Unsure: ids("mirela"), Doubt: `"mirelda" at the start may be "Mirela of the Mill"`}},
		{"another reading of whom it is about", "inn", Heard{Text: "Greta always pays.", Alternatives: []string{"Greta, always pay.", "Greta, what pays?"}}, Decision{Reason: "nobody is named"}},
		{"another reading of whom it is about, with somebody else", "inn", Heard{Text: "Greta always pays.", Alternatives: []string{"Greta, Bart always pays.", "Bart, Greta always pays."}}, Decision{Agents: ids("bart"), Reason: `"Bart" is named at the start, if the recogniser is wrong and its guess number 3 is right`}},
		{"a name put together of words, in talk of the rules", "ship", Heard{Text: "is ra a god in this setting"}, Decision{Reason: "nobody is named", Unsure: ids("isra"), Doubt: `"is ra" at the start may be "Isra"`}},
		{"one word could be two people", "twins", Heard{Text: "Elren, what is this?"}, Decision{Reason: "nobody is named", Unsure: ids("elran", "elrin"), Doubt: `"elren" at the start may be "Elran"`}},
		{"their names, rightly heard", "twins", Heard{Text: "Elrin, what is this?"}, Decision{Agents: ids("elrin"), Reason: `"Elrin" is named at the start`}},
		{"a person", "inn", Heard{Text: "Thom, what is this?"}, Decision{Reason: "it is for Brand, not for an NPC"}},
		{"the Butler, by a player", "inn", Heard{Text: "Glifoxa, what is this?"}, Decision{Reason: `"Glyphoxa" answers only the GM`}},
		{"the Butler, by the GM", "inn", Heard{Text: "Clifoxa, what is this?", Speaker: sam, Role: transcript.GM}, Decision{Agents: ids("glyphoxa"), Reason: `the GM names "Glyphoxa"`}},
		{"who is disguised", "hall", Heard{Text: "Vayne, what is this?"}, Decision{Reason: "nobody is named"}},
		{"who is disguised, by the GM", "hall-gm-plays", Heard{Text: "Vayne, what is this?", Speaker: sam, Role: transcript.GM}, Decision{Agents: ids("vane"), Reason: `"the Hooded Stranger" is named at the start, heard as "vayne"`}},
		{"who is not here", "keep", Heard{Text: "Bert, what is this?"}, Decision{Absent: ids("bart"), Reason: `"Bart" is named at the start, heard as "bert", and is not here`}},
		{"a language that is not known", "auberge", Heard{Text: "Mirella, bonsoir."}, Decision{Reason: "nobody is named"}},
		{"too short to be heard by its sound", "twins", Heard{Text: "Bow, what is this?"}, Decision{Reason: "nobody is named"}},
		{"about the game, whatever it sounds like", "inn", Heard{Text: "Part, roll initiative!"}, Decision{Reason: "it is about the game, not in it"}},
	}
	scenes := addressScenes()
	twins := scenes["inn"]
	twins.Agents = append(slices.Clone(twins.Agents), npc("elran", "Elran"), npc("elrin", "Elrin"), npc("bo", "Bo"))
	scenes["twins"] = twins
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.heard.Speaker == 0 {
				tt.heard.Speaker = anna
			}
			d, _ := address(tt.heard, scenes[tt.scene], memory{})
			if !slices.Equal(d.Agents, tt.want.Agents) || !slices.Equal(d.Absent, tt.want.Absent) || !slices.Equal(d.Unsure, tt.want.Unsure) || d.Reason != tt.want.Reason || d.Doubt != tt.want.Doubt {
				t.Errorf("%q: %+v, want %+v", tt.heard.Text, d, tt.want)
			}
		})
	}
}

// TestFollowUpTimes: 30 s alone with an agent, 12 s among others, to the
// second; a setting of the campaign changes both.
//
// Case: N03.
func TestFollowUpTimes(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	alone, among := addressScenes()["pair"], addressScenes()["inn"]
	set := among
	set.FollowUp = 5 * time.Second
	for _, tt := range []struct {
		name  string
		c     Company
		after time.Duration
		text  string
		want  int
	}{
		{"alone", alone, 30 * time.Second, "And the bridge?", 1},
		{"alone, too late", alone, 31 * time.Second, "And the bridge?", 0},
		{"among others", among, 12 * time.Second, "And the bridge?", 1},
		{"among others, too late", among, 13 * time.Second, "And the bridge?", 0},
		{"as set", set, 5 * time.Second, "And the bridge?", 1},
		{"as set, too late", set, 6 * time.Second, "And the bridge?", 0},
		{"a word that sounds like another's name", among, 2 * time.Second, "Great, and the bridge?", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
			d, _ := address(Heard{Text: tt.text, Speaker: anna, At: now.Add(tt.after)}, tt.c, m)
			if len(d.Agents) != tt.want || tt.want > 0 && d.Agents[0] != "bart" {
				t.Errorf("%v because %s, want %d", d.Agents, d.Reason, tt.want)
			}
		})
	}
}

// TestAddressDoesNotChangeItsArguments: address is pure.
func TestAddressDoesNotChangeItsArguments(t *testing.T) {
	c := addressScenes()["inn"]
	h := Heard{Text: "Part, an ale.", Speaker: anna, Alternatives: []string{"Bart, an ale."}, Words: []speech.Word{{Text: "Part,"}, {Text: "an"}, {Text: "ale."}}}
	first, _ := address(h, c, memory{})
	second, _ := address(h, c, memory{})
	if !slices.Equal(first.Agents, second.Agents) || first.Reason != second.Reason || h.Alternatives[0] != "Bart, an ale." || c.Agents[0].ID != "mirela" {
		t.Errorf("%+v, then %+v", first, second)
	}
}
