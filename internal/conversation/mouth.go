package conversation

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

const (
	// clipsAhead bounds how many clips of a segment wait to be played. Beyond
	// it the synthesiser is not read, which is backpressure enough.
	clipsAhead = 64
	// leadLimit bounds how much silence is cut off the front of an answer. Voices
	// begin with a quarter of a second of it, some with more.
	leadLimit = time.Second
	// longestSegment bounds the sound of one segment, which has some 250
	// letters at the most: half a minute for a slow voice.
	longestSegment = time.Minute
	// answerLimit is how long a mind and a voice may take for the first sound,
	// and stallLimit for anything after that. Providers have limits of their
	// own, and better words for it; these keep one that has not from holding
	// the mouth for ever.
	answerLimit = time.Minute
	stallLimit  = 20 * time.Second
)

// A segment is a piece of an answer on its way out.
type segment struct {
	index int // in the turn's score
	clips *stream[audio.Clip]
}

// segments turns an answer's wording into segments whose synthesis has begun.
func (r *running) segments(ctx context.Context, wg *sync.WaitGroup, t *turn, q Question) iter.Seq2[segment, error] {
	return func(yield func(segment, error) bool) {
		first := true
		for p, err := range r.wordsOf(ctx, t, q) {
			if err != nil {
				yield(segment{}, err)
				return
			}
			if t.early && first {
				first = false
			} else if t.early {
				// What was begun early is made into sound up to here.
				if err := t.commit.wait(ctx); err != nil {
					yield(segment{}, err)
					return
				}
			}
			if !yield(r.begun(ctx, wg, t, p), nil) {
				return
			}
		}
	}
}

// begun starts to synthesise p as the next segment of t.
func (r *running) begun(ctx context.Context, wg *sync.WaitGroup, t *turn, p piece) segment {
	say := p.say(r.opts.Reader)
	u := speech.Utterance{
		Text:     say.Text,
		Voice:    t.voice,
		Language: r.opts.Campaign.Language,
	}
	if p.narration {
		u.Voice = r.opts.Narrator
	}
	i := t.score.add(p.text, say)
	return segment{i, ahead(ctx, wg, clipsAhead, kept(ctx, &t.score, i, r.voiceOf(ctx, t, u)))}
}

// errNoSound and errTooLong are faults of a voice that reports none.
var (
	errNoSound = errors.New("the voice made no sound of a sentence")
	errTooLong = errors.New("the voice does not come to the end of a sentence")
	errStalled = errors.New("nothing more came of the answer for too long")
)

// within is [stream.next], but waits no longer than d.
func within[T any](ctx context.Context, d time.Duration, s *stream[T]) (v T, ok bool, err error) {
	timed, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	if v, ok, err = s.next(timed); err != nil && timed.Err() != nil && ctx.Err() == nil {
		err = errStalled
	}
	return v, ok, err
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
	limit := stallLimit
	if p.clip.PCM == nil {
		limit = answerLimit
	}
	for {
		seg, ok, err := within(ctx, limit, p.segments)
		if !ok {
			return false, errors.Join(err, p.broken)
		}
		clip, ok, err := within(ctx, limit, seg.clips)
		if ok {
			p.current, p.clip = seg, clip
			return true, nil
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if errors.Is(err, errStalled) {
			return false, err
		}
		// A segment that cannot be spoken is not the end: the next one may
		// be. Two are.
		if p.broken != nil {
			return false, p.broken
		}
		if p.broken = err; err == nil {
			p.broken = errNoSound
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
		lead := audio.Lead{Most: leadLimit}
		heard := false
		for {
			whole := true
			before := lead.Cut
			for f, err := range audio.Frames(p.clips(ctx), p.turn.level.leveller, &lead) {
				if err != nil {
					if ctx.Err() != nil || p.broken != nil || errors.Is(err, errStalled) {
						yield(nil, err)
						return
					}
					p.broken, whole = err, false
					break
				}
				if !heard {
					heard = true
					p.turn.score.skip(p.current.index, lead.Cut-before)
					p.audible()
				}
				if err := p.turn.valve.wait(ctx); err != nil {
					yield(nil, err)
					return
				}
				if !yield(f, nil) {
					return
				}
				p.turn.score.frame(p.current.index)
				p.turn.track.add(f)
			}
			if whole {
				p.turn.score.done(p.current.index)
			}
			if p.turn.enough.isOpen() && p.turn.score.endsSentence(p.current.index) {
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
		var length time.Duration
		for c := p.clip; ; {
			if length += c.Duration(); length > longestSegment {
				yield(audio.Clip{}, errTooLong)
				return
			}
			if !yield(c, nil) {
				return
			}
			next, ok, err := within(ctx, stallLimit, p.current.clips)
			if err != nil {
				yield(audio.Clip{}, err)
			}
			if !ok {
				return
			}
			c = next
		}
	}
}
