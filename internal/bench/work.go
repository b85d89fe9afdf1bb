package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/spoken"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/vad"
)

// A Cost is what a piece of work takes.
type Cost struct {
	What   string  `json:"what"`
	Per    string  `json:"per"`
	Micros float64 `json:"us"`
	// Share is Micros as a part of the time that the sound lasts; 0 where the
	// work is not on sound.
	Share float64 `json:"share_of_real_time,omitempty"`
	// Allocs is how many allocations it takes. The budget of the packet path
	// is none.
	Allocs int `json:"allocs"`
}

// A work is something to measure.
type work struct {
	what, per string
	// sound is how long the sound lasts that one call works on.
	sound time.Duration
	// units is how many of per one call does.
	units float64
	call  func()
}

func measureWork(ctx context.Context, quick bool) ([]Cost, error) {
	works, err := soundWork()
	if err != nil {
		return nil, err
	}
	for _, rates := range [][2]audio.Rate{{48000, 16000}, {24000, 48000}, {22050, 48000}} {
		w, err := resampling(rates[0], rates[1])
		if err != nil {
			return nil, err
		}
		works = append(works, w)
	}
	works = append(works, splitting(), expanding())
	var costs []Cost
	for _, w := range works {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		took, allocs := w.measure(quick)
		costs = append(costs, Cost{
			What: w.what, Per: w.per,
			Micros: rounded(took.Seconds()*1e6/w.units, 1e3),
			Share:  share(took, w.sound),
			Allocs: allocs,
		})
	}
	return costs, nil
}

func share(took, sound time.Duration) float64 {
	if sound == 0 {
		return 0
	}
	return rounded(took.Seconds()/sound.Seconds(), 1e6)
}

// soundWork is the work on every packet: that of the ear, and that of the
// mouth.
func soundWork() ([]work, error) {
	frames := questionFrames()
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	var packets [][]byte
	for i := range frames {
		p, err := enc.Encode(nil, &frames[i])
		if err != nil {
			return nil, err
		}
		packets = append(packets, p)
	}
	windows := question()
	detector, decoder := vad.NewDetector(), opus.NewDecoder(audio.Speech)
	nextWindow, nextPacket, nextFrame := cycle(len(windows)/vad.Window), cycle(len(packets)), cycle(len(frames))
	var pcm []int16
	var packet []byte
	return []work{
		{"voice activity", "32 ms window", audio.Speech.Duration(vad.Window), 1, func() {
			detector.Probability((*[vad.Window]int16)(windows[nextWindow()*vad.Window:]))
		}},
		{"Opus decode to 16 kHz", "20 ms packet", audio.FrameDuration, 1, func() {
			pcm = must(decoder.Decode(pcm[:0], packets[nextPacket()]))
		}},
		{"Opus encode", "20 ms frame", audio.FrameDuration, 1, func() {
			packet = must(enc.Encode(packet[:0], &frames[nextFrame()]))
		}},
	}, nil
}

// resampling is the work on 20 ms of sound.
func resampling(from, to audio.Rate) (work, error) {
	r, err := audio.NewResampler(from, to)
	if err != nil {
		return work{}, err
	}
	in := question()[:from.Samples(audio.FrameDuration)] // at any rate it is sound
	var out []int16
	what := fmt.Sprintf("resample %g to %g kHz", float64(from)/1000, float64(to)/1000)
	return work{what, "20 ms", audio.FrameDuration, 1, func() { out = r.Append(out[:0], in) }}, nil
}

// written is what a model writes, with what is not to be spoken in it.
const written = "*looks up* Aye, the old road is **flooded**, Dr. Marsh said so this morning. " +
	"You'd pay 3.50 silver for the ferry... if it runs at all! \"Not today,\" he told me. Shall I ask again?\n"

// splitting is the filter and the splitter together: what stands between a
// model's words and a voice.
func splitting() work {
	text := strings.Repeat(written, 20)
	return work{"filter and splitter", "kB", 0, float64(len(text)) / 1000, func() { conversation.Sentences(text) }}
}

// expanding is splitting and what comes after it: numbers, dice, money and times
// are written out for a voice that cannot read them.
func expanding() work {
	text := strings.Repeat(written, 20)
	reader := spoken.NewReader("en", map[string]string{"Marsh": "marsh"})
	return work{"filter to expansion", "kB", 0, float64(len(text)) / 1000, func() {
		for _, s := range conversation.Sentences(text) {
			reader.Say(s)
		}
	}}
}

// measure returns how long a call takes and how often it allocates. The time
// is the median of some batches: others' work on the machine makes a batch
// slower, and none faster.
func (w work) measure(quick bool) (time.Duration, int) {
	batch, batches := 20*time.Millisecond, 15
	if quick {
		batch, batches = time.Millisecond, 3
	}
	n := 1
	for w.calls(n) < batch {
		n *= 2
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took := make([]time.Duration, batches)
	for i := range took {
		took[i] = w.calls(n)
	}
	runtime.ReadMemStats(&after)
	slices.Sort(took)
	// Rounded down, as testing.AllocsPerRun does: the runtime's own are in it.
	return took[batches/2] / time.Duration(n), int(after.Mallocs-before.Mallocs) / (n * batches)
}

func (w work) calls(n int) time.Duration {
	begun := time.Now()
	for range n {
		w.call()
	}
	return time.Since(begun)
}

// cycle counts from 0 to n-1, again and again.
func cycle(n int) func() int {
	i := -1
	return func() int { i = (i + 1) % n; return i }
}

// must returns v. The packets and frames are ours: that one of them is refused
// is a mistake in the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("bench: %v", err))
	}
	return v
}
