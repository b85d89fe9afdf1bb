package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// errNobody says that there is nobody who could be asked.
var errNobody = errors.New("nobody can be asked here, since the input is no terminal")

// ask asks a yes-or-no question on the terminal. Whatever does not begin with
// a y is a no; a closed input is [errNobody], as is an input that is no
// terminal, so that nothing a script pipes in is taken for an answer.
func (a *app) ask(ctx context.Context, question string) (yes bool, err error) {
	if f, ok := a.in.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
			return false, errNobody
		}
	}
	if _, err := fmt.Fprint(a.out, question+" [y/N] "); err != nil {
		return false, err
	}
	type answer struct {
		line string
		err  error
	}
	// A read of a terminal cannot be interrupted. When somebody presses Ctrl-C
	// instead of answering, the goroutine is left behind, and the program ends.
	answers := make(chan answer, 1)
	go func() {
		line, err := bufio.NewReader(a.in).ReadString('\n')
		answers <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.out)
		return false, ctx.Err()
	case got := <-answers:
		if got.err != nil && got.line == "" {
			fmt.Fprintln(a.out)
			return false, errNobody
		}
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(got.line)), "y"), nil
	}
}
