package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

const (
	// clipLimit bounds the making of a clip, whatever the provider's own limit.
	clipLimit = 20 * time.Second
	// maxClip is how long a clip may be: a provider that does not end must not
	// fill the memory.
	maxClip = 30 * time.Second
)

// A voicer lets a GM hear the configured voices. It is the [command.Voicer] of
// the program.
type voicer struct {
	cfg  *config.Config
	live *live // which counts what clips cost
}

// Provider implements [command.Voicer], as do the methods below.
func (v voicer) Provider() string { return v.cfg.TTS.Provider.Value }

// Voices lists the provider's voices.
func (v voicer) Voices(ctx context.Context) ([]string, error) { return listVoices(ctx, v.cfg) }

// Clip says a text as it would be said at the campaign's table, as a WAV file.
func (v voicer) Clip(ctx context.Context, about transcript.CampaignID, voice campaign.Voice, text string) (discord.File, error) {
	mouth, err := newVoice(v.cfg)
	if err != nil {
		return discord.File{}, err
	}
	file, err := v.live.db.Campaign(about).File(ctx)
	if err != nil {
		return discord.File{}, fmt.Errorf("make a clip: %w", err)
	}
	u := utteranceOf(v.cfg, file, voice, text)
	var wav []byte
	err = v.live.metered(ctx, about, "", func(m *meter.Meter) (err error) {
		wav, err = clip(ctx, m.Synthesizer(mouth, v.Provider()), u)
		return err
	})
	if errors.Is(err, errSpent) {
		return discord.File{}, &command.Complaint{Text: texts.Say("clip.spent")}
	}
	if fault, ok := errors.AsType[*speech.ProviderError](discreetly(v.cfg, err)); ok {
		return discord.File{}, &command.Complaint{Text: texts.Say("live.no-clip", "why", command.Plain(fault.Error()))}
	}
	if err != nil {
		return discord.File{}, fmt.Errorf("make a clip: %w", err)
	}
	return discord.File{Name: "voice.wav", Data: wav}, nil
}

// utteranceOf returns how a text is said at a campaign's table.
func utteranceOf(cfg *config.Config, file campaign.File, voice campaign.Voice, text string) speech.Utterance {
	return speech.Utterance{
		Text:     readerOf(cfg, file).Say(text).Text,
		Voice:    speech.Voice{Name: voice.Name, Options: voice.Options},
		Language: language(cfg, file),
	}
}

// clip has mouth say something and returns the sound as a WAV file.
func clip(ctx context.Context, mouth speech.Synthesizer, u speech.Utterance) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, clipLimit)
	defer cancel()
	var sound audio.Clip
	for piece, err := range mouth.Synthesize(ctx, u) {
		if err != nil {
			return nil, err
		}
		sound.PCM, sound.Rate = append(sound.PCM, piece.PCM...), piece.Rate
		if sound.Duration() > maxClip {
			break
		}
	}
	if len(sound.PCM) == 0 {
		return nil, &command.Complaint{Text: texts.Say("live.no-sound")}
	}
	return audio.AppendPCM(audio.AppendWAVHeader(nil, sound.Rate, len(sound.PCM)), sound.PCM), nil
}
