// Package demo plays a scene at a table: players' lines are spoken by a
// synthesiser, sent as Opus packets in real time, and answered by whatever is
// at the table.
//
// A [Scene] is a data file. Its lines are triggered by events ("1.5s after
// mirela begins"), not by a clock, so that the scene is the same however long
// a recogniser takes. [Play] plays it; a [Tape] records what the table heard;
// [WriteArtefacts] writes down what came of it, and [Judge] reads those files
// again and says which of the scene's steps did not happen.
//
// The package brings people, not the table: who listens and answers is behind
// the [Table] interface and the notices of a conversation.
package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A Table is where the scene is played: the part of [voice.Table] that its
// members need.
type Table interface {
	Receive(who transcript.SpeakerID, p voice.Packet)
}

// A Stage is what [Play] needs.
type Stage struct {
	Table Table
	// Voices speaks the players' lines.
	Voices speech.Synthesizer
	// Notices are what happens at the table: see [Watch].
	Notices   <-chan conversation.Notice
	Tape      *Tape
	Chronicle *Chronicle
}

const (
	// triggerLimit is how long a line waits for its event. After that its step
	// has not happened.
	triggerLimit = 30 * time.Second
	// settleLimit bounds the wait for the table to fall silent at the end.
	settleLimit = 30 * time.Second
)

// Watch returns an observer for a conversation and the notices it is told, in
// order. The observer does not block: a scene has far fewer notices than the
// channel holds, and those beyond are lost.
func Watch() (observe func(conversation.Notice), notices <-chan conversation.Notice) {
	c := make(chan conversation.Notice, 4096)
	return func(n conversation.Notice) {
		select {
		case c <- n:
		default:
		}
	}, c
}

// Play plays the scene and returns when the last line has been answered. A
// line whose event does not come is left out, and told in the result; an
// error means that the scene could not go on.
func (s *Scene) Play(ctx context.Context, st Stage) (missed []string, err error) {
	clips, err := s.rehearse(ctx, st.Voices)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := newDirector(st)
	for i := range s.Lines {
		l := &s.Lines[i]
		at, err := d.await(ctx, l.When)
		if errors.Is(err, errNoEvent) {
			missed = append(missed, fmt.Sprintf("line %q waited in vain for %q", l.ID, l.When))
			continue
		}
		if err != nil {
			return missed, err
		}
		if err := d.say(ctx, s, l, clips[i], at); err != nil {
			return missed, err
		}
	}
	err = d.settle(ctx)
	d.wg.Wait()
	return missed, errors.Join(err, d.failed())
}

// rehearse has every line spoken once, so that nothing waits for a voice
// while the scene is played.
func (s *Scene) rehearse(ctx context.Context, voices speech.Synthesizer) ([][]int16, error) {
	clips := make([][]int16, len(s.Lines))
	for i, l := range s.Lines {
		who := s.player(l.Who)
		var pcm []int16
		for f, err := range audio.Frames(voices.Synthesize(ctx, speech.Utterance{Text: l.Say, Voice: who.Voice}), nil, nil) {
			if err != nil {
				return nil, fmt.Errorf("speak line %q: %w", l.ID, err)
			}
			pcm = append(pcm, f[:]...)
		}
		clips[i] = audio.Trim(pcm, len(audio.Frame{}))
	}
	return clips, nil
}
