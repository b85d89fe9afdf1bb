package conversation

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestFollowUpReasons has what a GM reads of a line without a name, and when a referee
// would be asked.
func TestFollowUpReasons(t *testing.T) {
	const greta, doubt = `they were talking to "Greta"`, `it may be for "Greta"`
	tests := []struct {
		name, scene, text string
		answers           bool
		reason, doubt     string
	}{
		{"nothing to tell by", "inn", "And the bridge?", true, greta, ""},
		{"the rules", "inn", "is that why i have darkvision", false, greta + `, but "darkvision" is of the rules`, ""},
		{"the room", "inn", "the burgers smell great", false, greta + `, but "burgers" is of the room they sit in`, ""},
		{"a phrase", "inn", "and does that include half damage", false, greta + `, but "half damage" is of the rules`, ""},
		{"family", "inn", "not now mum", false, greta + `, but "mum" is nobody here`, ""},
		{"a stranger", "inn", "Kevin, leave that.", false, greta + `, but "kevin" is nobody here`, doubt},
		{"a roll", "inn", "ugh a four", false, greta + `, but it tells what was rolled`, ""},
		{"a deed", "inn", "i grin at her", false, greta + `, but it tells what a character does`, ""},
		{"a deed that is speech", "inn", "i lean in and whisper where is the key", true, greta, ""},
		{"a thought", "inn", "maybe the miller", false, greta + `, but it thinks aloud`, doubt},
		{"a thought that is told her", "inn", "maybe you know the miller", true, greta, ""},
		{"a question that the GM would answer", "inn", "do i smell anything", false, greta + `, but it asks the GM`, doubt},
		{"a question that either would", "inn", "can i sit here", true, greta + `, although it may ask the GM`, doubt},
		{"another player is to ask", "inn", "ask her about the key", false, greta + `, but it tells another player what to ask`, doubt},
		{"a person", "inn", "Brand is not so sure.", false, greta + `, but it names somebody at the table`, doubt},
		{"anybody", "inn", "has anybody seen him", true, greta + `, although it asks anybody`, doubt},
		{"German: the rules end in it", "krug", "das wird dann ein angriffswurf", false, greta + `, but "angriffswurf" is of the rules`, ""},
		{"German: you are one", "krug", "hast du die tür gesehen", true, greta, ""},
		{"German: a treasure is no darling", "krug", "und wo liegt der schatz", true, greta, ""},
		{"German: a darling is", "krug", "ja schatz gleich", false, greta + `, but "schatz" is nobody here`, ""},
	}
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	scenes := addressScenes()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := memory{}.addressed("greta", anna, now, false).answered("greta", anna, now)
			d, _ := address(Heard{Text: tt.text, Speaker: anna, At: now.Add(3 * time.Second)}, scenes[tt.scene], m)
			var unsure []transcript.AgentID
			if tt.doubt != "" {
				unsure = []transcript.AgentID{"greta"}
			}
			if slices.Equal(d.Agents, []transcript.AgentID{"greta"}) != tt.answers || d.Reason != tt.reason || d.Doubt != tt.doubt || !slices.Equal(d.Unsure, unsure) {
				t.Errorf("%q: %v because %s; unsure of %v because %q; want %v, %s; %q", tt.text, d.Agents, d.Reason, d.Unsure, d.Doubt, tt.answers, tt.reason, tt.doubt)
			}
		})
	}
}

// TestAloneTheBarIsLower: with nobody else there, what may be for the GM or for no one
// is for the agent.
func TestAloneTheBarIsLower(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	alone := addressScenes()["duo"]
	among := alone
	among.People = people("anna", "tom")
	m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
	for _, text := range []string{"maybe tomorrow", "do i smell anything", "i think he went north"} {
		h := Heard{Text: text, Speaker: anna, At: now.Add(3 * time.Second)}
		if d, _ := address(h, alone, m); len(d.Agents) != 1 {
			t.Errorf("%q, alone: %v because %s, want Bart", text, d.Agents, d.Reason)
		}
		if d, _ := address(h, among, m); len(d.Agents) != 0 {
			t.Errorf("%q, among others: %v because %s, want nobody", text, d.Agents, d.Reason)
		}
	}
}

// TestDeedsAreNoDoubt: what a character does is told all the time, and no referee is
// asked about it.
func TestDeedsAreNoDoubt(t *testing.T) {
	c := addressScenes()["duo"]
	if d, _ := address(Heard{Text: "i grin at him", Speaker: anna}, c, memory{}); len(d.Agents) > 0 || len(d.Unsure) > 0 {
		t.Errorf("%v because %s, unsure of %v, want nobody", d.Agents, d.Reason, d.Unsure)
	}
}

// TestGroupOfMuted: somebody who is muted speaks for all only if everybody is.
//
// Case: F44.
func TestGroupOfMuted(t *testing.T) {
	for _, tt := range []struct {
		name  string
		who   campaign.Chorus
		muted []int // of Bart and Greta
		want  []transcript.AgentID
		mute  bool
	}{
		{"one speaks, who is not muted", "", []int{0}, []transcript.AgentID{"greta"}, false},
		{"one speaks, and all are muted", "", []int{0, 1}, []transcript.AgentID{"bart"}, true},
		{"each speaks who is not muted", campaign.ChorusEach, []int{0}, []transcript.AgentID{"greta"}, false},
		{"each would, and all are muted", campaign.ChorusEach, []int{0, 1}, []transcript.AgentID{"bart", "greta"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := addressScenes()["pair"]
			c.Chorus, c.Agents = tt.who, slices.Clone(c.Agents)
			for _, i := range tt.muted {
				c.Agents[i].Muted = true
			}
			d, _ := address(Heard{Text: "You two, what do you want?", Speaker: anna}, c, memory{})
			if !slices.Equal(d.Agents, tt.want) || d.Muted != tt.mute {
				t.Errorf("%v, muted %v, because %s; want %v, %v", d.Agents, d.Muted, d.Reason, tt.want, tt.mute)
			}
		})
	}
}

// TestIgnoredGM: what a GM says whose voice is ignored changes nothing.
func TestIgnoredGM(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
	c := addressScenes()["inn-gm-ignored"]
	for _, text := range []string{"Bart looks away.", "Glyphoxa, help.", "Bart, hello."} {
		d, after := address(Heard{Text: text, Speaker: sam, Role: transcript.GM, At: now.Add(time.Second)}, c, m)
		if len(d.Agents) > 0 || d.Reason != "the GM's voice is ignored" || after.claims[anna].agent != "bart" {
			t.Errorf("%q: %v because %s, and Anna talks to %q", text, d.Agents, d.Reason, after.claims[anna].agent)
		}
	}
}

func BenchmarkAddressFollowUp(b *testing.B) {
	c, now := addressScenes()["inn"], time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	m := memory{}.addressed("greta", anna, now, false).answered("greta", anna, now)
	h := Heard{Text: "I have a question about the old mill by the river, do you know who burned it down last year?", Speaker: anna, At: now}
	b.ReportAllocs()
	for b.Loop() {
		address(h, c, m)
	}
}
