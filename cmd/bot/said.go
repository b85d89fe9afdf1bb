package main

import (
	"fmt"

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
	voice, ok := c.Narration(cfg.TTS.Provider.Value)
	return speech.Voice{Name: voice.Name, Options: voice.Options}, ok
}

// castVoices returns which voice each agent of a campaign has with the configured
// provider, as [campaign.File.AssignVoices] does. A note says if the narrator has none
// although it is to tell what agents do.
func castVoices(cfg *config.Config, file campaign.File, available []string) (voices map[transcript.AgentID]campaign.Voice, notes []string, err error) {
	provider := cfg.TTS.Provider.Value
	voices, notes, err = file.AssignVoices(provider, language(cfg, file), available)
	if _, narrates := narratorOf(cfg, file.Campaign); err == nil && !narrates && file.Campaign.Directions == campaign.DirectionsNarrate {
		note := fmt.Sprintf("The narrator has no voice with %s, so what NPCs do is told by nobody.", provider)
		notes = append(notes, note)
	}
	return voices, notes, err
}
