package openai

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode"

	openai "github.com/sashabaranov/go-openai"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// SpeechOptions shape a [Speech].
type SpeechOptions struct {
	// Rate is that of the raw samples the server sends. Zero means 24 kHz,
	// which is OpenAI's. A WAV brings its own, and so may a content type.
	Rate audio.Rate
}

// A Speech is a synthesiser behind /audio/speech. It may be used by several
// goroutines.
type Speech struct {
	p     *Provider
	model string
	rate  audio.Rate
}

var _ speech.Synthesizer = (*Speech)(nil)

// Speech returns the synthesiser with the model of that name.
func (p *Provider) Speech(model string, o SpeechOptions) *Speech {
	if o.Rate == 0 {
		o.Rate = 24000
	}
	return &Speech{p: p, model: model, rate: o.Rate}
}

// Synthesize speaks u; see [speech.Synthesizer]. A piece of sound is yielded as
// soon as it arrives. Text without a letter or a digit is silence and is not
// sent: servers answer it with an error. The voice's options are "speed" (0.25
// to 4) and "instructions". Errors are [*speech.ProviderError], or ctx's when
// it is done.
func (s *Speech) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		if !strings.ContainsFunc(u.Text, speakable) {
			return
		}
		req, f := s.request(u)
		if f == nil {
			f = twice(ctx, func() (bool, *fault) { return s.attempt(ctx, req, yield) })
		}
		if f != nil {
			yield(audio.Clip{}, s.p.outcome(ctx, "speak", f))
		}
	}
}

func speakable(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func (s *Speech) request(u speech.Utterance) (openai.CreateSpeechRequest, *fault) {
	req := openai.CreateSpeechRequest{
		Model:          openai.SpeechModel(s.model),
		Input:          u.Text,
		Voice:          openai.SpeechVoice(u.Voice.Name),
		ResponseFormat: openai.SpeechResponseFormatPcm,
	}
	for name, value := range u.Voice.Options {
		switch name {
		case "speed":
			speed, err := strconv.ParseFloat(value, 64)
			if err != nil || math.IsNaN(speed) || speed < 0.25 || speed > 4 {
				return req, badVoice(u.Voice, fmt.Sprintf("speed is %q", value), "give a number from 0.25 to 4")
			}
			req.Speed = speed
		case "instructions":
			req.Instructions = value
		default:
			return req, badVoice(u.Voice, fmt.Sprintf("there is no option %q", name), `take "speed" or "instructions"`)
		}
	}
	return req, nil
}

func badVoice(v speech.Voice, what, remedy string) *fault {
	return &fault{message: fmt.Sprintf("voice %q: %s", v.Name, what), remedy: remedy}
}

// attempt asks once. begun says that the caller has heard something, or has
// left.
func (s *Speech) attempt(ctx context.Context, req openai.CreateSpeechRequest, yield func(audio.Clip, error) bool) (begun bool, f *fault) {
	a, f := s.p.send(ctx, func(ctx context.Context, c *openai.Client) error {
		_, err := c.CreateSpeech(ctx, req)
		return err
	})
	if f != nil {
		return false, f
	}
	defer a.close()

	in, rate, f := s.sound(a)
	if f != nil {
		return false, f
	}
	var pcm [4 << 10]int16
	for {
		n, err := in.Read(pcm[:])
		if n > 0 {
			begun = true
			if !yield(audio.Clip{Rate: rate, PCM: pcm[:n]}, nil) {
				return begun, nil
			}
		}
		switch {
		case errors.Is(err, io.EOF) && !begun:
			return begun, noSound()
		case errors.Is(err, io.EOF):
			a.finish()
			return begun, nil
		case err != nil:
			return begun, readFault(err)
		}
	}
}

// A pcmReader reads samples as they come. Its error is io.EOF at the end.
type pcmReader interface {
	Read(pcm []int16) (int, error)
}

// sound finds out what kind of sound the answer is, and returns its samples and
// their rate.
func (s *Speech) sound(a *answer) (pcmReader, audio.Rate, *fault) {
	in := bufio.NewReader(a.body)
	head, err := in.Peek(4)
	switch {
	case errors.Is(err, io.EOF) && len(head) == 0:
		return nil, 0, noSound()
	case err != nil && !errors.Is(err, io.EOF):
		return nil, 0, readFault(err)
	}
	switch a.media {
	case "application/json", "text/plain", "application/problem+json":
		// Sound under a wrong name is sound; an error is an error.
		if head[0] == '{' {
			return nil, 0, spokenError(a, in)
		}
	}
	switch {
	case string(head) == "RIFF":
		w, err := audio.NewWAVReader(in)
		switch {
		case err == nil:
			return w, w.Rate(), nil
		case a.body.err != nil && !errors.Is(a.body.err, io.EOF):
			return nil, 0, readFault(a.body.err)
		}
		return nil, 0, wrongSound("a WAV that is not 16-bit PCM")
	case a.media == "audio/mpeg", bytes.HasPrefix(head, []byte("ID3")):
		return nil, 0, wrongSound("MP3")
	case string(head) == "OggS", string(head) == "fLaC":
		return nil, 0, wrongSound("Ogg or FLAC")
	}
	rate := s.rate
	if n, err := strconv.Atoi(a.params["rate"]); err == nil && audio.Rate(n) >= audio.MinRate && audio.Rate(n) <= audio.MaxRate {
		rate = audio.Rate(n)
	}
	return &rawPCM{in: in}, rate, nil
}

// A rawPCM reads samples without a header.
type rawPCM struct {
	in    *bufio.Reader
	bytes [8 << 10]byte
	carry audio.PCMReader // of pieces that end in the middle of a sample
}

func (r *rawPCM) Read(pcm []int16) (int, error) {
	n, err := r.in.Read(r.bytes[:min(len(r.bytes), 2*len(pcm)-1)]) // and the carried one
	return len(r.carry.Append(pcm[:0], r.bytes[:n])), err
}

// spokenError reads an error that came in place of sound.
func spokenError(a *answer, in io.Reader) *fault {
	data, _ := io.ReadAll(io.LimitReader(in, maxProblem)) // what is missing only makes the words vaguer
	if p, bad := findProblem(data); bad {
		return a.fault(p.status, data)
	}
	return notUnderstood()
}

func noSound() *fault {
	return &fault{
		message: "the server sent no sound", remedy: "check the voice's name and the model",
		retry: true,
	}
}

func wrongSound(kind string) *fault {
	return &fault{
		message: "the server sends " + kind + " although PCM was asked for",
		remedy:  "set the server to raw PCM or 16-bit WAV, or use another one",
	}
}
