package opus

import (
	"math"
	"math/cmplx"
	"os"
	"path/filepath"
	"testing"

	"glyphoxa/internal/audio"
)

// bandEdges cut 100 to 7600 Hz into bands about as wide as the ear's.
var bandEdges = []float64{100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700, 4400, 5300, 6400, 7600}

const qualityWindow = 640 // 40 ms at 16 kHz

// turn is one turn of the circle in qualityWindow steps.
var turn = func() (t [qualityWindow]complex128) {
	for i := range t {
		t[i] = cmplx.Rect(1, 2*math.Pi*float64(i)/qualityWindow)
	}
	return t
}()

// bands is the level of each band of one window, in dB.
func bands(pcm []int16) []float64 {
	var windowed [qualityWindow]float64
	for i, s := range pcm[:qualityWindow] {
		windowed[i] = float64(s) * (0.5 - 0.5*real(turn[i]))
	}
	power := make([]float64, len(bandEdges)-1)
	for k := range qualityWindow / 2 {
		hz := float64(k) * float64(audio.Speech) / qualityWindow
		band := -1
		for i := range power {
			if hz >= bandEdges[i] && hz < bandEdges[i+1] {
				band = i
			}
		}
		if band < 0 {
			continue
		}
		var sum complex128
		for i, s := range windowed {
			sum += turn[i*k%qualityWindow] * complex(s, 0)
		}
		re, im := real(sum), imag(sum)
		power[band] += re*re + im*im
	}
	for i, p := range power {
		power[i] = 10 * math.Log10(p+1e5) // a floor, far below speech
	}
	return power
}

// distance is how far two sounds differ in dB per band and window, where want
// is not silent. They must be aligned to within a few milliseconds.
func distance(got, want []int16) float64 {
	var sum, n float64
	for at := 0; at+qualityWindow <= min(len(got), len(want)); at += qualityWindow / 2 {
		if audio.RMS(want[at:at+qualityWindow]) < -45 {
			continue
		}
		a, b := bands(got[at:]), bands(want[at:])
		for i := range a {
			sum += math.Abs(a[i] - b[i])
			n++
		}
	}
	return sum / n
}

// qualityLimit is the most that the codec may change a voice, in dB per band.
// The default encoder changes it by 0.7 dB, one of 6 kbit/s by 7.
const qualityLimit = 1.5

// A poor encoder makes voices metallic, and no test of lengths or errors
// notices. So the sound itself is measured: spectrum against spectrum.
// Case: F21.
func TestQualityGate(t *testing.T) {
	frames := spoken(t)
	down, err := audio.NewResampler(audio.Discord, audio.Speech)
	if err != nil {
		t.Fatal(err)
	}
	want := down.Flush(down.Append(nil, join(frames)))

	measure := func(opts EncoderOptions) (float64, []int16) {
		d := NewDecoder(audio.Speech)
		var got []int16
		for _, p := range encodeAll(t, newEncoder(t, opts), frames) {
			if got, err = d.Decode(got, p); err != nil {
				t.Fatal(err)
			}
		}
		got = got[lag(got, want):]
		return distance(got, want), got
	}
	good, pcm := measure(EncoderOptions{})
	poor, _ := measure(EncoderOptions{Bitrate: 6000, Complexity: 1})
	t.Logf("default %.2f dB, 6 kbit/s %.2f dB, limit %.2f", good, poor, qualityLimit)
	if good > qualityLimit {
		name := filepath.Join(t.ArtifactDir(), "decoded.wav")
		b := audio.AppendPCM(audio.AppendWAVHeader(nil, audio.Speech, len(pcm)), pcm)
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Error(err)
		}
		t.Errorf("the codec changes the voice by %.2f dB, limit %.2f; listen to %s", good, qualityLimit, name)
	}
	if poor < qualityLimit {
		t.Errorf("a codec of 6 kbit/s changes the voice by %.2f dB only: the gate lets anything through", poor)
	}
}

// lag is by how many samples got is late, up to 20 ms: where the two agree
// best.
func lag(got, want []int16) int {
	best, where := 0.0, 0
	for d := range 320 {
		var sum float64
		for i := 0; i+d < len(got) && i < len(want); i++ {
			sum += float64(got[i+d]) * float64(want[i])
		}
		if sum > best {
			best, where = sum, d
		}
	}
	return where
}
