//go:build linux || darwin

package main

import "syscall"

// freeSpace returns how many bytes this user may still write to the disk that
// holds dir. ok is false if nobody knows.
func freeSpace(dir string) (free uint64, ok bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
