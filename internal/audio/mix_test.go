package audio

import (
	"slices"
	"testing"
)

func TestMix(t *testing.T) {
	var m Mix
	m.Add(2, []int16{1, 2, 3})
	m.Add(0, []int16{10, 10, 30000})
	m.Add(3, []int16{32767, -3})
	m.Add(-2, []int16{7, 7, -40})
	m.Add(-9, []int16{1})
	m.Add(1000, nil)
	if got, want := m.Append(nil), []int16{-30, 10, 30001, 32767, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var loud Mix
	for range 5 {
		loud.Add(0, []int16{32767, -32768})
	}
	if got, want := loud.Append(nil), []int16{32767, -32768}; !slices.Equal(got, want) {
		t.Errorf("five full tracks are %v, want %v", got, want)
	}
}
