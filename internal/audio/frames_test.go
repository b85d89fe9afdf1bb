package audio

import (
	"errors"
	"iter"
	"math"
	"slices"
	"testing"
	"time"
)

func clips(pcm []int16, rate Rate, size int, err error) iter.Seq2[Clip, error] {
	return func(yield func(Clip, error) bool) {
		for c := range slices.Chunk(pcm, size) {
			c = slices.Clone(c)
			if !yield(Clip{Rate: rate, PCM: c}, nil) {
				return
			}
			for i := range c { // a reader that kept the clip now plays noise
				c[i] = 0x5a5a
			}
		}
		if err != nil {
			yield(Clip{}, err)
		}
	}
}

// What a voice says at its own rate lasts as long at Discord's. Case: A01, A02.
func TestFramesDuration(t *testing.T) {
	for _, rate := range []Rate{16000, 22050, 24000, 44100, 48000} {
		in := tone(rate, 440, time.Second)
		n := 0
		var last Frame
		for f, err := range Frames(clips(in, rate, 777, nil), nil, nil) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if n == 40 {
				last = *f
			}
		}
		if d := time.Duration(n) * FrameDuration; d < time.Second || d > time.Second+FrameDuration {
			t.Errorf("%d Hz: a second became %v", rate, d)
		}
		if got := RMS(last[:]); math.Abs(got-SpeechLevel) > 1 {
			t.Errorf("%d Hz: level %.1f dBFS, want %g", rate, got, SpeechLevel)
		}
	}
}

func TestFramesEnds(t *testing.T) {
	boom := errors.New("boom")
	in := tone(24000, 440, 300*time.Millisecond)

	var frames int
	var last error
	for f, err := range Frames(clips(in, 24000, 480, boom), nil, nil) {
		if (f == nil) == (err == nil) {
			t.Fatal("want either a frame or an error")
		}
		if last = err; err == nil {
			frames++
		}
	}
	if !errors.Is(last, boom) || frames == 0 {
		t.Errorf("%d frames, then %v; want frames, then boom", frames, last)
	}

	for range Frames(clips(in, 24000, 480, nil), nil, nil) {
		break // must not go on, nor panic
	}
	for range Frames(clips(nil, 24000, 480, nil), nil, nil) {
		t.Error("a frame of nothing")
	}
	for f, err := range Frames(clips(in, 7000, 480, nil), nil, nil) {
		if f != nil || err == nil {
			t.Error("7 kHz is accepted")
		}
	}
}

// A stream that nobody hears on leaves nothing in the voice's leveller: the
// next one is as long as its sound. Case: T07.
func TestFramesForgetACutStream(t *testing.T) {
	level := NewLeveller(Discord)
	second := func(yield func(Clip, error) bool) {
		yield(Clip{Rate: Discord, PCM: slices.Repeat([]int16{9000, -9000}, 24000)}, nil)
	}
	for range Frames(second, level, nil) {
		break // cut after a frame
	}
	frames := 0
	for _, err := range Frames(second, level, nil) {
		if err != nil {
			t.Fatal(err)
		}
		frames++
	}
	if frames != 50 {
		t.Errorf("%d frames for a second of sound, want 50", frames)
	}
}
