package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestHiddenSecret types a secret and then a text at a terminal. The terminal
// shows the text.
func TestHiddenSecret(t *testing.T) {
	keyboard, terminal := newTerminal(t)
	shown := make(chan string)
	go func() {
		shown <- answering(keyboard, [][2]string{{"Key", "hush-hush"}, {"Name: ", "plain-text"}}, "End: ")
	}()
	d := newDialogue(t.Context(), &app{in: terminal, out: terminal})
	defer d.close()
	secret, err := d.secret(t.Context(), "Key")
	if secret != "hush-hush" || err != nil {
		t.Errorf("the secret is %q, %v", secret, err)
	}
	text, err := d.text(t.Context(), "Name", "")
	if text != "plain-text" || err != nil {
		t.Errorf("the text is %q, %v", text, err)
	}
	fmt.Fprint(terminal, "End: ")
	got := <-shown
	if strings.Contains(got, "hush") || !strings.Contains(got, "plain-text") {
		t.Errorf("the terminal shows %q", got)
	}
}

// answering types the answer to each question when the terminal shows it, as a
// person does: what is typed before the terminal hides it shows. It returns what
// the terminal has shown when it shows end.
func answering(keyboard *os.File, answers [][2]string, end string) string {
	var all bytes.Buffer
	b := make([]byte, 1024)
	for {
		n, err := keyboard.Read(b)
		all.Write(b[:n])
		if err != nil || strings.Contains(all.String(), end) {
			return all.String()
		}
		if len(answers) > 0 && strings.Contains(all.String(), answers[0][0]) {
			fmt.Fprintln(keyboard, answers[0][1])
			answers = answers[1:]
		}
	}
}

// newTerminal returns a terminal and what is typed into it and shown by it.
func newTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here: ", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	var n int
	err = control(keyboard, func(fd int) error {
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return err
		}
		n, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
		return err
	})
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return keyboard, terminal
}
