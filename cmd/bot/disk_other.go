//go:build !linux && !darwin

package main

// freeSpace does not know on this system.
func freeSpace(string) (free uint64, ok bool) { return 0, false }
