package conversation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The people and agents of these tests.
const (
	kara  transcript.SpeakerID = 1
	joren transcript.SpeakerID = 2
	gm    transcript.SpeakerID = 3
)

var (
	crew = []transcript.Speaker{
		{ID: kara, Name: "kay", Character: "Kara", Role: transcript.Player},
		{ID: joren, Name: "jo", Character: "Joren", Role: transcript.Player},
		{ID: gm, Name: "Max", Role: transcript.GM},
	}
	bart  = campaign.Agent{ID: "bart", Kind: campaign.NPC, Name: "Bart"}
	greta = campaign.Agent{ID: "greta", Kind: campaign.NPC, Name: "Greta"}
	muted = campaign.Agent{ID: "silas", Kind: campaign.NPC, Name: "Silas", Muted: true}
)

// said is something said in a script: by whom, from when, for how long. For no time
// at all it is somebody who may be about to speak, and does not.
type said struct {
	who  transcript.SpeakerID
	at   time.Duration
	long time.Duration
	text string
}

// A script is a channel in which crew say what is written, and which keeps
// what is said to them. It ends at end.
type script struct {
	lines []said
	end   time.Duration
	shuts bool                                   // at the end nothing can be said any more either
	leave map[transcript.SpeakerID]time.Duration // when somebody leaves the channel

	mu     sync.Mutex
	start  time.Time
	frames []time.Duration // when each frame left
}

// Hear implements [Channel]. A line's sound is its number, so that [dictation]
// knows what was said however lines overlap.
func (s *script) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	type timed struct {
		at  time.Duration
		who transcript.SpeakerID
		ev  voice.Event
	}
	s.mu.Lock()
	s.start = time.Now()
	s.mu.Unlock()
	var events []timed
	for i, l := range s.lines {
		stirred := timed{l.at + 64*time.Millisecond, l.who, voice.Stirred{Speaker: l.who, At: s.start.Add(l.at)}}
		if l.long == 0 {
			events = append(events, stirred)
			continue
		}
		pcm := slices.Repeat([]int16{int16(1000 + i)}, audio.Speech.Samples(l.long))
		last := s.start.Add(l.at + l.long)
		events = append(
			events,
			timed{l.at + 100*time.Millisecond, l.who, voice.Began{Speaker: l.who, At: s.start.Add(l.at)}},
			timed{l.at + 100*time.Millisecond, l.who, voice.Sound{Speaker: l.who, PCM: pcm}},
			timed{l.at + l.long + 96*time.Millisecond, l.who, voice.Paused{Speaker: l.who, At: last}},
			timed{l.at + l.long + 500*time.Millisecond, l.who, voice.Ended{Speaker: l.who, Voiced: last, At: last.Add(500 * time.Millisecond)}},
		)
	}
	for who, at := range s.leave {
		events = slices.DeleteFunc(events, func(e timed) bool { return e.at >= at && e.who == who })
		events = append(events, timed{at, who, voice.Gone{Speaker: who}})
	}
	slices.SortStableFunc(events, func(a, b timed) int { return int(a.at - b.at) })
	return func(yield func(voice.Event, error) bool) {
		for _, e := range events {
			if e.at > s.end {
				break
			}
			if !until(ctx, s.start.Add(e.at)) {
				yield(nil, context.Cause(ctx))
				return
			}
			if !yield(e.ev, nil) {
				return
			}
		}
		if !until(ctx, s.start.Add(s.end)) {
			yield(nil, context.Cause(ctx))
		}
	}
}

// Speak implements [Channel]: a frame every 20 ms.
func (s *script) Speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (sent int, err error) {
	for f, err := range frames {
		if err != nil {
			return sent, err
		}
		if f == nil {
			return sent, errors.New("no frame")
		}
		if s.shuts && time.Since(s.start) >= s.end {
			return sent, voice.ErrClosed
		}
		s.mu.Lock()
		s.frames = append(s.frames, time.Since(s.start))
		s.mu.Unlock()
		sent++
		if !until(ctx, time.Now().Add(audio.FrameDuration)) {
			return sent, context.Cause(ctx)
		}
	}
	return sent, nil
}

// spoken returns the stretches of time in which something was being said.
func (s *script) spoken() (stretches []string) {
	const near = 2 * audio.FrameDuration
	for i := 0; i < len(s.frames); {
		j := i
		for j+1 < len(s.frames) && s.frames[j+1]-s.frames[j] <= near {
			j++
		}
		stretches = append(stretches, fmt.Sprintf("%v-%v", s.frames[i], s.frames[j]+audio.FrameDuration))
		i = j + 1
	}
	return stretches
}

// until waits for a moment and reports whether it came before ctx was done.
func until(ctx context.Context, at time.Time) bool {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// dictation recognises a script's lines, each some time after its end.
type dictation struct {
	lines []said
	delay time.Duration
	fail  error
	told  func(speech.Hints) // if not nil, called with what it is to expect
	// takes, if not nil, is what a line takes beyond delay.
	takes func(text string) time.Duration
}

func (d dictation) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		if d.told != nil {
			d.told(hints)
		}
		var n int16
		for pcm := range sound {
			n = pcm[0]
		}
		delay := d.delay
		if d.takes != nil {
			delay += d.takes(d.lines[n-1000].text)
		}
		if !until(ctx, time.Now().Add(delay)) {
			yield(speech.Hypothesis{}, ctx.Err())
			return
		}
		if d.fail != nil {
			yield(speech.Hypothesis{}, d.fail)
			return
		}
		yield(speech.Hypothesis{Text: d.lines[n-1000].text, Final: true, Confidence: 0.9}, nil)
	}
}

// tone speaks: 50 ms of sound for each letter, at once, after a delay.
type tone struct {
	delay time.Duration
	fail  string // text that it cannot speak
}

func (v tone) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		if !until(ctx, time.Now().Add(v.delay)) {
			yield(audio.Clip{}, ctx.Err())
			return
		}
		if v.fail != "" && strings.Contains(u.Text, v.fail) {
			yield(audio.Clip{}, errors.New("voice: no such voice"))
			return
		}
		pcm := make([]int16, audio.Discord.Samples(letters(u.Text)))
		for i := range pcm {
			pcm[i] = int16(8000 * (i / 50 % 2 * 2)) // a square wave, well above silence
		}
		yield(audio.Clip{Rate: audio.Discord, PCM: pcm}, nil)
	}
}

func (tone) Voices(context.Context) ([]string, error) { return nil, nil }

// letters returns how long tone takes to say text.
func letters(text string) time.Duration { return time.Duration(len(text)) * 50 * time.Millisecond }

// brain answers by agent and by what the last line holds.
type brain func(ctx context.Context, q Question) iter.Seq2[string, error]

func (b brain) Reply(ctx context.Context, q Question) iter.Seq2[string, error] { return b(ctx, q) }

// says answers every question with the same words, the first after a delay.
func says(delay time.Duration, words ...string) brain {
	return func(ctx context.Context, q Question) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			if !until(ctx, time.Now().Add(delay)) {
				yield("", ctx.Err())
				return
			}
			for _, w := range words {
				if !yield(w, nil) {
					return
				}
			}
		}
	}
}

// book is a journal in memory. It refuses the first `refuse` writes.
type book struct {
	mu     sync.Mutex
	refuse int
	n      int64
	lines  []string
	turns  []transcript.Turn
	struck []int64 // first numbers of what was struck
}

func (b *book) Append(_ context.Context, l *transcript.Line) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refuse > 0 {
		b.refuse--
		return errors.New("disk full")
	}
	b.n++
	l.N = b.n
	cut := ""
	if l.Cut {
		cut = " --"
	}
	b.lines = append(b.lines, l.Name+": "+l.Text+cut)
	return nil
}

func (b *book) AddTurn(_ context.Context, t transcript.Turn) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turns = append(b.turns, t)
	return nil
}

// outcomes returns how each turn ended, in order.
func (b *book) outcomes() string {
	var all []string
	for _, t := range b.turns {
		all = append(all, t.Name+" "+string(t.Outcome))
	}
	return strings.Join(all, ", ")
}

// A table is a conversation under test.
type table struct {
	lines  []said
	end    time.Duration // 0: ten seconds after the last line
	agents []campaign.Agent
	ears   dictation
	hears  speech.Recognizer // instead of ears
	mind   Mind
	mouth  speech.Synthesizer
	book   book
	keeps  Journal                                // instead of book
	shuts  bool                                   // the channel closes its mouth, too, at the end
	leave  map[transcript.SpeakerID]time.Duration // when somebody leaves
	opts   Options
	early  bool // answers are begun before a speaker's end
	// language is "en" if it is empty.
	language string
	// meanwhile, if not nil, runs beside the conversation.
	meanwhile func(ctx context.Context, c *Conversation)
	cancel    time.Duration // when the conversation is cancelled; 0: never
	cause     error         // of that; nil: none

	extra int // turns that the GM calls for

	hints   []speech.Hints // what the recogniser was told, once it has run
	notices []Notice       // what was observed
	took    time.Duration  // how long it ran
}

// run holds the conversation in fake time and returns its channel.
func (tb *table) run(t *testing.T) (ch *script, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ch = &script{lines: tb.lines, end: tb.end, shuts: tb.shuts, leave: tb.leave}
		if ch.end == 0 {
			for _, l := range tb.lines {
				ch.end = max(ch.end, l.at+l.long+10*time.Second)
			}
		}
		tb.ears.lines = tb.lines
		var mu sync.Mutex // people are recognised side by side
		tb.ears.told = func(h speech.Hints) {
			mu.Lock()
			defer mu.Unlock()
			tb.hints = append(tb.hints, h)
		}
		if tb.mouth == nil {
			tb.mouth = tone{}
		}
		if tb.agents == nil {
			tb.agents = []campaign.Agent{bart, greta}
		}
		opts := tb.opts
		opts.Campaign.Language = cmp.Or(tb.language, "en")
		opts.People = crew
		opts.NoEarly = !tb.early
		opts.Scene.Agents = tb.agents
		opts.Observe = func(n Notice) {
			tb.notices = append(tb.notices, n)
			if tb.opts.Observe != nil {
				tb.opts.Observe(n)
			}
		}
		var ears speech.Recognizer = tb.ears
		if tb.hears != nil {
			ears = tb.hears
		}
		var journal Journal = &tb.book
		if tb.keeps != nil {
			journal = tb.keeps
		}
		log := slog.New(slog.NewTextHandler(t.Output(), nil))
		c := New(log, ch, ears, tb.mind, tb.mouth, journal, opts)
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		var wg sync.WaitGroup
		if tb.meanwhile != nil {
			wg.Go(func() { tb.meanwhile(ctx, c) })
		}
		if tb.cancel > 0 {
			time.AfterFunc(tb.cancel, func() { cancel(tb.cause) })
		}
		start := time.Now()
		err = c.Run(ctx)
		tb.took = time.Since(start)
		cancel(nil)
		wg.Wait()
		tb.ledger(t)
	})
	return ch, err
}

// ledger proves that every agent addressed got a turn, and that every turn
// ended once.
func (tb *table) ledger(t *testing.T) {
	t.Helper()
	called, ended := 0, make(map[transcript.TurnID]int)
	for _, n := range tb.notices {
		switch n := n.(type) {
		case Addressed:
			called += len(n.Agents)
		case TurnEnded:
			ended[n.Turn.ID]++
			if ended[n.Turn.ID] > 1 {
				t.Errorf("a turn of %s ended %d times, at last %s", n.Turn.Name, ended[n.Turn.ID], n.Turn.Outcome)
			}
			n.Turn.Stages.Each(func(name string, d time.Duration) {
				if d < 0 || d > time.Minute {
					t.Errorf("a turn of %s: stage %s took %v", n.Turn.Name, name, d)
				}
			})
		}
	}
	if called += tb.extra; called != len(ended) {
		t.Errorf("%d turns began, %d ended", called, len(ended))
	}
}

// noticed returns what was observed of one kind.
func noticed[N Notice](tb *table) (all []N) {
	for _, n := range tb.notices {
		if n, ok := n.(N); ok {
			all = append(all, n)
		}
	}
	return all
}
