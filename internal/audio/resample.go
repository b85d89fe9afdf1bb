package audio

import (
	"fmt"
	"math"
)

// The quality of a [Resampler]. A Kaiser window of beta 7 stops at about
// -70 dB, and a filter of 64 taps at the lower rate then needs 6.8 % of that
// rate to fall from pass to stop: voices keep everything below 0.43 of it, and
// nothing folds back from above half of it.
const (
	filterTaps   = 64 // at the lower of the two rates
	filterBeta   = 7.0
	filterCutoff = 0.5 - 0.0675/2 // the middle of the fall, in cycles per sample

	// maxPhases bounds the table of filters. 11.025 to 48 kHz, the worst of
	// the rates that occur, needs 640; a rate that needs more is a mistake in
	// somebody's header.
	maxPhases = 640

	// blockSize is how many input samples are worked on at once, so that the
	// working memory does not depend on the size of the chunks that come.
	blockSize = 512
)

// A Resampler changes the rate of one stream of sound. It keeps its state from
// chunk to chunk, so that where a stream was cut cannot be heard, and its
// output is aligned with its input: sample 0 belongs to sample 0, and a stream
// of a second stays one of a second.
//
// It is a polyphase FIR filter: the windowed sinc for the ratio L/M, of which
// each output sample needs every L-th tap only.
type Resampler struct {
	up, down int // the ratio L/M in lowest terms
	taps     int // per phase
	phases   []float32
	history  []float32 // samples that later output still needs, then the block
	held     int       // how many of history are filled
	phase    int       // of the next output sample, from 0 to up-1
	in, out  int64     // samples since the stream began
}

// NewResampler returns a resampler from one rate to another. It errs when
// either is not a rate of sound, or when the ratio is too odd to be meant.
func NewResampler(from, to Rate) (*Resampler, error) {
	for _, r := range [2]Rate{from, to} {
		if r < MinRate || r > MaxRate {
			return nil, fmt.Errorf("resample %d Hz to %d Hz: %d Hz is outside %d to %d Hz", from, to, r, MinRate, MaxRate)
		}
	}
	d := gcd(int(from), int(to))
	r := &Resampler{up: int(to) / d, down: int(from) / d}
	if r.up > maxPhases {
		return nil, fmt.Errorf("resample %d Hz to %d Hz: the ratio %d:%d is not one of audio rates", from, to, r.up, r.down)
	}
	if r.up == r.down {
		return r, nil
	}
	r.design()
	r.history = make([]float32, r.taps+blockSize)
	r.Reset()
	return r, nil
}

// Append appends src, resampled, to dst and returns the extended slice, as
// append does. It holds back the samples that the next chunk has a part in:
// [Resampler.Flush] ends the stream. It does not keep src.
func (r *Resampler) Append(dst, src []int16) []int16 {
	if r.up == r.down {
		return append(dst, src...)
	}
	r.in += int64(len(src))
	for len(src) > 0 {
		n := min(len(src), len(r.history)-r.held)
		for i, s := range src[:n] {
			r.history[r.held+i] = float32(s)
		}
		r.held += n
		src = src[n:]
		dst = r.drain(dst, math.MaxInt64)
	}
	return dst
}

// Flush appends what Append has held back, so that the whole output lasts as
// long as the whole input to within half a sample, and makes r ready for
// another stream.
func (r *Resampler) Flush(dst []int16) []int16 {
	if r.up == r.down {
		return dst
	}
	total := (r.in*int64(r.up) + int64(r.down)/2) / int64(r.down)
	for r.out < total {
		n := len(r.history) - r.held
		clear(r.history[r.held:])
		r.held += n
		dst = r.drain(dst, total)
	}
	r.Reset()
	return dst
}

// Reset forgets the stream so far.
func (r *Resampler) Reset() {
	// Half a filter of silence stands before the first sample: it is what
	// makes output sample 0 fall on input sample 0.
	r.held = max(0, r.taps/2-1)
	clear(r.history[:r.held])
	r.phase, r.in, r.out = 0, 0, 0
}

// drain appends the output that the history is enough for, up to sample total
// of the stream, and moves the rest of the history to the front.
func (r *Resampler) drain(dst []int16, total int64) []int16 {
	pos := 0
	for pos+r.taps <= r.held && r.out < total {
		h := r.phases[r.phase*r.taps : (r.phase+1)*r.taps]
		dst = append(dst, clip16(dot(h, r.history[pos:pos+r.taps])))
		r.out++
		r.phase += r.down
		pos += r.phase / r.up
		r.phase %= r.up
	}
	r.held = copy(r.history, r.history[pos:r.held])
	return dst
}

// design fills the table of filters, one per phase, each with unit gain at DC
// (so that a constant stays constant whatever the phase), taps reversed for
// dot.
func (r *Resampler) design() {
	ratio := max(1, float64(r.down)/float64(r.up)) // input samples per sample at the lower rate
	r.taps = (int(filterTaps*ratio) + 3) &^ 3
	r.phases = make([]float32, r.up*r.taps)
	cutoff := filterCutoff / ratio // in cycles per input sample
	centre := float64(r.taps / 2)
	for p := range r.up {
		h := r.phases[p*r.taps : (p+1)*r.taps]
		sum := 0.0
		for k := range h {
			// The distance, in input samples, from the output sample to the
			// input sample under tap k.
			x := float64(k) + 1 - centre - float64(p)/float64(r.up)
			v := sinc(2*cutoff*x) * kaiser(x/centre)
			h[k] = float32(v)
			sum += v
		}
		for k := range h {
			h[k] = float32(float64(h[k]) / sum)
		}
	}
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// kaiser is the Kaiser window over -1 to 1.
func kaiser(x float64) float64 {
	if x <= -1 || x >= 1 {
		return 0
	}
	return bessel0(filterBeta*math.Sqrt(1-x*x)) / bessel0(filterBeta)
}

// bessel0 is the modified Bessel function of the first kind, order 0, by its
// power series.
func bessel0(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > sum*1e-12; k++ {
		term *= (x / 2 / k) * (x / 2 / k)
		sum += term
	}
	return sum
}

// dot has four sums, so that an addition need not wait for the one before it.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3 // taps are a multiple of four
}

func clip16(x float32) int16 {
	switch {
	case x >= math.MaxInt16:
		return math.MaxInt16
	case x <= math.MinInt16:
		return math.MinInt16
	case x < 0:
		return int16(x - 0.5)
	}
	return int16(x + 0.5)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
