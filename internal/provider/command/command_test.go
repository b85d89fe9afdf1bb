package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// require skips the test when a program is missing, or fails it when the
// environment says that speech must be tested.
func require(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if slices.Contains(strings.Split(os.Getenv("REQUIRE"), ","), "speech") {
		t.Fatalf("%s is not installed", program)
	}
	t.Skipf("%s is not installed", program)
}

// script writes a shell script and returns its path.
func script(t *testing.T, body string) string {
	t.Helper()
	require(t, "sh")
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

func newSynthesizer(t *testing.T, o Options) *Synthesizer {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	s, err := NewSynthesizer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(o.TempDir); len(left) > 0 {
			t.Errorf("%d temporary files are left", len(left))
		}
	})
	return s
}

// say collects all that is spoken.
func say(ctx context.Context, s *Synthesizer, text string) (audio.Clip, error) {
	var all audio.Clip
	for c, err := range s.Synthesize(ctx, speech.Utterance{Text: text}) {
		if err != nil {
			return all, err
		}
		all.Rate = c.Rate
		all.PCM = append(all.PCM, c.PCM...)
	}
	return all, nil
}

// gone waits until the process whose number is in file does not exist.
func gone(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) || zombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d, a child of the program, still runs", pid)
}

// zombie reports whether a process is dead and not yet waited for by whoever
// inherited it, which in a container may be nobody.
func zombie(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(b), ") Z ")
}

func TestTextIsNeverAnOptionOrACommand(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "Well met.", "Well met."},
		{"an option", "--output=/etc/passwd please", " --output=/etc/passwd please"},
		{"a command", "$(touch pwned); `touch pwned` | touch pwned", "$(touch pwned); `touch pwned` | touch pwned"},
		{"a placeholder", "{voice} {out}", "{voice} {out}"},
		{"NUL and line breaks", "one\x00two\nthree\r\x1b[1m", "onetwo three [1m"},
		{"bad UTF-8", "caf\xe9 au lait", "caf au lait"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seen := filepath.Join(t.TempDir(), "seen")
			s := newSynthesizer(t, Options{
				Args: []string{script(t, `printf %s "$2" > "$1"; printf '\1\0'`), seen, "{text}", "{voice}"}, Input: Argument, Format: PCM,
				Voices: []string{"v"},
			})
			if _, err := say(t.Context(), s, tt.text); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(seen); string(got) != tt.want {
				t.Errorf("the program got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("--help me", "en-us")
	f.Add("{voice}", "{text}")
	f.Add("a\x00b", "-")
	f.Fuzz(func(t *testing.T, text, voice string) {
		o := Options{Args: []string{"speak", "-v", "{voice}", "{text}", "--to={voice}"}}
		got := o.expand(map[string]string{"text": sayable(text), "voice": sayable(voice)})
		if len(got) != len(o.Args) || got[0] != "speak" || got[1] != "-v" || !strings.HasPrefix(got[4], "--to=") {
			t.Fatalf("the arguments changed places: %q", got)
		}
		for _, a := range got[2:4] {
			if strings.HasPrefix(a, "-") && !isNumber.MatchString(a) {
				t.Errorf("%q became an option", a)
			}
			if strings.ContainsAny(a, "\x00\n") {
				t.Errorf("%q has a control character", a)
			}
		}
	})
}

func TestSoundIsHeardAsItComes(t *testing.T) {
	for _, tt := range []struct {
		name   string
		format Format
		header string
		rate   audio.Rate
	}{
		{"pcm", PCM, "", 24000},
		{"wav of unknown length", WAV, string(audio.AppendWAVHeader(nil, 22050, -1)), 22050},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			header, next := filepath.Join(dir, "header"), filepath.Join(dir, "next")
			if err := os.WriteFile(header, []byte(tt.header), 0o600); err != nil {
				t.Fatal(err)
			}
			// A half sample ends the first part: an odd byte that is lost makes
			// noise of the rest. Case: F20.
			s := newSynthesizer(t, Options{
				Args:   []string{script(t, `cat "$1"; printf '\1\0\2\0\3'; while [ ! -s "$2" ]; do sleep 0.01; done; printf '\0\4\0'`), header, next},
				Format: tt.format, Rate: 24000,
			})
			var got []int16
			for c, err := range s.Synthesize(t.Context(), speech.Utterance{Text: "Hello."}) {
				if err != nil {
					t.Fatal(err)
				}
				if c.Rate != tt.rate {
					t.Errorf("the rate is %d, want %d", c.Rate, tt.rate) // Case: A01.
				}
				got = append(got, c.PCM...)
				if err := os.WriteFile(next, []byte("go"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want := []int16{1, 2, 3, 4}; !slices.Equal(got, want) {
				t.Errorf("samples are %v, want %v", got, want)
			}
		})
	}
}

func TestCancelKillsTheWholeGroup(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	s := newSynthesizer(t, Options{
		Args:   []string{script(t, `sleep 300 & echo $! > "$1"; printf '\1\0'; wait`), child},
		Format: PCM,
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if b, _ := os.ReadFile(child); len(b) > 0 {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	start := time.Now()
	if _, err := say(ctx, s, "Hello."); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v to give up", d)
	}
	gone(t, child)
}

func TestBreakingOutKillsTheProgram(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	s := newSynthesizer(t, Options{
		Args:   []string{script(t, `echo $$ > "$1"; while :; do printf '\1\0'; done`), child},
		Format: PCM,
	})
	for _, err := range s.Synthesize(t.Context(), speech.Utterance{Text: "Hello."}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	gone(t, child)
}

func TestChildrenLeftBehindAreKilled(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	s := newSynthesizer(t, Options{
		Args:   []string{script(t, `sleep 300 & echo $! > "$1"; printf '\1\0'; exit 0`), child},
		Format: PCM,
	})
	c, err := say(t.Context(), s, "Hello.")
	if err != nil || len(c.PCM) != 1 {
		t.Errorf("it said %v, %v; want one sample", c.PCM, err)
	}
	gone(t, child)
}

// Case: F17.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		o      Options
		status int
		says   string
	}{
		{"not installed", Options{Args: []string{"no-such-program-here"}, Remedy: "apt install it"}, 0, `no-such-program-here: speak: the program "no-such-program-here" is not installed (apt install it)`},
		{"status", Options{Args: []string{"sh", "-c", "cat >&2; exit 3"}}, 3, `the program "sh" ended with status 3`},
		{"known complaint", Options{Args: []string{"sh", "-c", "echo 'model.onnx: No such file or directory' >&2; exit 1"}}, 1, "it did not find a file"},
		{"killed", Options{Args: []string{"sh", "-c", "kill -9 $$"}}, 0, "was stopped (signal: killed)"},
		{"no end", Options{Args: []string{"sleep", "300"}, Timeout: 50 * time.Millisecond}, 0, "had not ended after 50ms"},
		{"no time", Options{Args: []string{"sleep", "300"}, Timeout: time.Nanosecond}, 0, "had not ended after 1ns"},
		{"no end of sound", Options{Args: []string{"yes"}, Format: PCM, MaxOutput: 100_000}, 0, "wrote more than 100000 bytes"},
		{"no sound", Options{Args: []string{"true"}, Format: PCM}, 0, "it made no sound"},
		{"no file", Options{Args: []string{"true", "{out}"}, Output: OutFile}, 0, "it made no sound"},
		{"not a WAV file", Options{Args: []string{"echo", "this is no sound at all, is it"}}, 0, "not a WAV file"},
		{"no place for files", Options{Args: []string{"cat", "{textfile}"}, Input: File, TempDir: "/no/such/place"}, 0, "a temporary file cannot be written"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require(t, "sh")
			s, err := NewSynthesizer(tt.o)
			if err != nil {
				t.Fatal(err)
			}
			_, err = say(t.Context(), s, "Beware the marsh.")
			e, ok := errors.AsType[*speech.ProviderError](err)
			if !ok {
				t.Fatalf("the error is %v, want a ProviderError", err)
			}
			if e.Status != tt.status || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("the error is %q with status %d; want %q and %d", err, e.Status, tt.says, tt.status)
			}
			if strings.Contains(err.Error(), "marsh") {
				t.Errorf("the error %q repeats what was to be spoken", err)
			}
		})
	}
}

func TestSlots(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	slots := NewSlots(1)
	program := script(t, `mkdir "$1" || exit 9; sleep 0.05; rmdir "$1"; printf '\1\0'`)
	errs := make(chan error)
	const n = 4
	for range n {
		s := newSynthesizer(t, Options{Args: []string{program, lock}, Format: PCM, Slots: slots})
		go func() { _, err := say(t.Context(), s, "Hello."); errs <- err }()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// A program that has ended gives its slot back, though its sound is still being
// played.
func TestASlowListenerHoldsNoSlot(t *testing.T) {
	require(t, "head")
	s := newSynthesizer(t, Options{Args: []string{"head", "-c", "1000000", "/dev/zero"}, Format: PCM, Slots: NewSlots(1)})
	for _, err := range s.Synthesize(t.Context(), speech.Utterance{Text: "One."}) {
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if _, err := say(ctx, s, "Two."); err != nil {
			t.Errorf("the second sentence: %v", err)
		}
		cancel()
		break
	}
}

func TestWaitingForASlotCanBeCancelled(t *testing.T) {
	slots := NewSlots(1)
	release, err := slots.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	s := newSynthesizer(t, Options{Args: []string{"true"}, Slots: slots})
	if _, err := say(ctx, s, "Hello."); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v, want %v", err, context.DeadlineExceeded)
	}
}

// Who waits for a list of voices that another has asked for can be cancelled, and
// whose own list is cancelled leaves it to the next to ask.
func TestAListOfVoicesHoldsNobody(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	s := newSynthesizer(t, Options{
		Args: []string{"printf", `\1\0`}, Format: PCM,
		VoicesArgs: []string{script(t, `[ -e "$1" ] && { echo polly; exit; }; touch "$1"; exec sleep 10`), asked},
	})
	ctx, cancel := context.WithCancel(t.Context())
	listed := make(chan error)
	go func() { _, err := s.Voices(ctx); listed <- err }()
	for _, err := os.Stat(asked); err != nil; _, err = os.Stat(asked) {
		time.Sleep(time.Millisecond)
	}
	soon, over := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer over()
	if _, err := say(soon, s, "Hello."); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who waits gets %v, want %v", err, context.DeadlineExceeded)
	}
	cancel()
	if err := <-listed; !errors.Is(err, context.Canceled) {
		t.Errorf("who asked gets %v, want %v", err, context.Canceled)
	}
	if _, err := say(t.Context(), s, "Hello."); err != nil {
		t.Errorf("the next gets %v", err)
	}
}

// A program that has ended well has not been too slow, whatever the clock says by
// the time that it is looked at.
func TestEndedAtTheStroke(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	p := Process{Args: []string{"x"}}
	if err := p.verdict(t.Context(), late, nil, newSpool(1, cancel), ""); err != nil {
		t.Errorf("got %v", err)
	}
	if err := p.verdict(t.Context(), late, context.DeadlineExceeded, newSpool(1, cancel), ""); err == nil {
		t.Error("one that was killed has ended well")
	}
	// It is killed while it is looked at, having ended.
	cmd := exec.CommandContext(t.Context(), "true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if err := outcome(cmd, context.DeadlineExceeded); err != nil {
		t.Errorf("got %v", err)
	}
	if err := outcome(exec.CommandContext(t.Context(), "true"), context.DeadlineExceeded); err == nil {
		t.Error("one that never ran has ended well")
	}
}

// No words make an option of an argument.
func TestWordsAreNoOptions(t *testing.T) {
	s := newSynthesizer(t, Options{Args: []string{"say", "{text}", "{n}", "--x={text}"}, Input: Argument, Settings: map[string]string{"n": ""}})
	for text, want := range map[string]string{"-5": " -5", "-5.5": " -5.5", "--help": " --help", "5": "5", "well": "well"} {
		got := s.o.expand(map[string]string{"text": text, "n": "-5"})
		if want := []string{"say", want, "-5", "--x=" + text}; !slices.Equal(got, want) {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestTheProgramGetsNoSecrets(t *testing.T) {
	t.Setenv("GLYPHOXA_DISCORD_TOKEN", "very secret")
	p := Process{Args: []string{script(t, "env")}, Env: []string{"MORE=1"}}
	got, err := p.Output(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), "secret") {
		t.Error("the program was given a secret")
	}
	if !strings.Contains(string(got), "MORE=1") || !strings.Contains(string(got), "PATH=") {
		t.Error("the program was not given what it needs")
	}
}

// A sentence with nothing to say in it is skipped. Case: F37.
func TestNothingToSay(t *testing.T) {
	s := newSynthesizer(t, Options{Args: []string{"false"}})
	for _, text := range []string{"", " \n", "…", "*** — !?", "\x00"} {
		if c, err := say(t.Context(), s, text); err != nil || len(c.PCM) > 0 {
			t.Errorf("%q gives %d samples and %v, want neither", text, len(c.PCM), err)
		}
	}
}

func TestVoicesAndOptions(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	s := newSynthesizer(t, Options{
		Name:       "parrot",
		Args:       []string{script(t, `echo "$2 $3" > "$1"; printf '\1\0'`), ran, "{voice}", "{speed}"},
		Format:     PCM,
		Settings:   map[string]string{"speed": "1", "model": "m"},
		Fixed:      []string{"model"},
		VoicesArgs: []string{"printf", "polly\ngrey\npolly\n"},
	})
	got, err := s.Voices(t.Context())
	if want := []string{"grey", "polly"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the voices are %v, %v; want %v", got, err, want)
	}
	for _, tt := range []struct {
		name  string
		voice speech.Voice
		want  string // what the program was given, or what the error says
	}{
		{"the first", speech.Voice{}, "grey 1"},
		{"by name", speech.Voice{Name: "polly"}, "polly 1"},
		{"faster", speech.Voice{Name: "polly", Options: map[string]string{"speed": "-1.5"}}, "polly -1.5"},
		{"unknown voice", speech.Voice{Name: "onyx"}, `there is no voice "onyx" (the voices are: grey, polly)`},
		{"unknown option", speech.Voice{Options: map[string]string{"pitch": "1"}}, `a voice has no option "pitch" (the options are: speed)`},
		{"fixed setting", speech.Voice{Options: map[string]string{"model": "x"}}, `a voice has no option "model"`},
		{"an option as a value", speech.Voice{Options: map[string]string{"speed": "--help"}}, `the option "speed" cannot be "--help"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_ = os.Remove(ran) // is there only after the first
			var err error
			for _, e := range s.Synthesize(t.Context(), speech.Utterance{Text: "Hello.", Voice: tt.voice}) {
				err = e
			}
			b, _ := os.ReadFile(ran)
			switch got := strings.TrimSpace(string(b)); {
			case err == nil && got != tt.want:
				t.Errorf("the program was given %q, want %q", got, tt.want)
			case err != nil && (got != "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("the error is %q after %q, want %q before anything is run", err, got, tt.want)
			}
		})
	}
}

func TestConfigurationErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		says string
	}{
		{"nothing", Options{}, "no program is named"},
		{"unknown placeholder", Options{Args: []string{"x", "{sound}"}}, "the placeholder {sound} is not known"},
		{"program is a placeholder", Options{Args: []string{"{voice}"}}, "may not be a placeholder"},
		{"no place for the text", Options{Args: []string{"x"}, Input: Argument}, "{text}"},
		{"no place for the sound", Options{Args: []string{"x"}, Output: OutFile}, "{out}"},
		{"a file that is not read", Options{Args: []string{"x", "{out}"}}, "{out} means nothing"},
		{"a file that is not written", Options{Args: []string{"x", "{textfile}"}, Output: OutFile}, "{textfile} means nothing"},
		{"input", Options{Args: []string{"x"}, Input: "pipe"}, `input "pipe"`},
		{"format", Options{Args: []string{"x"}, Format: "mp3"}, `format "mp3"`},
		{"rate", Options{Args: []string{"x"}, Rate: 96000}, "96000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := NewSynthesizer(tt.o); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("the error is %v, want one that says %q", err, tt.says)
			}
		})
	}
}
