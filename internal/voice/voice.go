// Package voice holds a table's sound: it hears each speaker apart and speaks.
//
// # The table
//
// What comes in is Opus packets; an [Ear] per speaker turns them into events
// (began, sound, paused, resumed, ended) without any I/O of its own, so that
// the in-process table and a live connection hear alike. What goes out is
// frames of 20 ms, paced by the wall clock. A [Table] holds both, and needs no
// network.
//
// # The connection
//
// A [Stay] is the wish to be in a channel of Discord's. It connects a table, and
// mends what breaks:
//
//	main gateway ──▶ Stay ──▶ Conn ──▶ Conn ──▶ …     one after the other
//	 (two events)     │        ├── gateway.Client      the voice gateway
//	                  │        ├── dave.Session        end-to-end encryption
//	                  ▼        └── media ◀──▶ UDP      packets, in and out
//	                Table ◀────────────┘
//
// Whoever speaks to the main gateway hands the bot's own VOICE_STATE_UPDATE and
// VOICE_SERVER_UPDATE to the stay, and sends its wishes ([Gateway]).
//
//   - table.go mouth.go queue.go: the table
//   - ear.go reorder.go listener.go: one speaker's packets into events
//   - stay.go host.go wish.go generation.go notice.go: the wish, and what is
//     decided about it
//   - conn.go handle.go discover.go ticket.go: one connection
//   - media.go sources.go: packets, and whose they are
//   - flow.go watch.go health.go: what is counted, and the stage that is stuck
//
// The package knows nothing of words: who is meant, and what to answer, is
// conversation's business. Nor does it decide who may be heard: it asks, for
// each packet, before it is decrypted.
package voice

import (
	"time"

	"glyphoxa/internal/transcript"
)

// An Event is something heard: [Stirred], [Began], [Sound], [Paused], [Resumed],
// [Ended] or [Gone]. Events of one speaker come in that order; a full queue drops
// Sound, which it counts, and never any other.
type Event interface{ isEvent() }

// Stirred says that a speaker may be about to begin: there were two windows of a
// voice, of the three in a row that it takes. [Began] follows within a window, or
// not at all.
type Stirred struct {
	Speaker transcript.SpeakerID
	At      time.Time // the first of it
}

// Began says that a speaker has started to talk.
type Began struct {
	Speaker transcript.SpeakerID
	At      time.Time // the first voiced sample, on the wall clock
}

// Sound is what a speaker says, at [audio.Speech]. The pre-roll comes first:
// sound from before Began, without which the first word is lost, and the first
// word is the name. It goes on during a pause, until Ended.
type Sound struct {
	Speaker transcript.SpeakerID
	PCM     []int16 // the receiver owns it
}

// Paused says that a speaker has been silent for about 100 ms and may be done.
type Paused struct {
	Speaker transcript.SpeakerID
	At      time.Time // the last voiced sample
}

// Resumed says that a speaker went on after Paused: it is the same utterance.
type Resumed struct {
	Speaker transcript.SpeakerID
	At      time.Time
}

// Ended says that an utterance is over.
type Ended struct {
	Speaker transcript.SpeakerID
	Voiced  time.Time // the last voiced sample
	At      time.Time // when it was known
	// More says that the speaker goes on: it was only too long for one. A
	// [Began] follows at once, and no sound between the two is lost.
	More bool
}

// Gone says that somebody has left, who need not have spoken. An open utterance has
// ended before it. It may be said twice, by those who know.
type Gone struct{ Speaker transcript.SpeakerID }

func (Stirred) isEvent() {}
func (Began) isEvent()   {}
func (Sound) isEvent()   {}
func (Paused) isEvent()  {}
func (Resumed) isEvent() {}
func (Ended) isEvent()   {}
func (Gone) isEvent()    {}
