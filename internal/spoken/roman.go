package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// romanTens and romanOnes write the numbers below 40, which are more than any
// ruler has needed.
var (
	romanTens = []string{"", "X", "XX", "XXX"}
	romanOnes = []string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
)

// readRoman reads a numeral below 40; 0 for none.
func readRoman(text string) uint64 {
	tens := len(text) - len(strings.TrimLeft(text, "X"))
	if tens >= len(romanTens) {
		return 0
	}
	for i, ones := range romanOnes {
		if text[tens:] == ones {
			return uint64(10*tens + i)
		}
	}
	return 0
}

// roman knows the numeral behind a ruler's name, "King Henry VIII", and, where it is
// written so, "der II. Rang"; nowhere else: "Vault VII", "Chapter II" and "Plan X"
// are said in their own ways.
func (s *scan) roman() (said string, n int) {
	rest := s.rest()
	if strings.IndexByte("IVX", rest[0]) < 0 {
		return "", 0
	}
	n = run(rest)
	v := readRoman(rest[:n])
	if v == 0 {
		return "", 0
	}
	if s.tongue.numeral != nil {
		if said, size := s.tongue.numeral(s, v, rest[n:]); said != "" {
			return said, n + size
		}
	}
	name, title := s.previous()
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(r) || !s.tongue.rulers[strings.ToLower(title)] {
		return "", 0
	}
	after := rest[n:]
	if n == 1 && spaces(after) > 0 && following(after) != s.tongue.of {
		return "", 0 // "King Charles I believe", and "Duke Otto V" is not worth a rule
	}
	said, size := s.tongue.ruler(s, v, after)
	if said == "" {
		return "", 0
	}
	return said, n + size
}
