// Package command makes a recogniser or a synthesiser of a program on this
// machine: flite, espeak-ng, piper, whisper-cli, or any other that takes text
// or a file and gives sound or text.
//
// What to run is an argument template ([Options]). It becomes an argument
// vector, never a line for a shell, and a placeholder is replaced inside its
// own argument only, so that what a player said or a model wrote cannot become
// an option or a second command. The presets ([Flite], [Espeak], [Piper],
// [Whisper]) are such templates.
//
// A program runs in a process group of its own ([Process]). When its caller
// loses interest the whole group is killed and waited for; what it writes is
// bounded; it is given none of our environment but what a program needs. At
// most as many run at once as the machine has cores ([Slots]).
//
// The package does not level or resample sound and does not filter words.
package command

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// An Input is how a program is given what it works on.
type Input string

// The inputs. Text goes to a synthesiser, a WAV file to a recogniser.
const (
	Stdin    Input = "stdin" // on its standard input
	Argument Input = "arg"   // text only: in the argument with {text}
	File     Input = "file"  // in the file named by {textfile} or {wav}
)

// An Output is where a synthesiser puts its sound. A recogniser's text is
// always taken from its standard output.
type Output string

// The outputs.
const (
	Stdout  Output = "stdout" // heard as it comes
	OutFile Output = "file"   // in the file named by {out}, heard when the program has ended
)

// A Format is a form of sound.
type Format string

// The formats.
const (
	WAV Format = "wav"
	PCM Format = "pcm" // 16-bit little-endian, mono
)

// Options say what to run. Only Args must be set.
type Options struct {
	// Name is the provider's name in the configuration, for errors. Empty means
	// the program's.
	Name string

	// Args is the program and its arguments. These placeholders are replaced:
	//
	//	{text}      the words to speak
	//	{textfile}  a file with the words to speak, with Input File
	//	{voice}     the voice's name
	//	{out}       the file to write the sound to, with Output OutFile
	//	{wav}       a file with the sound to recognise, 16 kHz, mono, 16 bits,
	//	            with Input File
	//	{language}  the language: "en" for "en-GB"
	//	{names}     the names to expect, separated by commas
	//	{rate}      the sound's rate, in hertz
	//
	// and, for each key of Settings, {key}.
	Args []string

	// Input is how the program gets its input. Empty means Stdin.
	Input Input
	// Output is where a synthesiser's sound is. Empty means Stdout.
	Output Output
	// Format is of the sound that a synthesiser makes, and of the sound that a
	// recogniser gets on its standard input: a file of it is always WAV. Empty
	// means WAV.
	Format Format
	// Rate is the rate of a synthesiser's sound in the form PCM. Zero means
	// 22,050 Hz. A recogniser is given [audio.Speech].
	Rate audio.Rate
	// VoiceRate, if not nil, tells the rate of a voice, instead of Rate.
	VoiceRate func(voice string) (audio.Rate, error)

	// Settings are further placeholders with their defaults. A voice's options
	// may change them, except those that are in Fixed.
	Settings map[string]string
	// Fixed are the names of settings that are the machine's, such as a path,
	// and no voice's.
	Fixed []string

	// Language is used when nobody says which. Empty means "en".
	Language string

	// Voices are the voices that there are. Empty, with no VoicesArgs, means
	// that any may be tried.
	Voices []string
	// VoicesArgs is a command that lists the voices on its standard output.
	VoicesArgs []string
	// ParseVoices reads that list. Nil means a voice a line.
	ParseVoices func(list []byte) []string
	// KnownVoice, if not nil, tells whether a voice that is not in the list can
	// be made from it, as "en-gb+f3" from "en-gb".
	KnownVoice func(voice string, list []string) bool
	// DefaultVoice is for an utterance that names none. Empty means the first
	// of the list.
	DefaultVoice string

	// Words, if not nil, reads what a synthesiser with Output OutFile writes on
	// its standard output while it says text, into a WAV file. It returns where words
	// of text end, in units of which the whole sound has total, and nothing if that
	// is not to be seen.
	Words func(text string, output []byte) (words []audio.Word, total int)

	// Notes says that a recogniser writes notes among the words, in brackets or
	// between asterisks, as whisper does. Of others only an output that is nothing
	// but notes is taken for no words.
	Notes bool

	// Env are further variables, as "KEY=value". The program is not given the
	// bot's own environment, where keys may be.
	Env []string
	// Timeout bounds a run. Zero means a minute.
	Timeout time.Duration
	// MaxOutput bounds what the program may write, in bytes. Zero means 64 MiB,
	// which is twenty minutes of 24 kHz sound.
	MaxOutput int64
	// TempDir is where temporary files go, which are removed after each run.
	// Empty means the system's place.
	TempDir string
	// Slots bounds how many programs run at once. Nil means no bound.
	Slots *Slots
	// Remedy is what to do when the program is not there, such as
	// "apt install flite".
	Remedy string
}

var placeholder = regexp.MustCompile(`\{([a-z_]+)\}`)

// provider returns the name to blame.
func (o *Options) provider() string {
	if o.Name != "" {
		return o.Name
	}
	return filepath.Base(o.Args[0])
}

// check returns o with its defaults, or what is wrong with it. allowed are the
// placeholders that mean something.
func (o Options) check(op string, allowed ...string) (Options, error) {
	if len(o.Args) == 0 || o.Args[0] == "" {
		return o, fmt.Errorf("%s with a program: no program is named", op)
	}
	wrong := func(format string, args ...any) (Options, error) {
		return o, o.misused(op, format, args...)
	}
	for _, a := range o.Args {
		for _, m := range placeholder.FindAllStringSubmatch(a, -1) {
			if _, ok := o.Settings[m[1]]; !ok && !slices.Contains(allowed, m[1]) {
				return wrong("the placeholder {%s} is not known", m[1])
			}
		}
	}
	if placeholder.MatchString(o.Args[0]) {
		return wrong("the program's name may not be a placeholder")
	}
	o.Input = orElse(o.Input, Stdin)
	o.Output = orElse(o.Output, Stdout)
	o.Format = orElse(o.Format, WAV)
	o.Rate = orElse(o.Rate, 22050)
	o.Language = orElse(o.Language, "en")
	switch {
	case !slices.Contains([]Input{Stdin, Argument, File}, o.Input):
		return wrong("input %q is none of stdin, arg, file", o.Input)
	case !slices.Contains([]Output{Stdout, OutFile}, o.Output):
		return wrong("output %q is neither stdout nor file", o.Output)
	case !slices.Contains([]Format{WAV, PCM}, o.Format):
		return wrong("format %q is neither wav nor pcm", o.Format)
	case o.Rate < audio.MinRate || o.Rate > audio.MaxRate:
		return wrong("the rate %d Hz is outside of %d to %d Hz", o.Rate, audio.MinRate, audio.MaxRate)
	}
	return o, nil
}

// needs returns what is wrong if a placeholder is in the arguments though
// nothing gives it a meaning, or is missing though how the program gets or
// gives its data depends on it.
func (o *Options) needs(op, name string, meant bool) error {
	switch used := o.uses(name); {
	case meant && !used:
		return o.misused(op, "no argument has the placeholder {%s}", name)
	case used && !meant:
		return o.misused(op, "the placeholder {%s} means nothing with this input and output", name)
	}
	return nil
}

func (o *Options) misused(op, format string, args ...any) error {
	return &speech.ProviderError{
		Provider: o.provider(), Op: op, Message: fmt.Sprintf(format, args...), Remedy: "correct its configuration",
	}
}

// uses reports whether a placeholder is in the arguments.
func (o *Options) uses(name string) bool {
	return slices.ContainsFunc(o.Args, func(a string) bool { return strings.Contains(a, "{"+name+"}") })
}

// process returns the run of args.
func (o *Options) process(op string, args []string) Process {
	return Process{
		Provider: o.provider(), Op: op, Args: args, Env: o.Env, Timeout: o.Timeout,
		MaxOutput: o.MaxOutput, Slots: o.Slots, Remedy: o.Remedy,
	}
}

// expand replaces the placeholders in the arguments by values. Each argument is
// gone through once, so that braces in a value are not placeholders.
//
// A value that begins an argument must not make it an option: it gets a space in
// front, which a text is spoken without. Settings may be negative numbers.
func (o *Options) expand(values map[string]string) []string {
	out := make([]string, len(o.Args))
	for i, a := range o.Args {
		out[i] = placeholder.ReplaceAllStringFunc(a, func(m string) string { return values[m[1:len(m)-1]] })
		setting := isNumber.MatchString(out[i]) && !strings.HasPrefix(a, "{text}")
		if strings.HasPrefix(a, "{") && strings.HasPrefix(out[i], "-") && !setting {
			out[i] = " " + out[i]
		}
	}
	return out
}

var isNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

func orElse[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}
