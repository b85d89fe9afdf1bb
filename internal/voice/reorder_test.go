package voice

import (
	"slices"
	"testing"
	"time"
)

// A packet that is far from the one awaited is believed to be of another count when
// the next one goes on from there.
func TestRestartIsBelievedAtTheSecondPacket(t *testing.T) {
	const next = 1000 // awaited
	for name, tt := range map[string]struct {
		numbers []uint16
		want    []verdict
	}{
		"somewhat late":                {[]uint16{next - 70, next - 69}, []verdict{late, late}},
		"as late as may be":            {[]uint16{next - reorderPast, next - reorderPast + 1}, []verdict{late, late}},
		"far behind":                   {[]uint16{next - 300, next}, []verdict{late, kept}},
		"far ahead":                    {[]uint16{next + 20_000, next}, []verdict{late, kept}},
		"as far ahead as may be":       {[]uint16{next + reorderJump - 1}, []verdict{ahead}},
		"anew, behind":                 {[]uint16{next - 300, next - 299}, []verdict{late, anew}},
		"anew, ahead":                  {[]uint16{next + 20_000, next + 20_001}, []verdict{late, anew}},
		"anew, at the wrap":            {[]uint16{65535, 0}, []verdict{late, anew}},
		"anew, but the first was lost": {[]uint16{5000, 5002, 5003}, []verdict{late, late, anew}},
		"two, and one of ours between": {[]uint16{5000, next, 5001}, []verdict{late, kept, late}},
		"one twice":                    {[]uint16{5000, 5000}, []verdict{late, late}},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1000, 0)
			r := reorder{begun: true, next: next}
			var got []verdict
			for _, n := range tt.numbers {
				got = append(got, r.offer(Packet{Seq: n}, now))
				r.take(now, true)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%d are judged %d, want %d", tt.numbers, got, tt.want)
			}
		})
	}
}
