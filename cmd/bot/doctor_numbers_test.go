package main

import (
	"bytes"
	"context"
	"iter"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/speech"
)

// A dyscalculic is a voice that leaves out digits and makes the sound of a pause
// with a click in it instead.
type dyscalculic struct{ speech.Tone }

func (v *dyscalculic) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	u.Text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, u.Text))
	if u.Text != "" {
		return v.Tone.Synthesize(ctx, u)
	}
	return func(yield func(audio.Clip, error) bool) {
		pause := make([]int16, 24000)
		for i := range pause {
			pause[i] = int16(i%2*100 - 50) // −56 dBFS
		}
		for i := range 4800 {
			pause[i] = int16(i % 2 * 8000)
		}
		yield(audio.Clip{Rate: 24000, PCM: pause}, nil)
	}
}

// Where digits are left to the voice, a voice that skips them is refused by name,
// and nobody is asked about them where they are not. Case: X18.
func TestCheckNumbers(t *testing.T) {
	table := func(language, voice string) campaign.File {
		f := campaign.File{Campaign: campaign.Campaign{Language: language}}
		f.Agents = []campaign.Agent{{ID: "bart", Name: "Bart", Voices: map[string]campaign.Voice{config.Piper: {Name: voice}}}}
		return f
	}
	refused := func(voice, language string) string {
		return "FAIL  tts piper: " + voice + ` leaves out digits: it was to say "20 30 40 50", and said nothing` +
			" → take another voice or another provider: only in English and German are numbers written out for it, and this is " + language + "\n"
	}
	broken := &speech.Tone{Err: &speech.ProviderError{Provider: "piper", Op: "speak", Message: "it made no sound", Remedy: "try another voice"}}
	for _, tt := range []struct {
		name     string
		voice    speech.Synthesizer
		language string // of the configuration
		numbers  string
		tables   []campaign.File
		want     string
	}{
		{name: "English is written out", voice: &dyscalculic{}, language: "en-GB"},
		{name: "so is German", voice: &dyscalculic{}, language: "en", tables: []campaign.File{table("de", "hans")}},
		{name: "Russian is not", voice: &dyscalculic{}, language: "ru", want: refused("the voice", "ru")},
		{name: "a campaign's language", voice: &dyscalculic{}, language: "en", tables: []campaign.File{table("en", "amy"), table("ru", "irina")}, want: refused("irina", "ru")},
		{
			name: "each language once", voice: &dyscalculic{}, language: "en",
			tables: []campaign.File{table("ru", "irina"), table("fr", "luc"), table("ru", "denis")},
			want:   refused("irina", "ru") + refused("luc", "fr"),
		},
		{name: "a voice that counts", voice: &speech.Tone{}, language: "ru"},
		{name: "English, left to the voice", voice: &speech.Tone{}, language: "en", numbers: "digits"},
		{
			name: "English, left to a voice that skips them", voice: &dyscalculic{}, language: "en", numbers: "digits",
			want: `FAIL  tts piper: the voice leaves out digits: it was to say "20 30 40 50", and said nothing → set tts.numbers to words, or take another voice` + "\n",
		},
		{
			name: "it fails", voice: broken, language: "ru",
			want: `FAIL  tts piper: the voice was to say "20 30 40 50": piper: speak: it made no sound → try another voice` + "\n",
		},
		{name: "somebody stops the doctor", voice: &speech.Tone{Err: context.Canceled}, language: "ru"},
		{name: "too slow", voice: &speech.Tone{Err: context.DeadlineExceeded}, language: "ru", want: "FAIL  tts piper: the voice was to say \"20 30 40 50\": no answer within 10s → see whether it is busy, and whether the network is slow\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			cfg := config.Default()
			cfg.TTS.Provider.Value, cfg.Language.Value = config.Piper, tt.language
			if tt.numbers != "" {
				cfg.TTS.Numbers.Value = tt.numbers
			}
			d := &doctor{app: &app{out: &out}, cfg: cfg, campaigns: tt.tables}
			d.checkNumbers(t.Context(), tt.voice)
			if out.String() != tt.want || d.failed != (tt.want != "") {
				t.Errorf("failed: %v\n got %s\nwant %s", d.failed, out.String(), tt.want)
			}
		})
	}
}

// A voice on this machine is heard to say digits, and one that has none given to it
// is heard not to. Case: X18.
func TestCheckNumbersAloud(t *testing.T) {
	espeak, err := exec.LookPath("espeak-ng")
	if err != nil {
		t.Skip("there is no espeak-ng here")
	}
	for _, tt := range []struct {
		name   string
		script string
		want   string
	}{
		{"all of it", espeak + " -v ru --stdin --stdout", ""},
		{"no digits", "tr -d 0-9 | " + espeak + " -v ru --stdin --stdout", "FAIL"},
		{"a pause for digits", "sed 's/[0-9][0-9]*/,/g' | " + espeak + " -v ru --stdin --stdout", "FAIL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			cfg := config.Default()
			cfg.Language.Value = "ru"
			cfg.TTS.Provider.Value = config.Command
			cfg.TTS.Command.Args.Value = []string{"/bin/sh", "-c", tt.script}
			cfg.TTS.Command.Input.Value, cfg.TTS.Command.Output.Value, cfg.TTS.Command.Format.Value = "stdin", "stdout", "wav"
			d := &doctor{app: &app{out: &out}, cfg: cfg}
			d.checkVoice(t.Context())
			t.Log(out.String())
			verdict := out.String()
			if !strings.HasPrefix(verdict, "ok ") || strings.Contains(verdict, "FAIL") != (tt.want != "") || d.failed != (tt.want != "") {
				t.Errorf("the doctor said %s", verdict)
			}
		})
	}
}

func TestSoundOf(t *testing.T) {
	loud := audio.Clip{Rate: 24000, PCM: slices.Repeat([]int16{8000, -8000}, 12000)}
	for _, tt := range []struct {
		name string
		clip audio.Clip
		want time.Duration
	}{
		{"nothing", audio.Clip{}, 0},
		{"silence", audio.Clip{Rate: 24000, PCM: make([]int16, 24000)}, 0},
		{"all", loud, time.Second},
		{"half", audio.Clip{Rate: loud.Rate, PCM: append(make([]int16, 24000), loud.PCM[:12000]...)}, time.Second / 2},
	} {
		if got := soundOf(tt.clip); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
