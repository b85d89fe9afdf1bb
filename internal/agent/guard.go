package agent

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A guard keeps refusals and talk of being an AI from being spoken. Only the
// beginning of an answer is looked at: its first sentence, if it begins as such
// sentences do, and behind an apology or a word or two also the next. All other
// answers pass as soon as that is certain. The zero guard is ready to use.
type guard struct {
	released bool // words were let through
	broken   bool // the answer is out of character; nothing more comes
	held     string
	from     int // where in held the sentence begins that is being judged
	judged   int // sentences before that
}

const (
	// maxOpening is how much of an answer is held back, in bytes.
	maxOpening = 300
	// maxSentences is how many of its sentences are.
	maxSentences = 3
	// brief is how long a first sentence may be behind which another is waited for,
	// in bytes: "Hmm.", "Tut mir leid.". A voice waits for more than that before it
	// begins.
	brief = 16
)

// write takes words and returns those that may be spoken. It goes rune by rune,
// so that its judgement does not depend on how the words were cut.
func (g *guard) write(words string) string {
	switch {
	case g.broken:
		return ""
	case g.released:
		return words
	}
	for i, r := range words {
		g.held += string(r)
		if g.waits() {
			continue
		}
		_, size := utf8.DecodeRuneInString(words[i:]) // of a byte that is no rune: 1
		rest := words[i+size:]
		first := g.close()
		return first + g.write(rest)
	}
	return ""
}

// waits reports whether what is held is to be held on to.
func (g *guard) waits() bool {
	if len(g.held) >= maxOpening {
		return false
	}
	words := g.held[g.from:]
	body, gesture := withoutGestures(words)
	if gesture { // nobody hears it
		return true
	}
	end := sentenceEnd(body)
	if end < 0 {
		return suspicious(words) || g.judged == 0 && len(body) <= brief
	}
	first, rest := words[:len(words)-len(body)+end], body[end:]
	if outOfCharacter(first) || g.judged+1 == maxSentences || len(body[:end]) > brief && !apologises(first) {
		return false
	}
	g.judged++
	g.from = len(g.held) - len(rest)
	return g.waits()
}

// close judges what was held back and returns it if it may be spoken.
func (g *guard) close() string {
	held := g.held
	g.held = ""
	if !g.released && outOfCharacter(held[g.from:]) {
		g.broken = true
		return ""
	}
	g.released = g.released || held != ""
	g.from = 0
	return held
}

// apologies are beginnings of sentences behind which models go on about themselves.
var apologies = []string{
	"i'm sorry", "i'm so sorry", "i am sorry", "i am so sorry", "sorry", "i apologize", "i apologise", "my apologies", "unfortunately",
	"es tut mir", "tut mir leid", "entschuldigung", "leider",
}

func apologises(words string) bool {
	return begins(words, func(words string) bool {
		return slices.ContainsFunc(apologies, func(a string) bool { return strings.HasPrefix(words, a) })
	})
}

// suspects are the beginnings of sentences in which models speak as themselves.
var suspects = append([]string{
	"as a", "i'm a", "i am a", "i'm just a", "i am just a", "i'm only a", "i am only a",
	"i can't", "i cannot", "i can not", "i'm unable", "i am unable",
	"i'm not able", "i am not able", "i won't", "i must ", "this request", "that request",
	"als ", "ich bin ", "ich kann ", "ich darf ", "diese anfrage",
}, apologies...)

// suspicious reports whether words begin as a suspect does, or may yet.
func suspicious(words string) bool {
	return begins(words, func(words string) bool {
		return slices.ContainsFunc(suspects, func(s string) bool { return strings.HasPrefix(words, s) || strings.HasPrefix(s, words) })
	})
}

// begins reports whether is holds of words, in lower case, as they begin with their
// marks left out, or with their gestures.
func begins(words string, is func(string) bool) bool {
	body, _ := withoutGestures(words)
	return is(strings.ToLower(plain(words))) || is(strings.ToLower(plain(body)))
}

// plain returns words with plain apostrophes and without what may stand before
// the first of them.
func plain(words string) string {
	return strings.TrimLeft(strings.ReplaceAll(words, "’", "'"), " \t\r\n\"“„*_([")
}

// maxGesture is how long a gesture may be, in bytes.
const maxGesture = 80

// withoutGestures returns words behind the gestures that they begin with, such as
// "*sighs*" and "(She looks up.)", and whether one of those may not have ended.
func withoutGestures(words string) (rest string, open bool) {
	for {
		words = strings.TrimLeft(words, " \t\r\n")
		if words == "" {
			return "", false
		}
		mark := words[:1]
		ends, ok := map[string]string{"*": "*", "_": "_", "(": ")", "[": "]"}[mark]
		if !ok {
			return words, false
		}
		inside := strings.TrimLeft(words, mark)
		at := strings.IndexAny(inside, ends+"\n")
		switch {
		case at < 0:
			return words, len(words) <= maxGesture
		case inside[at] == '\n':
			return words, false
		}
		words = strings.TrimLeft(inside[at:], ends)
	}
}

// sentenceEnd returns where the first sentence of words ends, or -1. An end is
// certain only with something behind it.
func sentenceEnd(words string) int {
	for at := 0; ; {
		next := strings.IndexAny(words[at:], ".!?…。！？\n")
		if next < 0 {
			return -1
		}
		mark, size := utf8.DecodeRuneInString(words[at+next:])
		at += next + size
		switch {
		case mark == '\n', mark > 0x2fff:
			return at
		case at == len(words):
			return -1
		case strings.ContainsAny(words[at:at+1], " \n\t\""):
			return at
		}
	}
}

// The phrases name the machine or its rules. "I cannot help you" alone is what
// an innkeeper may say; and a villain may speak of orders.
var outOfCharacterPhrases = []*regexp.Regexp{
	regexp.MustCompile(`\b(AI|A\.I|KI)\b`),
	regexp.MustCompile(`(?i)\b(large )?language model|\bchat ?bot\b|\bvirtual assistant\b|\bartificial intelligence\b`),
	regexp.MustCompile(`(?i)\bsprachmodell|\bk(ü|ue)nstliche[nr]? intelligenz|\bvirtuelle[rn]? assistent`),
	regexp.MustCompile(`(?i)\b(can't|cannot|can not|unable to|not able to|won't) (assist|help|comply|engage|continue|fulfil+)( you)? (with|in)? ?(this|that|your|the)?( kind of)? ?(request|content|role-?play|prompt)`),
	regexp.MustCompile(`(?i)\b(can't|cannot|can not|unable to|not able to) assist with (that|this)\b`),
	regexp.MustCompile(`(?i)\b(content|usage|safety) (policy|policies|guidelines?)\b|\bmy (programming|guidelines|training data)\b`),
	regexp.MustCompile(`(?i)\bbei dieser anfrage\b|\bdiese anfrage (nicht|kann)\b|\bmeine[rn]? (richtlinien|programmierung|trainingsdaten)\b`),
}

func outOfCharacter(words string) bool {
	if !suspicious(words) {
		return false
	}
	for _, p := range outOfCharacterPhrases {
		if p.MatchString(words) {
			return true
		}
	}
	return false
}
