package main

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/spoken"
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
