//go:build linux || darwin

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// readable waits until there is something to read from f, or its end. It looks
// after ctx ten times a second, which is as quick as it need be for Ctrl-C.
func readable(ctx context.Context, f *os.File) error {
	conn, err := f.SyscallConn() // Fd would change how f is read
	if err != nil {
		return fmt.Errorf("wait for the input: %w", err)
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		ready, err := false, error(nil)
		if e := conn.Control(func(fd uintptr) { ready, err = poll(fd) }); e != nil {
			err = e
		}
		if err != nil {
			return fmt.Errorf("wait for the input: %w", err)
		}
		if ready {
			return nil
		}
	}
}

// poll waits a little for something to read. Darwin cannot wait for a terminal
// and reports that as ready; the read then waits instead.
func poll(fd uintptr) (ready bool, err error) {
	const little = 100 * time.Millisecond
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(little.Milliseconds()))
	if errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return n > 0, err
}
