package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// TestInterruptedRehearsal presses Ctrl-C instead of typing a line. Nobody is
// left behind in a read of the terminal, which stays open.
func TestInterruptedRehearsal(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	conf := filepath.Join(dir, "config.yaml")
	text := "tts: {provider: command, command: {args: [cat], voices: [ann, bob, cleo]}}\n" +
		"stt: {provider: command, command: {args: [cat], input: stdin}}\n"
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	args := []string{"--config", conf, "campaign", "import", "--yes", "../../campaigns/lanterns.yaml"}
	if code := run(t.Context(), args, strings.NewReader(""), io.Discard, &errOut); code != 0 {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	errOut.Reset()

	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &hook{on: "ends the rehearsal.", do: cancel}
	code := run(ctx, []string{"--config", conf, "rehearse", "--keep"}, read, out, &errOut)
	if code != exitFailed || errOut.String() != "bot: stopped\n" {
		t.Errorf("exit code %d and %q, want %d and one line", code, errOut.String(), exitFailed)
	}
	if !out.done {
		t.Errorf("the rehearsal did not begin: %s", out.got.String())
	}
	// It has ended, and whoever comes next may begin.
	errOut.Reset()
	if code := run(t.Context(), []string{"--config", conf, "recap", "--kind", "rehearsal"}, read, io.Discard, &errOut); code != 0 {
		t.Errorf("recap: exit code %d: %s", code, errOut.String())
	}
	if code := run(t.Context(), []string{"--config", conf, "rehearse", "--keep"}, strings.NewReader(""), io.Discard, &errOut); code != 0 {
		t.Errorf("again: exit code %d: %s", code, errOut.String())
	}
}

func TestTyped(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	for _, tt := range []struct {
		name, typed, want string
		err               string
	}{
		{"nothing", "", "", ""},
		{"the last line without its end", "one\ntwo", "one|two|", ""},
		{"an end as on Windows", "one\r\n\r\ntwo\r\n", "one||two|", ""},
		{"too long", "one\n" + long + "\ntwo\n", "one|", "more than 64 kB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := &app{in: strings.NewReader(tt.typed)}
			var got strings.Builder
			var last error
			for line, err := range a.typed(t.Context()) {
				if last = err; err == nil {
					got.WriteString(line + "|")
				}
			}
			if got.String() != tt.want {
				t.Errorf("typed %q, want %q", got.String(), tt.want)
			}
			if (last == nil) != (tt.err == "") || last != nil && !strings.Contains(last.Error(), tt.err) {
				t.Errorf("the error is %v, want one with %q", last, tt.err)
			}
		})
	}
}

// TestTypedIsLeft stops listening while more is typed, and while nobody types.
func TestTypedIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close() // nothing ends the input before
	if _, err := write.WriteString("one\ntwo\nthree\n"); err != nil {
		t.Fatal(err)
	}
	a := &app{in: read}
	for range a.typed(t.Context()) {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for line, err := range a.typed(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("typed %q, %v, want it cancelled", line, err)
		}
	}
}

// A silence between answers is cut, a short one is left as it was.
func TestReelCutsSilence(t *testing.T) {
	r := newReel()
	packet := voice.Packet{Opus: []byte(opus.SilenceFrame)}
	at := time.Unix(0, 0)
	for _, wait := range []time.Duration{time.Hour, 0, 0, 200 * time.Millisecond, 10 * time.Minute} {
		at = at.Add(wait)
		r.hear(packet, at)
		at = at.Add(audio.FrameDuration)
	}
	want := audio.Discord.Samples(5*audio.FrameDuration + 200*time.Millisecond + longestGap)
	if got := len(r.pcm); got != want {
		t.Errorf("%d samples, want %d", got, want)
	}
}

// TestRehearsalShowsWhatNoVoiceSays: a table or a list of an answer is there to read
// in a rehearsal, too. Case: X04.
func TestRehearsalShowsWhatNoVoiceSays(t *testing.T) {
	var out, errOut strings.Builder
	c := &chat{out: &out, errOut: &errOut, names: map[transcript.AgentID]string{"mirela": "Mirela"}}
	c.observe(conversation.Posted{Agent: "mirela", Text: "| HP | AC |\n|----|----|\n| 12 | 15 |"})
	if got, want := out.String(), "Mirela, as text to everybody:\n| HP | AC |\n|----|----|\n| 12 | 15 |\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
