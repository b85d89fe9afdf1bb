//go:build unix

package store

import (
	"errors"
	"syscall"
)

// alive reports whether there is a process of that id on this host.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM) // it is somebody else's
}
