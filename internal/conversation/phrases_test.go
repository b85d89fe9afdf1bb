package conversation

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A phrase is said without a pause.
type phrase struct {
	at, long time.Duration
	text     string
}

// A speaking is what one person says.
type speaking struct {
	who     transcript.SpeakerID
	phrases []phrase
	// more says before which phrases what is said becomes another utterance for
	// its length alone.
	more map[int]bool
}

// A parlour is a channel in which people speak in phrases. As an ear does, it
// ends what they say after a silence that can be changed.
type parlour struct {
	script
	people []speaking

	guard  sync.Mutex
	delays map[transcript.SpeakerID]time.Duration
	told   chan struct{} // closed and made anew when a delay changes
	ends   []time.Duration
}

const usual = 500 * ms

// SetEndpoint implements [Endpointer].
func (p *parlour) SetEndpoint(who transcript.SpeakerID, d time.Duration) {
	p.guard.Lock()
	defer p.guard.Unlock()
	p.delays[who] = d
	close(p.told)
	p.told = make(chan struct{})
}

func (p *parlour) delay(who transcript.SpeakerID) (time.Duration, <-chan struct{}) {
	p.guard.Lock()
	defer p.guard.Unlock()
	if d := p.delays[who]; d > 0 {
		return d, p.told
	}
	return usual, p.told
}

// Hear implements [Channel].
func (p *parlour) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	return func(yield func(voice.Event, error) bool) {
		p.mu.Lock()
		p.start = time.Now()
		p.mu.Unlock()
		p.delays, p.told = make(map[transcript.SpeakerID]time.Duration), make(chan struct{})
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		events := make(chan voice.Event)
		for i, s := range p.people {
			wg.Go(func() { p.speaks(ctx, i, s, events) })
		}
		defer wg.Wait()
		defer cancel()
		end := time.NewTimer(p.end)
		defer end.Stop()
		for {
			select {
			case ev := <-events:
				if !yield(ev, nil) {
					return
				}
			case <-end.C:
				return
			case <-ctx.Done():
				yield(nil, context.Cause(ctx))
				return
			}
		}
	}
}

// speaks sends what an ear would make of s.
func (p *parlour) speaks(ctx context.Context, i int, s speaking, events chan<- voice.Event) {
	send := func(ev voice.Event) {
		select {
		case events <- ev:
		case <-ctx.Done():
		}
	}
	isOpen := false
	var last time.Time
	for n, ph := range s.phrases {
		at := p.start.Add(ph.at)
		if isOpen && p.over(ctx, s.who, last, at) {
			send(voice.Ended{Speaker: s.who, Voiced: last, At: time.Now()})
			isOpen = false
		}
		if isOpen && s.more[n] {
			until(ctx, at.Add(64*ms))
			send(voice.Ended{Speaker: s.who, Voiced: last, At: time.Now(), More: true})
			isOpen = false
		}
		if isOpen {
			until(ctx, at.Add(64*ms))
			send(voice.Resumed{Speaker: s.who, At: at})
		} else {
			until(ctx, at.Add(96*ms))
			p.guard.Lock()
			delete(p.delays, s.who)
			p.guard.Unlock()
			send(voice.Began{Speaker: s.who, At: at})
		}
		isOpen = true
		pcm := make([]int16, audio.Speech.Samples(ph.long))
		for k := range pcm {
			pcm[k] = int16(1000 + 100*i + n)
		}
		send(voice.Sound{Speaker: s.who, PCM: pcm})
		last = at.Add(ph.long)
		until(ctx, last.Add(96*ms))
		send(voice.Paused{Speaker: s.who, At: last})
	}
	if isOpen && p.over(ctx, s.who, last, time.Time{}) {
		send(voice.Ended{Speaker: s.who, Voiced: last, At: time.Now()})
	}
}

// over waits for the end of what who has said, or for the moment at which they go
// on, and reports whether it ended.
func (p *parlour) over(ctx context.Context, who transcript.SpeakerID, last, on time.Time) bool {
	for {
		d, told := p.delay(who)
		due := last.Add(d)
		if !on.IsZero() && on.Before(due) {
			due = on
		}
		timer := time.NewTimer(time.Until(due))
		select {
		case <-timer.C:
			if !due.Equal(on) {
				p.guard.Lock()
				p.ends = append(p.ends, time.Since(p.start))
				p.guard.Unlock()
			}
			return !due.Equal(on)
		case <-told:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return true
		}
	}
}

// An ears recognises what is said in a parlour, delay after it was asked.
type ears struct {
	people  []speaking
	delay   time.Duration
	streams bool // it yields what it has heard so far, delay after it
	fails   int  // how often it fails at first
	hangs   int  // how often it says nothing, at first, until it is stopped

	mu      sync.Mutex
	asked   int // how often the sound came to its end
	flying  int
	atOnce  int // how often at most at the same time
	refused int
}

var errEars = errors.New("ears: 503")

func (e *ears) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		var said []string
		for pcm := range sound {
			i, n := int(pcm[0]-1000)/100, int(pcm[0]-1000)%100
			said = append(said, e.people[i].phrases[n].text)
			if e.streams && until(ctx, time.Now().Add(audio.Speech.Duration(len(pcm))-96*ms+e.delay)) {
				if !yield(speech.Hypothesis{Text: strings.Join(said, " "), Confidence: 0.9}, nil) {
					return
				}
			}
		}
		if ctx.Err() != nil {
			yield(speech.Hypothesis{}, ctx.Err())
			return
		}
		e.mu.Lock()
		e.asked++
		e.flying++
		e.atOnce = max(e.atOnce, e.flying)
		fails := e.refused < e.fails
		if fails {
			e.refused++
		}
		hangs := e.asked <= e.hangs
		e.mu.Unlock()
		ok := !hangs && until(ctx, time.Now().Add(e.delay))
		if hangs {
			<-ctx.Done()
		}
		e.mu.Lock()
		e.flying--
		e.mu.Unlock()
		switch {
		case !ok:
			yield(speech.Hypothesis{}, ctx.Err())
		case fails:
			yield(speech.Hypothesis{}, errEars)
		default:
			yield(speech.Hypothesis{Text: strings.Join(said, " "), Final: true, Confidence: 0.9}, nil)
		}
	}
}

// A visit is a conversation in a parlour.
type visit struct {
	parlour
	ears  ears
	tb    table
	early Early
}

// hold holds it in fake time.
func (v *visit) hold(t *testing.T) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		for _, s := range v.people {
			for _, ph := range s.phrases {
				v.end = max(v.end, ph.at+ph.long+10*time.Second)
			}
		}
		v.ears.people = v.people
		opts := v.tb.opts
		if opts.Campaign.Language == "" {
			opts.Campaign.Language = "en"
		}
		opts.People = crew
		if opts.Scene.Agents = v.tb.agents; opts.Scene.Agents == nil {
			opts.Scene.Agents = append(opts.Scene.Agents, bart, greta)
		}
		opts.Observe = func(n Notice) {
			v.tb.notices = append(v.tb.notices, n)
			if v.tb.opts.Observe != nil {
				v.tb.opts.Observe(n)
			}
		}
		if v.tb.mouth == nil {
			v.tb.mouth = tone{}
		}
		c := New(slog.New(slog.NewTextHandler(t.Output(), nil)), &v.parlour, &v.ears, v.tb.mind, v.tb.mouth, &v.tb.book, opts)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var wg sync.WaitGroup
		if v.tb.meanwhile != nil {
			wg.Go(func() { v.tb.meanwhile(ctx, c) })
		}
		if err := c.Run(ctx); err != nil {
			t.Error(err)
		}
		cancel()
		wg.Wait()
		v.early = c.Early()
		v.tb.ledger(t)
	})
}

// A reader is a voice that remembers what it was asked to say.
type reader struct {
	tone
	mu    sync.Mutex
	texts []string
}

func (r *reader) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	r.mu.Lock()
	r.texts = append(r.texts, u.Text)
	r.mu.Unlock()
	return r.tone.Synthesize(ctx, u)
}

func dropKara(ctx context.Context, c *Conversation) error { return c.Drop(ctx, kara) }
