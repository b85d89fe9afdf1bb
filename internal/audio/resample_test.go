package audio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// tone is a sine at a frequency, half as loud as can be.
func tone(rate Rate, hz float64, d time.Duration) []int16 {
	pcm := make([]int16, rate.Samples(d))
	for i := range pcm {
		pcm[i] = int16(math.Round(16384 * math.Sin(2*math.Pi*hz*float64(i)/float64(rate))))
	}
	return pcm
}

// at measures how loud pcm is at a frequency, in dBFS of a sine, under a Hann
// window.
func at(pcm []int16, rate Rate, hz float64) float64 {
	var re, im, sum float64
	for i, s := range pcm {
		w := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(len(pcm)))
		sin, cos := math.Sincos(2 * math.Pi * hz * float64(i) / float64(rate))
		re += w * float64(s) * cos
		im += w * float64(s) * sin
		sum += w
	}
	return 20 * math.Log10(math.Max(2*math.Hypot(re, im)/sum/32768, 1e-9))
}

// resample runs pcm through r in chunks of random length.
func resample(tb testing.TB, pcm []int16, from, to Rate, chunk func() int) []int16 {
	tb.Helper()
	r, err := NewResampler(from, to)
	if err != nil {
		tb.Fatal(err)
	}
	var out []int16
	for len(pcm) > 0 {
		n := min(chunk(), len(pcm))
		out = r.Append(out, pcm[:n])
		pcm = pcm[n:]
	}
	return r.Flush(out)
}

func whole() int { return math.MaxInt }

var rates = []struct{ from, to Rate }{
	{16000, 48000},
	{22050, 48000},
	{24000, 48000},
	{44100, 48000},
	{48000, 48000},
	{8000, 48000},
	{32000, 48000},
	{48000, 16000},
	{44100, 16000},
	{24000, 16000},
	{22050, 16000},
	{16000, 16000},
	{11025, 48000},
}

// A second of 440 Hz is a second of 440 Hz at any rate, in whatever chunks it
// came. Case: A01, A02.
func TestResamplePitchAndDuration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, tt := range rates {
		t.Run(fmt.Sprintf("%d to %d", tt.from, tt.to), func(t *testing.T) {
			in := tone(tt.from, 440, time.Second)
			got := resample(t, in, tt.from, tt.to, func() int { return 1 + rng.IntN(700) })
			if len(got) != int(tt.to) {
				t.Errorf("a second became %d samples, want %d", len(got), tt.to)
			}
			want := tone(tt.to, 440, time.Second)
			// The middle, sample by sample: pitch, level and alignment at once.
			for i := len(want) / 10; i < len(want)*9/10; i++ {
				if d := int(got[i]) - int(want[i]); d < -40 || d > 40 {
					t.Fatalf("sample %d is %d, want %d: wrong pitch, level or delay", i, got[i], want[i])
				}
			}
			if once := resample(t, in, tt.from, tt.to, whole); !slices.Equal(got, once) {
				t.Error("output depends on where the input was cut: a click at the border")
			}
		})
	}
}

// A wrong way to do it must fail the check above: without state, each chunk
// border is a click.
func TestResampleWithoutStateClicks(t *testing.T) {
	in := tone(24000, 440, time.Second)
	var got []int16
	for chunk := range slices.Chunk(in, 480) {
		got = append(got, resample(t, chunk, 24000, 48000, whole)...)
	}
	want := tone(48000, 440, time.Second)
	worst := 0
	for i := len(want) / 10; i < len(want)*9/10; i++ {
		worst = max(worst, int(got[i])-int(want[i]), int(want[i])-int(got[i]))
	}
	if worst < 400 {
		t.Errorf("chunks resampled apart differ by at most %d: the test above would not see a click", worst)
	}
}

func TestResampleAlias(t *testing.T) {
	for _, tt := range []struct {
		from, to Rate
		hz, bad  float64 // a tone at hz must not show up at bad
	}{
		{48000, 16000, 10000, 6000},  // folds
		{48000, 16000, 9000, 7000},   // folds, near the edge
		{48000, 16000, 15500, 500},   // folds
		{44100, 16000, 10000, 6000},  // folds
		{24000, 16000, 10000, 6000},  // folds
		{16000, 48000, 5000, 11000},  // image
		{24000, 48000, 3000, 21000},  // image
		{22050, 48000, 5000, 17050},  // image
		{44100, 48000, 18000, 21900}, // folds around the input's half rate
	} {
		t.Run(fmt.Sprintf("%g Hz, %d to %d", tt.hz, tt.from, tt.to), func(t *testing.T) {
			in := tone(tt.from, tt.hz, time.Second)
			out := resample(t, in, tt.from, tt.to, whole)
			out = out[len(out)/10 : len(out)*9/10]
			if rel := at(out, tt.to, tt.bad) - at(in, tt.from, tt.hz); rel > -60 {
				t.Errorf("alias at %g Hz is %.1f dB below the tone, want 60", tt.bad, -rel)
			}
		})
	}
}

func TestResamplePassband(t *testing.T) {
	for _, tt := range []struct {
		from, to Rate
		hz       float64
	}{{48000, 16000, 6800}, {16000, 48000, 6800}, {24000, 48000, 10000}, {44100, 48000, 17000}} {
		in := tone(tt.from, tt.hz, time.Second)
		out := resample(t, in, tt.from, tt.to, whole)
		if d := at(out, tt.to, tt.hz) - at(in, tt.from, tt.hz); math.Abs(d) > 0.5 {
			t.Errorf("%d to %d: %g Hz changes by %.2f dB, want at most 0.5", tt.from, tt.to, tt.hz, d)
		}
	}
}

func TestResamplerIsReusable(t *testing.T) {
	r, err := NewResampler(22050, 48000)
	if err != nil {
		t.Fatal(err)
	}
	in := tone(22050, 440, 100*time.Millisecond)
	first := r.Flush(r.Append(nil, in))
	second := r.Flush(r.Append(nil, in))
	if !slices.Equal(first, second) {
		t.Error("a second stream differs from the first: something of the first was kept")
	}
	if got := r.Flush(nil); len(got) != 0 {
		t.Errorf("an empty stream has %d samples", len(got))
	}
}

func TestResamplerRefusesOddRates(t *testing.T) {
	for _, tt := range []struct{ from, to Rate }{{0, 48000}, {-1, 48000}, {48000, 0}, {44099, 48000}, {96000, 48000}} {
		if _, err := NewResampler(tt.from, tt.to); err == nil {
			t.Errorf("NewResampler(%d, %d) is accepted", tt.from, tt.to)
		}
	}
}

func TestResampleDoesNotWrapAround(t *testing.T) {
	in := make([]int16, 4800)
	for i := range in { // a square wave overshoots when its edges are smoothed
		in[i] = math.MaxInt16
		if i/50%2 == 1 {
			in[i] = math.MinInt16
		}
	}
	out := resample(t, in, 24000, 48000, whole)
	for i := 200; i < len(out)-200; i++ {
		if i%100 > 20 && i%100 < 80 && (out[i] > 0) != (i/100%2 == 0) {
			t.Fatalf("sample %d is %d: it has wrapped around", i, out[i])
		}
	}
}

func TestResampleAllocs(t *testing.T) {
	for _, tt := range rates {
		r, err := NewResampler(tt.from, tt.to)
		if err != nil {
			t.Fatal(err)
		}
		src := make([]int16, tt.from.Samples(FrameDuration))
		dst := make([]int16, 0, 2*tt.to.Samples(FrameDuration))
		if n := testing.AllocsPerRun(100, func() { dst = r.Append(dst[:0], src) }); n != 0 {
			t.Errorf("%d to %d: %v allocations a frame, want 0", tt.from, tt.to, n)
		}
	}
}

func BenchmarkResample(b *testing.B) {
	for _, tt := range []struct{ from, to Rate }{{48000, 16000}, {24000, 48000}, {22050, 48000}} {
		b.Run(fmt.Sprintf("%dto%d", tt.from, tt.to), func(b *testing.B) {
			r, err := NewResampler(tt.from, tt.to)
			if err != nil {
				b.Fatal(err)
			}
			src := tone(tt.from, 440, FrameDuration)
			dst := make([]int16, 0, 2*tt.to.Samples(FrameDuration))
			b.ReportAllocs()
			for b.Loop() {
				dst = r.Append(dst[:0], src)
			}
		})
	}
}
