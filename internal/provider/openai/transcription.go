package openai

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

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
	p       *Provider
	model   string
	manners []manner
	// learnt is the first of manners that the server may understand.
	learnt atomic.Int32
	// fits is one more than the last of manners in which the server has answered:
	// what it refuses in that one is the utterance.
	fits atomic.Int32
}

var _ speech.Recognizer = (*Transcription)(nil)

// Transcription returns the recogniser with the model of that name.
func (p *Provider) Transcription(model string) *Transcription {
	return &Transcription{p: p, model: model, manners: mannersFor(model)}
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

// ask asks in the manner that tells most, and in a plainer one if the server
// refuses that; which it refused, it is not asked again. Neither is it for the
// confidences of words if it has told words without them: they cost it time.
func (t *Transcription) ask(ctx context.Context, hints speech.Hints, wav []byte) (h speech.Hypothesis, f *fault) {
	for i := int(t.learnt.Load()); i < len(t.manners); i++ {
		m := t.manners[i]
		var v transcript
		v, f = t.askFor(ctx, m, hints, wav)
		refused := f != nil && (f.status == http.StatusBadRequest || f.status == http.StatusUnprocessableEntity)
		if refused && int(t.fits.Load()) != i+1 {
			continue
		}
		if f != nil {
			return speech.Hypothesis{}, f
		}
		t.fits.Store(int32(i + 1)) //nolint:gosec // there are four
		h = v.hypothesis()
		if m.sure && h.Text != "" && len(v.pieces()) == 0 {
			i++
		}
		t.learn(int32(i)) //nolint:gosec // there are four
		return h, nil
	}
	return speech.Hypothesis{}, f
}

// learn notes that the manners before i are of no use.
func (t *Transcription) learn(i int32) {
	for {
		known := t.learnt.Load()
		if i <= known || t.learnt.CompareAndSwap(known, i) {
			return
		}
	}
}

func (t *Transcription) askFor(ctx context.Context, m manner, hints speech.Hints, wav []byte) (v transcript, f *fault) {
	form, contentType := m.form(t.model, hints, wav)
	a, f := t.p.post(ctx, "audio/transcriptions", contentType, form)
	if f != nil {
		return v, f
	}
	defer a.close()
	data, err := io.ReadAll(a.body)
	if err != nil {
		return v, readFault(err)
	}
	if a.media == "text/plain" && utf8.Valid(data) && !json.Valid(data) { // some servers know no other
		return transcript{Text: new(string(data))}, nil
	}
	if f := a.understand(data, &v); f != nil {
		return v, f
	}
	if v.Text == nil {
		return v, notUnderstood()
	}
	return v, nil
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
