package conversation

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// A fault is what is wrong with the sound of a text.
type fault int

const (
	noFault     fault = iota
	lateSound         // a long silence before it
	errorFirst        // instead of any sound
	errorLater        // after some
	stopsShort        // in the middle
	stalls            // after some
	noSound           // at all
	hissing           // it is no speech
	strangeRate       // that nobody plays
	badClip           // one of another rate comes after the first
	anyBytes          // bytes of anything
	wildWords         // it says of its words what cannot be
	faults
)

// A moodyVoice speaks a letter in 30 ms, and some texts with a fault.
type moodyVoice struct {
	venue  *venue
	seed   uint64
	takes  func(text string) time.Duration
	faulty int // every how manieth text is; 0 for none
	tells  bool
}

// Synthesize implements [speech.Synthesizer].
func (m *moodyVoice) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		if ctx.Err() == nil { // else it is asked in vain, of a turn that is over
			m.venue.of(ctx, func(r *run) { r.said = append(r.said, u.Text) })
		}
		if !until(ctx, time.Now().Add(m.takes(u.Text)/4)) {
			yield(audio.Clip{}, ctx.Err())
			return
		}
		rate := []audio.Rate{16000, 24000, 22050, 48000}[m.seed%4]
		long := time.Duration(len(u.Text)) * 30 * ms
		f := noFault
		if m.faulty > 0 && mood(u.Text, m.seed)%m.faulty == 0 {
			f = fault(mood(u.Text, m.seed+1) % int(faults))
		}
		half := sound(rate, long/2)
		broken := errors.New("voice: 503")
		switch f {
		case lateSound:
			_ = yield(audio.Clip{Rate: rate, PCM: make([]int16, rate.Samples(time.Second))}, nil) && yield(sound(rate, long), nil)
		case errorFirst:
			yield(audio.Clip{}, broken)
		case errorLater:
			_ = yield(half, nil) && yield(audio.Clip{}, broken)
		case stopsShort:
			yield(sound(rate, 60*ms), nil)
		case stalls:
			if yield(half, nil) {
				<-ctx.Done()
				yield(audio.Clip{}, ctx.Err())
			}
		case noSound:
		case hissing:
			yield(audio.Clip{Rate: rate, PCM: made(rate.Samples(long), func(i int) int16 { return int16(20000 - 40000*(i%2)) })}, nil)
		case strangeRate:
			yield(audio.Clip{Rate: 4000, PCM: make([]int16, 400)}, nil)
		case badClip:
			_ = yield(half, nil) && yield(sound(44100, long/2), nil)
		case anyBytes:
			random := rand.New(rand.NewPCG(m.seed, uint64(len(u.Text))))
			yield(audio.Clip{Rate: rate, PCM: made(rate.Samples(long), func(int) int16 { return int16(random.Uint32()) })}, nil)
		case wildWords:
			whole := sound(rate, long)
			for i := range len(u.Text) + 2 { // within letters, before the beginning and after the end
				whole.Words = append(whole.Words, audio.Word{To: i - 1, End: rate.Samples(time.Duration(i-1) * 30 * ms)})
			}
			yield(whole, nil)
		default:
			whole := sound(rate, long)
			if m.tells {
				for i, c := range u.Text {
					if c == ' ' {
						whole.Words = append(whole.Words, audio.Word{To: i, End: rate.Samples(time.Duration(i) * 30 * ms)})
					}
				}
				whole.Words = append(whole.Words, audio.Word{To: len(u.Text), End: len(whole.PCM)})
			}
			yield(whole, nil)
		}
	}
}

// Voices implements [speech.Synthesizer].
func (*moodyVoice) Voices(context.Context) ([]string, error) { return nil, nil }

// made returns n samples.
func made(n int, sample func(i int) int16) []int16 {
	pcm := make([]int16, n)
	for i := range pcm {
		pcm[i] = sample(i)
	}
	return pcm
}
