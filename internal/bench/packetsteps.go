package bench

import (
	"math/rand/v2"
	"slices"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
	"glyphoxa/internal/voice/vad"
	"glyphoxa/internal/voice/voicetest"
)

// frameBytes is how long a frame of Opus is at 48 kbit/s.
const frameBytes = 120

// levelExtension is what Discord's relay puts before a packet: how loud it is.
var levelExtension = []byte{0x10, 0x80, 0, 0}

// A pair of people who share an encrypted group, for the bot's side of which
// now is a time that is good.
type pair struct {
	a, b *dave.Session
	now  time.Time
}

const (
	pairA, pairB = 2, 1
	pairChannel  = 20
)

func newPair() (pair, error) {
	a, b := voicetest.NewOurs(pairA, pairChannel, dave.Options{}), voicetest.NewOurs(pairB, pairChannel, dave.Options{})
	now, err := assemble(a, b)
	return pair{a.Session, b.Session, now}, err
}

// assemble has two members, A and B, come to be in one group.
func assemble(a, b voicetest.Member) (time.Time, error) {
	room := voicetest.NewRoom(voicetest.NewCall(pairChannel, voicetest.CallOptions{}), voicetest.RoomOptions{})
	if err := room.Join(pairA, a); err != nil {
		return time.Time{}, err
	}
	if err := room.Join(pairB, b); err != nil {
		return time.Time{}, err
	}
	if err := room.Settle(time.Minute); err != nil {
		return time.Time{}, err
	}
	return room.Now(), room.Agree()
}

// packetWork is what is done with every packet: each stage, and all of them one
// after the other, which is what a connection and an ear do.
func packetWork() ([]packetStep, error) {
	p, err := newPair()
	if err != nil {
		return nil, err
	}
	var steps []packetStep
	for _, mode := range []rtp.Mode{rtp.AES256GCM, rtp.XChaCha20} {
		in, out, err := transportSteps(mode)
		if err != nil {
			return nil, err
		}
		steps = append(steps, in, out)
	}
	steps = append(steps, p.decrypting(), p.encrypting())
	sound, err := soundSteps()
	if err != nil {
		return nil, err
	}
	steps = append(steps, sound...)
	for _, mode := range []rtp.Mode{rtp.AES256GCM, rtp.XChaCha20} {
		whole, err := p.whole(mode)
		if err != nil {
			return nil, err
		}
		steps = append(steps, whole...)
	}
	return steps, nil
}

// transportKey is that of a connection.
var transportKey = make([]byte, rtp.KeySize)

func transport(mode rtp.Mode) (*rtp.Sealer, *rtp.Opener, error) {
	s, err := rtp.NewSealer(mode, transportKey)
	if err != nil {
		return nil, nil, err
	}
	o, err := rtp.NewOpener(mode, transportKey)
	return s, o, err
}

func transportSteps(mode rtp.Mode) (in, out packetStep, err error) {
	sealer, opener, err := transport(mode)
	if err != nil {
		return in, out, err
	}
	frame := make([]byte, frameBytes+dave.Overhead)
	var datagrams [][]byte
	var plain, sealed []byte
	in = packetStep{
		what: "in: transport, " + short(mode),
		prepare: func(n int) {
			datagrams = fill(datagrams, n, func(i int, dst []byte) []byte {
				return must(sealer.SealExtended(dst, header(i), levelExtension, 0, frame))
			})
			plain = slices.Grow(plain[:0], 2048)
		},
		call: func(i int) { must2(opener.Open(plain[:0], datagrams[i])) },
	}
	out = packetStep{
		what: "out: transport, " + short(mode),
		call: func(i int) { sealed = must(sealer.Seal(sealed[:0], header(i), frame)) },
	}
	return in, out, nil
}

func short(mode rtp.Mode) string {
	if mode == rtp.AES256GCM {
		return "AES-GCM"
	}
	return "XChaCha20"
}

func header(i int) rtp.Header {
	return rtp.Header{Seq: uint16(i), Timestamp: uint32(i) * uint32(len(audio.Frame{})), SSRC: 7}
}

// fill has n buffers written, of which it reuses those that are there.
func fill(all [][]byte, n int, write func(i int, dst []byte) []byte) [][]byte {
	all = slices.Grow(all, max(0, n-len(all)))
	for i := range n {
		if i == len(all) {
			all = append(all, nil)
		}
		all[i] = write(i, all[i][:0])
	}
	return all
}

func (p pair) decrypting() packetStep {
	frame, plain := make([]byte, frameBytes), make([]byte, 0, 2048)
	var sealed [][]byte
	return packetStep{
		what: "in: DAVE",
		prepare: func(n int) {
			sealed = fill(sealed, n, func(_ int, dst []byte) []byte { return must(p.a.Encrypt(dst, frame)) })
		},
		call: func(i int) { must(p.b.Decrypt(plain, pairA, sealed[i], p.now)) },
	}
}

func (p pair) encrypting() packetStep {
	frame, sealed := make([]byte, frameBytes), make([]byte, 0, 2048)
	return packetStep{what: "out: DAVE", call: func(int) { must(p.b.Encrypt(sealed, frame)) }}
}

// soundSteps are those of Opus, and the detector's work on 20 ms of what 32 ms
// take.
func soundSteps() ([]packetStep, error) {
	frames := questionFrames()
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	packets, err := encoded(enc, frames)
	if err != nil {
		return nil, err
	}
	decoder, detector, windows := opus.NewDecoder(audio.Speech), vad.NewDetector(), question()
	pcm, packet := make([]int16, 0, 2*vad.Window), make([]byte, 0, 2048)
	due, at := 0, 0
	return []packetStep{
		{what: "in: Opus", call: func(i int) { pcm = must(decoder.Decode(pcm[:0], packets[i%len(packets)])) }},
		{what: "in: voice activity", call: func(int) {
			if due += audio.Speech.Samples(audio.FrameDuration); due < vad.Window {
				return
			}
			due -= vad.Window
			if at += vad.Window; at+vad.Window > len(windows) {
				at = 0
			}
			detector.Probability((*[vad.Window]int16)(windows[at:]))
		}},
		{what: "out: Opus", call: func(i int) { packet = must(enc.Encode(packet[:0], &frames[i%len(frames)])) }},
	}, nil
}

func encoded(enc *opus.Encoder, frames []audio.Frame) ([][]byte, error) {
	var packets [][]byte
	for i := range frames {
		p, err := enc.Encode(nil, &frames[i])
		if err != nil {
			return nil, err
		}
		packets = append(packets, p)
	}
	return packets, nil
}

// whole is all of it: from a datagram to the ear's decision, and from a frame to
// a datagram. What comes in is a hiss: the sound of speech an ear gives away, and
// so has to allocate, a window at a time.
func (p pair) whole(mode rtp.Mode) ([]packetStep, error) {
	sealer, opener, err := transport(mode)
	if err != nil {
		return nil, err
	}
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	frames := questionFrames()
	packets, err := encoded(enc, hiss(200))
	if err != nil {
		return nil, err
	}
	ear := voice.NewEar(pairA, voice.Options{})
	room := func() []byte { return make([]byte, 0, 2048) }
	packet, sealed, datagram, plain, frame := room(), room(), room(), room(), room()
	var datagrams [][]byte
	var events []voice.Event
	said, heard := 0, 0
	return []packetStep{
		{
			what: "in: all of it, " + short(mode),
			prepare: func(n int) {
				datagrams = fill(datagrams, n, func(_ int, dst []byte) []byte {
					sealed = must(p.a.Encrypt(sealed[:0], packets[said%len(packets)]))
					said++
					return must(sealer.SealExtended(dst, header(said), levelExtension, 0, sealed))
				})
			},
			call: func(i int) {
				h, payload := must2(opener.Open(plain[:0], datagrams[i]))
				frame = must(p.b.Decrypt(frame[:0], pairA, payload, p.now))
				heard++
				at := p.now.Add(time.Duration(heard) * audio.FrameDuration)
				events = ear.Packet(events[:0], voice.Packet{Seq: h.Seq, Timestamp: h.Timestamp, Source: h.SSRC, Opus: frame}, at)
			},
		},
		{what: "out: all of it, " + short(mode), call: func(i int) {
			packet = must(enc.Encode(packet[:0], &frames[i%len(frames)]))
			sealed = must(p.b.Encrypt(sealed[:0], packet))
			datagram = must(sealer.Seal(datagram[:0], header(i), sealed))
		}},
	}, nil
}

// hiss is n frames of what nobody takes for speech.
func hiss(n int) []audio.Frame {
	rng := rand.New(rand.NewPCG(1, 2))
	frames := make([]audio.Frame, n)
	for i := range frames {
		for k := range frames[i] {
			frames[i][k] = int16(rng.IntN(600) - 300)
		}
	}
	return frames
}
