package voice

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

const ms = time.Millisecond

// goldenClip is the VAD's golden clip at 48 kHz; what is in it when stands in
// vad/testdata/README.md.
var goldenClip = sync.OnceValues(func() ([]int16, error) {
	f, err := os.Open("vad/testdata/golden.wav")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := audio.NewWAVReader(f)
	if err != nil {
		return nil, err
	}
	up, err := audio.NewResampler(r.Rate(), audio.Discord)
	if err != nil {
		return nil, err
	}
	var pcm []int16
	buf := make([]int16, 1600)
	for {
		n, err := r.Read(buf)
		pcm = up.Append(pcm, buf[:n])
		if errors.Is(err, io.EOF) {
			return up.Flush(pcm), nil
		}
		if err != nil {
			return nil, err
		}
	}
})

// clip is a part of the golden clip, as frames.
func clip(tb testing.TB, from, to time.Duration) []audio.Frame {
	tb.Helper()
	pcm, err := goldenClip()
	if err != nil {
		tb.Fatal(err)
	}
	frames := make([]audio.Frame, (to-from)/audio.FrameDuration)
	for i := range frames {
		copy(frames[i][:], pcm[audio.Discord.Samples(from)+i*len(frames[i]):])
	}
	return frames
}

// sentence is "I draw my sword and step toward the dragon.": 2.2 s, of
// which the first 40 ms are silent and all that follows is voiced.
func sentence(tb testing.TB) []audio.Frame { tb.Helper(); return clip(tb, 1180*ms, 3380*ms) }

// hiss is white noise, which is not speech.
func hiss(tb testing.TB) []audio.Frame { tb.Helper(); return clip(tb, 5100*ms, 6600*ms) }

// A talker makes packets.
type talker struct {
	t   testing.TB
	enc *opus.Encoder
	seq uint16
	ts  uint32
}

func newTalker(tb testing.TB) *talker {
	tb.Helper()
	enc, err := opus.NewEncoder(opus.EncoderOptions{Loss: 10})
	if err != nil {
		tb.Fatal(err)
	}
	// Both wrap around during the test.
	return &talker{t: tb, enc: enc, seq: 65530, ts: 1<<32 - 5000}
}

func (k *talker) packet(b []byte) Packet {
	p := Packet{Seq: k.seq, Timestamp: k.ts, Opus: b}
	k.seq++
	k.ts += 960
	return p
}

func (k *talker) say(frames []audio.Frame) []Packet {
	k.t.Helper()
	var ps []Packet
	for i := range frames {
		b, err := k.enc.Encode(nil, &frames[i])
		if err != nil {
			k.t.Fatal(err)
		}
		ps = append(ps, k.packet(b))
	}
	return ps
}

func (k *talker) hush(n int) []Packet {
	var ps []Packet
	for range n {
		ps = append(ps, k.packet([]byte(opus.SilenceFrame)))
	}
	return ps
}

// pause lets the timestamps jump, as clients do that send nothing.
func (k *talker) pause(d time.Duration) { k.ts += uint32(audio.Discord.Samples(d)) }

// A room has an ear in it and time that passes only when told to.
type room struct {
	t      testing.TB
	ear    *Ear
	start  time.Time
	now    time.Time
	events []Event
	when   []time.Duration // of each event, since start
}

func newRoom(tb testing.TB, opts Options) *room {
	tb.Helper()
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return &room{t: tb, ear: NewEar(7, opts), start: start, now: start}
}

func (r *room) got(events []Event) {
	for _, e := range events {
		r.events = append(r.events, e)
		r.when = append(r.when, r.now.Sub(r.start))
	}
}

// wait lets time pass, ticking whenever the ear wants it.
func (r *room) wait(d time.Duration) {
	r.t.Helper()
	until := r.now.Add(d)
	for range 1000 {
		at := r.ear.Next()
		if at.IsZero() || at.After(until) {
			r.now = until
			return
		}
		if at.After(r.now) {
			r.now = at
		}
		r.got(r.ear.Tick(nil, r.now))
	}
	r.t.Fatal("the ear wants to be called for ever")
}

// hear brings packets in, 20 ms apart, the first at once.
func (r *room) hear(ps ...Packet) {
	r.t.Helper()
	for _, p := range ps {
		r.burst(p)
		r.wait(audio.FrameDuration)
	}
}

// burst brings packets in at once.
func (r *room) burst(ps ...Packet) {
	for _, p := range ps {
		r.got(r.ear.Packet(nil, p, r.now))
	}
}

// story is the events without Sound, in short.
func (r *room) story() string {
	var s strings.Builder
	for _, e := range r.events {
		switch e.(type) {
		case Began:
			s.WriteString("began ")
		case Paused:
			s.WriteString("paused ")
		case Resumed:
			s.WriteString("resumed ")
		case Ended:
			s.WriteString("ended ")
		}
	}
	return s.String()
}

// utterances is the sound of each utterance.
func (r *room) utterances() [][]int16 {
	var all [][]int16
	for _, e := range r.events {
		switch e := e.(type) {
		case Began:
			all = append(all, nil)
		case Sound:
			all[len(all)-1] = append(all[len(all)-1], e.PCM...)
		}
	}
	return all
}

// find returns the nth event of a type and when it came.
func find[E Event](t testing.TB, r *room, n int) (E, time.Duration) {
	t.Helper()
	for i, e := range r.events {
		if e, ok := e.(E); ok {
			if n == 0 {
				return e, r.when[i]
			}
			n--
		}
	}
	var zero E
	t.Fatalf("no %T number %d in %q", zero, n, r.story())
	return zero, 0
}

func within(tb testing.TB, what string, got, least, most time.Duration) {
	tb.Helper()
	if got < least || got > most {
		tb.Errorf("%s: %v, want %v to %v", what, got, least, most)
	}
}

func duration(pcm []int16) time.Duration { return audio.Speech.Duration(len(pcm)) }
