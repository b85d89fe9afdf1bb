//go:build !linux && !darwin

package main

import (
	"errors"
	"io/fs"
	"os"
)

// isTerminal says whether somebody seems to sit at f.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// hideTyping is not possible here.
func hideTyping(*os.File) (restore func(), err error) {
	return nil, errors.New("what is typed cannot be hidden on this system")
}
