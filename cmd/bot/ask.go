package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// errNobody says that there is nobody who could be asked.
var errNobody = errors.New("nobody can be asked here, since the input is no terminal or has ended")

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
	for answer, err := range a.typed(ctx) {
		if err != nil {
			fmt.Fprintln(a.out)
			return false, err
		}
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y"), nil
	}
	fmt.Fprintln(a.out)
	return false, errNobody
}
