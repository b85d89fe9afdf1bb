package voicetest

import (
	"bytes"
	"fmt"
	"strconv"
)

// A Snowflake is an ID as it is written in the JSON of REST and of the main
// gateway: a string. A number is read as well, as Discord does.
type Snowflake uint64

// MarshalText writes the ID in decimal.
func (s Snowflake) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// UnmarshalJSON reads a string or a number; null leaves the ID as it is.
func (s *Snowflake) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	n, err := strconv.ParseUint(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil {
		return fmt.Errorf("snowflake: %w", err)
	}
	*s = Snowflake(n)
	return nil
}

// firstID is of the size that Discord's IDs have now, beyond what a float64
// holds: whoever reads one as a number gets it wrong.
const firstID = 1_400_000_000_000_000_001

// epoch is from when on IDs count milliseconds.
// https://discord.com/developers/docs/reference#snowflakes
const epoch = 1420070400000

// id returns the next ID: a number after the last, or, where the clock is its
// own, after that of the time. The caller holds d.mu.
func (d *Discord) id() uint64 {
	d.ids++
	if d.options.Ahead != 0 {
		return uint64(d.now().UnixMilli()-epoch)<<22 | d.ids&(1<<22-1)
	}
	return firstID + d.ids
}

func (s Snowflake) String() string { return strconv.FormatUint(uint64(s), 10) }
