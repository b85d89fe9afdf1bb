package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
)

// checkModel asks the language model for one word.
func (d *doctor) checkModel(ctx context.Context) {
	what := "llm " + d.cfg.LLM.Provider.Value
	model, err := newModel(d.cfg)
	if err != nil {
		d.faults(what, err)
		return
	}
	start := time.Now()
	var first time.Duration
	for ev, err := range d.counts().Model(model, d.cfg.LLM.Provider.Value).Stream(ctx, llm.Request{
		System:    "This is a test of the connection.",
		Messages:  []llm.Message{{Role: llm.User, Text: "Answer with one word: ready."}},
		MaxTokens: d.cfg.LLM.MaxTokens.Value, // a model that thinks first would use up a small one
	}) {
		if err != nil {
			d.faults(what, err)
			return
		}
		if _, ok := ev.(llm.Text); ok && first == 0 {
			first = time.Since(start)
		}
	}
	if first == 0 {
		d.report(finding{warn, what, "it answered without a word", "try another model, or raise llm.max_tokens if it thinks first"})
		return
	}
	d.report(finding{level: fine, what: what, detail: "the first word after " + seconds(first) + ", all after " + seconds(time.Since(start))})
}

// checkVoice has a word spoken, which it keeps for the recogniser, and numbers.
func (d *doctor) checkVoice(ctx context.Context) {
	what := "tts " + d.cfg.TTS.Provider.Value
	voice, err := newVoice(d.cfg)
	if err != nil {
		d.faults(what, err)
		return
	}
	voice = d.counts().Synthesizer(voice, d.cfg.TTS.Provider.Value)
	if d.voices, err = voice.Voices(ctx); err != nil {
		d.faults(what, err)
		return
	}
	d.voiced = true
	u := speech.Utterance{Text: "Testing", Voice: d.someVoice(), Language: d.cfg.Language.Value}
	spoken, first, err := speak(ctx, voice, u)
	if err != nil {
		d.faults(what, err)
		return
	}
	if len(spoken.PCM) == 0 {
		d.report(finding{fail, what, "it spoke, but there was no sound", "check its settings under tts"})
		return
	}
	d.clip = spoken
	detail := fmt.Sprintf("%s spoke for %s, the first sound after %s", cmp.Or(u.Voice.Name, "it"), seconds(spoken.Duration()), seconds(first))
	if len(d.voices) > 0 {
		detail += fmt.Sprintf("; %d voices", len(d.voices))
	}
	d.report(finding{level: fine, what: what, detail: detail})
	d.checkNumbers(ctx, voice)
}

// speak returns all of an utterance, and when its first sound came.
func speak(ctx context.Context, voice speech.Synthesizer, u speech.Utterance) (spoken audio.Clip, first time.Duration, err error) {
	start := time.Now()
	for clip, err := range voice.Synthesize(ctx, u) {
		if err != nil {
			return audio.Clip{}, 0, err
		}
		if first == 0 {
			first = time.Since(start)
		}
		spoken.Rate, spoken.PCM = clip.Rate, append(spoken.PCM, clip.PCM...)
	}
	return spoken, first, nil
}

// someVoice returns a voice of any table.
func (d *doctor) someVoice() speech.Voice { return d.voiceOf(d.campaigns, d.cfg.Language.Value) }

// voiceOf returns a voice that an agent has or, failing that, one of those that
// the provider has: for the tables' language, if that can be told.
func (d *doctor) voiceOf(tables []campaign.File, language string) speech.Voice {
	for _, c := range tables {
		for _, a := range c.Agents {
			v, ok := a.Voices[d.cfg.TTS.Provider.Value]
			if ok && (len(d.voices) == 0 || slices.Contains(d.voices, v.Name)) {
				return speech.Voice{Name: v.Name, Options: v.Options}
			}
		}
	}
	if len(d.voices) == 0 {
		return speech.Voice{}
	}
	return speech.Voice{Name: campaign.Speaking(language, d.voices)[0]}
}

// checkEars has the recogniser hear what the voice spoke or, without any, a
// second of silence.
func (d *doctor) checkEars(ctx context.Context) {
	what := "stt " + d.cfg.STT.Provider.Value
	about := campaign.File{Campaign: campaign.Campaign{Language: d.cfg.Language.Value}}
	if len(d.campaigns) > 0 {
		about = d.campaigns[0]
	}
	ears, cleanup, err := newEars(ctx, d.cfg, about)
	if err != nil {
		d.faults(what, err)
		return
	}
	defer cleanup()
	sound := make([]int16, audio.Speech.Samples(time.Second))
	if len(d.clip.PCM) > 0 {
		r, err := audio.NewResampler(d.clip.Rate, audio.Speech)
		if err != nil {
			d.faults(what, err)
			return
		}
		// The silence behind the word is what ends an utterance at the table.
		sound = append(r.Flush(r.Append(nil, d.clip.PCM)), sound[:len(sound)/2]...)
	}
	hints := speech.Hints{Language: cmp.Or(d.cfg.STT.Language.Value, d.cfg.Language.Value)}
	start := time.Now()
	var last speech.Hypothesis
	for h, err := range d.counts().Recognizer(ears, d.cfg.STT.Provider.Value).Recognize(ctx, hints, chunks(ctx, sound)) {
		if err != nil {
			d.faults(what, err)
			return
		}
		last = h
	}
	took := seconds(time.Since(start))
	switch heard := strings.TrimSpace(last.Text); {
	case len(d.clip.PCM) == 0:
		d.report(finding{level: fine, what: what, detail: "it listened to a second of silence for " + took})
	case heard == "":
		d.report(finding{warn, what, "it heard no word in the one that was spoken, and took " + took, "check its language and its model under stt"})
	default:
		d.report(finding{level: fine, what: what, detail: fmt.Sprintf("it heard %q where \"testing\" was spoken, in %s", heard, took)})
	}
}

// chunks yields sound as a table would, a tenth of a second at a time.
func chunks(ctx context.Context, sound []int16) iter.Seq[[]int16] {
	return func(yield func([]int16) bool) {
		for chunk := range slices.Chunk(sound, audio.Speech.Samples(100*time.Millisecond)) {
			if ctx.Err() != nil || !yield(chunk) {
				return
			}
		}
	}
}

// seconds writes how long something took, for people.
func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }
