package conversation

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
)

// spokenWords are sentences for a voice to say.
const spokenWords = `Ask Odo Brand about the old chapel.
A room at the Silver Heron costs two silver for the night, and the soup is free.
The last lantern on the sea wall went dark three nights ago.
Edith Marsh leads the Lantern Guild, and she has not been seen for three days.
I would not go down there if I were you.
Well, the bridge is gone, so you have to take the long way round the marsh.
He owes me money; a lot of money.
Nobody has been in the crypt since my grandmother was a girl, and for good reason.
Two coins for the ferry, one for the ferryman.
Stay away from the mill after dark.
You look tired, stranger, sit down and have a bowl of stew.
The baron raised the tax again, and the harvest was poor.`

// TestLiveHeardToTheWord compares the words that are counted as heard with those
// that flite had said by then, wherever it is cut. Where a word ends follows from
// its phones, which flite tells with their times.
func TestLiveHeardToTheWord(t *testing.T) {
	if _, err := exec.LookPath("flite"); err != nil {
		if strings.Contains(os.Getenv("REQUIRE"), "speech") {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	known := make(map[string]int)
	var exact, more, less int
	for _, voice := range []string{"slt", "rms"} {
		for text := range strings.Lines(spokenWords) {
			text = strings.TrimSpace(text)
			ends, sound := flite(t, known, voice, text)
			if ends == nil {
				continue // its phones are not those of its words alone
			}
			words := wordLengths(text)
			for range 25 {
				played := sound.from + time.Duration(rng.Int64N(int64(sound.to-sound.from)))
				said, counted := 0, 0
				for i := range words {
					if ends[i] <= played {
						said = i + 1
					}
					if words[i].to <= sound.said(text, played) {
						counted = i + 1
					}
				}
				switch {
				case counted == said:
					exact++
				case counted > said:
					more++
				default:
					less++
				}
			}
		}
	}
	all := float64(exact + more + less)
	t.Logf("%v cuts: %.0f %% to the word, %.0f %% with a word too few, %.0f %% with one too many",
		all, 100*float64(exact)/all, 100*float64(less)/all, 100*float64(more)/all)
	if all < 400 || float64(exact) < 0.68*all || float64(more) > 0.08*all {
		t.Errorf("of %v cuts %d are exact, %d count too much and %d too little", all, exact, more, less)
	}
}

// flite has a voice say text and returns when each word of it ends, and its
// sound. known is how many phones words have.
func flite(t *testing.T, known map[string]int, voice, text string) (ends []time.Duration, sound *making) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "said.wav")
	phones := func(voice, text, what string) []string {
		out, err := exec.CommandContext(t.Context(), "flite", "-voice", voice, "-t", text, what, "-o", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	var counts []int
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, ".,;")
		if known[w] == 0 {
			// The quickest voice: they all have the same dictionary.
			for _, p := range phones("kal", " "+w+" ", "-ps") {
				if p != "pau" {
					known[w]++
				}
			}
		}
		counts = append(counts, known[w])
	}
	word, left := 0, counts[0]
	for _, p := range phones(voice, text, "-psdur") {
		name, at, _ := strings.Cut(p, ":")
		seconds, err := strconv.ParseFloat(at, 64)
		if err != nil {
			t.Fatal(err)
		}
		if name == "pau" {
			continue
		}
		if word == len(counts) {
			return nil, nil
		}
		if left--; left == 0 {
			ends = append(ends, time.Duration(seconds*float64(time.Second)))
			if word++; word < len(counts) {
				left = counts[word]
			}
		}
	}
	if word < len(counts) {
		return nil, nil
	}
	return ends, heardFrom(t, file)
}

// heardFrom returns what is known of the sound in a file.
func heardFrom(t *testing.T, file string) *making {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := audio.NewWAVReader(f)
	if err != nil {
		t.Fatal(err)
	}
	m := making{whole: true}
	for buf := make([]int16, 4096); ; {
		n, err := w.Read(buf)
		m.add(audio.Clip{Rate: w.Rate(), PCM: buf[:n]})
		if errors.Is(err, io.EOF) {
			return &m
		}
		if err != nil {
			t.Fatal(fmt.Errorf("read %s: %w", file, err))
		}
	}
}
