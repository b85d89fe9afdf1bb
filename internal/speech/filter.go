package speech

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Heard is what the sound of an utterance was like, apart from its words.
type Heard struct {
	// Level is the mean level of its voiced parts in dBFS, as of [audio.RMS].
	Level float64
	// Voiced is how much of it the voice activity detector took for speech.
	Voiced time.Duration
}

// The limits of what speech is like. Room noise at an RMS of 20 is −64 dBFS and
// digital silence is below that; 0.0025 of full scale is −52. A player who is
// hard to understand over Discord, which levels microphones, is at about −40.
const (
	silent     = -52.0 // nobody speaks as quietly as this
	faint      = -42.0 // somebody may, but doubts weigh more
	shortVoice = 60 * time.Millisecond
	briefVoice = 120 * time.Millisecond
)

// Whisper itself takes a segment for silence when the probability of no speech
// is above 0.6 and the mean log probability below −1, which is a confidence of
// 0.37.
const (
	probablyNobody = 0.6
	surelyNobody   = 0.85
	unsure         = 0.4 // a lower confidence is doubtful
	sure           = 0.7
)

// fastest is how many characters people say in a second at most, with some to
// spare: auctioneers reach thirty. The first few are free, since the detector
// may cut a short word shorter.
const (
	fastest   = 35
	freeRunes = 15
)

// Plausible reports whether somebody said h, and if not, why not, in words for
// a log or a GM that repeat nothing of h. Recognisers make up speech out of
// silence and noise; what they make up may be any sentence, so it is the sound
// and the recogniser's own doubts that decide. Lists of phrases and the names
// in hints only tip the scales: a clear "Thank you" stays.
func Plausible(h Hypothesis, heard Heard, hints Hints) (ok bool, reason string) {
	words := tokens(h.Text)
	switch {
	case len(words) == 0:
		return false, "no words"
	case heard.Voiced < shortVoice:
		return false, "no voice in the sound"
	case heard.Level < silent:
		return false, "the sound is as quiet as silence"
	case utf8.RuneCountInString(h.Text) > freeRunes+int(fastest*heard.Voiced.Seconds()):
		return false, "more words than can be said in that time"
	case looped(words):
		return false, "the same phrase over and over"
	case h.NoSpeech > surelyNobody && h.Confidence < sure,
		h.NoSpeech > probablyNobody && h.Confidence > 0 && h.Confidence < unsure:
		return false, "the recogniser doubts that anybody spoke"
	case foreignScript(h.Text, hints.Language) && h.Confidence < sure:
		return false, fmt.Sprintf("not in the script of %q", hints.Language)
	case credits(words) && h.Confidence < sure, holds(words, neverSaid):
		return false, "out of film subtitles"
	case len(hints.Names) > 2 && slices.Equal(words, tokens(strings.Join(hints.Names, " "))) && h.Confidence < sure:
		return false, "all of the names that the recogniser was told, and nothing else"
	case !doubtful(h, heard):
		return true, ""
	case repeated(words):
		return false, "the same words over and over, doubtful"
	case otherLanguage(h.Language, hints.Language):
		return false, "in another language than the table's, doubtful"
	case onlyNames(words, hints.Names):
		return false, "only names that the recogniser was told, doubtful"
	case holds(words, creditWords):
		return false, "a phrase out of film subtitles, doubtful"
	case slices.Contains(outOfSilence, strings.Join(words, " ")):
		return false, "a phrase that recognisers make of noise, doubtful"
	}
	return true, ""
}

// doubtful reports whether the recogniser, or if that says nothing, the sound,
// gives reason for doubt.
func doubtful(h Hypothesis, heard Heard) bool {
	if h.Confidence > 0 {
		return h.Confidence < unsure || h.NoSpeech > probablyNobody && h.Confidence < sure
	}
	return h.NoSpeech > probablyNobody || heard.Level < faint || heard.Voiced < briefVoice
}

// tokens returns the words of text in lower case, without punctuation. In
// scripts without spaces a run of letters is a word.
func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) && r != '\''
	})
}

// repeated reports whether words are the same few over and over, three times or
// more.
func repeated(words []string) bool { return rounds(words) >= 3 }

// looped reports whether words are a recogniser caught in its own words: the
// same phrase so often that nobody says it. Such a recogniser is quite sure.
func looped(words []string) bool { return rounds(words) >= 6 && words[0] != words[1] }

// rounds returns how often words say the phrase that they begin with, if they
// say nothing else; the last time may break off.
func rounds(words []string) int {
	for n := 1; n <= len(words)/2; n++ {
		if slices.Equal(words[n:], words[:len(words)-n]) {
			return len(words) / n
		}
	}
	return 1
}

// onlyNames reports whether all words are of names that the recogniser was
// given, which some recite when there is nothing to hear.
func onlyNames(words, names []string) bool {
	var known []string
	for _, n := range names {
		known = append(known, tokens(n)...)
	}
	return !slices.ContainsFunc(words, func(w string) bool { return w != "and" && !slices.Contains(known, w) })
}

// otherLanguage reports whether what was heard is of another language than was to
// be expected. Both are BCP 47 tags, empty if nothing is known.
func otherLanguage(heard, expected string) bool {
	return heard != "" && expected != "" && Language(heard) != Language(expected)
}

// outOfSilence are phrases that people say too, but that recognisers trained on
// videos hear in noise more often than anything else.
var outOfSilence = []string{
	"you", "thank you", "thanks", "thank you very much", "thank you so much", "bye", "bye bye", "goodbye",
	"okay", "ok", "yeah", "so", "oh", "hmm", "the end", "i'm sorry", "see you", "see you next time",
	"vielen dank", "danke", "tschüss", "bis zum nächsten mal", "ja",
	"gracias", "muchas gracias", "merci", "au revoir", "grazie", "obrigado", "obrigada", "tchau",
	"спасибо", "ありがとうございました", "おやすみなさい", "감사합니다", "谢谢", "謝謝", "teşekkürler", "teşekkür ederim",
}
