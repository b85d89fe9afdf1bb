package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// The programs themselves speak: at their own rate, all of the text, and a text
// that looks like an option is spoken too. Case: A01.
func TestPresetsSpeak(t *testing.T) {
	for _, tt := range []struct {
		o      Options
		rate   audio.Rate
		voices []string
	}{
		{Flite(), 16000, []string{"awb", "rms", "slt"}},
		{Espeak(), 22050, []string{"de", "en-gb", "en-us"}},
	} {
		t.Run(tt.o.Name, func(t *testing.T) {
			require(t, tt.o.Args[0])
			s := newSynthesizer(t, tt.o)
			voices, err := s.Voices(t.Context())
			if err != nil || !slices.IsSorted(voices) {
				t.Errorf("the voices are %q, %v; want a sorted list", voices, err)
			}
			for _, v := range tt.voices {
				if !slices.Contains(voices, v) {
					t.Errorf("the voices are %q, want %q among them", voices, v)
				}
			}
			short, err := say(t.Context(), s, "-version")
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			long, err := say(t.Context(), s, "The ferry leaves at dusk. Do not be late.")
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v of speech in %v", long.Duration(), time.Since(start).Round(time.Millisecond))
			if short.Rate != tt.rate || long.Rate != tt.rate {
				t.Errorf("the rates are %d and %d, want %d", short.Rate, long.Rate, tt.rate)
			}
			if short.Duration() < 300*time.Millisecond || long.Duration() < 2*short.Duration() {
				t.Errorf("two sentences last %v, one word %v", long.Duration(), short.Duration())
			}
			if l := audio.RMS(long.PCM); l < -40 {
				t.Errorf("the level is %.0f dBFS", l)
			}
		})
	}
}

func TestEspeakVariant(t *testing.T) {
	list := []string{"en-gb", "en-us"}
	for voice, want := range map[string]bool{
		"en-gb+f3": true, "en-us+whisper": true, "en-gb": false, "fr+f3": false, "en-gb+../x": false, "en-gb+": false,
	} {
		if got := espeakVariant(voice, list); got != want {
			t.Errorf("espeakVariant(%q) = %v, want %v", voice, got, want)
		}
	}
}

// Piper's models differ in rate, and raw sound does not tell. Case: A02.
func TestPiperTakesTheRateFromTheModel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"low.onnx": "", "low.onnx.json": `{"audio":{"sample_rate":16000}}`,
		"odd.onnx": "", "odd.onnx.json": `{"audio":{"sample_rate":7}}`,
		"bare.onnx": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o, err := Piper(dir)
	if err != nil {
		t.Fatal(err)
	}
	o.Args[0] = script(t, `[ "$2" = "`+dir+`/low.onnx" ] && printf '\1\0\2\0'`)
	s := newSynthesizer(t, o)
	for voice, want := range map[string]audio.Rate{"low": 16000, "odd": 0, "bare": 0} {
		var rate audio.Rate
		var err error
		for c, e := range s.Synthesize(t.Context(), speech.Utterance{Text: "Hi.", Voice: speech.Voice{Name: voice}}) {
			rate, err = c.Rate, e
		}
		if rate != want || (err == nil) != (want > 0) {
			t.Errorf("%s: rate %d, error %v; want rate %d", voice, rate, err, want)
		}
	}
	if _, err := Piper(t.TempDir()); err == nil {
		t.Error("a directory without voices is no error")
	}
}
