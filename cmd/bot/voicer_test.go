package main

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/speech"
)

func TestClip(t *testing.T) {
	says := func(text string) speech.Utterance {
		return speech.Utterance{Text: text, Voice: speech.Voice{Name: "alto"}}
	}
	t.Run("is all of the sound", func(t *testing.T) {
		tone := &speech.Tone{Rate: 16000}
		wav, err := clip(t.Context(), tone, says("Who goes there?"))
		if err != nil {
			t.Fatal(err)
		}
		if rate, got := lengthOf(t, wav); rate != 16000 || got != tone.Duration("Who goes there?") {
			t.Errorf("%v at %d, want %v", got, rate, tone.Duration("Who goes there?"))
		}
		if said := tone.Spoken(); len(said) != 1 || said[0].Voice.Name != "alto" {
			t.Errorf("said %+v", said)
		}
	})
	t.Run("ends", func(t *testing.T) {
		wav, err := clip(t.Context(), &speech.Tone{Rune: time.Second}, says(string(make([]byte, 500))))
		if err != nil {
			t.Fatal(err)
		}
		if _, got := lengthOf(t, wav); got > 2*maxClip {
			t.Errorf("%v of sound", got)
		}
	})
	t.Run("a fault is told", func(t *testing.T) {
		fault := &speech.ProviderError{Provider: "tone"}
		if _, err := clip(t.Context(), &speech.Tone{Err: fault}, says("Hm.")); !errors.Is(err, fault) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no sound is told", func(t *testing.T) {
		_, err := clip(t.Context(), &speech.Tone{}, says(""))
		if _, ok := errors.AsType[*command.Complaint](err); !ok {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a slow one is given up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if _, err := clip(t.Context(), &speech.Tone{FirstAudio: time.Hour}, says("Hm.")); err == nil {
				t.Error("no error")
			}
		})
	})
}

// A clip is said as at the table: in the campaign's language, with its numbers and
// names in words for the voice.
func TestClipIsAsAtTheTable(t *testing.T) {
	file := campaign.File{
		Campaign: campaign.Campaign{Key: "salz", Name: "Salz", Language: "de"},
		Names:    []campaign.Name{{Text: "Zbyszek", Say: "Sbischek"}},
	}
	u := utteranceOf(config.Default(), file, campaign.Voice{Name: "alto", Options: map[string]string{"speed": "2"}}, "Zbyszek will 12 Silber.")
	if u.Text != "sbischek will zwölf Silber." || u.Language != "de" || u.Voice.Name != "alto" || u.Voice.Options["speed"] != "2" {
		t.Errorf("said is %+v", u)
	}
}

func lengthOf(t *testing.T, wav []byte) (audio.Rate, time.Duration) {
	t.Helper()
	r, err := audio.NewWAVReader(bytes.NewReader(wav))
	if err != nil {
		t.Fatal(err)
	}
	n, _ := r.Len()
	return r.Rate(), r.Rate().Duration(int(n))
}
