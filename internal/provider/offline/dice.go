package offline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

var (
	rollWords = set("roll role rolls rolling reroll throw toss würfle würfel würfeln wirf werfe")
	// dieWords are a die; "die" is one only behind a count, because in German
	// it is an article.
	dieWords = set("die dice würfel würfeln")
	dWords   = set("d dee de w")
	joins    = map[string]string{"+": "+", "plus": "+", "add": "+", "-": "-", "minus": "-"}

	numberWords = map[string]int{
		"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
		"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
		"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
		"hundred": 100, "percent": 100, "percentile": 100,
		"eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
		"sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "zwanzig": 20, "hundert": 100,
	}
	// oneOf are articles, which count what follows and are no number by themselves:
	// "a d6" is one die, "plus a bonus" is not plus one.
	oneOf = set("a an ein eine einen einem")
	// misheard are numbers as a recogniser writes them in front of a die.
	misheard = map[string]int{"to": 2, "too": 2, "for": 4}
)

// howMany reads what stands in front of dice: a number or an article.
func howMany(w string) (n int, ok bool) {
	if oneOf[w] {
		return 1, true
	}
	return number(w)
}

// number reads a number in digits or as a word.
func number(w string) (n int, ok bool) {
	if n, ok := numberWords[w]; ok {
		return n, true
	}
	if n, err := strconv.Atoi(w); err == nil && n >= 0 {
		return n, true
	}
	return 0, false
}

// diceIn returns the roll that text asks for, as the dice tool wants it. rest
// are the words of text without the name in front.
func diceIn(text string, rest []string) (dice string, ok bool) {
	s := scan{words: diceTokens(text)}
	for len(s.words) > 0 && len(rest) > 0 && !strings.HasPrefix(rest[0], s.words[0]) {
		s.words = s.words[1:]
	}
	words := s.words
	at := slices.IndexFunc(words, func(w string) bool { return rollWords[w] })
	for i := range words {
		s.at = i
		expr, found := s.die(at >= 0)
		// Without a word for rolling, dice are only talked about, unless they
		// are how the line begins.
		if !found || at < 0 && i > 0 && (i != 2 || words[0] != "give") {
			continue
		}
		return advantage(expr+s.rest(), words), true
	}
	if at >= 0 && isCheck(words[at+1:]) {
		return advantage("1d20", words), true
	}
	return "", false
}

// isCheck reports whether what follows a word for rolling means a roll of the
// usual die, rather than that something rolls.
func isCheck(after []string) bool {
	if len(after) == 0 {
		return true
	}
	switch after[0] {
	case "for", "initiative", "again", "please", "nochmal", "auf", "bitte":
		return true
	}
	for i, w := range after {
		switch w {
		case "dice", "check", "save", "saving", "initiative", "advantage", "disadvantage", "würfel", "probe", "vorteil", "nachteil":
			return true
		case "die":
			return i > 0 && after[i-1] == "the"
		}
	}
	return false
}

// advantage makes two dice of one, if words say so.
func advantage(expr string, words []string) string {
	rest, ok := strings.CutPrefix(expr, "1d20")
	if !ok {
		return expr
	}
	switch {
	case slices.Contains(words, "disadvantage"), slices.Contains(words, "nachteil"):
		return "2d20kl1" + rest
	case slices.Contains(words, "advantage"), slices.Contains(words, "vorteil"):
		return "2d20kh1" + rest
	}
	return expr
}

// diceTokens returns the words, numbers and signs of s: "2d6+3" is five. A
// hyphen inside a word parts it and is no sign.
func diceTokens(s string) (out []string) {
	const none, letter, digit, sign = 0, 1, 2, 3
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r):
			return letter
		case unicode.IsDigit(r):
			return digit
		case r == '+', r == '-', r == '%':
			return sign
		}
		return none
	}
	before := none
	runes := []rune(strings.ToLower(s))
	for i, r := range runes {
		c := class(r)
		if r == '-' && i+1 < len(runes) && class(runes[i+1]) == letter {
			c = none
		}
		switch {
		case c == none:
		case c != before || c == sign:
			out = append(out, string(r))
		default:
			out[len(out)-1] += string(r)
		}
		before = c
	}
	var parted []string
	for _, w := range out {
		if many, rest, ok := strings.Cut(w, "seitig"); ok && len(rest) <= 2 { // zwanzigseitigen
			if many != "" {
				parted = append(parted, many)
			}
			w = "sided"
		}
		parted = append(parted, w)
	}
	return parted
}

// A scan reads an expression from words.
type scan struct {
	words []string
	at    int
}

func (s *scan) word(i int) string {
	if s.at+i < len(s.words) {
		return s.words[s.at+i]
	}
	return ""
}

// die reads one kind of dice: "two d six", "d 20", "a twenty sided die", "a
// pair of dice", "three dice". asked says that a roll was asked for, so that
// looser forms count as well.
func (s *scan) die(asked bool) (expr string, ok bool) {
	count, counted := howMany(s.word(0))
	i := 0
	if counted {
		i = 1
	} else if n, wrong := misheard[s.word(0)]; wrong && asked && s.dice(1) {
		count, i = n, 1
	} else {
		count = 1
	}
	d := dWords[s.word(i)] || counted && asked && s.word(i) == "the" // "two the six" is two d six
	if sides, n := s.sides(i + 1); d && n > 0 {
		s.at += i + 1 + n
		return fmt.Sprintf("%dd%d", count, sides), true
	}
	// "six sided dice", "two six sided dice"
	if sides, n := s.sides(i); n > 0 && s.word(i+n) == "sided" {
		i += n + 1
		if dieWords[s.word(i)] {
			i++
		}
		s.at += i
		return fmt.Sprintf("%dd%d", count, sides), true
	}
	if counted && s.word(1) == "sided" {
		s.at += 2
		return fmt.Sprintf("1d%d", count), true
	}
	if !asked {
		return "", false
	}
	if w := s.word(0); (w == "percentile" || w == "percent") && dieWords[s.word(1)] {
		s.at += 2
		return "1d100", true
	}
	if sides, n := s.sides(i); counted && count == 1 && n == 1 && slices.Contains([]int{4, 6, 8, 10, 12, 20, 100}, sides) {
		s.at += i + 1 // "roll a twenty"
		return fmt.Sprintf("1d%d", sides), true
	}
	if s.word(i) == "pair" && s.word(i+1) == "of" && dieWords[s.word(i+2)] {
		s.at += i + 3
		return "2d6", true
	}
	if counted && dieWords[s.word(i)] {
		s.at += i + 1
		return fmt.Sprintf("%dd6", count), true
	}
	return "", false
}

// dice reports whether dice with a number of sides stand i words on.
func (s *scan) dice(i int) bool {
	if _, n := s.sides(i + 1); n > 0 && dWords[s.word(i)] {
		return true
	}
	_, n := s.sides(i)
	return n > 0 && s.word(i+n) == "sided"
}

// sides reads how many sides a die has, and how many words that took: "six",
// "20", "hundred", "one hundred".
func (s *scan) sides(i int) (sides, n int) {
	w := s.word(i)
	if w == "one" && s.word(i+1) == "hundred" {
		return 100, 2
	}
	if w == "%" {
		return 100, 1
	}
	for _, plural := range []string{"", "s", "es"} { // "two d sixes"
		if one, ok := strings.CutSuffix(w, plural); ok {
			if sides, ok := number(one); ok && sides > 1 {
				return sides, 1
			}
		}
	}
	return 0, 0
}

// rest reads what is added to the first dice: "plus three", "+ 1d4".
func (s *scan) rest() string {
	var b strings.Builder
	for {
		sign, ok := joins[s.word(0)]
		if !ok {
			return b.String()
		}
		s.at++
		if expr, ok := s.die(false); ok {
			b.WriteString(sign + expr)
			continue
		}
		n, ok := number(s.word(0))
		if !ok {
			return b.String()
		}
		s.at++
		if unit, ok := number(s.word(0)); ok && n >= 20 && n%10 == 0 && unit > 0 && unit < 10 {
			n += unit // "twenty five"
			s.at++
		}
		b.WriteString(sign + strconv.Itoa(n))
	}
}
