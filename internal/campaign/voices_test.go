package campaign

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

func TestAssignVoices(t *testing.T) {
	slow := Voice{Name: "slt", Options: map[string]string{"speed": "0.9"}}
	cast := []Agent{
		{ID: "mirela", Name: "Mirela", Voices: map[string]Voice{"flite": slow, "openai": {Name: "nova"}}},
		{ID: "odo", Name: "Odo"},
		{ID: "edith", Name: "Edith"},
	}
	flite := []string{"awb", "kal16", "slt"}

	got, notes, err := AssignVoices(cast, "flite", "en", flite)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slow, got["mirela"]); diff != "" {
		t.Errorf("mirela's own voice: -want +got:\n%s", diff)
	}
	names := map[string]bool{}
	for _, a := range cast {
		names[got[a.ID].Name] = true
	}
	if len(names) != 3 {
		t.Errorf("voices are not distinct: %v", got)
	}
	if len(notes) != 2 {
		t.Errorf("notes are %q, want one each for odo and edith", notes)
	}

	slices.Reverse(cast)
	again, _, err := AssignVoices(cast, "flite", "en", flite)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("another order gives other voices: %s", diff)
	}
}

func TestAssignVoicesWhenAllAreTaken(t *testing.T) {
	cast := []Agent{
		{ID: "a", Name: "Ada", Voices: map[string]Voice{"flite": {Name: "awb"}}},
		{ID: "b", Name: "Bo"},
		{ID: "c", Name: "Cy"},
		{ID: "d", Name: "Di"},
	}
	got, notes, err := AssignVoices(cast, "flite", "en", []string{"awb", "slt"})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, v := range got {
		count[v.Name]++
	}
	if diff := cmp.Diff(map[string]int{"awb": 2, "slt": 2}, count); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if want := "Bo has no voice of its own with flite and is given slt."; notes[0] != want {
		t.Errorf("first note is %q, want %q", notes[0], want)
	}
	if want := "every voice is taken."; len(notes) != 3 || !slices.ContainsFunc(notes, func(s string) bool { return len(s) > len(want) && s[len(s)-len(want):] == want }) {
		t.Errorf("notes are %q, want sharing to be told", notes)
	}
}

// A voice that is chosen speaks the table's language, if names tell.
func TestSpeaking(t *testing.T) {
	for _, tt := range []struct {
		name, language string
		voices, want   []string
	}{
		{"espeak-ng", "en", []string{"af", "cmn-latn-pinyin", "en-gb", "en-us", "eno"}, []string{"en-gb", "en-us"}},
		{"piper", "de-AT", []string{"de_DE-thorsten-low", "en_US-amy-medium"}, []string{"de_DE-thorsten-low"}},
		{"names", "en", []string{"awb", "slt"}, []string{"awb", "slt"}},
		{"another language", "de", []string{"en-gb"}, []string{"en-gb"}},
		{"none", "en", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Speaking(tt.language, tt.voices)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	got, _, err := AssignVoices([]Agent{{ID: "odo", Name: "Odo"}}, "espeak-ng", "en", []string{"cmn", "en-gb", "yue"})
	if err != nil || got["odo"].Name != "en-gb" {
		t.Errorf("Odo is given %q, %v", got["odo"].Name, err)
	}
}

// Case: F49.
func TestAssignVoicesErrors(t *testing.T) {
	agent := func(id, name, voice string) Agent {
		return Agent{ID: transcript.AgentID(id), Name: name, Voices: map[string]Voice{"flite": {Name: voice}}}
	}
	tests := []struct {
		name      string
		cast      []Agent
		available []string
		want      string // empty for no error
	}{
		{"F49: unknown voice", []Agent{agent("m", "Mirela", "stl"), agent("o", "Odo", "robot-seven")}, []string{"awb", "slt"}, "" +
			"Mirela: flite has no voice \"stl\"; did you mean slt?\n" +
			"Odo: flite has no voice \"robot-seven\"; it may be awb, slt"},
		{"F49: empty voice", []Agent{agent("m", "Mirela", "")}, nil, "Mirela has a voice without a name with flite; name one, or take the entry out and one is chosen"},
		{"provider does not say", []Agent{agent("m", "Mirela", "anything")}, nil, ""},
		{"none to choose from", []Agent{{ID: "o", Name: "Odo"}}, nil, "Odo has no voice with flite, which does not say what voices it has; write voices: {flite: …} for o"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, notes, err := AssignVoices(tt.cast, "flite", "en", tt.available)
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || err.Error() != tt.want || got != nil || notes != nil {
				t.Errorf("got %v, %q, error\n%v\nwant\n%s", got, notes, err, tt.want)
			}
		})
	}
}

// The narrator's voice is nobody else's while there are others.
func TestNarratorsVoice(t *testing.T) {
	available := []string{"awb", "kal16", "slt"}
	for _, tt := range []struct {
		name       string
		directions Directions
		narrator   map[string]Voice
		agents     int
		taken      bool // an agent has its voice
	}{
		{"it narrates", DirectionsNarrate, map[string]Voice{"flite": {Name: "slt"}}, 2, false},
		{"every voice is taken", DirectionsNarrate, map[string]Voice{"flite": {Name: "slt"}}, 3, true},
		{"nothing is narrated", DirectionsDrop, map[string]Voice{"flite": {Name: "slt"}}, 3, true},
		{"with another provider", DirectionsNarrate, map[string]Voice{"openai": {Name: "slt"}}, 3, true},
	} {
		f := File{Campaign: Campaign{Directions: tt.directions, Narrator: tt.narrator}}
		for _, id := range []transcript.AgentID{"mirela", "odo", "edith"}[:tt.agents] {
			f.Agents = append(f.Agents, Agent{ID: id, Name: string(id)})
		}
		voices, notes, err := f.AssignVoices("flite", "en", available)
		if err != nil {
			t.Fatal(err)
		}
		taken := false
		for _, v := range voices {
			taken = taken || v.Name == "slt"
		}
		if taken != tt.taken || len(voices) != tt.agents || len(notes) != tt.agents {
			t.Errorf("%s: voices %v, notes %q", tt.name, voices, notes)
		}
	}
}
