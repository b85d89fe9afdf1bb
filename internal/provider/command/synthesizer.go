package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// A Synthesizer speaks with a program.
type Synthesizer struct {
	o Options

	// listing is full while the voices are listed, and holds what follows.
	listing chan struct{}
	voices  []string // listed once; nil until then
}

var _ speech.Synthesizer = (*Synthesizer)(nil)

// NewSynthesizer returns a synthesiser, or what is wrong with o. It does not
// look whether the program is there: [Synthesizer.Voices] or the first sentence
// tells.
func NewSynthesizer(o Options) (*Synthesizer, error) {
	o, err := o.check("speak", "text", "textfile", "voice", "out", "language", "rate")
	if err != nil {
		return nil, err
	}
	// {text} is replaced whatever the input, so that it is no mistake elsewhere.
	if o.Input == Argument {
		err = o.needs("speak", "text", true)
	}
	err = cmp.Or(err, o.needs("speak", "textfile", o.Input == File), o.needs("speak", "out", o.Output == OutFile))
	if err != nil {
		return nil, err
	}
	return &Synthesizer{o: o, listing: make(chan struct{}, 1)}, nil
}

// Voices lists the voices, sorted. A list that a program gives is asked for
// once; meanwhile others wait for it, as long as their ctx lets them.
func (s *Synthesizer) Voices(ctx context.Context) ([]string, error) {
	select {
	case s.listing <- struct{}{}:
		defer func() { <-s.listing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.voices != nil || len(s.o.VoicesArgs) == 0 && len(s.o.Voices) == 0 {
		return slices.Clone(s.voices), nil
	}
	list := slices.Clone(s.o.Voices)
	if len(s.o.VoicesArgs) > 0 {
		out, err := s.o.process("list voices", s.o.VoicesArgs).Output(ctx)
		if err != nil {
			return nil, err
		}
		parse := s.o.ParseVoices
		if parse == nil {
			parse = voicePerLine
		}
		list = append(list, parse(out)...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 0 {
		return nil, &speech.ProviderError{
			Provider: s.o.provider(), Op: "list voices", Message: "it lists no voice", Remedy: "install one",
		}
	}
	s.voices = list
	return slices.Clone(list), nil
}

func voicePerLine(list []byte) []string {
	var out []string
	for l := range strings.Lines(string(list)) {
		if f := strings.Fields(l); len(f) > 0 {
			out = append(out, f[0])
		}
	}
	return out
}

// Synthesize speaks u. Text with nothing to say in it, such as "…", is no sound
// and no error; an unknown voice or option is an error before anything is run.
func (s *Synthesizer) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		text := sayable(u.Text)
		if text == "" {
			return
		}
		values, err := s.values(ctx, u)
		if err != nil {
			yield(audio.Clip{}, err)
			return
		}
		values["text"] = text
		stopped := false
		err = s.run(ctx, u.Text, values, func(c audio.Clip) bool {
			stopped = !yield(c, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(audio.Clip{}, err)
		}
	}
}

// sayable returns text as it may be given to a program: one line without
// control characters, or nothing if no letter or digit is in it.
func sayable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	text = strings.ToValidUTF8(text, " ")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == 0:
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// values returns what the placeholders stand for, except those of one run.
func (s *Synthesizer) values(ctx context.Context, u speech.Utterance) (map[string]string, error) {
	voice, err := s.voice(ctx, u.Voice.Name)
	if err != nil {
		return nil, err
	}
	values := maps.Clone(s.o.Settings)
	if values == nil {
		values = map[string]string{}
	}
	for _, k := range slices.Sorted(maps.Keys(u.Voice.Options)) {
		v := u.Voice.Options[k]
		if _, ok := values[k]; !ok || slices.Contains(s.o.Fixed, k) {
			return nil, s.refuse(fmt.Sprintf("a voice has no option %q", k), "the options are: "+s.options())
		}
		if v == "" || strings.HasPrefix(v, "-") && !isNumber.MatchString(v) || strings.ContainsFunc(v, unicode.IsControl) {
			return nil, s.refuse(fmt.Sprintf("the option %q cannot be %q", k, v), "correct the voice's options")
		}
		values[k] = v
	}
	rate := s.o.Rate
	if s.o.VoiceRate != nil {
		if rate, err = s.o.VoiceRate(voice); err != nil {
			return nil, err
		}
	}
	values["voice"], values["rate"] = voice, fmt.Sprint(int(rate))
	values["language"] = speech.Language(orElse(u.Language, s.o.Language))
	return values, nil
}

func (s *Synthesizer) refuse(message, remedy string) error {
	return &speech.ProviderError{Provider: s.o.provider(), Op: "speak", Message: message, Remedy: remedy}
}

func (s *Synthesizer) options() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.o.Settings)), func(k string) bool {
		return slices.Contains(s.o.Fixed, k)
	})
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// voice returns the voice to use for the one that was asked for.
func (s *Synthesizer) voice(ctx context.Context, want string) (string, error) {
	list, err := s.Voices(ctx)
	if err != nil {
		return "", err
	}
	switch {
	case want == "" && s.o.DefaultVoice != "":
		return s.o.DefaultVoice, nil
	case want == "" && len(list) > 0:
		return list[0], nil
	case strings.HasPrefix(want, "-"), strings.ContainsFunc(want, unicode.IsControl):
		return "", s.refuse(fmt.Sprintf("a voice cannot be called %q", want), "correct the voice's name")
	case len(list) == 0, slices.Contains(list, want):
		return want, nil
	case s.o.KnownVoice != nil && s.o.KnownVoice(want, list):
		return want, nil
	}
	return "", s.refuse(fmt.Sprintf("there is no voice %q", want), "the voices are: "+some(list))
}

// some names a dozen voices at most.
func some(list []string) string {
	if len(list) > 12 {
		return strings.Join(list[:12], ", ") + " and others"
	}
	return strings.Join(list, ", ")
}

// run runs the program once and hands its sound to hear, until that says no. text
// is what the ends of words refer to.
func (s *Synthesizer) run(ctx context.Context, text string, values map[string]string, hear func(audio.Clip) bool) (err error) {
	var dir string
	if s.o.Input == File || s.o.Output == OutFile {
		dir, err = os.MkdirTemp(s.o.TempDir, "glyphoxa-speak-*")
		if err != nil {
			return s.temporary(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		values["textfile"], values["out"] = filepath.Join(dir, "text"), filepath.Join(dir, "out."+string(s.o.Format))
	}
	if s.o.Input == File {
		// Without a last line break some programs drop the last line.
		if err := os.WriteFile(values["textfile"], []byte(values["text"]+"\n"), 0o600); err != nil {
			return s.temporary(err)
		}
	}
	p := s.o.process("speak", s.o.expand(values))
	if s.o.Input == Stdin {
		p.Stdin = strings.NewReader(values["text"] + "\n")
	}
	r, err := p.Start(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	if s.o.Output == Stdout {
		return s.hear(r, values, timing{}, hear)
	}
	output, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	f, err := os.Open(values["out"])
	if err != nil {
		return s.refuse("it made no sound", "run it in a terminal to see what it does")
	}
	defer func() { _ = f.Close() }() // was only read
	var told timing
	if s.o.Words != nil {
		told.words, told.total = s.o.Words(text, output)
	}
	return s.hear(f, values, told, hear)
}

// A timing is what a program tells of when it says words.
type timing struct {
	words []audio.Word
	total int // of the unit that they end in
}

// of returns the words of a sound that is so many samples long. What a program
// tells is stretched to that: the sound of some voices is 3 % shorter.
func (t timing) of(samples int64) []audio.Word {
	if t.total <= 0 || samples <= 0 {
		return nil
	}
	words := slices.Clone(t.words)
	for i := range words {
		words[i].End = int(int64(words[i].End) * samples / int64(t.total))
	}
	return words
}

func (s *Synthesizer) temporary(err error) error {
	return &speech.ProviderError{
		Provider: s.o.provider(), Op: "speak", Message: "a temporary file cannot be written",
		Remedy: "make room, or set another directory for temporary files", Err: err,
	}
}

// clipSize is how many samples are handed on at once at most: a fifth of a
// second at 22,050 Hz.
const clipSize = 4096

// hear reads the program's sound. The first clip says when words end.
func (s *Synthesizer) hear(r io.Reader, values map[string]string, told timing, hear func(audio.Clip) bool) error {
	read, rate, samples, err := s.decoder(r, values)
	words := told.of(samples)
	pcm := make([]int16, clipSize)
	heard := false
	for err == nil {
		var n int
		n, err = read(pcm)
		if n > 0 {
			heard = true
			if !hear(audio.Clip{Rate: rate, PCM: pcm[:n], Words: words}) {
				return nil
			}
			words = nil
		}
	}
	if !errors.Is(err, io.EOF) {
		return s.spoilt(err)
	}
	if !heard {
		return s.refuse("it made no sound", "try another voice, or one of the text's language")
	}
	return nil
}

// spoilt returns the program's own error if there is one in err, and else says
// that what the program wrote is not what it should be.
func (s *Synthesizer) spoilt(err error) error {
	if e, ok := errors.AsType[*speech.ProviderError](err); ok {
		return e
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &speech.ProviderError{
		Provider: s.o.provider(), Op: "speak", Message: err.Error(),
		Remedy: "check its output format in the configuration", Err: err,
	}
}

// decoder returns a function that reads samples, their rate, and how many there
// will be, 0 if that is not known.
func (s *Synthesizer) decoder(r io.Reader, values map[string]string) (func([]int16) (int, error), audio.Rate, int64, error) {
	if s.o.Format == WAV {
		w, err := audio.NewWAVReader(r)
		if err != nil {
			return nil, 0, 0, err
		}
		samples, _ := w.Len()
		return w.Read, w.Rate(), max(samples, 0), nil
	}
	var rate audio.Rate
	if _, err := fmt.Sscan(values["rate"], &rate); err != nil {
		return nil, 0, 0, fmt.Errorf("read the rate: %w", err)
	}
	return pcmReader(r), rate, 0, nil
}

// pcmReader reads samples from bytes that may come in odd numbers.
func pcmReader(r io.Reader) func([]int16) (int, error) {
	var p audio.PCMReader
	buf := make([]byte, 2*clipSize-2) // with a half sample kept, clipSize samples
	return func(pcm []int16) (int, error) {
		n, err := r.Read(buf[:min(len(buf), 2*len(pcm)-2)])
		return len(p.Append(pcm[:0], buf[:n])), err
	}
}
