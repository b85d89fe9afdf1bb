package conversation

import (
	"slices"
	"strings"
	"unicode"
)

// A verdict says whether a terminator ended its sentence.
type verdict int

const (
	sentenceOpen verdict = iota // what follows does not tell yet
	sentenceEnds
	sentenceGoesOn
)

// judge decides whether the sentence ended before s.end0, from the word before
// it and what has come since. When last is set nothing more will come.
func (s *splitter) judge(last bool) verdict {
	before, after := s.buf[:s.end0], s.buf[s.end0:]
	if len(after) == 0 {
		return sentenceOpen
	}
	closed := closesBehind(before[len(before)-1])
	mark := lastTerminator(before)
	if isWideTerminator(mark) {
		return sentenceEnds
	}
	if !unicode.IsSpace(after[0]) {
		return sentenceGoesOn // "3.50", "example.com", "C.I.A.", "Come in!”, he said"
	}
	if (mark == '!' || mark == '?') && !closed {
		if len(after) == 1 && !last && s.quotesFrench() {
			return sentenceOpen // a » may follow
		}
		return sentenceEnds
	}

	// Quotes and dashes may stand before the next word; the word decides.
	i := 0
	for i < len(after) && !isVoiced(after[i]) {
		i++
	}
	if i == len(after) {
		return sentenceOpen
	}
	next := after[i]
	lower := unicode.IsLower(next)
	if mark != '.' || closed {
		if mark == '…' && !closed {
			return s.ellipsis(after[i:], last)
		}
		return verdictOf(!lower) // “How often?” he asked.
	}

	word := lastWord(before)
	if v, ok := s.dated(before, after[i:], last); ok {
		return v
	}
	switch k := kindOf(word); {
	case k == ellipsisDots:
		return s.ellipsis(after[i:], last)
	case s.listNumber(s.end0), k == neverEnds:
		return sentenceGoesOn
	case k == ordinalNumber:
		return s.ordinal(before, after[i:], last)
	case k == romanNumeral:
		return s.roman(before, after[i:], last)
	case k == numbered: // "Nr. 5", but "Oh no. Bart is dead."
		return verdictOf(!unicode.IsDigit(next) && !lower)
	case k == mayEnd:
		return verdictOf(unicode.IsUpper(next) || unicode.IsLetter(next) && !lower)
	case k == initialLetter:
		return s.initial(before, after[i:], last)
	}
	return verdictOf(!lower || s.low)
}

func verdictOf(ended bool) verdict {
	if ended {
		return sentenceEnds
	}
	return sentenceGoesOn
}

// ellipsis: "The sky is... blue." goes on, and so does "Well... I think".
func (s *splitter) ellipsis(after []rune, last bool) verdict {
	if unicode.IsLower(after[0]) {
		return sentenceGoesOn
	}
	next, whole := firstWord(after)
	if !whole && !last {
		return sentenceOpen
	}
	return verdictOf(next != "I" && !strings.HasPrefix(next, "I'") && !strings.HasPrefix(next, "I’"))
}

// initial decides "J. R. R. Tolkien" and "z. B. Axt" against "Plan B. Then".
func (s *splitter) initial(before, after []rune, last bool) verdict {
	if !unicode.IsUpper(after[0]) {
		return sentenceGoesOn
	}
	own, previous := lastWord(before), wordBefore(before)
	if r := []rune(previous); len(r) == 2 && r[1] == '.' && unicode.IsLower(r[0]) {
		return sentenceGoesOn // the second half of "z. B.", "u. a.", "d. h."
	}
	if unicode.IsLower([]rune(own)[0]) {
		return sentenceGoesOn
	}
	next, whole := firstWord(after)
	if !whole && !last {
		return sentenceOpen
	}
	if n := len([]rune(next)); n == 1 && n < len(after) && after[n] == '.' {
		return sentenceGoesOn // another initial
	}
	return verdictOf(sentenceStarters[next])
}

// listNumber reports whether the first n runes are a number and a dot: "1."
func (s *splitter) listNumber(n int) bool {
	text := strings.TrimSpace(string(s.buf[:n]))
	digits, ok := strings.CutSuffix(text, ".")
	return ok && len(digits) > 0 && len(digits) <= 3 && strings.Trim(digits, "0123456789") == "" && !s.inside
}

// A wordKind says what a dot behind a word means.
type wordKind int

const (
	plainWord     wordKind = iota
	neverEnds              // a title or such: "Dr."
	mayEnd                 // ends a sentence if the next begins in upper case: "a.m."
	numbered               // goes on only before a number: "No. 5"
	initialLetter          // one letter
	ordinalNumber          // one or two digits
	romanNumeral           // "II", and "I" at first sight
	ellipsisDots           // two dots or more
)

// kindOf classifies a word that ends in a dot.
func kindOf(word string) wordKind {
	if strings.HasSuffix(word, "..") {
		return ellipsisDots
	}
	word = strings.TrimSuffix(word, ".")
	rs := []rune(word)
	switch {
	case len(rs) == 0:
		return plainWord
	case len(rs) == 1 && unicode.IsLetter(rs[0]):
		if rs[0] == 'I' {
			return romanNumeral
		}
		return initialLetter
	case len(rs) <= 2 && strings.Trim(word, "0123456789") == "":
		return ordinalNumber
	case len(rs) <= 5 && strings.Trim(word, "IVX") == "":
		return romanNumeral
	}
	if k, ok := abbreviations[strings.ToLower(word)]; ok {
		return k
	}
	if acronym(rs) {
		return mayEnd // "C.I.A."
	}
	return plainWord
}

// acronym reports whether rs is letters with dots between them: "C.I.A".
func acronym(rs []rune) bool {
	for i, r := range rs {
		if i%2 == 0 && !unicode.IsLetter(r) || i%2 == 1 && r != '.' {
			return false
		}
	}
	return len(rs) >= 3 && len(rs)%2 == 1
}

func lastTerminator(rs []rune) rune {
	for _, r := range slices.Backward(rs) {
		if isTerminator(r) {
			return r
		}
	}
	return 0
}

// lastWord returns the last word of rs, its dots included, without an opening
// quote or bracket.
func lastWord(rs []rune) string {
	i := len(rs)
	for i > 0 && !unicode.IsSpace(rs[i-1]) {
		i--
	}
	return strings.TrimLeftFunc(string(rs[i:]), func(r rune) bool {
		return !isVoiced(r) && !isTerminator(r)
	})
}

// wordBefore returns the word before the last one.
func wordBefore(rs []rune) string {
	i := len(rs)
	for i > 0 && !unicode.IsSpace(rs[i-1]) {
		i--
	}
	for i > 0 && unicode.IsSpace(rs[i-1]) {
		i--
	}
	return lastWord(rs[:i])
}

// firstWord returns the word at the beginning of rs, and whether it is whole:
// something that is not part of it has come.
func firstWord(rs []rune) (word string, whole bool) {
	for i, r := range rs {
		if !isVoiced(r) && !unicode.IsMark(r) && r != '\'' && r != '’' {
			return string(rs[:i]), true
		}
	}
	return string(rs), false
}

// The words around which a dot is not the end. They are English and German,
// the languages this program is tried in; in others a dot before a lower-case
// word still does not split.
var (
	abbreviations = wordKinds(map[wordKind]string{
		neverEnds: `dr mr mrs ms st prof sr rev hon gen col capt cpt lt sgt maj cmdr adm gov sen rep messrs mx
			vs vol fig approx ca cf eg ie e.g i.e viz
			fr hr frl dipl ing geb gest bzw evtl ggf inkl exkl vgl sog bspw zzgl abzgl str
			h.c z.b d.h u.a o.ä i.d.r m.e v.a s.o s.u u.u z.t`,
		mayEnd:   `a.m p.m etc usw jr inc ltd co corp chr usf dgl`,
		numbered: `no nos nr art abs abb tab kap bd ch lv lvl pt s p pp`,
	})
	sentenceStarters = wordSet(`The This That These Those There Then It He She We You They But And So Now If When What
		Who Why How Where Not No Yes A An I My His Her Our Your Their
		Der Die Das Ein Eine Er Sie Es Wir Ich Du Ihr Dann Aber Und Doch Da Dort Hier Wenn Was Wer Wo Wie
		Warum Nein Ja Nicht Mein Meine Sein Seine Sonst Also Nun Jetzt Danach Bitte Geh Komm Nimm Gib Im Am In Auf Mit
		Vielleicht Denn Ob Als Diese Dieser Dieses Alle Alles Niemand Jeder Man Mehr Schau Sieh Hör Wirklich`)
)

func wordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

func wordKinds(words map[wordKind]string) map[string]wordKind {
	m := make(map[string]wordKind)
	for k, list := range words {
		for w := range strings.FieldsSeq(list) {
			m[w] = k
		}
	}
	return m
}
