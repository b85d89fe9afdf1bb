package bench

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// Pairs is what becomes of two people who ask two agents at once, and whose last
// voiced packets are 0 to 50 ms apart.
type Pairs struct {
	Pairs    int `json:"pairs"`
	Heard    int `json:"heard"`    // both questions became lines
	Answered int `json:"answered"` // both were answered, one after the other
	InOrder  int `json:"in_order"` // in that in which they ended
	// Lines are from the last voiced packet of each to their line, First and Second
	// to the answer that came first and the one that came after it.
	Lines  Spread `json:"line"`
	First  Spread `json:"first_answer"`
	Second Spread `json:"second_answer"`
	// Between is from the end of the first answer to the second.
	Between Spread `json:"between_answers"`
}

// besideText is what the second person asks: of stand-ins by the sound of
// [clip.Dragon].
const besideText = "Greta, what do you know of the old mill there?"

// apart is how far apart the two end at most.
const apart = 50 * time.Millisecond

// A paired is what became of one pair: of each person, when they ended, when they
// had a line and when they were answered.
type paired struct {
	voiced, line, answer [2]time.Time
	over                 [2]time.Time // of the answer
}

func (p paired) heard() bool    { return !p.line[0].IsZero() && !p.line[1].IsZero() }
func (p paired) answered() bool { return !p.answer[0].IsZero() && !p.answer[1].IsZero() }

// order returns who was answered first, and who after them.
func (p paired) order() (first, second int) {
	if p.answer[1].Before(p.answer[0]) {
		return 1, 0
	}
	return 0, 1
}

// measurePairs has n pairs ask, some at a time at a table of their own. What the
// second person says sounds like beside.
func (s seat) measurePairs(ctx context.Context, log *slog.Logger, beside []int16, n, atATime int) (Pairs, error) {
	var words [2][][]byte
	for i, pcm := range [2][]int16{trimmed(clip.Question()), trimmed(beside)} {
		var err error
		if words[i], err = packed(clip.Frames(pcm)); err != nil {
			return Pairs{}, err
		}
	}
	var mu sync.Mutex
	var all, answered []paired
	total := Pairs{Pairs: n}
	err := shared(ctx, n, atATime, func(ctx context.Context, i int) error {
		late := time.Duration(0)
		if n > 1 {
			late = apart * time.Duration(i) / time.Duration(n-1)
		}
		p, err := s.askTogether(ctx, log, words, i%2, late)
		if err != nil {
			return fmt.Errorf("%v apart: %w", late, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if p.heard() {
			all = append(all, p)
		}
		if p.answered() {
			answered = append(answered, p)
			if first, _ := p.order(); first == i%2 || late == 0 {
				total.InOrder++
			}
		}
		return nil
	})
	if err != nil {
		return Pairs{}, err
	}
	total.Heard, total.Answered = len(all), len(answered)
	if len(all) == 0 || len(answered) == 0 {
		return total, nil
	}
	var lines []time.Duration
	for _, p := range all {
		lines = append(lines, p.line[0].Sub(p.voiced[0]), p.line[1].Sub(p.voiced[1]))
	}
	total.Lines = spread(lines)
	total.First = spreadOf(answered, func(p paired) time.Duration { i, _ := p.order(); return p.answer[i].Sub(p.voiced[i]) })
	total.Second = spreadOf(answered, func(p paired) time.Duration { _, i := p.order(); return p.answer[i].Sub(p.voiced[i]) })
	total.Between = spreadOf(answered, func(p paired) time.Duration { i, j := p.order(); return p.answer[j].Sub(p.over[i]) })
	return total, nil
}

// askTogether has two people ask, of whom the first ends some time before the
// other.
func (s seat) askTogether(ctx context.Context, log *slog.Logger, words [2][][]byte, first int, late time.Duration) (p paired, err error) {
	people := []transcript.SpeakerID{asker, other}
	if s.ears == nil {
		s.ears = (&stenographer{delay: 300 * time.Millisecond}).
			learn(askedText, trimmed(clip.Question())).learn(besideText, trimmed(clip.Dragon()))
	}
	st, err := s.sit(ctx, log, people...)
	if err != nil {
		return p, err
	}
	defer func() { err = st.close(ctx, err) }()
	ends := time.Now().Add(time.Duration(max(len(words[0]), len(words[1]))) * audio.FrameDuration)
	err = atOnce(ctx, 2, func(ctx context.Context, i int) (err error) {
		begin := ends.Add(-time.Duration(len(words[i])) * audio.FrameDuration)
		if i != first {
			begin = begin.Add(late)
		}
		if err := pause(ctx, begin); err != nil {
			return err
		}
		p.voiced[i], err = say(ctx, st.room, people[i], words[i])
		return err
	})
	if err != nil {
		return p, err
	}
	err = st.settle(ctx, func(n notice) {
		who := func(a transcript.AgentID) int {
			if a == greta.ID {
				return 1
			}
			return 0
		}
		switch w := n.what.(type) {
		case conversation.LineKept:
			if w.Line.Agent == "" && strings.TrimSpace(w.Line.Text) != "" {
				for i, id := range people {
					if w.Line.Speaker == id {
						p.line[i] = n.at
					}
				}
			}
		case conversation.SpeechBegan:
			p.answer[who(w.Agent)] = w.At
		case conversation.TurnEnded:
			if w.Turn.Outcome != transcript.Spoken {
				p.answer[who(w.Turn.Agent)] = time.Time{}
			}
			p.over[who(w.Turn.Agent)] = n.at
		}
	})
	return p, err
}
