package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// A Recognizer hears with a program. It is asked once for each utterance, when
// its sound has ended.
type Recognizer struct {
	o Options
}

var _ speech.Recognizer = (*Recognizer)(nil)

// NewRecognizer returns a recogniser, or what is wrong with o.
func NewRecognizer(o Options) (*Recognizer, error) {
	o, err := o.check("transcribe", "wav", "language", "names", "rate")
	if err != nil {
		return nil, err
	}
	switch {
	case o.Input == Argument:
		err = o.misused("transcribe", "sound is no argument: input is stdin or file")
	case o.Input == File && o.Format == PCM:
		err = o.misused("transcribe", "a file of sound is always wav")
	default:
		err = o.needs("transcribe", "wav", o.Input == File)
	}
	if err != nil {
		return nil, err
	}
	return &Recognizer{o: o}, nil
}

// Recognize hears sound to its end, runs the program, and yields what it wrote
// as one final hypothesis.
func (r *Recognizer) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		var pcm []int16
		for s := range sound {
			pcm = append(pcm, s...)
		}
		text, err := r.run(ctx, hints, pcm)
		if err != nil {
			yield(speech.Hypothesis{}, err)
			return
		}
		yield(speech.Hypothesis{Text: text, Final: true}, nil)
	}
}

func (r *Recognizer) run(ctx context.Context, hints speech.Hints, pcm []int16) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(pcm) == 0 {
		return "", nil
	}
	values := map[string]string{
		"language": speech.Language(orElse(hints.Language, r.o.Language)),
		"names":    sayable(strings.Join(hints.Names, ", ")),
		"rate":     fmt.Sprint(int(audio.Speech)),
	}
	maps.Copy(values, r.o.Settings)
	if r.o.Input == File {
		dir, err := WriteWAV(r.o.TempDir, pcm)
		if err != nil {
			return "", &speech.ProviderError{
				Provider: r.o.provider(), Op: "transcribe", Message: "a temporary file cannot be written",
				Remedy: "make room, or set another directory for temporary files", Err: err,
			}
		}
		defer func() { _ = os.RemoveAll(dir) }()
		values["wav"] = filepath.Join(dir, WAVName)
	}
	p := r.o.process("transcribe", r.o.expand(values))
	if r.o.Input == Stdin {
		p.Stdin = r.sound(pcm)
	}
	out, err := p.Output(ctx)
	return written(out, r.o.Notes), err
}

// sound returns pcm as the program wants it.
func (r *Recognizer) sound(pcm []int16) io.Reader {
	var b []byte
	if r.o.Format == WAV {
		b = audio.AppendWAVHeader(nil, audio.Speech, len(pcm))
	}
	return bytes.NewReader(audio.AppendPCM(b, pcm))
}

// WAVName is the name of the file that [WriteWAV] makes.
const WAVName = "speech.wav"

// WriteWAV writes pcm, at [audio.Speech], as [WAVName] into a new directory
// below parent, which only this user can read. The caller removes the directory.
// An empty parent is the system's place for temporary files.
func WriteWAV(parent string, pcm []int16) (dir string, err error) {
	dir, err = os.MkdirTemp(parent, "glyphoxa-hear-*")
	if err != nil {
		return "", err
	}
	b := audio.AppendPCM(audio.AppendWAVHeader(nil, audio.Speech, len(pcm)), pcm)
	if err := os.WriteFile(filepath.Join(dir, WAVName), b, 0o600); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// notes are what whisper and its kin write where nobody spoke: [BLANK_AUDIO],
// (wind blowing), *sighs*; and the marks of time before a line.
var notes = regexp.MustCompile(`\[[^\]\n]*\]|\([^)\n]*\)|\*[^*\s](?:[^*\n]*[^*\s])?\*|♪`)

// written returns the words in a program's output, as one line. noted is
// [Options.Notes].
func written(out []byte, noted bool) string {
	s := strings.ToValidUTF8(string(out), " ")
	if bare := notes.ReplaceAllString(s, " "); noted || strings.TrimSpace(bare) == "" {
		s = bare
	}
	return strings.Join(strings.Fields(s), " ")
}
