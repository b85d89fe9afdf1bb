package audio

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestLevels(t *testing.T) {
	square := slices.Repeat([]int16{16384, -16384}, 100)
	for _, tt := range []struct {
		name      string
		pcm       []int16
		rms, peak float64
	}{
		{"nothing", nil, Floor, Floor},
		{"silence", make([]int16, 10), Floor, Floor},
		{"square at half", square, -6.02, -6.02},
		{"sine at half", tone(48000, 1000, time.Second), -9.03, -6.02},
		{"as low as can be", []int16{math.MinInt16}, 0, 0},
	} {
		if got := RMS(tt.pcm); math.Abs(got-tt.rms) > 0.01 {
			t.Errorf("%s: RMS %.2f, want %.2f", tt.name, got, tt.rms)
		}
		if got := Peak(tt.pcm); math.Abs(got-tt.peak) > 0.01 {
			t.Errorf("%s: Peak %.2f, want %.2f", tt.name, got, tt.peak)
		}
	}
}

// babble is noise with the rhythm of speech: syllables of 120 ms, a pause of
// 200 ms after each four, at an RMS level of its sounding parts.
func babble(rate Rate, db float64, d time.Duration) []int16 {
	rng := rand.New(rand.NewPCG(5, 6))
	pcm := make([]int16, rate.Samples(d))
	for i := range pcm {
		ms := int(rate.Duration(i).Milliseconds())
		if ms%680 >= 480 {
			continue
		}
		shape := math.Sin(math.Pi * float64(ms%120) / 120)
		pcm[i] = clip16(float32(32768 * gain(db) * 1.4 * shape * rng.NormFloat64()))
	}
	return pcm
}

// speechLevel is the mean level of the blocks that are not pauses.
func speechLevel(rate Rate, pcm []int16) float64 {
	var sum, n float64
	for block := range slices.Chunk(pcm, rate.Samples(20*time.Millisecond)) {
		if db := RMS(block); db > -45 {
			sum += math.Pow(10, db/10)
			n++
		}
	}
	return 10 * math.Log10(sum/n)
}

func TestLevellerBringsVoicesTogether(t *testing.T) {
	for _, db := range []float64{-36, -30, -20, -12, -6} {
		in := babble(24000, db, 4*time.Second)
		l := NewLeveller(24000)
		var out []int16
		for chunk := range slices.Chunk(in, 333) {
			out = l.Append(out, chunk)
		}
		out = l.Flush(out)
		if len(out) != len(in) {
			t.Errorf("at %g dBFS: %d samples became %d", db, len(in), len(out))
		}
		if got := speechLevel(24000, out); math.Abs(got-SpeechLevel) > 2 {
			t.Errorf("speech at %g dBFS comes out at %.1f, want %g within 2", db, got, SpeechLevel)
		}
		first := out[:24000*48/100] // the first word, before the first pause
		if got := speechLevel(24000, first); math.Abs(got-SpeechLevel) > 4 {
			t.Errorf("speech at %g dBFS: its first word comes out at %.1f, want %g within 4", db, got, SpeechLevel)
		}
		if p := Peak(out); p > levelCeiling+0.01 {
			t.Errorf("speech at %g dBFS peaks at %.2f, want at most %g", db, p, levelCeiling)
		}
	}
}

func TestLevellerLimitsASuddenPeak(t *testing.T) {
	in := babble(24000, -36, 2*time.Second)
	for i := 26400; i < 26500; i++ {
		in[i] = math.MaxInt16
	}
	l := NewLeveller(24000)
	out := l.Flush(l.Append(nil, in))
	if p := Peak(out); p > levelCeiling+0.01 {
		t.Errorf("peak at %.2f dBFS, want at most %g", p, levelCeiling)
	}
	// Up to a block before the peak, the quiet speech keeps its gain.
	if g := RMS(out[25800:26150]) - RMS(in[25800:26150]); g < 10 {
		t.Errorf("the speech before the peak is raised by %.1f dB, want 10 or more", g)
	}
}

func TestLevellerLeavesSilenceAndRemembers(t *testing.T) {
	l := NewLeveller(16000)
	hush := make([]int16, 16000)
	if got := l.Flush(l.Append(nil, hush)); !slices.Equal(got, hush) {
		t.Error("silence is not left alone")
	}
	l.Flush(l.Append(nil, babble(16000, -32, time.Second)))
	held := len(babble(16000, -32, 100*time.Millisecond)) - len(l.Append(nil, babble(16000, -32, 100*time.Millisecond)))
	if d := Rate(16000).Duration(held); d > 10*time.Millisecond {
		t.Errorf("a voice it knows is held back for %v, want at most 10ms", d)
	}
}

func TestLevellerAllocs(t *testing.T) {
	l := NewLeveller(24000)
	in := babble(24000, -30, time.Second)
	dst := make([]int16, 0, 2*len(in))
	dst = l.Append(dst, in)
	if n := testing.AllocsPerRun(20, func() { dst = l.Append(dst[:0], in[:480]) }); n != 0 {
		t.Errorf("%v allocations a chunk, want 0", n)
	}
}

// A click before the first word is not the voice. Nor is a part of it that was much
// louder than all that follows.
func TestLevellerForgetsWhatWasLouder(t *testing.T) {
	click := func(d time.Duration) []int16 {
		pcm := make([]int16, Rate(24000).Samples(d))
		for i := range pcm {
			pcm[i] = []int16{math.MaxInt16, math.MinInt16}[i%2]
		}
		return pcm
	}
	gap := make([]int16, Rate(24000).Samples(300*time.Millisecond))
	for _, tt := range []struct {
		name  string
		first func(speech []int16) []int16
	}{
		{"a click of 1 ms", func(speech []int16) []int16 { return append(click(time.Millisecond), speech...) }},
		{"a click of 2 ms", func(speech []int16) []int16 { return append(click(2*time.Millisecond), speech...) }},
		{"a click of 5 ms", func(speech []int16) []int16 { return append(click(5*time.Millisecond), speech...) }},
		{"a click of 15 ms", func(speech []int16) []int16 { return append(click(15*time.Millisecond), speech...) }},
		{"a click, and a gap", func(speech []int16) []int16 { return slices.Concat(click(2*time.Millisecond), gap, speech) }},
		{"a click alone", func([]int16) []int16 { return click(2 * time.Millisecond) }},
		{"a shout", func(speech []int16) []int16 { return append(babble(24000, -4, time.Second), speech...) }},
	} {
		for _, db := range []float64{-18, -20, -22, -24, -26, -34} {
			speech := babble(24000, db, time.Second)
			l := NewLeveller(24000)
			l.Flush(l.Append(nil, tt.first(speech)))
			second := l.Flush(l.Append(nil, speech))
			out := second
			for range 18 {
				out = l.Flush(l.Append(nil, speech))
			}
			if got := speechLevel(24000, out); math.Abs(got-SpeechLevel) > 3 {
				t.Errorf("%s, then speech at %g dBFS: the 20th sentence comes out at %.1f, want %g within 3", tt.name, db, got, SpeechLevel)
			}
			if got := speechLevel(24000, second); tt.name != "a shout" && math.Abs(got-SpeechLevel) > 4 {
				t.Errorf("%s, then speech at %g dBFS: the second sentence comes out at %.1f, want %g within 4", tt.name, db, got, SpeechLevel)
			}
		}
	}
}

func TestLevellerFollowsAQuieterVoice(t *testing.T) {
	for _, by := range []float64{10, 15, 18} {
		l := NewLeveller(24000)
		loud, quiet := babble(24000, -18, time.Second), babble(24000, -18-by, time.Second)
		for range 10 {
			l.Flush(l.Append(nil, loud))
		}
		var out []int16
		for range 25 {
			out = l.Flush(l.Append(nil, quiet))
		}
		if got := speechLevel(24000, out); math.Abs(got-SpeechLevel) > 3 {
			t.Errorf("%g dB quieter, the 25th sentence comes out at %.1f, want %g within 3", by, got, SpeechLevel)
		}
	}
}

// Long pauses with the noise of a voice's room in them are not taken for the voice.
func TestLevellerLeavesNoiseAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	l := NewLeveller(24000)
	speech := babble(24000, -20, time.Second)
	noise := make([]int16, 3*24000)
	for i := range noise {
		noise[i] = int16(32768 * gain(-47) * rng.NormFloat64())
	}
	for range 5 {
		l.Append(nil, speech)
		if out := l.Append(nil, noise); RMS(out)-RMS(noise) > 3 {
			t.Errorf("noise at %.1f dBFS comes out at %.1f", RMS(noise), RMS(out))
		}
	}
}
