package voicetest

import (
	"context"
	"encoding/binary"
	"time"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// A track is where somebody's packets are in time.
type track struct {
	seq       uint16
	timestamp uint32
	last      time.Time // when the latest packet was sent; zero: none was
}

// frameSamples is how far timestamps go in 20 ms.
const frameSamples = 960

// trailing is how many silence frames end what is said.
const trailing = 5

// isSilent reports whether a frame is one of silence.
func isSilent(frame []byte) bool { return opus.IsSilence(frame) }

// Say sends packets of 20 ms at the pace at which they sound, and then five
// silence frames, as clients do. It takes as long as all that sounds, and returns
// how many of the packets were sent: those for which the seat had no key are not.
// The error is that of ctx.
func (s *Seat) Say(ctx context.Context, packets [][]byte) (sent int, err error) {
	begin := time.Now()
	for i := range len(packets) + trailing {
		// Against a deadline, so that being late adds nothing. A client's clock is
		// that of its microphone: what is late by a busy machine is no pause.
		at := begin.Add(time.Duration(i) * frameTime)
		if err := wait(ctx, time.Until(at)); err != nil {
			return sent, err
		}
		switch {
		case i >= len(packets):
			s.UtterAt(at, []byte(opus.SilenceFrame))
		case s.UtterAt(at, packets[i]):
			sent++
		}
	}
	return sent, wait(ctx, time.Until(begin.Add(time.Duration(len(packets)+trailing)*frameTime)))
}

// Utter sends one packet now, and reports whether the seat had a key for it. In
// front of the first goes op 5. Between two packets the timestamp goes on by the
// time that has passed, and by 20 ms at least.
func (s *Seat) Utter(packet []byte) bool { return s.UtterAt(time.Now(), packet) }

// UtterAt is Utter for a packet whose sound is of that moment, by a client's
// clock: what is sent late is no pause.
func (s *Seat) UtterAt(at time.Time, packet []byte) bool {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	return s.utter(at, packet)
}

func (s *Seat) utter(at time.Time, packet []byte) bool {
	if !s.here {
		return false
	}
	s.introduce()
	frame, err := s.ours.Encrypt(packet)
	if err != nil {
		s.stats.Withheld++
		return false
	}
	s.stats.Said++
	s.hall.carry(s, s.track.next(s.ssrc, at), frame)
	return true
}

// next returns the header of a packet that is sent now.
func (t *track) next(ssrc uint32, now time.Time) rtp.Header {
	frames := int64(1)
	if !t.last.IsZero() {
		frames = max(1, int64((now.Sub(t.last)+frameTime/2)/frameTime))
	}
	t.last = now
	t.seq++
	t.timestamp += uint32(frames * frameSamples)
	return rtp.Header{Seq: t.seq, Timestamp: t.timestamp, SSRC: ssrc}
}

// introduce sends op 5, once in a stay.
func (s *Seat) introduce() {
	if s.speaking != nil || s.options.Mute {
		return
	}
	s.speaking = &speakingBody{User: s.user, Speaking: 1, SSRC: s.ssrc}
	s.hall.announce(s, voiceJSON(gateway.OpSpeaking, s.speaking))
}

// Speaking sends op 5 with these bits, whatever was sent before: 1 is the
// microphone, 2 the sound of what is shown, 4 priority. Clients do so, or do not,
// at pauses; nobody is to trust it.
func (s *Seat) Speaking(bits int) {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	if !s.here {
		return
	}
	s.speaking = &speakingBody{User: s.user, Speaking: bits, SSRC: s.ssrc}
	s.hall.announce(s, voiceJSON(gateway.OpSpeaking, s.speaking))
}

// A camera is what somebody shows.
type camera struct {
	video, rtx uint32
	seq        uint16
	next       *alarm
}

// Payload types of Discord's clients for H.264 and for what is sent of it again.
const (
	payloadVideo = 101
	payloadRTX   = 102
)

// Camera turns the seat's camera on or off. While it is on, others get packets of
// video, and of video that is sent again, and reports, all of other sources; and a
// silence frame every 20 ms while the seat says nothing, for clients with a camera
// never cease to send.
func (s *Seat) Camera(on bool) {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	if on == (s.camera != nil) || !s.here {
		return
	}
	if !on {
		s.v.cancel(s.camera.next)
		s.camera, s.video = nil, nil
		s.hall.announce(s, voiceJSON(gateway.OpVideo, videoBody{User: s.user, Audio: s.ssrc}))
		return
	}
	c := &camera{video: s.v.freshSSRC(), rtx: s.v.freshSSRC()}
	s.camera = c
	s.video = &videoBody{User: s.user, Audio: s.ssrc, Video: c.video, RTX: c.rtx}
	s.hall.announce(s, voiceJSON(gateway.OpVideo, s.video))
	s.shoot(c, time.Now())
}

// shoot sends what there is of the camera every 20 ms.
func (s *Seat) shoot(c *camera, at time.Time) {
	if s.here {
		if time.Since(s.track.last) >= frameTime {
			s.utter(time.Now(), []byte(opus.SilenceFrame))
		}
		for range 3 {
			s.show(payloadVideo, c.video, c, 900)
		}
		if c.seq%15 == 0 {
			s.show(payloadRTX, c.rtx, c, 900)
			s.report(c)
		}
	}
	at = at.Add(frameTime)
	c.next = s.v.after(time.Until(at), func() { s.shoot(c, at) })
}

// show sends a packet of video: nothing that could be decoded.
func (s *Seat) show(kind byte, ssrc uint32, c *camera, size int) {
	c.seq++
	h := binary.BigEndian.AppendUint16([]byte{0x80, kind}, c.seq)
	h = binary.BigEndian.AppendUint32(h, s.track.timestamp)
	h = binary.BigEndian.AppendUint32(h, ssrc)
	s.pass(h, make([]byte, size))
}

// report sends a sender report of RTCP (RFC 3550, section 6.4.1).
func (s *Seat) report(c *camera) {
	h := binary.BigEndian.AppendUint32([]byte{0x80, 200, 0, 6}, c.video)
	s.pass(h, make([]byte, 20))
}

func (s *Seat) pass(header, payload []byte) {
	for _, o := range s.hall.inside {
		if o != occupant(s) {
			o.see(header, payload)
		}
	}
}
