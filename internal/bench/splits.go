package bench

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
)

// Splits is what becomes of utterances with a pause in their middle, of 300 to
// 900 ms.
type Splits struct {
	Utterances int `json:"utterances"`
	// Words were said. Lost are those that are in none of the lines that were kept,
	// Added those in them that were not said.
	Words int `json:"words"`
	Lost  int `json:"lost"`
	Added int `json:"added"`
	// OneLine is how many became a single line.
	OneLine int   `json:"one_line"`
	Extra   Extra `json:"extra_requests_per_utterance"`
}

// What is said in the two halves, by the sounds of [clip.Question] and
// [clip.Dragon]. The words are others than in these, so that the first half is a
// question that is complete, or, unfinishedText, one that is not.
const (
	askedText      = "Bart, where does this road go?"
	unfinishedText = "Bart, I want to know whether"
	wentOnText     = "there are still wolves on the old north road"
)

// trimmed returns pcm, at [audio.Speech], without the silence around it.
func trimmed(pcm []int16) []int16 {
	return audio.Trim(pcm, audio.Speech.Samples(audio.FrameDuration))
}

// A split is an utterance to be said in two halves.
type split struct {
	first, second [][]byte
	pause         time.Duration
	words         []string
}

const (
	shortestPause = 300 * time.Millisecond
	longestPause  = 900 * time.Millisecond
)

// measureSplits has n utterances said, some at a time at a table of their own.
// understood, if not nil, says what the seat's own recogniser understands of a
// half that is said alone.
func (s seat) measureSplits(ctx context.Context, log *slog.Logger, n, atATime int, understood func([]int16) ([]string, error)) (Splits, error) {
	halves := [2][]int16{trimmed(clip.Question()), trimmed(clip.Dragon())}
	var packets [2][][]byte
	words := [2][]string{strings.Fields(askedText), strings.Fields(wentOnText)}
	for i, pcm := range halves {
		var err error
		if packets[i], err = packed(clip.Frames(pcm)); err != nil {
			return Splits{}, err
		}
		if understood != nil {
			if words[i], err = understood(pcm); err != nil {
				return Splits{}, err
			}
		}
	}
	var mu sync.Mutex
	total := Splits{Utterances: n}
	var early conversation.Early
	err := shared(ctx, n, atATime, func(ctx context.Context, i int) error {
		at := s
		sp := split{packets[0], packets[1], shortestPause, slices.Concat(words[0], words[1])}
		if n > 1 {
			sp.pause += (longestPause - shortestPause) * time.Duration(i) / time.Duration(n-1)
		}
		if understood == nil {
			first := askedText
			if i%2 == 1 {
				first = unfinishedText
			}
			sp.words = strings.Fields(first + " " + wentOnText)
			at.ears = (&stenographer{delay: 300 * time.Millisecond}).learn(first, halves[0]).learn(wentOnText, halves[1])
		}
		lines, e, err := at.sayInTwo(ctx, log, sp)
		if err != nil {
			return fmt.Errorf("with a pause of %v: %w", sp.pause, err)
		}
		said, kept := plain(sp.words), plain(strings.Fields(strings.Join(lines, " ")))
		same := common(said, kept)
		mu.Lock()
		defer mu.Unlock()
		total.Words += len(said)
		total.Lost += len(said) - same
		total.Added += len(kept) - same
		if len(lines) == 1 {
			total.OneLine++
		}
		early = sum(early, e)
		return nil
	})
	total.Extra = extraOf(early, n)
	return total, err
}

// sayInTwo says an utterance at a table of its own and returns the lines that
// were made of it.
func (s seat) sayInTwo(ctx context.Context, log *slog.Logger, sp split) (lines []string, e conversation.Early, err error) {
	st, err := s.sit(ctx, log, asker)
	if err != nil {
		return nil, e, err
	}
	defer func() { err = st.close(ctx, err) }()
	voiced, err := say(ctx, st.room, asker, sp.first)
	if err != nil {
		return nil, e, err
	}
	if err := pause(ctx, voiced.Add(sp.pause)); err != nil {
		return nil, e, err
	}
	if _, err := say(ctx, st.room, asker, sp.second); err != nil {
		return nil, e, err
	}
	if err := st.settle(ctx, func(n notice) {
		if l, ok := n.what.(conversation.LineKept); ok && l.Line.Agent == "" {
			lines = append(lines, l.Line.Text)
		}
	}); err != nil {
		return nil, e, err
	}
	return lines, st.talk.Early(), nil
}

// settle waits until nothing has been going on for a moment, and has each notice
// that comes meanwhile, or has come, looked at.
func (st *sitting) settle(ctx context.Context, look func(notice)) error {
	const still = 600 * time.Millisecond
	end, since := time.Now().Add(answerLimit), time.Now()
	for time.Since(since) < still {
		if time.Now().After(end) {
			return fmt.Errorf("the table does not come to rest within %v", answerLimit)
		}
		if err := pause(ctx, time.Now().Add(20*time.Millisecond)); err != nil {
			return err
		}
		if idle, err := st.talk.Idle(ctx); err != nil {
			return err
		} else if !idle {
			since = time.Now()
		}
		for {
			select {
			case n := <-st.notices:
				look(n)
				continue
			default:
			}
			break
		}
	}
	return nil
}

// plain returns words without marks, in small letters.
func plain(words []string) (all []string) {
	for _, w := range words {
		w = strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if w != "" {
			all = append(all, w)
		}
	}
	return all
}

// common returns how many words two texts have in common, in the same order.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		before := 0 // row[j] as it was for the word before x
		for j, y := range b {
			was := row[j+1]
			if x == y {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			before = was
		}
	}
	return row[len(b)]
}

// heardAlone returns what a recogniser understands of a sound by itself.
func heardAlone(ctx context.Context, ears speech.Recognizer, pcm []int16) (words []string, took time.Duration, err error) {
	begun := time.Now()
	for h, err := range ears.Recognize(ctx, speech.Hints{Language: "en", Names: []string{"Bart"}}, func(yield func([]int16) bool) { yield(pcm) }) {
		if err != nil {
			return nil, 0, err
		}
		if h.Final {
			words, took = strings.Fields(h.Text), time.Since(begun)
		}
	}
	return words, took, nil
}
