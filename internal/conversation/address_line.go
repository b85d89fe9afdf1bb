package conversation

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"glyphoxa/internal/speech"
)

// A lineWord is a word of what somebody said, and the punctuation around it.
// Recognisers differ: some write commas and capitals, some neither.
type lineWord struct {
	fold       string // lower case, without accents
	capital    bool   // it began with a capital letter
	possessive bool   // it ended in 's, which fold lacks
	doubted    bool   // the recogniser is not sure of it
	after      pause
}

// A pause is what stands between a word and the next.
type pause int

const (
	noPause    pause = iota
	shortPause       // , ; : – …
	fullStop         // . ! ? or the end
)

// A heardLine is what somebody said, word by word.
type heardLine struct {
	words    []lineWord
	capitals bool // there is a capital letter somewhere: capitals mean something
	pauses   bool // there is punctuation before the end
	question bool // there is a question mark
}

func parseLine(text string) heardLine {
	l := heardLine{words: lineWords(text), question: strings.ContainsAny(text, "?？؟")}
	for i, w := range l.words {
		l.capitals = l.capitals || w.capital
		l.pauses = l.pauses || w.after != noPause && i < len(l.words)-1
	}
	return l
}

// doubt marks the words that the recogniser is not sure of. What it says of
// other words than those of l is left out.
func (l heardLine) doubt(words []speech.Word) {
	var doubted []bool
	for _, w := range words {
		for range lineWords(w.Text) {
			doubted = append(doubted, w.Confidence < unsureWord)
		}
	}
	if len(doubted) != len(l.words) {
		return
	}
	for i := range l.words {
		l.words[i].doubted = doubted[i]
	}
}

// before returns the pause before word i.
func (l heardLine) before(i int) pause {
	if i == 0 {
		return fullStop
	}
	return l.words[i-1].after
}

// sentence returns the bounds of the sentence that word i is in.
func (l heardLine) sentence(i int) (from, to int) {
	for from = i; l.before(from) != fullStop; from-- {
	}
	for to = i + 1; l.words[to-1].after != fullStop; to++ {
	}
	return from, to
}

// fold returns word i folded, or "" if there is none.
func (l heardLine) fold(i int) string {
	if i < 0 || i >= len(l.words) {
		return ""
	}
	return l.words[i].fold
}

// only reports whether there are no words but those of set.
func (l heardLine) only(set map[string]bool) bool {
	return !slices.ContainsFunc(l.words, func(w lineWord) bool { return !set[w.fold] })
}

// lineWords cuts text into words. The last one is always followed by a full
// stop.
func lineWords(text string) []lineWord {
	var words []lineWord
	rs := []rune(text)
	for i := 0; i < len(rs); {
		if !isVoiced(rs[i]) {
			if len(words) > 0 {
				last := &words[len(words)-1]
				last.after = max(last.after, pauseAt(rs, i))
			}
			i++
			continue
		}
		from := i
		for i < len(rs) && inWord(rs, i) {
			i++
		}
		raw := string(rs[from:i])
		w := lineWord{fold: fold(raw), capital: unicode.IsUpper(rs[from])}
		w.fold, w.possessive = strings.CutSuffix(w.fold, "'s")
		words = append(words, w)
	}
	if len(words) > 0 {
		words[len(words)-1].after = fullStop
	}
	return words
}

// inWord reports whether rs[i] belongs to the word before it.
func inWord(rs []rune, i int) bool {
	if isVoiced(rs[i]) || unicode.IsMark(rs[i]) {
		return true
	}
	return (rs[i] == '\'' || rs[i] == '’') && i+1 < len(rs) && unicode.IsLetter(rs[i+1])
}

// pauseAt returns the pause that the mark rs[i] makes.
func pauseAt(rs []rune, i int) pause {
	r := rs[i]
	inside := i+1 < len(rs) && isVoiced(rs[i+1]) // "3.5", "C.I.A."
	switch {
	case r == '\n' || isWideTerminator(r):
		return fullStop
	case r == '…' || r == '.' && i+1 < len(rs) && rs[i+1] == '.' || r == '.' && i > 0 && rs[i-1] == '.':
		return shortPause
	case isTerminator(r) && !inside:
		if r == '.' && i+1 < len(rs) && kindOf(lastWord(rs[:i+1])) == neverEnds {
			return noPause // "Dr. Hale"
		}
		return fullStop
	case isWideClauseMark(r), isClauseMark(r) && !inside, r == '—', r == '-' && i > 0 && rs[i-1] == ' ' && !inside:
		return shortPause
	}
	return noPause
}

// fold returns s in lower case, without accents and with straight apostrophes,
// so that what a recogniser writes and what a GM wrote compare equal.
func fold(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if ascii {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '’':
			return '\''
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
	return strings.ReplaceAll(s, "ß", "ss")
}
