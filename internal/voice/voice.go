// Package voice holds a table's sound: it hears each speaker apart and speaks.
//
// What comes in is Opus packets; an [Ear] per speaker turns them into events
// (began, sound, paused, resumed, ended) without any I/O of its own, so that
// the in-process table and a live connection hear alike. What goes out is
// frames of 20 ms, paced by the wall clock.
//
// The package knows nothing of words: who is meant, and what to answer, is
// conversation's business.
package voice

import (
	"time"

	"glyphoxa/internal/transcript"
)

// An Event is something heard: [Began], [Sound], [Paused], [Resumed], [Ended]
// or [Gone]. Events of one speaker come in that order; a full queue drops
// Sound, which it counts, and never any other.
type Event interface{ isEvent() }

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
}

// Gone says that a speaker has left. An open utterance has ended before it.
type Gone struct{ Speaker transcript.SpeakerID }

func (Began) isEvent()   {}
func (Sound) isEvent()   {}
func (Paused) isEvent()  {}
func (Resumed) isEvent() {}
func (Ended) isEvent()   {}
func (Gone) isEvent()    {}
