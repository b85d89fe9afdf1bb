package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

// A dialogue asks questions and reads the answers, all with one reader: one for
// each question would swallow what was typed, or piped in, ahead.
type dialogue struct {
	out      io.Writer
	terminal *os.File // where the answers are typed; nil if they are piped in
	lines    chan answer
	stop     context.CancelFunc
	reading  sync.WaitGroup
}

// An answer is a line, or why there will be no more.
type answer struct {
	text string
	err  error
}

// newDialogue begins to read what is typed. It must be closed.
func newDialogue(ctx context.Context, a *app) *dialogue {
	ctx, stop := context.WithCancel(ctx)
	d := &dialogue{out: a.out, lines: make(chan answer), stop: stop}
	if f, ok := a.in.(*os.File); ok && isTerminal(f) {
		d.terminal = f
	}
	d.reading.Go(func() {
		defer close(d.lines)
		for text, err := range a.typed(ctx) {
			select {
			case d.lines <- answer{text, err}:
			case <-ctx.Done():
				return
			}
		}
	})
	return d
}

func (d *dialogue) close() {
	d.stop()
	d.reading.Wait()
}

// say prints a line or several.
func (d *dialogue) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// answered returns the next line that is typed.
func (d *dialogue) answered(ctx context.Context) (string, error) {
	select {
	case a, ok := <-d.lines:
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if !ok {
			return "", errNobody
		}
		return strings.TrimSpace(a.text), a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// text asks for a text. Enter alone is preset.
func (d *dialogue) text(ctx context.Context, question, preset string) (string, error) {
	if preset != "" {
		question += " [" + preset + "]"
	}
	fmt.Fprint(d.out, question+": ")
	text, err := d.answered(ctx)
	d.echo(text)
	if text == "" {
		text = preset
	}
	return text, err
}

// secret asks for a text that is not to be seen.
func (d *dialogue) secret(ctx context.Context, question string) (string, error) {
	restore := func() {}
	if d.terminal != nil {
		hidden, err := hideTyping(d.terminal)
		if err == nil {
			question += " (nothing shows while you paste it)"
			restore = hidden
		}
	}
	defer restore()
	fmt.Fprint(d.out, question+": ")
	text, err := d.answered(ctx)
	fmt.Fprintln(d.out) // the Enter did not show either
	return text, err
}

// echo shows an answer that was not typed where it can be seen.
func (d *dialogue) echo(text string) {
	if d.terminal == nil {
		fmt.Fprintln(d.out, text)
	}
}

// yes asks a yes-or-no question until the answer is either. Enter alone is
// preset.
func (d *dialogue) yes(ctx context.Context, question string, preset bool) (bool, error) {
	hint := " [y/N]: "
	if preset {
		hint = " [Y/n]: "
	}
	for {
		fmt.Fprint(d.out, question+hint)
		text, err := d.answered(ctx)
		d.echo(text)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(text) {
		case "":
			return preset, nil
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		d.say("Type y for yes or n for no.")
	}
}

// choose lists options and asks for the number of one, until it is one. It
// returns its index. Enter alone is the first.
func (d *dialogue) choose(ctx context.Context, question string, options ...string) (int, error) {
	d.say("%s", question)
	for i, o := range options {
		d.say("  %d  %s", i+1, o)
	}
	for {
		text, err := d.text(ctx, "Number", "1")
		if err != nil {
			return 0, err
		}
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(options) {
			return n - 1, nil
		}
		d.say("Type a number from 1 to %d.", len(options))
	}
}

// unanswered says of a dialogue that has ended early that nothing came of it.
func unanswered(err error) error {
	if errors.Is(err, errNobody) {
		return fmt.Errorf("%w: nothing was written", err)
	}
	return err
}
