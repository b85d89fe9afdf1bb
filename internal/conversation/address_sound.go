package conversation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"glyphoxa/internal/phonetic"
	"glyphoxa/internal/transcript"
)

// A recogniser writes names as it hears them: "Gretta", "Bert", "more wenna".
// Here they are found by their sound, in English and German. Two things keep
// that from making names of everything: a word of the language is none, however
// much it sounds like one ("part of me", "to be honest"), and what sounds like a
// name calls only where a name would (address_vocative.go).

const (
	// soundsSure is how much of a name may be heard otherwise when it is taken
	// for it, and soundsSureShort how much of a short one: of Bart ("Burt"), but
	// not of Mara ("Martha").
	soundsSure, soundsSureShort = 0.21, 0.17
	// shortWeight is below what a name is short: three consonants and a vowel.
	shortWeight = 3.2
	// soundsEqual is how far off several words of the language may be that make
	// up a name of longWeight or more.
	soundsEqual, longWeight = 0.05, 4.5
	// soundsMargin is how much nearer than their difference in length two words
	// may be: the first sound costs less when it is lost, and one that ends a
	// word and begins the next is heard once.
	soundsMargin, soundsMerged = 0.3, 1.0
	// leastWeight is how much there must be to hear of a name: of "Bo" there is
	// not enough.
	leastWeight = 1.9
	// soundsUnsure is how far beyond that it may be meant.
	soundsUnsure = 0.29
	// soundsTitled is how much of a name may be heard otherwise behind a title that is
	// a part of it: "bruder ansehen" for Bruder Anselm.
	soundsTitled = 0.36
	// soundsApart is how much nearer a name must sound than somebody else's.
	soundsApart = 0.04
	// soundWords is into how many words a recogniser puts one name.
	soundWords = 3
	// unsureWord is below what confidence of a word the recogniser itself
	// doubts it.
	unsureWord = 0.5
)

// warmUpNames unpacks the words of a language, so that the first line need not
// wait for that.
func warmUpNames(language string) {
	if lang := phonetic.For(language); lang != nil {
		lang.Ordinary("")
	}
}

// A soundalike is a place in a line that sounds like somebody's name.
type soundalike struct {
	mention
	distance float64
	rival    owner // somebody else whose name it sounds like as much, or none
	unsure   bool  // it may be a name, or may not
}

// soundalikes finds what sounds like a name and is not part of known.
func (a *addressing) soundalikes(known []mention, forms []nameForm) []soundalike {
	lang := phonetic.For(a.Language)
	if lang == nil {
		return nil
	}
	taken := make([]bool, len(a.line.words))
	for _, m := range known {
		for i := m.from; i < m.to; i++ {
			taken[i] = m.form.rank != titleOf // "Hauptmann Valk" is more of a name than "Hauptmann"
		}
	}
	words := a.listen(lang)
	names := soundForms(lang, a.lex, forms)
	var found []soundalike
	for i := range words {
		for to := i + 1; to <= len(words) && to <= i+soundWords && !taken[to-1]; to++ {
			if to > i+1 && a.line.before(to-1) != noPause {
				break
			}
			kind := a.spanOf(words, i, to)
			if kind == nothingHeard {
				continue
			}
			if s, ok := a.likest(words, names, i, to, kind); ok {
				found = append(found, s)
			}
		}
	}
	// The likest first; what overlaps with one is none.
	slices.SortStableFunc(found, func(a, b soundalike) int { return cmp.Compare(a.distance, b.distance) })
	var apart []soundalike
	for _, s := range found {
		if !slices.ContainsFunc(apart, func(o soundalike) bool { return s.from < o.to && o.from < s.to }) {
			apart = append(apart, s)
		}
	}
	slices.SortFunc(apart, func(a, b soundalike) int { return a.from - b.from })
	return apart
}

// A span says what kind of words some are.
type span int

const (
	nothingHeard  span = iota // words that are certainly not a name
	ordinaryWord              // a word of the language, alone
	ordinaryWords             // several of them
	brokenWords               // several that make no sense together
	strangeWords              // one of them is no word of the language
	doubtedWords              // the recogniser doubts them
)

// A spokenWord is a word of the line as it sounds.
type spokenWord struct {
	sounds phonetic.Sounds
	fast   phonetic.Sounds // as inFastSpeech has them
	weight float64
	// small words are in no name, unless it was broken into several.
	small, ordinary bool
}

func (a *addressing) listen(lang *phonetic.Language) []spokenWord {
	words := make([]spokenWord, len(a.line.words))
	for i, w := range a.line.words {
		small := a.lex.small(w.fold)
		sounds := lang.Sounds(w.fold)
		words[i] = spokenWord{sounds, inFastSpeech(sounds), sounds.Weight(), small, small || isOrdinary(lang, w.fold)}
	}
	return words
}

func (a *addressing) spanOf(words []spokenWord, from, to int) span {
	ordinary, doubted := true, true
	for i := from; i < to; i++ {
		doubted = doubted && a.line.words[i].doubted
		ordinary = ordinary && words[i].ordinary
	}
	if to-from == 1 && words[from].small {
		return nothingHeard // "hey", "what", "you"
	}
	switch {
	case !ordinary:
		return strangeWords
	case doubted:
		return doubtedWords
	case to-from == 1:
		return ordinaryWord
	case a.dangles(to-1) && a.setOffBehind(to):
		return brokenWords
	}
	return ordinaryWords
}

// isOrdinary: so are what is no word but digits, and a word with an ending cut
// off: "don't".
func isOrdinary(lang *phonetic.Language, word string) bool {
	word, _, _ = strings.Cut(word, "'")
	return len(word) < 2 || strings.ContainsAny(word, "0123456789") || lang.Ordinary(word)
}

// dangles reports whether word i is one that never ends anything: "great a".
func (a *addressing) dangles(i int) bool {
	w := a.line.words[i]
	return a.lex.determiner[w.fold] || a.lex.particle[w.fold]
}

// setOffBehind reports whether something new begins at word i.
func (a *addressing) setOffBehind(i int) bool {
	w := a.line.fold(i)
	return a.line.before(i) != noPause || a.lex.ask[w] || a.lex.second[w]
}

// inFastSpeech is how a word sounds when nobody takes care, where two things are not
// told apart: an i and a y before a vowel ("Doryan" for Dorian, "Fenia" for Fenja),
// and at the end -er and -a ("Nesser" for Nessa).
func inFastSpeech(sounds phonetic.Sounds) phonetic.Sounds {
	s := []byte(sounds)
	vowel := func(i int) bool { return i < len(s) && strings.IndexByte("aeiou", s[i]) >= 0 }
	for i := 1; i < len(s); i++ {
		if s[i] == 'i' && !vowel(i-1) && vowel(i+1) {
			s[i] = 'j'
		}
	}
	if n := len(s); n > 3 && string(s[n-2:]) == "er" && !vowel(n-3) {
		s = append(s[:n-2], 'a')
	}
	return phonetic.Sounds(s)
}

// A soundForm is a name and its sound.
type soundForm struct {
	nameForm
	sounds, fast phonetic.Sounds
	weight       float64
}

// bears reports whether title is a part of what the one who has the name is called.
func (f soundForm) bears(title string) bool {
	if title == "" || f.owner.agent == "" {
		return false
	}
	words := lineWords(f.owner.shown)
	return len(words) > 1 && words[0].fold == title
}

// titleBefore returns the title that stands right before word i, or "".
func (a *addressing) titleBefore(i int) string {
	if i == 0 || !a.lex.style[a.line.fold(i-1)] || a.line.before(i) != noPause {
		return ""
	}
	return a.line.fold(i - 1)
}

// soundForms are the names that may be found by their sound: not titles. Names that
// are words may be when they sound quite alike: "Ren" for Wren.
func soundForms(lang *phonetic.Language, lex *lexicon, forms []nameForm) []soundForm {
	names := make([]soundForm, 0, len(forms))
	for _, f := range forms {
		if f.common && (f.rank >= houseName || lex.verbNames[f.joined]) || len(f.words) > 2 || f.owner.agent == "" && f.owner.person == 0 {
			continue
		}
		s := soundForm{nameForm: f}
		for _, w := range f.words {
			s.sounds = s.sounds.Then(lang.Sounds(w))
			s.fast = s.fast.Then(inFastSpeech(lang.Sounds(w)))
		}
		if s.weight = s.sounds.Weight(); s.weight >= leastWeight {
			names = append(names, s)
		}
	}
	return names
}

// likest returns the name that words from to to sound like most, if they do enough.
func (a *addressing) likest(words []spokenWord, names []soundForm, from, to int, kind span) (soundalike, bool) {
	n, ok := a.nearest(words[from:to], names, from, kind)
	if !ok {
		return soundalike{}, false
	}
	s := soundalike{mention: mention{from: from, to: to, form: n.form.nameForm}, distance: n.distance}
	for _, w := range a.line.words[from:to] {
		s.heard = strings.TrimSpace(s.heard + " " + w.fold)
	}
	if n.tie() {
		s.rival = n.rival
	}
	s.unsure, ok = n.judge(kind, a.titleBefore(from), to-from == 1)
	return s, ok
}

// A nearness is the name that some words sound like most, and the next best.
type nearness struct {
	form          soundForm
	distance      float64
	rival         owner   // whose name is the next best
	rivalDistance float64 // and how near
}

// tie reports whether the words sound like another's name as much.
func (n nearness) tie() bool { return n.rivalDistance-n.distance < soundsApart }

// nearest finds the name that heard, the words from from on, sounds like most. It finds
// none in what is a name's plural or possessive, as German writes it: "swantjes boot".
func (a *addressing) nearest(heard []spokenWord, names []soundForm, from int, kind span) (best nearness, ok bool) {
	near := soundsUnsure
	if kind == ordinaryWords {
		near = soundsEqual
	}
	var loudness float64
	for _, w := range heard {
		loudness += w.weight
	}
	alone, title := len(heard) == 1, a.titleBefore(from)
	margin := soundsMargin + soundsMerged*float64(len(heard)-1)
	var sounds, fast phonetic.Sounds
	best = nearness{distance: 1, rivalDistance: 1}
	for _, f := range names {
		near := near
		if alone && f.bears(title) {
			near = soundsTitled
		}
		if alone && a.line.fold(from) == f.joined+"s" {
			return nearness{}, false
		}
		// What is much longer or shorter need not be compared.
		if math.Abs(loudness-f.weight) > (near+soundsApart)*f.weight+margin || kind == ordinaryWords && f.weight < longWeight {
			continue
		}
		if sounds == "" {
			for _, w := range heard {
				sounds, fast = sounds.Then(w.sounds), fast.Then(w.fast)
			}
		}
		d, ok := f.distance(sounds, fast, near+soundsApart)
		if !ok || f.common && (kind != strangeWords || d > 0 || !alone) {
			continue
		}
		best.take(f, d)
	}
	return best, best.distance < 1
}

// distance is how far a name is from what was heard, spoken with care or without, if
// that is no more than limit.
func (f soundForm) distance(heard, fast phonetic.Sounds, limit float64) (d float64, ok bool) {
	d, ok = phonetic.Near(heard, f.sounds, limit)
	if fast != heard || f.fast != f.sounds {
		if n, near := phonetic.Near(fast, f.fast, limit); near && (!ok || n < d) {
			return n, true
		}
	}
	return d, ok
}

// take takes a name that is d away.
func (n *nearness) take(f soundForm, d float64) {
	other := f.owner != n.form.owner
	switch {
	case d < n.distance:
		if other {
			n.rivalDistance, n.rival = n.distance, n.form.owner
		}
		n.distance, n.form = d, f
	case d < n.rivalDistance && other:
		n.rivalDistance, n.rival = d, f.owner
	}
}

// judge reports whether what was heard is the name at all, and if so whether that is
// unsure. title stands before it; alone says that it is one word.
func (n nearness) judge(kind span, title string, alone bool) (unsure, ok bool) {
	titled := alone && n.form.bears(title)
	if n.distance > soundsUnsure && (!titled || n.distance > soundsTitled) {
		return false, false
	}
	sure := soundsSure
	if n.form.weight < shortWeight {
		sure = soundsSureShort
	}
	switch kind {
	case ordinaryWord: // "captain thorn" is Thorne, and "thorn" is not
		return n.tie() || !titled && n.distance > soundsEqual || title == "", true
	case ordinaryWords: // "thor grimm" for Thorgrim
		return false, !n.tie() && n.distance <= soundsEqual && n.form.weight >= longWeight
	case doubtedWords:
		return n.tie(), true
	case brokenWords, strangeWords:
		return n.tie() || !titled && n.distance > sure, true
	case nothingHeard:
	}
	return false, true
}

// doubt keeps s as what may have been meant, if it is where a name is called.
func (a *addressing) doubt(s soundalike, where string) {
	for _, o := range []owner{s.form.owner, s.rival} {
		if o.agent == "" || o.absent || o.butler || slices.Contains(a.unsure, o.agent) {
			continue
		}
		if len(a.unsure) == 0 {
			a.doubts = fmt.Sprintf("%q %s may be %q", s.heard, where, o.shown)
			a.quoted = append(a.quoted, s.heard)
		}
		a.unsure = append(a.unsure, o.agent)
	}
}

// inDoubt adds to d who else may have been meant, if somebody may.
func (a *addressing) inDoubt(d Decision) Decision {
	var others []transcript.AgentID
	for _, id := range a.unsure {
		if (len(d.Agents) != 1 || d.Agents[0] != id) && !slices.Contains(d.Unsure, id) {
			others = append(others, id)
		}
	}
	if len(others) > 0 {
		d.Unsure, d.Doubt = append(others, d.Unsure...), a.doubts
	}
	return d
}
