package voicetest

import (
	"bytes"
	"encoding/binary"
	"time"
)

// frameSize and frameTime are those of Opus at 48 kbit/s.
const (
	frameSize = 120
	frameTime = 20 * time.Millisecond
)

// A Score is what one member has heard of another.
type Score struct {
	Said   int // by the one
	Held   int // of those: not sent, for want of a key
	Heard  int // by the other
	Wrong  int // heard, but not what was said
	Errors []error
}

type pair struct{ from, to User }

// sound is what is said in a room.
type sound struct {
	scores map[pair]*Score
	last   map[pair]time.Time // when the latest frame arrives
	said   uint64
}

// Score returns what to has heard of from since the last Hush.
func (r *Room) Score(from, to User) Score {
	if s := r.sound.scores[pair{from, to}]; s != nil {
		return *s
	}
	return Score{}
}

// Hush forgets the scores.
func (r *Room) Hush() { clear(r.sound.scores) }

// Say sends a frame of a user to everybody else who is there now.
func (r *Room) Say(u User) {
	from := r.stay(u)
	if from == nil {
		return
	}
	r.sound.said++
	frame := make([]byte, frameSize)
	frame[0] = 0x78 // Opus: CELT, full band, 20 ms, mono
	binary.BigEndian.PutUint64(frame[1:], uint64(u))
	binary.BigEndian.PutUint64(frame[9:], r.sound.said)
	sealed, err := from.member.Encrypt(frame)
	for _, to := range r.stays {
		if to == from {
			continue
		}
		s := r.sound.scores[pair{u, to.user}]
		if s == nil {
			s = &Score{}
			r.sound.scores[pair{u, to.user}] = s
		}
		s.Said++
		if err != nil {
			s.Held++
			s.Errors = append(s.Errors, err)
			continue
		}
		// Frames keep their order: to put it right is not the encryption's task,
		// and some lose what comes before the first that they have seen.
		at := r.now.Add(r.latency())
		if last := r.sound.last[pair{u, to.user}]; at.Before(last) {
			at = last
		}
		r.sound.last[pair{u, to.user}] = at
		r.at(at, func() { r.hear(s, u, to, sealed, frame) })
	}
}

func (r *Room) hear(s *Score, from User, to *stay, sealed, frame []byte) {
	if r.stay(to.user) != to {
		s.Said-- // he has left before it came
		return
	}
	got, err := to.member.Decrypt(r.now, from, bytes.Clone(sealed))
	switch {
	case err != nil:
		s.Errors = append(s.Errors, err)
	case !bytes.Equal(got, frame):
		s.Wrong++
	default:
		s.Heard++
	}
}

// Talk has users say a frame every 20 ms for a while. Time passes with Run.
func (r *Room) Talk(d time.Duration, users ...User) {
	end := r.now.Add(d)
	for _, u := range users {
		var next func()
		next = func() {
			r.Say(u)
			if at := r.now.Add(frameTime); at.Before(end) {
				r.at(at, next)
			}
		}
		r.at(r.now, next)
	}
}
