//go:build !linux

package bench

import (
	"errors"
	"time"
)

// processorTime and residentMemory are asked of Linux alone: that is where bots
// run.

func processorTime() (time.Duration, error) { return 0, errors.ErrUnsupported }

func residentMemory() (int64, error) { return 0, errors.ErrUnsupported }
