package agent

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A guard keeps refusals and talk of being an AI from being spoken. Only the
// first sentence is looked at, and only if it begins as such sentences do: all
// other answers pass at once. The zero guard is ready to use.
type guard struct {
	released bool // words were let through
	broken   bool // the answer is out of character; nothing more comes
	held     string
}

// maxSentence is how much of a first sentence is waited for, in bytes.
const maxSentence = 300

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
		if !suspicious(g.held) || len(g.held) >= maxSentence || sentenceEnds(g.held) {
			_, size := utf8.DecodeRuneInString(words[i:]) // of a byte that is no rune: 1
			rest := words[i+size:]
			first := g.close()
			return first + g.write(rest)
		}
	}
	return ""
}

// close judges what was held back and returns it if it may be spoken.
func (g *guard) close() string {
	held := g.held
	g.held = ""
	if !g.released && outOfCharacter(held) {
		g.broken = true
		return ""
	}
	g.released = g.released || held != ""
	return held
}

// suspects are the beginnings of sentences in which models speak as themselves.
var suspects = []string{
	"as a", "i'm a", "i am a", "i'm just a", "i am just a", "i'm only a", "i am only a", "i'm sorry", "i am sorry", "sorry",
	"i apologize", "i apologise", "my apologies", "i can't", "i cannot", "i can not", "i'm unable", "i am unable",
	"i'm not able", "i am not able", "i won't", "i must ", "unfortunately", "this request", "that request",
	"als ", "ich bin ", "es tut mir", "tut mir leid", "entschuldigung", "leider", "ich kann ", "ich darf ", "diese anfrage",
}

// suspicious reports whether words begin as a suspect does, or may yet.
func suspicious(words string) bool {
	words = strings.ToLower(plain(words))
	for _, s := range suspects {
		if strings.HasPrefix(words, s) || strings.HasPrefix(s, words) {
			return true
		}
	}
	return false
}

// plain returns words with plain apostrophes and without what may stand before
// the first of them.
func plain(words string) string {
	return strings.TrimLeft(strings.ReplaceAll(words, "’", "'"), " \t\r\n\"“„*_(")
}

// sentenceEnds reports whether there is a whole sentence in words. An end is
// certain only with something behind it.
func sentenceEnds(words string) bool {
	words = plain(words)
	at := strings.IndexAny(words, ".!?…。！？\n")
	if at < 0 {
		return false
	}
	mark, size := utf8.DecodeRuneInString(words[at:])
	rest := words[at+size:]
	switch {
	case mark == '\n', mark > 0x2fff:
		return true
	case rest == "":
		return false
	}
	return strings.ContainsAny(rest[:1], " \n\t\"") || sentenceEnds(rest)
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
	words = plain(words)
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
