package conversation

import (
	"context"
	"iter"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// crowdEars recognise what people say in a parlour: all of it at its end, or word
// by word as it is said.
type crowdEars struct {
	people  []speaking
	names   []string // that they were told to expect
	streams bool
	unsure  bool // they say how sure they are of each word, and what else it may be
	takes   func(text string) time.Duration
}

// Of these texts a recogniser makes something else.
const (
	earsFail      = "ears fail"
	earsSubtitles = "ears subtitles"
	earsPrompt    = "ears prompt"
	earsForeign   = "ears foreign"
)

// foreign is of no language of the table's.
const foreign = "Большое спасибо за просмотр"

// Recognize implements [speech.Recognizer].
func (e *crowdEars) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		var said []string
		for pcm := range sound {
			text := e.people[int(pcm[0]-1000)/100].phrases[int(pcm[0]-1000)%100].text
			words := strings.Fields(text)
			for i := range words {
				if !e.streams || !until(ctx, time.Now().Add(audio.Speech.Duration(len(pcm))/time.Duration(len(words)+1))) {
					break
				}
				if !yield(e.heard(join(strings.Join(said, " "), strings.Join(words[:i+1], " "))), nil) {
					return
				}
			}
			said = append(said, text)
		}
		text := strings.Join(said, " ")
		if !until(ctx, time.Now().Add(e.takes(text))) {
			yield(speech.Hypothesis{}, ctx.Err())
			return
		}
		if strings.Contains(text, earsFail) {
			yield(speech.Hypothesis{}, errEars)
			return
		}
		h := e.heard(text)
		h.Final = true
		yield(h, nil)
	}
}

// heard is what they make of a text.
func (e *crowdEars) heard(text string) speech.Hypothesis {
	switch {
	case strings.Contains(text, earsSubtitles):
		return speech.Hypothesis{Text: "Thank you for watching.", Confidence: 0.3}
	case strings.Contains(text, earsPrompt):
		return speech.Hypothesis{Text: strings.Join(e.names, ", ") + "."}
	case strings.Contains(text, earsForeign):
		return speech.Hypothesis{Text: foreign, Language: "ru", Confidence: 0.5}
	}
	h := speech.Hypothesis{Text: text, Confidence: 0.9}
	if e.unsure {
		for w := range strings.FieldsSeq(text) {
			h.Words = append(h.Words, speech.Word{Text: w, Confidence: float64(mood(w, 3)%100) / 100})
		}
		for _, other := range []string{strings.ReplaceAll(text, "Bart", "Part"), strings.ReplaceAll(text, "go on", "Odo")} {
			if other != text {
				h.Alternatives = append(h.Alternatives, other)
			}
		}
	}
	return h
}
