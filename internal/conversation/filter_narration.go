package conversation

import (
	"slices"
	"strings"
)

// A filter that narrates hands the stage directions on instead of dropping them,
// between two runes that no text has: they are for private use, and those of the
// model's are taken out before.
const (
	narrationBegins = '\ue000'
	narrationEnds   = '\ue001'
)

func isNarrationMark(r rune) bool { return r == narrationBegins || r == narrationEnds }

// seeDirection takes a stage direction, without the marks around it. Quotations in
// it are part of it.
func (f *filter) seeDirection(content []rune) {
	f.seeGap()
	if !f.narrate || !hasVoiced(content) {
		return
	}
	content = slices.DeleteFunc(slices.Clone(content), func(r rune) bool { return r == '*' || r == '_' || r == '\\' })
	f.mark(narrationBegins)
	for _, r := range strings.Trim(string(content), " ,;:–—-\t\u00a0") {
		f.seeTidy(r)
	}
	f.mark(narrationEnds)
}

// mark puts a mark into what is spoken. No white space stands beside it.
func (f *filter) mark(r rune) {
	f.out.WriteRune(r)
	f.tidy = tidyRoom{removed: true, last: r}
}

// seeRemark takes what stood in square brackets: a stage direction, or a note
// such as "[1]" that nobody says in any voice.
func (f *filter) seeRemark(content []rune) {
	words := strings.Fields(string(content))
	if len(words) > 0 {
		if first := bareWord(words[0]); directions[first] || manner(first) && !notManner[first] {
			f.seeDirection(content)
			return
		}
	}
	f.seeGap()
}
