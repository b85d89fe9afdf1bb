package audio

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// An odd byte belongs to the next chunk; carried wrongly, everything after it
// is noise. Case: F20.
func TestPCMReaderCarriesOddBytes(t *testing.T) {
	want := tone(24000, 440, FrameDuration)
	b := AppendPCM(nil, want)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var r PCMReader
		var got []int16
		for rest := b; len(rest) > 0; {
			n := min(rng.IntN(8), len(rest))
			got = r.Append(got, rest[:n])
			rest = rest[n:]
		}
		if !slices.Equal(got, want) {
			t.Fatal("samples depend on where the bytes were cut")
		}
	}
}

func TestPCMReaderKeepsHalfASample(t *testing.T) {
	var r PCMReader
	if got := r.Append(nil, []byte{0x34, 0x12, 0x78}); !slices.Equal(got, []int16{0x1234}) {
		t.Errorf("got %x, want 1234", got)
	}
	if got := r.Append(nil, []byte{0xff}); !slices.Equal(got, []int16{-0x88}) {
		t.Errorf("got %x, want -88", got)
	}
}
