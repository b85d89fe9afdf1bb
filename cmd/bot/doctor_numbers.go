package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
)

const (
	// numbers is what a voice is to say that digits are left to. However fast it
	// talks, it takes a second and a half.
	numbers = "20 30 40 50"
	// numbersLeast is how much voice is in them at least, and numbersLevel above
	// which level, in dBFS, there is one: of what they skip, some voices make a
	// pause with a click in it.
	numbersLeast = 400 * time.Millisecond
	numbersLevel = -45.0
)

// checkNumbers has the voice say numbers in each language in which they are left
// to it. Some voices skip digits of which they have no words, without an error,
// and an NPC that names a price then names none.
func (d *doctor) checkNumbers(ctx context.Context, voice speech.Synthesizer) {
	tables := d.campaigns
	if len(tables) == 0 {
		tables = make([]campaign.File, 1) // one that is still to come
	}
	var tried []string
	for _, table := range tables {
		tongue := language(d.cfg, table)
		if slices.Contains(tried, tongue) || !strings.ContainsAny(readerOf(d.cfg, table).Say(numbers).Text, "0123456789") {
			continue
		}
		tried = append(tried, tongue)
		d.checkNumbersIn(ctx, voice, tongue, table)
	}
}

func (d *doctor) checkNumbersIn(ctx context.Context, voice speech.Synthesizer, tongue string, table campaign.File) {
	what := "tts " + d.cfg.TTS.Provider.Value
	u := speech.Utterance{Text: numbers, Voice: d.voiceOf([]campaign.File{table}, tongue), Language: tongue}
	name := cmp.Or(u.Voice.Name, "the voice")
	said, _, err := speak(ctx, voice, u)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return
		}
		f := fault(what, err)
		d.report(finding{f.level, what, fmt.Sprintf("%s was to say \"20 30 40 50\": %s", name, f.detail), f.remedy})
		return
	}
	if soundOf(said) >= numbersLeast {
		return
	}
	detail := fmt.Sprintf("%s leaves out digits: it was to say \"20 30 40 50\", and said nothing", name)
	if d.cfg.TTS.Numbers.Value == "digits" {
		d.report(finding{fail, what, detail, "set tts.numbers to words, or take another voice"})
		return
	}
	d.report(finding{fail, what, detail, fmt.Sprintf("take another voice or another provider: only in English and German are numbers written out for it, and this is %s", tongue)})
}

// soundOf returns how much of a clip is louder than silence.
func soundOf(c audio.Clip) (long time.Duration) {
	const window = 20 * time.Millisecond
	if len(c.PCM) == 0 {
		return 0
	}
	for part := range slices.Chunk(c.PCM, max(1, c.Rate.Samples(window))) {
		if audio.RMS(part) > numbersLevel {
			long += c.Rate.Duration(len(part))
		}
	}
	return long
}
