// Package speech is the vocabulary shared by the packages that hear and speak
// and the packages that reach a recogniser or a voice.
//
// Both directions stream. A [Recognizer] takes sound as it comes and yields
// what it has understood so far; a [Synthesizer] takes the text of one segment
// and yields sound as it is made. A provider that can only be asked once
// collects its input and yields one result: the caller cannot tell, except by
// the time it takes.
package speech

import (
	"context"
	"fmt"
	"iter"

	"glyphoxa/internal/audio"
)

// A Hypothesis is what a recogniser believes was said so far. Each replaces
// the one before it.
type Hypothesis struct {
	Text string
	// Final says that no later hypothesis of this utterance will differ.
	Final bool
	// Confidence is from 0 to 1. Zero means that the provider gave none.
	Confidence float64
	// NoSpeech is the provider's probability that nobody spoke, 0 if unknown.
	NoSpeech float64
	// Language is the language heard, as a BCP 47 tag, if the provider says.
	Language string
	// Words are the words of Text in order with how sure the provider is of
	// each, nil if it does not say.
	Words []Word
	// Alternatives are what else may have been said, the likeliest first and
	// Text not among them.
	Alternatives []string
}

// A Word is a word of a hypothesis.
type Word struct {
	Text       string
	Confidence float64 // from 0 to 1
}

// Hints tell a recogniser what to expect.
type Hints struct {
	// Language is a BCP 47 tag such as "en" or "de". Empty means unknown.
	Language string
	// Names are the names in the scene, most likely first.
	Names []string
	// Priority says who is heard first when more people have finished speaking
	// than the recogniser may be asked about at once: the higher. See [Limit].
	Priority int
}

// A Recognizer turns one utterance into text.
type Recognizer interface {
	// Recognize hears sound, mono at [audio.Speech], until the sequence ends,
	// and yields hypotheses, the last of them final. An utterance with no
	// words yields one empty final hypothesis. An error is terminal and comes
	// with a zero hypothesis. The result may be ranged over once; breaking out
	// of it, or cancelling ctx, abandons the request.
	//
	// sound is ranged over once, perhaps from another goroutine, which ends
	// before the result does: the sequence must end when ctx is cancelled.
	// A slice it yields is valid until the next one is asked for.
	Recognize(ctx context.Context, hints Hints, sound iter.Seq[[]int16]) iter.Seq2[Hypothesis, error]
}

// A Voice is how an agent sounds with one provider.
type Voice struct {
	Name string // the provider's name for it
	// Options are the provider's own, such as speed. Unknown ones are errors.
	Options map[string]string
}

// An Utterance is one segment of an answer: a sentence or a clause.
type Utterance struct {
	Text     string
	Voice    Voice
	Language string // BCP 47; empty means the voice's own
}

// A Synthesizer speaks.
type Synthesizer interface {
	// Synthesize speaks u and yields its sound in order, as it is made. All
	// clips of one sequence have the same rate and none is empty; they may say
	// when words of u.Text have been said. A clip's samples are valid until the
	// next one is asked for. An error is terminal and comes with a zero clip.
	// The sequence may be ranged over once; breaking out of it, or cancelling
	// ctx, abandons the request.
	Synthesize(ctx context.Context, u Utterance) iter.Seq2[audio.Clip, error]

	// Voices lists the voices that may be asked for, sorted by name. An empty
	// list with a nil error means that the provider does not say, and any name
	// may be tried.
	Voices(ctx context.Context) ([]string, error)
}

// A ProviderError is a fault of a provider, in words that the GM can act on.
type ProviderError struct {
	Provider string // its name in the configuration, such as "openai"
	Op       string // what it was asked for: "chat", "transcribe", "speak", "list voices"
	Status   int    // HTTP status, or exit status of a program; 0 if there was none
	Message  string // what is wrong
	Remedy   string // what to do about it
	Err      error  // the cause, if it may be acted on
}

func (e *ProviderError) Error() string {
	s := fmt.Sprintf("%s: %s: %s", e.Provider, e.Op, e.Message)
	if e.Remedy != "" {
		s += " (" + e.Remedy + ")"
	}
	return s
}

func (e *ProviderError) Unwrap() error { return e.Err }
