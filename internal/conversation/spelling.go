package conversation

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/phonetic"
)

// A recogniser spells names as it hears them. What the name list says that one is
// heard as is put right before anything else is done with a line: "Gretta" is
// Greta wherever it stands, but a word of the language ("part" for Bart) only where
// a name stands that is called. What only sounds like the name of whom a line calls
// (address_sound.go) is written as that name. So the transcript, what is searched
// and what agents remember have one spelling. What people type stays as they typed
// it.

// A spelling is a name and one way in which it is heard.
type spelling struct {
	heard, right string
	words        []string // of heard, folded
	setOff       bool
}

// spellings returns what the name list says of a language.
func spellings(list []campaign.Name, language string) (all []spelling) {
	for _, n := range list {
		for _, heard := range n.Heard {
			if campaign.Fold(heard) != campaign.Fold(n.Text) {
				all = append(all, spelling{heard, n.Text, strings.Fields(campaign.Fold(heard)), OnlySetOff(language, heard)})
			}
		}
	}
	// The longest first, so that "salt marsh inn" is not "Saltmarsh inn".
	slices.SortStableFunc(all, func(a, b spelling) int {
		return len(b.words) - len(a.words)
	})
	return all
}

// OnlySetOff reports whether what a name is heard as is a single word of the
// language, so that it may be put right only where a name stands: see
// [campaign.Respell].
func OnlySetOff(language, heard string) bool {
	lang := phonetic.For(language)
	words := lineWords(heard)
	return lang != nil && len(words) == 1 && isOrdinary(lang, words[0].fold)
}

// spelt returns text with the names of the list as they are written.
func (r *running) spelt(text string) string {
	folded := campaign.Fold(text)
	for _, s := range r.spellings {
		// Hardly any of some hundred is in a line: to look closely for each takes
		// a tenth of a second in two minutes of talk.
		if slices.ContainsFunc(s.words, func(w string) bool { return !strings.Contains(folded, w) }) {
			continue
		}
		var n int
		if text, n = campaign.Respell(text, s.heard, s.right, s.setOff); n > 0 {
			folded = campaign.Fold(text)
		}
	}
	return text
}

// SetNames replaces the name list: what is said from now on is put right by it.
func (c *Conversation) SetNames(ctx context.Context, list []campaign.Name) error {
	return c.do(ctx, func(r *running) { r.spellings = spellings(list, r.opts.Campaign.Language) })
}

// Respell corrects a name, as [campaign.Respell] does, in what everybody at the table
// remembers, in what [Conversation.Why] tells, and in what is left to be said or
// waits to be said again. An answer that is on its way is said as it is, and kept
// with the right name. When Respell returns the journal has been given all that was
// said before, so that it can be corrected there; what it would not take is right
// when it is handed back.
func (c *Conversation) Respell(ctx context.Context, heard, right string) error {
	setOff := OnlySetOff(c.opts.Campaign.Language, heard)
	put := func(text string) string {
		text, _ = campaign.Respell(text, heard, right, setOff)
		return text
	}
	written := make(chan struct{})
	err := c.do(ctx, func(r *running) {
		r.respellMemory(put)
		r.respellAnswers(put)
		r.corrections = append(r.corrections, correction{time.Now(), put})
		if n := len(r.corrections) - correctionsKept; n > 0 {
			r.corrections = slices.Delete(r.corrections, 0, n)
		}
		r.keep <- record{kind: aRespelling, put: put, done: written}
	})
	if err != nil {
		return err
	}
	return c.untilKept(ctx, written)
}

// A correction is one that was made while answers may have been on their way.
type correction struct {
	at  time.Time
	put func(string) string
}

// correctionsKept is how many are remembered: more than a GM makes during an answer.
const correctionsKept = 8

// corrected returns text, which was written at a moment, as it is right by now.
func (r *running) corrected(text string, since time.Time) string {
	for _, c := range r.corrections {
		if !c.at.Before(since) {
			text = c.put(text)
		}
	}
	return text
}

// respell corrects what became of an answer by what was corrected while it was made.
func (r *running) respell(t *turn) {
	t.rec.Heard, t.rec.Unheard = r.corrected(t.rec.Heard, t.asked), r.corrected(t.rec.Unheard, t.asked)
}

// respellMemory corrects what agents remember.
func (r *running) respellMemory(put func(string) string) {
	for i, h := range r.history {
		text := put(h.line.Text)
		if text == h.line.Text || h.unkept {
			continue
		}
		r.history[i].entry = h.with(text)
	}
}

// respellAnswers corrects what has become of answers, what is left of them, and what
// the GM has somebody say that has not begun to.
func (r *running) respellAnswers(put func(string) string) {
	for _, d := range r.rulings {
		for i := range d.turns {
			t := &d.turns[i]
			t.Heard, t.Unheard = put(t.Heard), put(t.Unheard)
		}
	}
	for id, left := range r.unsaid {
		left.text = put(left.text)
		r.unsaid[id] = left
	}
	for _, t := range r.floor.waiting {
		if t.asked.IsZero() && t.sound == nil {
			t.verbatim = put(t.verbatim)
		}
	}
}

// A Respelling is a stretch of words, of those of a line, that is somebody's name
// as it was heard.
type Respelling struct {
	From, To int // words
	Name     string
}

// respelt returns what was heard with the names of whom it calls as they are
// written.
func (d Decision) respelt(text string) string {
	if len(d.Respelt) == 0 {
		return text
	}
	spans := lineSpans(text)
	var b strings.Builder
	done := 0
	for _, p := range d.Respelt {
		if p.From < 0 || p.To > len(spans) || p.From >= p.To || spans[p.From][0] < done {
			return text // it is of another line
		}
		b.WriteString(text[done:spans[p.From][0]])
		b.WriteString(p.Name)
		done = spans[p.To-1][1]
	}
	return b.String() + text[done:]
}

// lineSpans returns where the words of text are that [lineWords] finds, each
// without an 's.
func lineSpans(text string) (spans [][2]int) {
	rs := []rune(text)
	at := 0 // in bytes
	width := func(i int) int {
		if rs[i] == utf8.RuneError && !strings.HasPrefix(text[at:], string(utf8.RuneError)) {
			return 1 // a byte that is no rune
		}
		return utf8.RuneLen(rs[i])
	}
	for i := 0; i < len(rs); {
		if !isVoiced(rs[i]) {
			at += width(i)
			i++
			continue
		}
		from := at
		for i < len(rs) && inWord(rs, i) {
			at += width(i)
			i++
		}
		word := text[from:at]
		for _, possessive := range []string{"'s", "'S", "’s", "’S"} {
			word = strings.TrimSuffix(word, possessive)
		}
		spans = append(spans, [2]int{from, from + len(word)})
	}
	return spans
}

// respellings are those of names that only sound as they should.
func respellings(names []mention) (all []Respelling) {
	for _, m := range names {
		if m.heard != "" && m.form.written != "" && m.form.rank <= partOfName {
			all = append(all, Respelling{m.from, m.to, m.form.written})
		}
	}
	return all
}

// writtenPart returns a word of a name as it is written.
func writtenPart(whole, folded string) string {
	spans := lineSpans(whole)
	for i, w := range lineWords(whole) {
		if w.fold == folded && i < len(spans) {
			return whole[spans[i][0]:spans[i][1]]
		}
	}
	return ""
}
