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

// id returns the next ID. The caller holds d.mu.
func (d *Discord) id() uint64 {
	d.ids++
	return firstID + d.ids
}

func (s Snowflake) String() string { return strconv.FormatUint(uint64(s), 10) }
