package conversation

import (
	"context"
	"slices"
	"strings"
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

// Respell corrects a name in what everybody at the table remembers, as
// [campaign.Respell] does.
func (c *Conversation) Respell(ctx context.Context, heard, right string) error {
	return c.do(ctx, func(r *running) {
		setOff := OnlySetOff(r.opts.Campaign.Language, heard)
		for i, h := range r.history {
			text, n := campaign.Respell(h.line.Text, heard, right, setOff)
			if n == 0 || h.unkept {
				continue
			}
			e := &entry{line: h.line, was: h.root(), stored: h.stored, written: h.written, answers: h.answers} // the keeper may be reading the other
			e.line.Text = text
			r.history[i].entry = e
		}
	})
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
