package audio

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestVoiced(t *testing.T) {
	const quiet, loud = voicedSample - 1, voicedSample
	for _, tt := range []struct {
		pcm      []int16
		from, to int
		trimmed  []int16 // to threes
	}{
		{nil, 0, 0, nil},
		{[]int16{0, quiet, -quiet}, 0, 0, nil},
		{[]int16{loud}, 0, 1, []int16{loud}},
		{[]int16{0, 0, 0, 0, -loud, 0, 0, 0}, 4, 5, []int16{0, -loud, 0}},
		{[]int16{0, 0, loud, 0, 0, loud, 0}, 2, 6, []int16{0, 0, loud, 0, 0, loud}},
		{[]int16{0, 0, 0, 0, 0, 0, -32768, 32767}, 6, 8, []int16{-32768, 32767}},
	} {
		if from, to := Voiced(tt.pcm); from != tt.from || to != tt.to {
			t.Errorf("%d: voiced from %d to %d, want %d to %d", tt.pcm, from, to, tt.from, tt.to)
		}
		if got := Trim(tt.pcm, 3); !slices.Equal(got, tt.trimmed) {
			t.Errorf("%d: trimmed %d, want %d", tt.pcm, got, tt.trimmed)
		}
	}
	if Peak([]int16{quiet}) >= VoicedLevel || Peak([]int16{loud}) < VoicedLevel {
		t.Errorf("%d is not the first sample of %v dBFS", voicedSample, VoicedLevel)
	}
}

// TestLead: however long the silence is, and however it comes, the sound begins
// 5 ms after the first frame does.
func TestLead(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct{ silence, left time.Duration }{
		{0, 0},
		{3 * ms, 3 * ms},
		{5 * ms, 5 * ms},
		{17 * ms, 5 * ms},
		{20 * ms, 5 * ms},
		{31 * ms, 5 * ms},
		{299 * ms, 5 * ms},
		{305 * ms, 5 * ms},
		{306 * ms, 6 * ms},
		{500 * ms, 200 * ms},
	} {
		for _, size := range []int{1, 300, 960, 48000} {
			t.Run(fmt.Sprint(tt.silence, size), func(t *testing.T) {
				in := slices.Concat(make([]int16, Discord.Samples(tt.silence)), tone(Discord, 440, 200*ms))
				lead := Lead{Most: 300 * ms}
				var out []int16
				for f, err := range Frames(clips(in, Discord, size, nil), nil, &lead) {
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, f[:]...)
				}
				from, to := Voiced(out)
				if off := Discord.Duration(from) - tt.left; off < -ms || off > ms {
					t.Errorf("the sound begins after %v, want %v", Discord.Duration(from), tt.left)
				}
				if long := Discord.Duration(to - from); long < 198*ms || long > 202*ms {
					t.Errorf("%v of sound, want 200ms", long)
				}
				if off := lead.Cut + tt.left - tt.silence; off < -ms || off > ms {
					t.Errorf("%v cut of %v", lead.Cut, tt.silence)
				}
			})
		}
	}
}

// TestLeadOfSilence: what is nothing but a lead has no frame, and what comes after
// it goes on with it.
func TestLeadOfSilence(t *testing.T) {
	const ms = time.Millisecond
	lead := Lead{Most: 300 * ms}
	for i, tt := range []struct {
		silence time.Duration
		frames  int
	}{{120 * ms, 0}, {120 * ms, 0}, {150 * ms, 4}} { // of the first two 5 ms are kept for what might have followed
		n := 0
		for _, err := range Frames(clips(make([]int16, Discord.Samples(tt.silence)), Discord, 960, nil), nil, &lead) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != tt.frames {
			t.Errorf("silence %d: %d frames, want %d", i, n, tt.frames)
		}
	}
}
