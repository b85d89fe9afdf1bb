package main

import (
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
)

// What is written is said as the campaign's names and the language want it.
// Case: X17.
func TestSaidAsNamesWant(t *testing.T) {
	e := typing(t)
	e.do(e.Say("odo", "Mirela pays 49 gp at 8:00."))
	if got := await[command.KeptLine](e).Line.Text; got != "Mirela pays 49 gp at 8:00." {
		t.Errorf("kept %q", got)
	}
	e.asked("mi-rel-ah pays forty-nine gold pieces at eight o'clock.")
}

func TestReaderOf(t *testing.T) {
	cfg := config.Default()
	cfg.TTS.Numbers.Value = "digits"
	file := campaign.File{Campaign: campaign.Campaign{Language: "de"}}
	if got, want := readerOf(cfg, file).Say("5 GM um 8:00").Text, "fünf Goldmünzen um 8:00"; got != want {
		t.Errorf("a voice that reads digits is given %q, want %q", got, want)
	}
	cfg.TTS.Numbers.Value = "words"
	if got, want := readerOf(cfg, file).Say("5 GM um 8:00").Text, "fünf Goldmünzen um acht Uhr"; got != want {
		t.Errorf("a voice that does not is given %q, want %q", got, want)
	}
}

// The narrator's voice is nobody else's, and a narrator without one is told of.
func TestCastVoices(t *testing.T) {
	cfg := config.Default()
	file := campaign.File{Agents: []campaign.Agent{{ID: "odo", Name: "Odo"}, {ID: "ada", Name: "Ada"}}}
	file.Campaign.Directions = campaign.DirectionsNarrate
	have := []string{"awb", "slt", "rms"}
	const silent = "The narrator has no voice with flite, so what NPCs do is told by nobody."
	for _, tt := range []struct {
		name, provider, voice string
		noted                 bool
	}{
		{"a voice of its own", config.Flite, "awb", false},
		{"another", config.Flite, "slt", false},
		{"none here", config.Piper, "awb", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file.Campaign.Narrator = map[string]campaign.Voice{tt.provider: {Name: tt.voice}}
			voices, notes, err := castVoices(cfg, file, have)
			if err != nil {
				t.Fatal(err)
			}
			if len(voices) != 2 || !tt.noted && (voices["odo"].Name == tt.voice || voices["ada"].Name == tt.voice) {
				t.Errorf("the voices are %v", voices)
			}
			if got := slices.Contains(notes, silent); got != tt.noted {
				t.Errorf("the notes are %q", notes)
			}
		})
	}
	file.Campaign.Narrator = map[string]campaign.Voice{config.Flite: {Name: "swl"}}
	if _, _, err := castVoices(cfg, file, have); err == nil || !strings.Contains(err.Error(), `The narrator: flite has no voice "swl"`) {
		t.Errorf("a narrator with a voice that there is not: %v", err)
	}
}

func TestNarratorOf(t *testing.T) {
	cfg := config.Default()
	narrator := map[string]campaign.Voice{config.Flite: {Name: "awb"}}
	for _, tt := range []struct {
		name string
		c    campaign.Campaign
		want string // empty: nobody narrates
	}{
		{"nobody is asked to", campaign.Campaign{Narrator: narrator}, ""},
		{"dropped", campaign.Campaign{Directions: campaign.DirectionsDrop, Narrator: narrator}, ""},
		{"told", campaign.Campaign{Directions: campaign.DirectionsNarrate, Narrator: narrator}, "awb"},
		{"no voice here", campaign.Campaign{Directions: campaign.DirectionsNarrate, Narrator: map[string]campaign.Voice{config.Piper: {Name: "x"}}}, ""},
	} {
		if v, ok := narratorOf(cfg, tt.c); ok != (tt.want != "") || ok && v.Name != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, v.Name, ok, tt.want)
		}
	}
}
