package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
)

// An overlay is what a sound did to the agent over whom it was made.
type overlay struct {
	// onset is when the first packet with a voice in it was sent, over when the
	// last was. Both are zero of an echo.
	onset, over time.Time
	answer      heard
	turn        transcript.Turn
}

// A stillness is a gap in what an agent says.
type stillness struct{ from, to time.Time }

// gaps returns those that can be heard.
func (o overlay) gaps() (all []stillness) {
	for i := range len(o.answer) - 1 {
		if from, to := o.answer[i].at, o.answer[i+1].at; to.Sub(from) > 3*audio.FrameDuration {
			all = append(all, stillness{from, to})
		}
	}
	return all
}

// holds returns those gaps that the sound made.
func (o overlay) holds() (all []stillness) {
	const late = 300 * time.Millisecond // until it is noticed
	for _, g := range o.gaps() {
		if o.onset.IsZero() || g.to.After(o.onset) && g.from.Before(o.over.Add(late)) {
			all = append(all, g)
		}
	}
	return all
}

// silent returns when the agent fell silent after the onset, with its last packet.
func (o overlay) silent() time.Time {
	for _, g := range o.holds() {
		return g.from
	}
	return o.answer[len(o.answer)-1].at
}

const (
	// longAnswer is what an agent says over whom sounds are made: what
	// [clip.Dragon] says, twice.
	longAnswer = "I draw my sword and step toward the dragon. I draw my sword and step toward the dragon. "
	// into is how far into the answer they are made.
	into = 1500 * time.Millisecond
	// tick is how often people at a table look at the time.
	tick = 4 * time.Millisecond
)

// over seats an agent over whom sounds are made, with stand-ins.
func (s seat) over(d clip.Disturbance) seat {
	s.mind, s.length = reciter(longAnswer), campaign.TalkLong
	if s.ears == nil {
		s.ears = parrot{d.Read, d.Sure, 200 * time.Millisecond}
		s.mouth = recording(clip.Frames(clip.Dragon()))
	}
	return s
}

// disturb has d happen at a table of its own while the agent speaks.
func (s seat) disturb(ctx context.Context, log *slog.Logger, d clip.Disturbance) (o overlay, err error) {
	sound, err := packed(d.Sound)
	if err != nil {
		return o, err
	}
	echo, err := newEcho(d)
	if err != nil {
		return o, err
	}
	st, err := s.over(d).sit(ctx, log, asker)
	if err != nil {
		return o, err
	}
	defer func() { err = st.close(ctx, err) }()
	if err := st.talk.Type(ctx, asker, "Bart, what now?"); err != nil {
		return o, err
	}
	begun, sent := time.Now(), 0
	for next := begun; ; next = next.Add(tick) {
		if err := pause(ctx, next); err != nil {
			return o, err
		}
		now := time.Now()
		if now.Sub(begun) > answerLimit {
			return o, fmt.Errorf("no end of the answer within %v", answerLimit)
		}
		packets := st.room.heard()
		o.answer.add(packets)
		if d.Kind == "echo" {
			if err := echo.play(packets, now, st.room); err != nil {
				return o, err
			}
		}
		for len(o.answer) > 0 && len(sound) > 0 && sent < len(sound)+trailing {
			due := o.answer[0].at.Add(into + time.Duration(sent)*audio.FrameDuration)
			if due.After(now) {
				break
			}
			packet := []byte(opus.SilenceFrame)
			if sent < len(sound) {
				packet = sound[sent]
				o.over = time.Now()
				if o.onset.IsZero() && audio.Peak(d.Sound[sent][:]) >= audio.VoicedLevel {
					o.onset = o.over
				}
			}
			st.room.say(asker, due, packet)
			sent++
		}
		if turn, ok := st.ended(); ok {
			o.turn = turn
			o.answer.add(st.room.heard())
			if len(o.answer) == 0 {
				return o, errors.New("nothing was to be heard of the answer")
			}
			return o, nil
		}
	}
}

// ended returns the turn that has ended, if one has.
func (st *sitting) ended() (transcript.Turn, bool) {
	for {
		select {
		case n := <-st.notices:
			if e, ok := n.what.(conversation.TurnEnded); ok {
				return e.Turn, true
			}
		default:
			return transcript.Turn{}, false
		}
	}
}

// An echo is the way from a loudspeaker back through a microphone.
type echo struct {
	d    clip.Disturbance
	room clip.Room
	enc  *opus.Encoder
	dec  *opus.Decoder
	back []heardPacket // on their way, with when they arrive
}

func newEcho(d clip.Disturbance) (*echo, error) {
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	return &echo{d: d, enc: enc, dec: opus.NewDecoder(audio.Discord)}, err
}

// play takes packets that have just been heard, and sends back what is due.
func (e *echo) play(packets []heardPacket, now time.Time, in room) error {
	for _, p := range packets {
		back := []byte(opus.SilenceFrame)
		if !opus.IsSilence(p.opus) {
			pcm, err := e.dec.Decode(nil, p.opus)
			if err != nil {
				return err
			}
			frame := audio.Frame(pcm)
			e.room.Echo(&frame, e.d.Gain)
			if back, err = e.enc.Encode(nil, &frame); err != nil {
				return err
			}
		}
		e.back = append(e.back, heardPacket{p.at.Add(e.d.Delay), back})
	}
	for len(e.back) > 0 && !e.back[0].at.After(now) {
		in.say(asker, e.back[0].at, e.back[0].opus)
		e.back = e.back[1:]
	}
	return nil
}
