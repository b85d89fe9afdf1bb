package conversation

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// Whoever is heard and not kept ([transcript.ConsentUnkept]) is recognised,
// addressed and answered like anybody else. Their words are with the turns that
// answer them, and nowhere else: there is no line of them, so neither the journal
// nor any agent has them afterwards, and observers see an entry without a text.
// The answer is kept, and why it was given, without the words that either repeats.

// errUnkept keeps tools that leave a trace from running.
var errUnkept = errors.New("what is answered is not to be kept")

// unkept reports whether the words of who, as they were when they began to
// speak, are not to be kept. Whoever was or is unkept is.
func (r *running) unkept(who transcript.Speaker) bool {
	return who.Consent == transcript.ConsentUnkept || r.person(who.ID).Consent == transcript.ConsentUnkept
}

// take makes a person's line one that can be answered and, if its words may be
// kept, puts it where lines are kept.
func (r *running) take(s Scene, line transcript.Line, unkept bool) *entry {
	e := newLineEntry(line, unkept)
	if !unkept {
		r.store(s, e)
	}
	return e
}

// newLineEntry makes a person's line one that can be answered.
func newLineEntry(line transcript.Line, unkept bool) *entry {
	if !unkept {
		return newEntry(line)
	}
	words := line.Text
	line.Text = ""
	e := newEntry(line)
	e.unkept, e.words = true, words
	close(e.stored) // nobody needs to wait for it: its number stays 0
	return e
}

// unkept reports whether t answers words that are not to be kept.
func (t *turn) unkept() bool { return len(t.unkeptLines()) > 0 }

// unkeptLines are what t answers that is not to be kept, with its words.
func (t *turn) unkeptLines() []transcript.Line {
	if t.caller == nil || !t.caller.unkept {
		return t.before
	}
	line := t.caller.line
	line.Text = t.words
	return append(slices.Clone(t.before), line)
}

// inherit has t answer what o was to answer, too. Lines that are kept are in
// the agent's memory anyway.
func (t *turn) inherit(o *turn) { t.before = append(t.before, o.unkeptLines()...) }

// heardFor returns what the agent of t was there to hear, with what t answers
// last.
func (r *running) heardFor(t *turn) []transcript.Line {
	lines := r.heardBy(t.agent.ID, t.caller)
	if t.caller == nil {
		return lines
	}
	last := lines[len(lines)-1]
	if t.caller.unkept {
		last.Text = t.words
	}
	return append(append(lines[:len(lines)-1], t.before...), last)
}

// unquote takes out of what is kept of t the words that it repeats.
func (t *turn) unquote() {
	t.rec.Heard, t.rec.Unheard = t.unquoted(t.rec.Heard), t.unquoted(t.rec.Unheard)
}

// unquoted returns text of t without the words that it repeats.
func (t *turn) unquoted(text string) string {
	for _, l := range t.unkeptLines() {
		text = unquote(text, l.Text)
	}
	return text
}

// quoteWords is how many words in a row are a quotation. Three are a phrase of
// everybody's ("I do not", "to the harbour").
const quoteWords = 4

// unquote returns answer with every passage left out that repeats at least
// quoteWords words of what was said, or all of what was said if that is less
// but more than one word. In its place stands [transcript.Withdrawn].
func unquote(answer, said string) string {
	var a, s []string
	var spans [][2]int // of the words of a
	eachWord(answer, func(word string, from, to int) { a, spans = append(a, word), append(spans, [2]int{from, to}) })
	eachWord(said, func(word string, _, _ int) { s = append(s, word) })
	least := min(quoteWords, max(len(s), 2))
	var b strings.Builder
	done := 0
	for i := 0; i < len(a); {
		n := repeats(a[i:], s)
		if n < least {
			i++
			continue
		}
		b.WriteString(answer[done:spans[i][0]])
		b.WriteString(transcript.Withdrawn)
		i += n
		done = spans[i-1][1]
	}
	b.WriteString(answer[done:])
	return b.String()
}

// repeats returns how many words from the beginning of a on are in s in a row,
// at most.
func repeats(a, s []string) (most int) {
	for from := range s {
		n := 0
		for n < len(a) && from+n < len(s) && a[n] == s[from+n] {
			n++
		}
		most = max(most, n)
	}
	return most
}

// eachWord calls f for every word of text, folded, with where it begins and
// ends.
func eachWord(text string, f func(word string, from, to int)) {
	from := -1
	flush := func(to int) {
		if from >= 0 {
			if word := campaign.Fold(text[from:to]); word != "" {
				f(word, from, to)
			}
			from = -1
		}
	}
	for i, c := range text {
		inside := unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) || c == '\'' || c == '’'
		switch {
		case inside && c != utf8.RuneError:
			if from < 0 {
				from = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
}
