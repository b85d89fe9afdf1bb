package vad

import "math"

// bins is how many frequencies the spectrum has, 0 to 8000 Hz.
const bins = 129

// A model is the network's weights, row-major as in the file.
type model struct {
	basis   []float32 // [2*bins][256]: cosines, then sines, under a window
	conv    [4]struct{ weight, bias []float32 }
	input   []float32 // [512][128]: gates i, f, g, o of the LSTM cell
	recur   []float32 // [512][128]
	bias    []float32 // [512]
	out     []float32 // [128]
	outBias float32
}

// A state is what one speaker's detector carries from window to window, and
// room to work in.
type state struct {
	context [64]float32 // the end of the window before
	hidden  [128]float32
	cell    [128]float32

	signal   [64 + Window + 64]float32
	spectrum [bins * 4]float32 // [bin][time]
	conv0    [128 * 4]float32  // [channel][time], from here on
	conv1    [64 * 2]float32
	conv2    [64]float32
	conv3    [128]float32
	gates    [512]float32
}

// step judges one window: a spectrum, four convolutions, an LSTM cell, one
// neuron.
//
// The race detector is off in it (and in what it calls) because it would
// watch 600,000 reads of weights that are never written, at some forty times
// the cost, and make every test of a conversation slower than real time. All
// else a window touches belongs to one detector.
//
//go:norace
func (m *model) step(s *state, win *[Window]int16) float32 {
	copy(s.signal[:64], s.context[:])
	for i, v := range win {
		s.signal[64+i] = float32(v) / 32768
	}
	copy(s.context[:], s.signal[Window:])
	for i := range 64 { // the end is mirrored, without repeating the last sample
		s.signal[64+Window+i] = s.signal[64+Window-2-i]
	}

	for k := range bins {
		cos := m.basis[k*256 : (k+1)*256]
		sin := m.basis[(k+bins)*256 : (k+bins+1)*256]
		for t := range 4 {
			frame := s.signal[t*128 : t*128+256]
			re, im := dot(cos, frame), dot(sin, frame)
			s.spectrum[k*4+t] = float32(math.Sqrt(float64(re*re + im*im)))
		}
	}

	m.convolve(0, s.spectrum[:], s.conv0[:], bins, 4, 1)
	m.convolve(1, s.conv0[:], s.conv1[:], 128, 4, 2)
	m.convolve(2, s.conv1[:], s.conv2[:], 64, 2, 2)
	m.convolve(3, s.conv2[:], s.conv3[:], 64, 1, 1)

	for j := range s.gates {
		s.gates[j] = m.bias[j] + dot(m.input[j*128:(j+1)*128], s.conv3[:]) + dot(m.recur[j*128:(j+1)*128], s.hidden[:])
	}
	p := m.outBias
	for j := range s.hidden {
		in, forget, out := sigmoid(s.gates[j]), sigmoid(s.gates[128+j]), sigmoid(s.gates[384+j])
		s.cell[j] = forget*s.cell[j] + in*tanh(s.gates[256+j])
		s.hidden[j] = out * tanh(s.cell[j])
		p += m.out[j] * max(0, s.hidden[j])
	}
	return sigmoid(p)
}

// convolve runs layer n over in, which has so many channels and times: a
// kernel of 3, one zero on each side, and ReLU. The columns that the kernel
// sees are laid out in a row first, so that each output is one dot product.
//
//go:norace
func (m *model) convolve(n int, in, out []float32, channels, times, stride int) {
	weight, bias := m.conv[n].weight, m.conv[n].bias
	var room [bins * 3]float32
	column := room[:channels*3]
	steps := len(out) / len(bias)
	for t := range steps {
		for c := range channels {
			for k := range 3 {
				column[c*3+k] = 0
				if at := t*stride + k - 1; at >= 0 && at < times {
					column[c*3+k] = in[c*times+at]
				}
			}
		}
		for o, b := range bias {
			out[o*steps+t] = max(0, b+dot(weight[o*len(column):(o+1)*len(column)], column))
		}
	}
}

// dot has four sums, so that an addition need not wait for the one before it.
//
//go:norace
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0]*b[0] + a[4]*b[4]
		s1 += a[1]*b[1] + a[5]*b[5]
		s2 += a[2]*b[2] + a[6]*b[6]
		s3 += a[3]*b[3] + a[7]*b[7]
		a, b = a[8:], b[8:]
	}
	for i, v := range a {
		s0 += v * b[i]
	}
	return s0 + s1 + s2 + s3
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

func tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }
