package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// A player is somebody at the table with a voice.
type player struct {
	*voicetest.Person
	e     *evening
	voice string
	guild *voicetest.Guild
	dec   *opus.Decoder
	enc   *opus.Encoder
}

// player brings somebody into a channel, who speaks with one of flite's voices.
func (e *evening) player(name, voice string, in *voicetest.Channel, g *voicetest.Guild) *player {
	e.t.Helper()
	p := e.AddPerson(name)
	g.Admit(p)
	return e.seated(p, voice, in, g)
}

// seated gives a voice to somebody who is in the guild already.
func (e *evening) seated(p *voicetest.Person, voice string, in *voicetest.Channel, g *voicetest.Guild) *player {
	e.t.Helper()
	_, err := p.Join(in)
	e.check(err)
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	e.check(err)
	return &player{p, e, voice, g, opus.NewDecoder(audio.Discord), enc}
}

// packets is what somebody's client makes of what they say.
func (p *player) packets(text string) (packets [][]byte) {
	p.e.t.Helper()
	pcm := flite(p.e.t, p.voice, text)[24000-4800:] // a breath, and not half a second
	var frame audio.Frame
	for len(pcm) > 0 {
		clear(frame[copy(frame[:], pcm):])
		pcm = pcm[min(len(frame), len(pcm)):]
		packet, err := p.enc.Encode(nil, &frame)
		p.e.check(err)
		packets = append(packets, packet)
	}
	return packets
}

// say says something, which takes as long as it sounds.
func (p *player) say(text string) {
	p.e.t.Helper()
	packets := p.packets(text)
	sent, err := p.Seat(p.guild).Say(p.e.within(), packets)
	p.e.check(err)
	if sent < len(packets) {
		p.e.t.Errorf("%d of %d packets had a key", sent, len(packets))
	}
}

// listen returns what somebody has heard the bot say since they listened last.
func (p *player) listen() (pcm []int16) {
	p.e.t.Helper()
	bot := p.e.Bot().ID
	for _, f := range p.Seat(p.guild).Heard() {
		if f.From != bot || opus.IsSilence(f.Packet) {
			continue
		}
		var err error
		pcm, err = p.dec.Decode(pcm, f.Packet)
		p.e.check(err)
	}
	return pcm
}

// voiced is how much of a sound is louder than a room.
func voiced(pcm []int16) (d time.Duration) {
	for frame := range slices.Chunk(pcm, len(audio.Frame{})) {
		var sum float64
		for _, s := range frame {
			sum += float64(s) * float64(s)
		}
		if math.Sqrt(sum/float64(len(frame))) > 200 {
			d += audio.FrameDuration
		}
	}
	return d
}

// ask says something that calls for an answer, waits until an NPC has given one,
// and returns it: as it was heard by whoever asked, and as it was kept.
func (p *player) ask(text string) (pcm []int16, line transcript.Line) {
	p.e.t.Helper()
	_, before := p.e.last(p.guild)
	p.listen()
	p.say(text)
	p.e.await(fmt.Sprintf("an answer to %q", text), func() bool {
		_, now := p.e.last(p.guild)
		for _, l := range now[len(before):] {
			if l.Agent != "" {
				line = l
				return true
			}
		}
		return false
	})
	time.Sleep(100 * time.Millisecond) // the last packets are on their way
	return p.listen(), line
}

// talks checks that the bot hears somebody and is heard by them.
func (p *player) talks(when string) {
	p.e.t.Helper()
	pcm, _ := p.ask("Mirela, good evening.")
	if got := voiced(pcm); got < 300*time.Millisecond {
		p.e.t.Errorf("%s %v of the answer is heard", when, got)
	}
	p.e.behaves(when)
}

// overtaking is how many packets may overtake the op 5 that announces them: they come
// by another socket, whose reader may be the quicker by half a second on a machine
// with other things to do. The order in which they are sent is tested in fake time.
const overtaking = 25

// behaves checks that the bot's voice client does what a good one does.
func (e *evening) behaves(when string) {
	e.t.Helper()
	s, ok := e.Voice().Session(e.Bot().ID)
	if n := s.Stats; !ok || max(n.Unannounced-overtaking, 0)+n.Early+n.Refused+n.WrongSSRC+n.NonceReused+n.Junk > 0 {
		e.t.Errorf("%s the bot's voice does what it should not: %+v", when, n)
	}
}

// example is the campaign that a new guild is offered.
func example(t *testing.T) campaign.File {
	t.Helper()
	f, err := campaign.Parse("lanterns.yaml", campaigns.Lanterns)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// understand recognises what was heard, as a player does who knows the campaign.
func (e *evening) understand(pcm []int16) string {
	e.t.Helper()
	ears, cleanup, err := newEars(e.t.Context(), config.Default(), example(e.t))
	e.check(err)
	defer cleanup()
	return strings.ToLower(recognise(e.t, ears, speech16k(e.t, pcm)))
}
