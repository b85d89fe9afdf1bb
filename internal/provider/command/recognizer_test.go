package command

import (
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// heard returns the one hypothesis that comes.
func heard(t *testing.T, r *Recognizer, hints speech.Hints, sound iter.Seq[[]int16]) (speech.Hypothesis, error) {
	t.Helper()
	var all []speech.Hypothesis
	var err error
	for h, e := range r.Recognize(t.Context(), hints, sound) {
		if e != nil {
			err = e
			continue
		}
		all = append(all, h)
	}
	if err == nil && len(all) != 1 {
		t.Fatalf("%d hypotheses came, want one", len(all))
	}
	return append(all, speech.Hypothesis{})[0], err
}

func TestRecognizerGivesTheProgramTheSound(t *testing.T) {
	sound := slices.Values([][]int16{{1, 2}, {3}})
	wav := audio.AppendPCM(audio.AppendWAVHeader(nil, audio.Speech, 3), []int16{1, 2, 3})
	for _, tt := range []struct {
		name string
		o    Options
		want []byte
	}{
		{"file", Options{Args: []string{"{wav}"}, Input: File}, wav},
		{"wav on stdin", Options{}, wav},
		{"pcm on stdin", Options{Format: PCM}, wav[len(wav)-6:]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "copied")
			tt.o.Args = append([]string{script(t, `cat "$2" > "$1"; echo "[00:00.000]  hello"; echo " (coughs) there *sighs* "`), copied}, tt.o.Args...)
			if tt.o.Input != File {
				tt.o.Args = append(tt.o.Args, "/dev/stdin")
			}
			tt.o.TempDir = t.TempDir()
			tt.o.Notes = true
			r, err := NewRecognizer(tt.o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := heard(t, r, speech.Hints{}, sound)
			if want := (speech.Hypothesis{Text: "hello there", Final: true}); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("it heard %+v, %v; want %+v", got, err, want)
			}
			if b, _ := os.ReadFile(copied); !slices.Equal(b, tt.want) {
				t.Errorf("the program got %q, want %q", b, tt.want)
			}
			if left, _ := os.ReadDir(tt.o.TempDir); len(left) > 0 {
				t.Errorf("%d temporary files are left", len(left))
			}
		})
	}
}

// The language and the names in the scene reach the program.
// Case: S06, S07, S08.
func TestRecognizerPassesLanguageAndNames(t *testing.T) {
	o := Whisper("/models/small.bin")
	o.Args[0] = script(t, `echo "$@"`)
	r, err := NewRecognizer(o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := heard(t, r, speech.Hints{Language: "de-AT", Names: []string{"Brelyna", "J'zargo"}}, slices.Values([][]int16{{1}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-m /models/small.bin ", "-l de ", "--prompt Brelyna, J'zargo "} {
		if !strings.Contains(got.Text, want) {
			t.Errorf("the arguments are %q, want %q among them", got.Text, want)
		}
	}
}

// What whisper writes besides words is left out of what whisper writes. Others are
// believed, unless they write nothing else.
func TestNotes(t *testing.T) {
	for _, tt := range []struct{ out, whisper, other string }{
		{"I (the paladin) attack [with] my *sword*", "I attack my", "I (the paladin) attack [with] my *sword*"},
		{"[00:00.000 --> 00:02.000]  hello\n (coughs) there ♪", "hello there", "[00:00.000 --> 00:02.000] hello (coughs) there ♪"},
		{" [BLANK_AUDIO]\n", "", ""},
		{"(wind blowing) *sighs* ♪", "", ""},
		{"2 * 3 and 4 * 5", "2 * 3 and 4 * 5", "2 * 3 and 4 * 5"},
		{"\xffhello", "hello", "hello"},
	} {
		if got := written([]byte(tt.out), true); got != tt.whisper {
			t.Errorf("%q of whisper is %q, want %q", tt.out, got, tt.whisper)
		}
		if got := written([]byte(tt.out), false); got != tt.other {
			t.Errorf("%q of another is %q, want %q", tt.out, got, tt.other)
		}
	}
	if !Whisper("m").Notes {
		t.Error("whisper's notes are not left out")
	}
}

func TestRecognizerConfigurationErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		says string
	}{
		{"placeholder of a voice", Options{Args: []string{"x", "{text}"}}, "the placeholder {text} is not known"},
		{"no place for the sound", Options{Args: []string{"x"}, Input: File}, "{wav}"},
		{"a file that is not written", Options{Args: []string{"x", "{wav}"}}, "{wav} means nothing"},
		{"sound in an argument", Options{Args: []string{"x"}, Input: Argument}, "sound is no argument"},
		{"a raw file", Options{Args: []string{"x", "{wav}"}, Input: File, Format: PCM}, "always wav"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := NewRecognizer(tt.o); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("the error is %v, want one that says %q", err, tt.says)
			}
		})
	}
}

func TestNoSoundIsNotSentToTheProgram(t *testing.T) {
	r, err := NewRecognizer(Options{Args: []string{"false"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := heard(t, r, speech.Hints{}, func(func([]int16) bool) {})
	if want := (speech.Hypothesis{Final: true}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it heard %+v, %v; want %+v", got, err, want)
	}
}
