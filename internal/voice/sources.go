package voice

import (
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/rtp"
)

const (
	// heldPackets of one stream are kept while nobody has said whose it is:
	// two seconds. Without a user there is no key to open them with.
	heldPackets = 100
	heldFor     = 2 * time.Second
	// heldStreams is how many streams may be unknown at a time. The server
	// sends no more than there are people in the channel.
	heldStreams = 32
	// knownStreams bounds the table of those that are known.
	knownStreams = 1024
)

// sources tells whose stream is whose. What comes before that is known waits,
// in order.
type sources struct {
	users map[uint32]transcript.SpeakerID
	held  map[uint32][]heldPacket
}

// A heldPacket is one whose sender is not known yet.
type heldPacket struct {
	head    rtp.Header
	payload []byte
	at      time.Time
}

func newSources() sources {
	return sources{users: map[uint32]transcript.SpeakerID{}, held: map[uint32][]heldPacket{}}
}

// learn notes that a stream is a user's, and returns what has waited for that,
// oldest first, and how many packets had waited for too long. Another stream of
// the same user is his no more: it belongs to nobody, or soon to somebody else.
func (s *sources) learn(stream uint32, user transcript.SpeakerID, now time.Time) (waited []heldPacket, dropped int) {
	if s.users[stream] == user {
		return nil, 0
	}
	s.forget(user)
	if len(s.users) >= knownStreams {
		return nil, 0
	}
	s.users[stream] = user
	waited = s.held[stream]
	delete(s.held, stream)
	for len(waited) > 0 && now.Sub(waited[0].at) > heldFor {
		waited = waited[1:]
		dropped++
	}
	return waited, dropped
}

// forget notes that a user has no stream.
func (s *sources) forget(user transcript.SpeakerID) {
	for stream, u := range s.users {
		if u == user {
			delete(s.users, stream)
		}
	}
}

// hold keeps a copy of a packet until its sender is known, and returns how many
// were dropped: those that have waited for too long, one for which it takes the
// place, or itself.
func (s *sources) hold(head rtp.Header, payload []byte, now time.Time) (dropped int) {
	for stream, waiting := range s.held {
		if now.Sub(waiting[len(waiting)-1].at) > heldFor {
			delete(s.held, stream)
			dropped += len(waiting)
		}
	}
	waiting := s.held[head.SSRC]
	if waiting == nil && len(s.held) >= heldStreams {
		return dropped + 1
	}
	if len(waiting) >= heldPackets {
		waiting = append(waiting[:0], waiting[1:]...)
		dropped++
	}
	s.held[head.SSRC] = append(waiting, heldPacket{head, append([]byte(nil), payload...), now})
	return dropped
}
