package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

const (
	// maxUtterance is how much of one utterance is heard. Nobody at a table
	// speaks for longer without a pause; a stuck microphone does.
	maxUtterance = 120 * time.Second
	// minUtterance is what OpenAI asks for at least. Shorter sound holds no word.
	minUtterance = 100 * time.Millisecond
	// maxPrompt is how long the list of names may be, in runes: Whisper reads
	// 224 tokens of it at most, and an invented name takes several.
	maxPrompt = 200
)

// A Transcription is a recogniser behind /audio/transcriptions, which is asked
// once for each utterance. It may be used by several goroutines.
type Transcription struct {
	p     *Provider
	model string
	// plain says that the model is known not to answer with confidences.
	plain atomic.Bool
}

var _ speech.Recognizer = (*Transcription)(nil)

// Transcription returns the recogniser with the model of that name.
func (p *Provider) Transcription(model string) *Transcription {
	return &Transcription{p: p, model: model}
}

// Recognize hears up to two minutes of sound and yields one final hypothesis;
// see [speech.Recognizer]. Errors are [*speech.ProviderError], or ctx's when it
// is done.
//
// Each utterance is recognised by itself. Earlier text is never sent as a
// prompt: what was misheard once would be misheard again.
func (t *Transcription) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		pcm := collect(sound)
		switch {
		case ctx.Err() != nil:
			yield(speech.Hypothesis{}, ctx.Err())
			return
		case audio.Speech.Duration(len(pcm)) < minUtterance:
			yield(speech.Hypothesis{Final: true}, nil)
			return
		}
		var h speech.Hypothesis
		wav := audio.AppendPCM(audio.AppendWAVHeader(nil, audio.Speech, len(pcm)), pcm)
		f := twice(ctx, func() (_ bool, f *fault) {
			h, f = t.ask(ctx, hints, wav)
			return false, f
		})
		if f != nil {
			yield(speech.Hypothesis{}, t.p.outcome(ctx, "transcribe", f))
			return
		}
		yield(h, nil)
	}
}

func collect(sound iter.Seq[[]int16]) (pcm []int16) {
	for s := range sound {
		pcm = append(pcm, s...)
		if len(pcm) >= audio.Speech.Samples(maxUtterance) {
			break
		}
	}
	return pcm
}

// ask asks with confidences, and without them if the model has none.
func (t *Transcription) ask(ctx context.Context, hints speech.Hints, wav []byte) (speech.Hypothesis, *fault) {
	if !t.plain.Load() {
		h, f := t.askFor(ctx, openai.AudioResponseFormatVerboseJSON, hints, wav)
		if f == nil || f.status != http.StatusBadRequest && f.status != http.StatusUnprocessableEntity {
			return h, f
		}
	}
	h, f := t.askFor(ctx, openai.AudioResponseFormatJSON, hints, wav)
	if f == nil {
		t.plain.Store(true)
	}
	return h, f
}

func (t *Transcription) askFor(ctx context.Context, format openai.AudioResponseFormat, hints speech.Hints, wav []byte) (h speech.Hypothesis, f *fault) {
	a, f := t.p.send(ctx, func(ctx context.Context, c *openai.Client) error {
		_, err := c.CreateTranscription(ctx, openai.AudioRequest{
			Model:    t.model,
			FilePath: "utterance.wav", // servers go by the ending
			Reader:   bytes.NewReader(wav),
			Prompt:   prompt(hints.Names),
			Language: primary(hints.Language),
			Format:   format,
		})
		return err
	})
	if f != nil {
		return h, f
	}
	defer a.close()
	data, err := io.ReadAll(a.body)
	if err != nil {
		return h, readFault(err)
	}
	if a.media == "text/plain" && utf8.Valid(data) && !json.Valid(data) { // some servers know no other
		return speech.Hypothesis{Text: strings.TrimSpace(string(data)), Final: true}, nil
	}
	var v transcript
	if f := a.understand(data, &v); f != nil {
		return h, f
	}
	if v.Text == nil {
		return h, notUnderstood()
	}
	return v.hypothesis(), nil
}

// A transcript is the answer, with or without confidences.
type transcript struct {
	Text     *string
	Language string
	Segments []struct {
		Start, End   float64
		AvgLogprob   *float64 `json:"avg_logprob"`
		NoSpeechProb float64  `json:"no_speech_prob"`
	}
}

// hypothesis sums the segments up: their mean log probability, weighted by how
// long each lasts, and the highest probability that there was no speech.
func (v transcript) hypothesis() speech.Hypothesis {
	h := speech.Hypothesis{
		Text:     strings.TrimSpace(*v.Text),
		Final:    true,
		Language: languageTag(v.Language),
	}
	var sum, weight float64
	for _, s := range v.Segments {
		h.NoSpeech = max(h.NoSpeech, min(s.NoSpeechProb, 1))
		if s.AvgLogprob == nil {
			continue
		}
		w := s.End - s.Start
		if w <= 0 {
			w = 1 // no times: all weigh the same
		}
		sum += w * *s.AvgLogprob
		weight += w
	}
	if weight > 0 {
		h.Confidence = min(math.Exp(sum/weight), 1)
	}
	return h
}

// prompt lists names so that the recogniser expects them, as many whole ones
// as fit. There is nothing else in it: on silence Whisper recites its prompt,
// and a list of names is easily told from speech.
func prompt(names []string) string {
	var b strings.Builder
	n := 0
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		n += utf8.RuneCountInString(name) + len(", ")
		if n > maxPrompt {
			break
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + "."
}

// primary returns the language alone of a BCP 47 tag: the interface takes
// ISO 639-1 codes and refuses "en-GB".
func primary(tag string) string {
	lang, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	return strings.ToLower(lang)
}
