package command

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"glyphoxa/internal/audio"
)

// flite tells with -psdur which sounds it made and when each ended, a line for
// each part that it spoke in one breath, but not to which words they belong, and
// it says either sounds or words. Which sounds are whose is found by laying the
// letters of the text along them: consonants of English are written much as they
// are said, and that is enough to see where one word stops.
//
// Against the number of sounds that flite itself makes of each word, the ends of
// all but 2 of 368 words in two voices are found exactly, those of invented names
// too, and of 800 cuts 99.8 % count the words that had been said. A sentence takes
// a fifth of a millisecond (TestFliteWords).

// A sound is a phone that flite has said.
type sound struct {
	phone string
	end   int // milliseconds from the beginning
}

// pauseSound is how flite calls silence.
const pauseSound = "pau"

// maxSounds and maxLetters bound what is laid along each other: forty seconds of
// speech.
const maxSounds, maxLetters = 600, 800

// fliteWords reads what flite writes with -psdur while it says text, and returns
// where the words end in milliseconds, and how long it takes in all. It returns no
// words if the sounds are not those of text.
func fliteWords(text string, output []byte) (words []audio.Word, total int) {
	sounds, total := readSounds(output)
	spelt := spell(text)
	if len(sounds) == 0 || len(sounds) > maxSounds || len(spelt) == 0 || len(spelt) > maxLetters {
		return nil, 0
	}
	ends := layAlong(spelt, sounds)
	for i, end := range ends {
		last := i == len(spelt)-1 || spelt[i+1].word != spelt[i].word
		switch {
		case !last:
		case end == 0, len(words) > 0 && sounds[end-1].end < words[len(words)-1].End:
			return nil, 0
		default:
			words = append(words, audio.Word{To: spelt[i].to, End: sounds[end-1].end})
		}
	}
	if len(words) > 0 {
		words[len(words)-1].To = len(text)
	}
	return words, total
}

// readSounds reads "pau:0.184 dh:0.228 …", one part after another.
func readSounds(output []byte) (sounds []sound, total int) {
	for l := range strings.Lines(string(output)) {
		before := total
		for f := range strings.FieldsSeq(l) {
			phone, at, _ := strings.Cut(f, ":")
			seconds, err := strconv.ParseFloat(at, 64)
			end := before + int(math.Round(1000*seconds))
			if err != nil || !(seconds >= 0 && seconds < 3600) || end < total {
				return nil, 0
			}
			total = end
			sounds = append(sounds, sound{phone, end})
		}
	}
	return sounds, total
}

// A letter is one of a text, with the word it belongs to.
type letter struct {
	r    rune // lower case
	word int
	to   int // bytes of the text up to the end of the word and its marks
}

// spell returns the letters and digits of text. What stands between spaces is a
// word.
func spell(text string) (letters []letter) {
	word, from := 0, 0 // of the letters
	for i, r := range text + " " {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			letters = append(letters, letter{r: unicode.ToLower(r), word: word})
		case unicode.IsSpace(r):
			for j := from; j < len(letters); j++ {
				letters[j].to = i
			}
			if from < len(letters) {
				word, from = word+1, len(letters)
			}
		}
	}
	return letters
}

// What it costs to lay letters along sounds. The figures are the first that
// were tried.
const (
	costSilentVowel = 0.35 // "friend", "house"
	costFinalE      = 0.1  // "made"
	costSecond      = 0.1  // "letter", "th", "ch"
	costSilent      = 0.8  // "island"
	costMayBeSilent = 0.3  // "knight", "would", "her" of "er"
	costAddedVowel  = 0.6  // "rhythm"
	costAddedSound  = 1.0  // "one"
	costSwapped     = 1.2  // a consonant that is said as another one
	costStrange     = 2.0  // a vowel that is said as a consonant
	costBrokenWord  = 2.0  // a pause inside of a word
	costDigit       = 0.05 // "7" is "seven"
	// costTooMuch is what a sound costs on average when they are those of another
	// text.
	costTooMuch = 0.5
)

// layAlong returns for each letter how many of the sounds have been said at its
// end, by the cheapest way to account for all letters and sounds. It is nil if
// that is not cheap.
func layAlong(letters []letter, sounds []sound) []int {
	n, m := len(letters), len(sounds)
	const (
		skipLetter = iota + 1
		addSound
		both
	)
	row := make([]float64, m+1) // the cost for the letters so far and the first j sounds
	how := make([]byte, (n+1)*(m+1))
	for i := range n + 1 {
		diagonal := 0.0
		for j := range m + 1 {
			above := row[j]
			best, by := math.Inf(1), byte(0)
			if i == 0 && j == 0 {
				best = 0
			}
			if i > 0 {
				if c := above + silent(letters, i-1); c < best {
					best, by = c, skipLetter
				}
			}
			if j > 0 {
				if c := row[j-1] + added(letters, i, sounds[j-1].phone); c < best {
					best, by = c, addSound
				}
			}
			if i > 0 && j > 0 {
				if c := diagonal + saidAs(letters[i-1].r, sounds[j-1].phone); c < best {
					best, by = c, both
				}
			}
			diagonal, row[j] = above, best
			how[i*(m+1)+j] = by
		}
	}
	if row[m] > costTooMuch*float64(m) {
		return nil
	}
	ends := make([]int, n)
	for i, j := n, m; i > 0; {
		switch how[i*(m+1)+j] {
		case skipLetter:
			ends[i-1] = max(ends[i-1], j)
			i--
		case both:
			ends[i-1] = max(ends[i-1], j)
			i, j = i-1, j-1
		case addSound:
			if sounds[j-1].phone != pauseSound { // which ends no word
				ends[i-1] = max(ends[i-1], j)
			}
			j--
		}
	}
	return ends
}

// silent is what it costs that letter i is not heard.
func silent(letters []letter, i int) float64 {
	r := letters[i].r
	first := i == 0 || letters[i-1].word != letters[i].word
	last := i == len(letters)-1 || letters[i+1].word != letters[i].word
	switch {
	case r == 'e' && last && !first:
		return costFinalE
	case isVowel(r):
		return costSilentVowel
	case !first && (letters[i-1].r == r || r == 'h' && strings.ContainsRune("tcspgw", letters[i-1].r) || letters[i-1].r == 'c' && r == 'k'):
		return costSecond
	case strings.ContainsRune("hrwgkl", r):
		return costMayBeSilent
	case unicode.IsDigit(r) || r > unicode.MaxASCII:
		return costMayBeSilent
	}
	return costSilent
}

// added is what it costs that a sound comes after i letters and is of none.
func added(letters []letter, i int, phone string) float64 {
	between := i == 0 || i == len(letters) || letters[i-1].word != letters[i].word
	var r rune
	if i > 0 {
		r = letters[i-1].r
	}
	switch {
	case phone == pauseSound && between:
		return 0
	case phone == pauseSound:
		return costBrokenWord
	case unicode.IsDigit(r):
		return costDigit
	case r == 'x' && (phone == "s" || phone == "z"), (r == 'u' || r == 'e') && phone == "uw":
		return costSecond
	case isVowelSound(phone):
		return costAddedVowel
	}
	return costAddedSound
}

// saidAs is what it costs that a letter is said as a sound.
func saidAs(r rune, phone string) float64 {
	switch {
	case phone == pauseSound:
		return math.Inf(1)
	case unicode.IsDigit(r), r > unicode.MaxASCII:
		return costDigit
	case strings.ContainsRune(soundOf[phone], r):
		return 0
	case isVowel(r) == isVowelSound(phone):
		return costSwapped
	}
	return costStrange
}

func isVowel(r rune) bool { return strings.ContainsRune("aeiouy", r) }

// isVowelSound reports whether a phone is one: they are those that begin with a
// vowel's letter.
func isVowelSound(phone string) bool { return phone != "" && strings.IndexByte("aeiou", phone[0]) >= 0 }

// soundOf are the letters that each phone may be written with.
var soundOf = map[string]string{
	"b": "b", "ch": "ct", "d": "dt", "dh": "t", "f": "fpg", "g": "gx", "hh": "hwj", "jh": "jgd", "k": "kcqx", "l": "l",
	"m": "m", "n": "nkg", "ng": "n", "p": "p", "r": "rw", "s": "scxz", "sh": "sctx", "t": "td", "th": "t", "v": "vfw",
	"w": "wuo", "y": "yuij", "z": "zsx", "zh": "szgj",
	"aa": "aoe", "ae": "aei", "ah": "uoaei", "ao": "aoue", "aw": "oau", "ax": "aeiouy", "ay": "iyea", "eh": "eaiu",
	"er": "eiouar", "ey": "aeiy", "ih": "ieyuao", "iy": "eiya", "ow": "oae", "oy": "o", "uh": "ou", "uw": "ouew",
}
