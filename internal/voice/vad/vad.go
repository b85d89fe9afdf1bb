// Package vad tells speech from everything else, 32 ms at a time.
//
// The judge is Silero VAD, version 6, for 16 kHz: a small network whose
// weights are in the program (silero/) and whose forward pass is in Go
// (forward.go), so that no runtime has to be installed. It gives the same
// probabilities as onnxruntime does, to four digits; a test says so.
//
// A [Detector] hears one speaker and remembers what came before. What counts
// as speech, and for how long, is the caller's business.
package vad

import (
	_ "embed"
	"fmt"
	"sync"
)

// Window is how many samples at 16 kHz are judged at once: 32 ms.
const Window = 512

//go:embed silero/silero_vad_16k_op15.onnx
var onnx []byte

// weights are shared by all detectors and never written again. They are read
// when the first detector is made: a program that does not listen need not
// unpack them.
var weights = sync.OnceValue(func() *model {
	m, err := load(onnx)
	if err != nil {
		panic(fmt.Sprintf("vad: the embedded weights: %v", err))
	}
	return m
})

// A Detector judges one speaker's sound, window after window. It belongs to
// one goroutine at a time and takes about 10 kB.
type Detector struct {
	m *model
	state
}

// NewDetector returns a detector that has heard nothing yet.
func NewDetector() *Detector { return &Detector{m: weights()} }

// Probability returns how likely it is, from 0 to 1, that there is speech in
// the window that follows those before. It does not keep win and allocates
// nothing.
func (d *Detector) Probability(win *[Window]int16) float32 { return d.m.step(&d.state, win) }

// Reset forgets what was heard.
func (d *Detector) Reset() {
	d.context, d.hidden, d.cell = [64]float32{}, [128]float32{}, [128]float32{}
}

// The shapes of the tensors that the forward pass uses, as values in all.
var shapes = []struct {
	name string
	size int
	set  func(m *model, v []float32)
}{
	{"stft.forward_basis_buffer", 2 * bins * 256, func(m *model, v []float32) { m.basis = v }},
	{"encoder.0.reparam_conv.weight", 128 * bins * 3, func(m *model, v []float32) { m.conv[0].weight = v }},
	{"encoder.0.reparam_conv.bias", 128, func(m *model, v []float32) { m.conv[0].bias = v }},
	{"encoder.1.reparam_conv.weight", 64 * 128 * 3, func(m *model, v []float32) { m.conv[1].weight = v }},
	{"encoder.1.reparam_conv.bias", 64, func(m *model, v []float32) { m.conv[1].bias = v }},
	{"encoder.2.reparam_conv.weight", 64 * 64 * 3, func(m *model, v []float32) { m.conv[2].weight = v }},
	{"encoder.2.reparam_conv.bias", 64, func(m *model, v []float32) { m.conv[2].bias = v }},
	{"encoder.3.reparam_conv.weight", 128 * 64 * 3, func(m *model, v []float32) { m.conv[3].weight = v }},
	{"encoder.3.reparam_conv.bias", 128, func(m *model, v []float32) { m.conv[3].bias = v }},
	{"decoder.rnn.weight_ih", 512 * 128, func(m *model, v []float32) { m.input = v }},
	{"decoder.rnn.weight_hh", 512 * 128, func(m *model, v []float32) { m.recur = v }},
	{"decoder.rnn.bias_ih", 512, func(m *model, v []float32) { m.bias = v }},
	{"decoder.rnn.bias_hh", 512, func(m *model, v []float32) {
		for i, b := range v { // the two are only ever used as a sum
			m.bias[i] += b
		}
	}},
	{"decoder.decoder.2.weight", 128, func(m *model, v []float32) { m.out = v }},
	{"decoder.decoder.2.bias", 1, func(m *model, v []float32) { m.outBias = v[0] }},
}

// load makes a model of an ONNX file.
func load(file []byte) (*model, error) {
	tensors, err := initializers(file)
	if err != nil {
		return nil, err
	}
	m := &model{}
	for _, s := range shapes {
		v := tensors["model."+s.name]
		if len(v) != s.size {
			return nil, fmt.Errorf("tensor %s has %d values, want %d", s.name, len(v), s.size)
		}
		s.set(m, v)
	}
	return m, nil
}
