package conversation

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Somebody who listens by loudspeaker sends back what agents say. Such an echo
// comes some 100 ms to a second after the words, quieter, and is recognised
// about as well as anything else. What tells it from a person is what it says:
// the words that an agent spoke a moment ago, in their order.

const (
	// lateEcho is how long after a sentence an utterance may begin that still is
	// its echo. Networks and loudspeakers take up to a second; the rest is for
	// speech that the detector cut in two.
	lateEcho = 3 * time.Second
	// echoMemory is how long what was said is kept to compare with: longer than
	// the longest utterance and its recognition.
	echoMemory = time.Minute
)

// outSpoken says that t has become audible: from now on it may come back.
func (r *running) outSpoken(t *turn) {
	r.spoken = slices.DeleteFunc(r.spoken, func(o *turn) bool {
		return !o.silent.IsZero() && time.Since(o.silent) > echoMemory
	})
	r.spoken = append(r.spoken, t)
}

// echoOf returns the turn that u, with these words, is an echo of, or nil. Only
// what has left the mouth can come back, and only soon: the same words of a
// player who repeats them later are theirs.
func (r *running) echoOf(u *utterance, text string, whole bool) *turn {
	line, lex := parseLine(text), lexiconFor(r.opts.Campaign.Language)
	if whole && line.only(lex.stop) {
		return nil // "wait" is in many a sentence, and said alone it is meant
	}
	var of *turn
	var sources, said []string // as it was written, and as the voice said it
	var ended time.Time        // the last of the sentences
	for _, t := range r.spoken {
		for _, seg := range t.score.between(u.began.Add(-lateEcho), u.lastVoicedBy(time.Now())) {
			of, ended = t, seg.to
			sources, said = append(sources, seg.text), append(said, seg.say.Text)
		}
	}
	source := strings.Join(sources, "\n")
	spoken := lineWords(source)
	switch {
	case of == nil, !echoes(line.words, spoken) && !echoes(line.words, lineWords(strings.Join(said, "\n"))), asks(line.words, spoken, lex):
		return nil
	case u.began.After(ended) && line.question && !strings.ContainsAny(source, "?？؟"):
		return nil // "Two silver?": the recogniser heard a question, and the agent asked none
	}
	return of
}

// dropEcho does away with an utterance that is an echo of t.
func (r *running) dropEcho(ctx context.Context, u *utterance, t *turn) {
	r.log.LogAttrs(ctx, slog.LevelInfo, "echo dropped", slog.Uint64("speaker", uint64(u.who.ID)),
		slog.String("turn", string(t.rec.ID)), slog.Duration("length", u.duration()))
	r.opts.Observe(LineDropped{Speaker: u.who.ID, Reason: "an echo of what " + t.rec.Name + " said", Echo: true})
	r.countEcho(u.who)
}

// echoes reports whether line is what a recogniser makes of a part of spoken.
//
// It compares letters and the gaps between words, since what is misheard is
// near in sound and so mostly in spelling, and words are run together and torn
// apart. Lines of four words or more that have nothing to do with an answer
// differ from the best part of it in at least 43 % of their letters (the
// testdata of addressing against the example campaign's facts); what is
// misheard of an echo is seldom more than a third.
//
// A person who takes up an agent's words puts others before or behind them:
// "where is the old chapel". So both halves must be an echo. Short lines are
// near many others and may differ less, and a single word not at all.
func echoes(line, spoken []lineWord) bool {
	part := func(words []lineWord, slips float64) bool {
		text := spaced(words)
		letters := utf8.RuneCountInString(text) - len(words) - 1
		return distanceWithin([]rune(text), []rune(spaced(spoken))) <= int(slips*float64(letters))
	}
	switch n := len(line); n {
	case 0:
		return false
	case 1:
		return part(line, 0)
	case 2, 3:
		return part(line, 0.2)
	default:
		return part(line, 0.35) && part(line[:n/2], 0.4) && part(line[n/2:], 0.4)
	}
}

// asks reports whether line begins with a question word that spoken does not
// have.
func asks(line, spoken []lineWord, lex *lexicon) bool {
	i := slices.IndexFunc(line, func(w lineWord) bool { return !lex.lead[w.fold] })
	if i < 0 || !lex.ask[line[i].fold] {
		return false
	}
	return !slices.ContainsFunc(spoken, func(w lineWord) bool { return w.fold == line[i].fold })
}

// spaced writes folded words with a space before and after each.
func spaced(words []lineWord) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range words {
		b.WriteString(w.fold)
		b.WriteByte(' ')
	}
	return b.String()
}

// distanceWithin is the smallest number of letters to change, add or leave out
// that makes a part of text into pattern.
//
// Sellers, "The theory and computation of evolutionary distances", J. Algorithms
// 1 (1980): Levenshtein's rows, with a beginning anywhere and an end anywhere.
func distanceWithin(pattern, text []rune) int {
	column := make([]int, len(pattern)+1)
	for i := range column {
		column[i] = i
	}
	best := len(pattern)
	for _, c := range text {
		diagonal := column[0]
		for i, p := range pattern {
			cost := diagonal
			if p != c {
				cost++
			}
			diagonal = column[i+1]
			column[i+1] = min(cost, column[i]+1, column[i+1]+1)
		}
		best = min(best, column[len(pattern)])
	}
	return best
}
