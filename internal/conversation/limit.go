package conversation

import (
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
)

// A limiter ends an answer that grows longer than its talk allows. It sees the
// pieces of the one [splitter], so "3.5" is no sentence here either, and it
// stops only where a sentence has ended, so no answer breaks off.
type limiter struct {
	talk campaign.Talk // empty means [campaign.TalkBrief]

	sentences, words int  // said so far
	inSentence       bool // the last piece was a clause
	over             bool
}

// allowed returns how much talk permits. The figures are part of its meaning:
// see [campaign.Talk].
func allowed(talk campaign.Talk) (sentences, words int) {
	switch talk {
	case campaign.TalkNormal:
		return 5, 100
	case campaign.TalkLong:
		return 12, 250
	case campaign.TalkBrief:
	}
	return 2, 40
}

// take reports whether p may still be said. After the first false the
// answer is over: it and all that follows stay unsaid.
//
// The first sentence always passes, and a sentence that has begun is finished,
// unless it runs to twice the words: that is a model that lost its full stop. So
// may what is told of the agent, which is no sentence of its.
func (l *limiter) take(p piece) bool {
	sentences, words := allowed(l.talk)
	n := countWords(p.text)
	switch {
	case p.narration:
		l.over = l.over || l.words+n > 2*words
		l.words += n
		return !l.over
	case l.sentences == 0 && !l.inSentence:
	case l.inSentence:
		l.over = l.over || l.words+n > 2*words
	default:
		l.over = l.over || l.sentences >= sentences || l.words+n > words
	}
	if l.over { // for good: a shorter piece must not slip in later
		return false
	}
	l.words += n
	l.inSentence = !endsSentence(p.text)
	if !l.inSentence {
		l.sentences++
	}
	return true
}

// countWords counts what a listener would. Scripts that put no space between
// words count two runes as one.
func countWords(text string) int {
	n, wide := 0, 0
	for field := range strings.FieldsSeq(text) {
		word := false
		for _, r := range field {
			switch {
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
				wide++
			case isVoiced(r):
				word = true
			}
		}
		if word {
			n++
		}
	}
	return n + (wide+1)/2
}
