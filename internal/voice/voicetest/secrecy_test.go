package voicetest

import (
	"bytes"
	"testing"
	"time"
)

// TestGoneCannotHear: who has left cannot open what is said after it, and who
// comes cannot open what was said before.
func TestGoneCannotHear(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := newSeats(t, CallOptions{}, RoomOptions{})
			s.join(anna, other)
			s.join(ben, ours)
			s.join(cleo, other)
			us, gone := s.Member(ben), s.Member(cleo)
			frame := bytes.Repeat([]byte{0x78}, frameSize)
			before, err := us.Encrypt(frame)
			check(t, err)
			got, err := gone.Decrypt(s.Now(), ben, before)
			check(t, err)
			if !bytes.Equal(got, frame) {
				t.Fatal("cleo does not hear ben")
			}

			s.leave(cleo)
			after, err := us.Encrypt(frame)
			check(t, err)
			if got, err := gone.Decrypt(s.Now(), ben, after); err == nil {
				t.Errorf("cleo is gone, and hears %x", got)
			}
			past, err := us.Encrypt(frame)
			check(t, err)
			s.join(dora, other)
			if got, err := s.Member(dora).Decrypt(s.Now(), ben, past); err == nil {
				t.Errorf("dora has come, and hears the past: %x", got)
			}
		})
	}
}

// TestOldKeysEnd: what was sent with the old keys is heard for ten seconds after
// new ones came, and not later.
func TestOldKeysEnd(t *testing.T) {
	for _, tt := range []struct {
		after time.Duration
		heard bool
	}{{9 * time.Second, true}, {11 * time.Second, false}} {
		s := newSeats(t, CallOptions{}, RoomOptions{})
		s.join(anna, ours)
		s.join(ben, ours)
		late, err := s.Member(anna).Encrypt(bytes.Repeat([]byte{0x78}, frameSize))
		check(t, err)
		s.join(cleo, ours)
		s.Run(tt.after)
		if _, err := s.Member(ben).Decrypt(s.Now(), anna, late); (err == nil) != tt.heard {
			t.Errorf("%v later: %v, want it heard: %v", tt.after, err, tt.heard)
		}
	}
}
