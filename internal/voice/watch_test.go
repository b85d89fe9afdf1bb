package voice

import (
	"testing"
	"time"
)

// The first stage that lets nothing through is named after five seconds.
//
// Case: V13.
func TestWatchNamesTheStage(t *testing.T) {
	counted := func(n int64) flowing {
		return flowing{
			in:  Inbound{Audio: n, Opened: n, Admitted: n, Decrypted: n, Sound: n, Decoded: n},
			out: Outbound{Encrypted: n, Sent: n},
		}
	}
	for name, test := range map[string]struct {
		spoil func(*flowing)
		want  Stage
	}{
		"all goes on":              {func(*flowing) {}, ""},
		"wrong key":                {func(f *flowing) { f.in = Inbound{Audio: f.in.Audio, Unopened: f.in.Audio} }, StageTransport},
		"nobody says whose":        {func(f *flowing) { f.in = Inbound{Audio: f.in.Audio, Opened: f.in.Opened} }, StageSpeaker},
		"nobody consents":          {func(f *flowing) { f.in = Inbound{Audio: f.in.Audio, Opened: f.in.Opened, Refused: f.in.Opened} }, ""},
		"no key of the speaker's":  {func(f *flowing) { f.in.Decrypted, f.in.Sound, f.in.Decoded = 0, 0, 0 }, StageEncryption},
		"and silence in between":   {func(f *flowing) { f.in.Decrypted, f.in.Sound, f.in.Decoded = f.in.Decrypted/10, 0, 0 }, StageEncryption},
		"nothing but silence":      {func(f *flowing) { f.in.Sound, f.in.Decoded = 0, 0 }, ""},
		"Opus refuses everything":  {func(f *flowing) { f.in.Decoded = 0 }, StageOpus},
		"the socket takes nothing": {func(f *flowing) { f.out.Sent = 0 }, StageSending},
	} {
		t.Run(name, func(t *testing.T) {
			var w watch
			now := time.Unix(1000, 0)
			var stage Stage
			for i := range int64(7) {
				f := counted(50 * i)
				test.spoil(&f)
				stage, _ = w.look(f, now)
				if stage != "" && i < 5 {
					t.Fatalf("%s is named after %d s", stage, i)
				}
				now = now.Add(time.Second)
			}
			if stage != test.want {
				t.Errorf("stage %q, want %q", stage, test.want)
			}
			f := counted(1000) // it is mended
			if stage, _ = w.look(f, now); stage != "" {
				t.Errorf("mended, and still %q", stage)
			}
		})
	}
}

// A stray packet is no fault, and silence is none.
func TestWatchIsCalm(t *testing.T) {
	var w watch
	now := time.Unix(1000, 0)
	for range 100 {
		if stage, _ := w.look(flowing{in: Inbound{Audio: 7, Unopened: 7}}, now); stage != "" {
			t.Fatalf("7 packets: %q", stage)
		}
		now = now.Add(time.Second)
	}
}

// What came at once and did not get through is a fault of that moment, unless more
// follows: people who speak do so for longer, and in more than one breath.
func TestWatchWantsMoreThanABurst(t *testing.T) {
	for name, tt := range map[string]struct {
		every, pause int // how many seconds of speech, and then of none
		rounds       int
		want         bool
	}{
		"a burst":                 {every: 2, pause: 100, rounds: 1},
		"one now and then":        {every: 2, pause: 100, rounds: 10},
		"one long speech":         {every: 7, pause: 1, rounds: 1, want: true},
		"short ones, with pauses": {every: 2, pause: 8, rounds: 2, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			var w watch
			now := time.Unix(1000, 0)
			var in int64
			stuck := false
			for range tt.rounds {
				for i := range tt.every + tt.pause {
					if i < tt.every {
						in += 50
					}
					stage, _ := w.look(flowing{in: Inbound{Audio: in, Unopened: in}}, now)
					stuck = stuck || stage != ""
					now = now.Add(time.Second)
				}
			}
			if stuck != tt.want {
				t.Errorf("stuck: %v, want %v", stuck, tt.want)
			}
		})
	}
}

// Somebody says that he speaks, and nothing comes.
func TestWatchNamesTheNetwork(t *testing.T) {
	var w watch
	now := time.Unix(1000, 0)
	f := flowing{spoke: now, lastIn: now.Add(-time.Minute)}
	if stage, _ := w.look(f, now.Add(4*time.Second)); stage != "" {
		t.Errorf("after 4 s: %q", stage)
	}
	if stage, held := w.look(f, now.Add(6*time.Second)); stage != StageNetwork || held != 6*time.Second {
		t.Errorf("after 6 s: %q for %v, want the network for 6 s", stage, held)
	}
	f.lastIn = now.Add(time.Second)
	if stage, _ := w.look(f, now.Add(20*time.Second)); stage != "" {
		t.Errorf("with packets: %q", stage)
	}
}
