//go:build !unix

package store

import "os"

// alive reports whether there is a process of that id on this host. Finding
// one elsewhere than on Unix opens it, which fails for one that is gone.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
