package bench

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// processorTime returns how long this process has kept processors busy.
func processorTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("ask for the time on processors: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// residentMemory returns how much of this process is in memory, in bytes.
func residentMemory() (int64, error) {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(data), &size, &resident); err != nil {
		return 0, fmt.Errorf("read /proc/self/statm: %w", err)
	}
	return resident * int64(os.Getpagesize()), nil
}
