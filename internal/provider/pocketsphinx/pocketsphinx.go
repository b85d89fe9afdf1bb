// Package pocketsphinx recognises English speech on this machine, without keys
// or network, in words that belong to one campaign.
//
// CMU PocketSphinx is an old recogniser: with a model of all English it is slow
// to start and often wrong. It is quick and good when it knows what to expect.
// [Builder.Build] therefore makes a small language model of what is said at a game
// table: sentences of our own from the files in corpus, which no campaign
// changes, the campaign's names in the places where names stand, and its
// sentences. Anything may be said with those words; the sentences only teach
// which word follows which.
//
// Names that no dictionary has are pronounced as the campaign says, or guessed
// from their spelling, in a few ways each. [Recognizer] runs the recogniser once
// for each utterance through package command and writes names as the campaign
// spells them. It tells how sure it is of each word and what else may have been
// said.
//
// It is a means for trying a campaign and for tests. It does not cope with
// accents, far microphones or words outside of its vocabulary.
package pocketsphinx

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"glyphoxa/internal/provider/command"
	"glyphoxa/internal/speech"
)

// DefaultAcoustic is where the packages of Debian and Ubuntu put the acoustic
// model.
const DefaultAcoustic = "/usr/share/pocketsphinx/model/en-us/en-us"

// remedy says how to get what is missing.
const remedy = "apt install pocketsphinx pocketsphinx-en-us"

// Options configures a Recognizer. Model must be set.
type Options struct {
	// Model is the campaign's, from [Builder.Build].
	Model Model
	// Name is the provider's name in the configuration. Empty means
	// "pocketsphinx".
	Name string
	// Program is pocketsphinx_batch. Empty means the one on the PATH.
	Program string
	// Acoustic is the directory of the acoustic model. Empty means
	// [DefaultAcoustic].
	Acoustic string
	// Timeout bounds one utterance. Zero means a minute.
	Timeout time.Duration
	// TempDir is where the sound goes while it is recognised. Empty means the
	// system's place for temporary files.
	TempDir string
	// Slots bounds how many programs run at once. Nil means no bound.
	Slots *command.Slots
}

// A Recognizer hears one campaign's table. It may be used by several goroutines.
type Recognizer struct {
	o     Options
	spell *speller
}

var _ speech.Recognizer = (*Recognizer)(nil)

// New returns a recogniser. Whether the program is there is seen at the first
// utterance, or by [Recognizer.Check].
func New(o Options) *Recognizer {
	o.Name = orElse(o.Name, "pocketsphinx")
	o.Program = orElse(o.Program, "pocketsphinx_batch")
	o.Acoustic = orElse(o.Acoustic, DefaultAcoustic)
	return &Recognizer{o: o, spell: newSpeller(o.Model.Names)}
}

func orElse(s, def string) string {
	if s == "" {
		return def
	}
	return s
}

// Check tells whether the recogniser can work: it hears a tenth of a second of
// silence.
func (r *Recognizer) Check(ctx context.Context) error {
	_, err := r.run(ctx, make([]int16, 1600))
	return err
}

// Recognize hears sound to its end and yields one final hypothesis. Only
// English can be heard. Names in hints are not needed: the model has them.
func (r *Recognizer) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		if err := r.english(hints.Language); err != nil {
			yield(speech.Hypothesis{}, err)
			return
		}
		var pcm []int16
		for s := range sound {
			pcm = append(pcm, s...)
		}
		h, err := r.run(ctx, pcm)
		if err != nil {
			yield(speech.Hypothesis{}, err)
			return
		}
		yield(h, nil)
	}
}

func (r *Recognizer) english(language string) error {
	if l := speech.Language(language); l == "" || l == "en" {
		return nil
	}
	return &speech.ProviderError{
		Provider: r.o.Name, Op: "transcribe", Message: fmt.Sprintf("it understands English only, not %q", language),
		Remedy: "choose another recogniser for this campaign, or set its language to en",
	}
}

// utterance is the name that the program is told for the sound.
var utterance = strings.TrimSuffix(command.WAVName, filepath.Ext(command.WAVName))

// readingsExt is how the name of the list of readings ends.
const readingsExt = ".nbest"

func (r *Recognizer) run(ctx context.Context, pcm []int16) (speech.Hypothesis, error) {
	if err := ctx.Err(); err != nil {
		return speech.Hypothesis{}, err
	}
	if len(pcm) == 0 {
		return speech.Hypothesis{Final: true}, nil
	}
	if err := r.installed(); err != nil {
		return speech.Hypothesis{}, err
	}
	dir, err := command.WriteWAV(r.o.TempDir, pcm)
	if err != nil {
		return speech.Hypothesis{}, r.temporary(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte(utterance+"\n"), 0o600); err != nil {
		return speech.Hypothesis{}, r.temporary(err)
	}
	out, err := r.process(dir, list).Output(ctx)
	if err != nil {
		return speech.Hypothesis{}, err
	}
	return r.spell.hypothesis(readCTM(out), readNBest(readingsIn(dir))), nil
}

// maxReadings bounds what is read of the list of readings, in bytes: twenty of
// two minutes each.
const maxReadings = 64 << 10

// readingsIn returns the list of readings in dir. Where nothing was heard there
// is none, and without it the words are as good.
func readingsIn(dir string) []byte {
	f, err := os.Open(filepath.Join(dir, utterance+readingsExt))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // was only read
	list, err := io.ReadAll(io.LimitReader(f, maxReadings))
	if err != nil {
		return nil
	}
	// A last line without its score is not a reading.
	return list[:bytes.LastIndexByte(list, '\n')+1]
}

// process returns the run for the utterance in dir.
//
// pocketsphinx_batch is used and not pocketsphinx_continuous because it takes
// the file for one utterance: it cuts nothing out and levels the whole of it,
// while the other begins with a guess at the microphone and cuts with a detector
// of its own, after ours has done so. The result is taken as CTM, which has the
// probability of each word, and beside it a list of other readings. 44 bytes is the length of the header that package
// audio writes.
func (r *Recognizer) process(dir, list string) command.Process {
	return command.Process{
		Provider: r.o.Name, Op: "transcribe",
		Args: []string{
			r.o.Program, "-adcin", "yes", "-adchdr", "44",
			"-cepdir", dir, "-cepext", filepath.Ext(command.WAVName), "-ctl", list,
			"-hmm", r.o.Acoustic, "-lm", r.o.Model.LM, "-dict", r.o.Model.Dict,
			"-ctm", "/dev/stdout", "-hyp", "/dev/null", "-logfn", "/dev/null",
			"-nbest", readingsAsked, "-nbestdir", dir, "-nbestext", readingsExt,
		},
		Timeout: r.o.Timeout, MaxOutput: 1 << 20, Slots: r.o.Slots, Remedy: remedy,
	}
}

// installed looks for what the program would only say is missing in its log.
func (r *Recognizer) installed() error {
	for _, f := range []struct{ path, message, remedy string }{
		{filepath.Join(r.o.Acoustic, "mdef"), "the English acoustic model is not installed", remedy},
		{r.o.Model.LM, "the campaign's language model is gone", "start again: it is made anew"},
		{r.o.Model.Dict, "the campaign's dictionary is gone", "start again: it is made anew"},
	} {
		if _, err := os.Stat(f.path); err != nil {
			return &speech.ProviderError{
				Provider: r.o.Name, Op: "transcribe", Message: f.message, Remedy: f.remedy, Err: err,
			}
		}
	}
	return nil
}

func (r *Recognizer) temporary(err error) error {
	return &speech.ProviderError{
		Provider: r.o.Name, Op: "transcribe", Message: "a temporary file cannot be written",
		Remedy: "make room, or set another directory for temporary files", Err: err,
	}
}
