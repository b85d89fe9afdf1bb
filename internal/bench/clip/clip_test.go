package clip

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/audio"
)

// TestSounds: there are as many as are said, each is to be heard, and all are
// the same every time.
func TestSounds(t *testing.T) {
	all := append(Disturbances(), Interruptions()...)
	count := make(map[string]int)
	for i, d := range all {
		count[d.Kind]++
		loud := slices.ContainsFunc(d.Sound, func(f audio.Frame) bool { return audio.Peak(f[:]) > -45 })
		if d.Kind == "echo" {
			if len(d.Sound) > 0 || d.Delay < 120*time.Millisecond || d.Gain <= 0 || d.Gain >= 1 {
				t.Errorf("%d: an echo after %v at %g", i, d.Delay, d.Gain)
			}
		} else if !loud {
			t.Errorf("%d: a %s is not to be heard", i, d.Kind)
		}
	}
	for kind, want := range map[string]int{"cough": 15, "laugh": 15, "mhm": 15, "echo": 15, "person": 24} {
		if count[kind] != want {
			t.Errorf("%d of %s, want %d", count[kind], kind, want)
		}
	}
	for i, d := range append(Disturbances(), Interruptions()...) {
		if !slices.Equal(d.Sound, all[i].Sound) || d.Read != all[i].Read {
			t.Errorf("%d, a %s, is another one the second time", i, d.Kind)
		}
	}
}

// TestRoom: what comes back is as loud as it is said to be, and goes on when
// nothing is played any more.
func TestRoom(t *testing.T) {
	var r Room
	f := audio.Frame{0: 10000}
	r.Echo(&f, 0.5)
	if f[0] != 5000 || f[720] != 1750 {
		t.Errorf("got %d, and %d from the near wall; want 5000 and 1750", f[0], f[720])
	}
	f = audio.Frame{}
	r.Echo(&f, 0.5)
	if f[240] != 1000 {
		t.Errorf("got %d from the far wall, want 1000", f[240])
	}
}

func TestSentences(t *testing.T) {
	for name, pcm := range map[string][]int16{"question": Question(), "dragon": Dragon(), "initiative": Initiative(), "goblin": Goblin()} {
		if got, want := len(Frames(pcm)), int(audio.Speech.Duration(len(pcm))/audio.FrameDuration); got != want || got < 80 {
			t.Errorf("%s: %d frames, want %d", name, got, want)
		}
	}
}
