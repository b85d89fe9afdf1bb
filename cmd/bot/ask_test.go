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
)

func TestAsk(t *testing.T) {
	tests := []struct {
		name, typed string
		want        bool
		err         error
	}{
		{"yes", "yes\n", true, nil},
		{"a letter, without the end of a line", " Y", true, nil},
		{"no", "no\n", false, nil},
		{"nothing is a no", "\n", false, nil},
		{"something else is a no", "maybe\n", false, nil},
		{"the input is closed", "", false, errNobody},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := &app{in: strings.NewReader(tt.typed), out: io.Discard}
			got, err := a.ask(t.Context(), "Sure?")
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("ask = %t, %v, want %t, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

// TestInterruptedQuestion presses Ctrl-C instead of answering.
func TestInterruptedQuestion(t *testing.T) {
	dir := t.TempDir()
	conf := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(conf, []byte("tts: {provider: command, command: {args: [cat], voices: [ann]}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, unblock := io.Pipe()
	defer unblock.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &hook{on: "[y/N] ", do: cancel}
	var errOut bytes.Buffer
	code := run(ctx, []string{"--config", conf, "campaign", "import", "../../campaigns/lanterns.yaml"}, in, out, &errOut)
	if code != exitFailed || errOut.String() != "bot: stopped\n" {
		t.Errorf("exit code %d and %q, want %d and one line", code, errOut.String(), exitFailed)
	}
	if !out.done {
		t.Errorf("nobody was asked: %s", out.got.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "glyphoxa.db")); err == nil {
		t.Error("a question that was not answered left a database behind")
	}
}

// A hook does something when what is written to it holds on.
type hook struct {
	got  bytes.Buffer
	on   string
	do   func()
	done bool
}

func (h *hook) Write(p []byte) (int, error) {
	h.got.Write(p)
	if !h.done && strings.Contains(h.got.String(), h.on) {
		h.done = true
		h.do()
	}
	return len(p), nil
}
