package main

import (
	"fmt"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/spoken"
	"glyphoxa/internal/transcript"
)

// readerOf returns how what agents of a campaign write is said.
func readerOf(cfg *config.Config, file campaign.File) *spoken.Reader {
	r := spoken.NewReader(language(cfg, file), file.Pronunciations())
	if cfg.TTS.Numbers.Value == "digits" {
		return r.Digits()
	}
	return r
}

// narratorOf returns the voice that tells what agents do; ok is false if nobody
// does: the campaign does not want it, or its narrator has no voice with this
// provider.
func narratorOf(cfg *config.Config, c campaign.Campaign) (v speech.Voice, ok bool) {
	voice, ok := c.Narrator[cfg.TTS.Provider.Value]
	return speech.Voice{Name: voice.Name, Options: voice.Options}, ok && c.Directions == campaign.DirectionsNarrate
}

// narrating is the narrator among those who have voices. No agent has such a key.
const narrating transcript.AgentID = "*"

// castVoices returns which voice each agent of a campaign has with the configured
// provider, as [campaign.AssignVoices] does. The narrator's is given to nobody else
// while there are others, and a note says if it has none although it is to tell what
// agents do.
func castVoices(cfg *config.Config, file campaign.File, available []string) (voices map[transcript.AgentID]campaign.Voice, notes []string, err error) {
	provider, agents := cfg.TTS.Provider.Value, file.Agents
	_, narrates := narratorOf(cfg, file.Campaign)
	if narrates {
		agents = append(slices.Clone(agents), campaign.Agent{ID: narrating, Name: "The narrator", Voices: file.Campaign.Narrator})
	}
	voices, notes, err = campaign.AssignVoices(agents, provider, language(cfg, file), available)
	delete(voices, narrating)
	if err == nil && !narrates && file.Campaign.Directions == campaign.DirectionsNarrate {
		note := fmt.Sprintf("The narrator has no voice with %s, so what NPCs do is told by nobody.", provider)
		notes = append(notes, note)
	}
	return voices, notes, err
}
