//go:build linux || darwin

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// isTerminal says whether somebody sits at f.
func isTerminal(f *os.File) bool {
	_, err := modes(f)
	return err == nil
}

// hideTyping has the terminal show nothing of what is typed, until restore.
func hideTyping(f *os.File) (restore func(), err error) {
	old, err := modes(f)
	if err != nil {
		return nil, err
	}
	silent := *old
	silent.Lflag &^= unix.ECHO
	if err := setModes(f, &silent); err != nil {
		return nil, err
	}
	return func() { _ = setModes(f, old) }, nil
}

func modes(f *os.File) (m *unix.Termios, err error) {
	err = control(f, func(fd int) (err error) {
		m, err = unix.IoctlGetTermios(fd, getTermios)
		return err
	})
	return m, err
}

func setModes(f *os.File, m *unix.Termios) error {
	return control(f, func(fd int) error { return unix.IoctlSetTermios(fd, setTermios, m) })
}

// control calls do with f's descriptor. Fd would change how f is read.
func control(f *os.File, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = do(int(fd)) }); err != nil {
		return err
	}
	return failed
}
