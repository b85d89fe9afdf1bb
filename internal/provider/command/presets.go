package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// Flite speaks English with flite, in about 50 ms a sentence. A voice's option
// "stretch" makes it slower (1.2) or faster (0.9).
//
// The text goes by way of a file: as an argument it would be in the list of
// processes for everybody on the machine to read, and from a pipe flite does
// not read. So does the sound, since flite goes back in what it writes. On its
// standard output it tells the times of its phones, from which it is seen when
// each word has been said; that costs no time.
func Flite() Options {
	return Options{
		Name:  "flite",
		Args:  []string{"flite", "-voice", "{voice}", "--setf", "duration_stretch={stretch}", "-psdur", "-f", "{textfile}", "-o", "{out}"},
		Input: File, Output: OutFile,
		Words:        fliteWords,
		Settings:     map[string]string{"stretch": "1"},
		VoicesArgs:   []string{"flite", "-lv"},
		ParseVoices:  fliteVoices,
		DefaultVoice: "rms",
		Remedy:       "apt install flite",
	}
}

// fliteVoices reads "Voices available: kal awb_time kal16 awb rms slt". The
// voice awb_time can only tell the time.
func fliteVoices(list []byte) []string {
	_, names, _ := strings.Cut(string(list), ":")
	return slices.DeleteFunc(strings.Fields(names), func(v string) bool { return v == "awb_time" })
}

// Espeak speaks a hundred languages with espeak-ng. A voice is a language,
// "en-gb", or one with a variant, "en-gb+f3". Its options are "speed" in words
// a minute and "pitch" from 0 to 99.
func Espeak() Options {
	return Options{
		Name:         "espeak-ng",
		Args:         []string{"espeak-ng", "--stdout", "--stdin", "-v", "{voice}", "-s", "{speed}", "-p", "{pitch}"},
		Settings:     map[string]string{"speed": "165", "pitch": "50"},
		VoicesArgs:   []string{"espeak-ng", "--voices"},
		ParseVoices:  espeakVoices,
		KnownVoice:   espeakVariant,
		DefaultVoice: "en-us",
		Remedy:       "apt install espeak-ng",
	}
}

// espeakVoices reads a table whose second column is the language.
func espeakVoices(list []byte) []string {
	var out []string
	for i, l := range slices.Collect(strings.Lines(string(list))) {
		if f := strings.Fields(l); i > 0 && len(f) > 1 {
			out = append(out, f[1])
		}
	}
	return out
}

var variant = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

func espeakVariant(voice string, list []string) bool {
	base, v, ok := strings.Cut(voice, "+")
	return ok && slices.Contains(list, base) && variant.MatchString(v)
}

// Piper speaks with the piper models (NAME.onnx with NAME.onnx.json beside it)
// in dir; a voice is a NAME. Its option "length" makes it slower or faster.
func Piper(dir string) (Options, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.onnx"))
	if err != nil || len(files) == 0 {
		return Options{}, &speech.ProviderError{
			Provider: "piper", Op: "list voices", Message: fmt.Sprintf("no voice (NAME.onnx) is in %q", dir),
			Remedy: "put a piper voice there, both of its files",
		}
	}
	var voices []string
	for _, f := range files {
		voices = append(voices, strings.TrimSuffix(filepath.Base(f), ".onnx"))
	}
	return Options{
		Name:     "piper",
		Args:     []string{"piper", "--model", filepath.Join(dir, "{voice}.onnx"), "--length_scale", "{length}", "--output-raw"},
		Format:   PCM,
		Settings: map[string]string{"length": "1"},
		Voices:   voices,
		VoiceRate: func(voice string) (audio.Rate, error) {
			return piperRate(filepath.Join(dir, voice+".onnx.json"))
		},
		Remedy: "install piper from https://github.com/rhasspy/piper and put it on the PATH",
	}, nil
}

// piperRate reads the rate of a model, which raw sound does not say: 16,000 Hz
// for small ones, 22,050 Hz for others.
func piperRate(file string) (audio.Rate, error) {
	var model struct {
		Audio struct {
			Rate audio.Rate `json:"sample_rate"`
		} `json:"audio"`
	}
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, &model)
	}
	if rate := model.Audio.Rate; err == nil && (rate < audio.MinRate || rate > audio.MaxRate) {
		err = fmt.Errorf("audio.sample_rate is %d", rate)
	}
	if err != nil {
		return 0, &speech.ProviderError{
			Provider: "piper", Op: "speak", Message: fmt.Sprintf("the description %q cannot be used", filepath.Base(file)),
			Remedy: "put the voice's .onnx.json beside its .onnx", Err: err,
		}
	}
	return model.Audio.Rate, nil
}

// Whisper hears with whisper.cpp's whisper-cli and the model in a file.
func Whisper(model string) Options {
	return Options{
		Name: "whisper-cli",
		Args: []string{
			"whisper-cli", "-m", "{model}", "-f", "{wav}", "-l", "{language}", "--prompt", "{names}",
			"-nt", "-np", // neither times nor progress
		},
		Input:    File,
		Settings: map[string]string{"model": model},
		Fixed:    []string{"model"},
		Notes:    true,
		Remedy:   "build whisper.cpp from https://github.com/ggml-org/whisper.cpp and put whisper-cli on the PATH",
	}
}
