package voice

import (
	"testing"
	"time"

	"glyphoxa/internal/voice/rtp"
)

// Each packet that waits for its sender is heard or counted as dropped: when too
// many wait, when too many streams do, and when it has waited for too long.
func TestHeldPacketsAreHeardOrCounted(t *testing.T) {
	now := time.Unix(1000, 0)
	for name, tt := range map[string]struct {
		packets, streams int
		wait             time.Duration // until the first stream's user is known
		heard, dropped   int
	}{
		"in time":          {packets: 30, streams: 2, heard: 30},
		"too many":         {packets: 120, streams: 1, heard: 100, dropped: 20},
		"too many streams": {packets: 2, streams: 40, heard: 2, dropped: 2 * 8},
		"too late":         {packets: 30, streams: 1, wait: 3 * time.Second, dropped: 30},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSources()
			dropped := 0
			for range tt.packets {
				for stream := range tt.streams {
					dropped += s.hold(rtp.Header{SSRC: uint32(stream + 1)}, []byte{1}, now)
				}
			}
			heard, late := s.learn(1, 7, now.Add(tt.wait))
			if dropped += late; len(heard) != tt.heard || dropped != tt.dropped {
				t.Errorf("%d heard and %d dropped, want %d and %d", len(heard), dropped, tt.heard, tt.dropped)
			}
			// The rest is dropped when somebody comes much later.
			rest := tt.packets*tt.streams - len(heard) - dropped
			if n := s.hold(rtp.Header{SSRC: 99}, []byte{1}, now.Add(time.Minute)); n != rest {
				t.Errorf("%d are dropped much later, want %d", n, rest)
			}
		})
	}
}
