package conversation

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

const (
	// clipsAhead bounds how many clips of a segment wait to be played. Beyond
	// it the synthesiser is not read, which is backpressure enough.
	clipsAhead = 64
	// voicedLevel is the peak, in dBFS, above which a frame is voice.
	voicedLevel = -45.0
	// leadLimit bounds how much silence is cut off the front of an answer:
	// voices begin with up to a quarter of a second of it, which a listener
	// would take for thinking.
	leadLimit = 300 * time.Millisecond
)

// A segment is a piece of an answer on its way out.
type segment struct {
	index int // in the turn's score
	clips *stream[audio.Clip]
}

// segments turns a mind's words into segments whose synthesis has begun. Text
// that will not be spoken goes to the score.
func (r *running) segments(ctx context.Context, wg *sync.WaitGroup, t *turn, q Question) iter.Seq2[segment, error] {
	return func(yield func(segment, error) bool) {
		out := newSegmenter(r.opts.Campaign.Language)
		limit := limiter{talk: talkOf(t.agent, r.opts.Campaign)}
		said := false
		say := func(pieces []string) bool {
			for _, p := range pieces {
				if !limit.take(p) {
					t.score.leave(p)
					return false
				}
				if !said {
					said = true
					r.report(progress{turn: t, step: hasText, at: time.Now()})
				}
				if !yield(r.begun(ctx, wg, t, p), nil) {
					return false
				}
			}
			return true
		}
		first := true
		for delta, err := range r.mind.Reply(ctx, q) {
			if err != nil {
				if ctx.Err() == nil && !said && t.fallback != "" {
					yield(r.begun(ctx, wg, t, t.fallback), nil)
				}
				yield(segment{}, err)
				return
			}
			if first && delta != "" {
				first = false
				r.report(progress{turn: t, step: hasWord, at: time.Now()})
			}
			if !say(out.add(delta)) {
				return
			}
		}
		say(out.end())
	}
}

// begun starts to synthesise text as the next segment of t.
func (r *running) begun(ctx context.Context, wg *sync.WaitGroup, t *turn, text string) segment {
	u := speech.Utterance{
		Text:     text,
		Voice:    r.opts.Voices[t.agent.ID],
		Language: r.opts.Campaign.Language,
	}
	return segment{t.score.add(text), ahead(ctx, wg, clipsAhead, kept(r.mouth.Synthesize(ctx, u)))}
}

// kept yields clips that outlive their turn in the sequence.
func kept(clips iter.Seq2[audio.Clip, error]) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		for c, err := range clips {
			c.PCM = slices.Clone(c.PCM)
			if !yield(c, err) {
				return
			}
		}
	}
}

// A player turns segments into frames. It lives in the goroutine that speaks.
type player struct {
	turn     *turn
	segments *stream[segment]
	current  segment
	clip     audio.Clip // the first of current, already taken
	audible  func()     // called when the first voiced frame is handed over
	broken   error      // what the voice said when it failed
}

// ready waits for the first sound of the answer. ok is false if there is none.
func (p *player) ready(ctx context.Context) (ok bool, err error) {
	for {
		seg, ok, err := p.segments.next(ctx)
		if !ok {
			return false, errors.Join(err, p.broken)
		}
		clip, ok, err := seg.clips.next(ctx)
		if ok {
			p.current, p.clip = seg, clip
			return true, nil
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		// A segment that cannot be spoken is not the end: the next one may
		// be. Two in a row are.
		if err != nil {
			if p.broken != nil {
				return false, p.broken
			}
			p.broken = err
		}
	}
}

// frames yields the answer's frames, after [player.ready] has said ok. An
// error of the voice comes after everything that could be spoken.
func (p *player) frames(ctx context.Context) iter.Seq2[*audio.Frame, error] {
	return func(yield func(*audio.Frame, error) bool) {
		if p.turn.level.leveller == nil {
			p.turn.level.leveller = audio.NewLeveller(p.clip.Rate)
		}
		lead := int(leadLimit / audio.FrameDuration)
		heard := false
		for {
			whole := true
			for f, err := range audio.Frames(p.clips(ctx), p.turn.level.leveller) {
				if err != nil {
					if ctx.Err() != nil || p.broken != nil {
						yield(nil, err)
						return
					}
					p.broken, whole = err, false
					break
				}
				if !heard {
					if audio.Peak(f[:]) < voicedLevel && lead > 0 {
						lead--
						continue
					}
					heard = true
					p.audible()
				}
				if !yield(f, nil) {
					return
				}
				p.turn.score.frame(p.current.index)
			}
			if whole {
				p.turn.score.done(p.current.index)
			}
			if p.turn.enough.isOpen() {
				return
			}
			ok, err := p.ready(ctx)
			if err != nil {
				yield(nil, err)
			}
			if !ok {
				return
			}
		}
	}
}

// clips yields the current segment's clips, from the one already taken.
func (p *player) clips(ctx context.Context) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		if !yield(p.clip, nil) {
			return
		}
		for {
			c, ok, err := p.current.clips.next(ctx)
			if err != nil {
				yield(audio.Clip{}, err)
			}
			if !ok || !yield(c, nil) {
				return
			}
		}
	}
}
