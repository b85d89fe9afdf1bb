package pocketsphinx

import (
	"cmp"
	"slices"
	"strings"
)

// A rule says how letters sound where it applies. The first rule of those with
// the longest letters that fits its surroundings is taken.
//
// before and after are "" for anywhere, or alternatives of: # the word's edge,
// v a vowel letter, c a consonant letter, f one of e i y, or a letter itself
// after "=". after "e#" is one consonant and a final e, which makes a vowel
// long.
type rule struct {
	letters, before, after string
	// sounds are alternatives separated by "|", likelier first. "-" is no sound.
	sounds string
}

// The rules are for names that a reader of English has never seen: vowels as
// in other European languages come first, English readings after them.
var rules = []rule{
	// Final vowels and endings.
	{"a", "", "#", "AH|AA"},
	{"e", "c", "#", "-|IY|EY"},
	{"i", "", "#", "IY|AY"},
	{"o", "", "#", "OW"},
	{"u", "", "#", "UW"},
	{"y", "", "#", "IY|AY"},
	{"ie", "", "#", "IY"},
	{"ey", "", "#", "IY|EY"},
	{"ah", "", "#c", "AA|AH"},
	{"eh", "", "#c", "EH|EY"},
	{"oh", "", "#c", "OW"},
	{"uh", "", "#c", "UW|AH"},
	{"an", "c", "#", "AH N|AE N|AA N"},
	{"en", "c", "#", "AH N|EH N"},
	{"in", "c", "#", "IH N|AH N|IY N"},
	{"on", "c", "#", "AH N|AA N"},
	{"un", "c", "#", "AH N|UW N"},
	{"al", "c", "#", "AH L|AA L|AE L"},
	{"el", "c", "#", "AH L|EH L"},
	{"il", "c", "#", "IH L|AH L"},
	{"ol", "c", "#", "AH L|AA L|OW L"},
	{"ar", "c", "#", "ER|AA R"},
	{"er", "", "#", "ER|EH R"},
	{"ir", "", "#", "ER|IH R"},
	{"or", "", "#", "ER|AO R"},
	{"ur", "", "#", "ER|UH R"},
	{"yr", "", "#", "ER|IH R"},
	{"as", "c", "#", "AH S|AE S|AA S"},
	{"es", "c", "#", "EH S|IY Z|Z"},
	{"is", "c", "#", "IH S"},
	{"os", "c", "#", "OW S|AA S"},
	{"us", "c", "#", "AH S"},
	{"le", "c", "#", "AH L"},
	{"ael", "", "#", "EY L|AY L|AE L"},
	{"iel", "", "#", "IY EH L|IY AH L|Y EH L"},
	{"ian", "", "#", "IY AH N"},
	{"ion", "", "#", "IY AH N"},
	{"ius", "", "#", "IY AH S"},
	{"eus", "", "#", "IY AH S|UW S"},
	{"ia", "", "#", "IY AH"},
	{"ea", "", "#", "IY AH"},
	{"oe", "", "#", "OW|OW IY"},
	// Long by a final e.
	{"a", "", "e#", "EY|AA"},
	{"e", "", "e#", "IY|EH"},
	{"i", "", "e#", "AY|IY"},
	{"o", "", "e#", "OW"},
	{"u", "", "e#", "UW"},
	{"y", "", "e#", "AY"},
	// Vowels and r.
	{"air", "", "", "EH R"},
	{"ear", "", "", "IH R|ER"},
	{"eer", "", "", "IH R"},
	{"oar", "", "", "AO R"},
	{"our", "", "", "AO R|AW ER"},
	{"ar", "", "v", "AA R|EH R|ER"},
	{"er", "", "v", "EH R|ER|IH R"},
	{"ir", "", "v", "IH R|ER|AY R"},
	{"or", "", "v", "AO R|ER"},
	{"ur", "", "v", "UH R|ER"},
	{"yr", "", "v", "IH R|ER"},
	{"arr", "", "v", "EH R|AA R"},
	{"err", "", "v", "EH R"},
	{"irr", "", "v", "IH R"},
	{"orr", "", "v", "AO R"},
	{"ar", "", "c", "AA R"},
	{"er", "", "c", "ER|EH R"},
	{"ir", "", "c", "ER|IH R"},
	{"or", "", "c", "AO R"},
	{"ur", "", "c", "ER|UH R"},
	{"yr", "", "c", "ER|IH R"},
	// Two vowels.
	{"aa", "", "", "AA"},
	{"ae", "", "", "EY|AY|EH"},
	{"ai", "", "", "EY|AY"},
	{"ay", "", "", "EY|AY"},
	{"au", "", "", "AO|AW"},
	{"aw", "", "#c", "AO"},
	{"ea", "", "", "IY|EH|EY AH"},
	{"ee", "", "", "IY"},
	{"ei", "", "", "EY|AY|IY"},
	{"ey", "", "c", "EY|IY"},
	{"eo", "", "", "IY OW|EY OW"},
	{"eu", "", "", "UW|OY"},
	{"ew", "", "#c", "UW"},
	{"ia", "", "", "IY AH|IY AA|AY AH"},
	{"ie", "", "", "IY|IY EH"},
	{"io", "", "", "IY OW|IY AA"},
	{"iu", "", "", "IY UW|IY AH"},
	{"oa", "", "", "OW"},
	{"oe", "", "", "OW|OW EH"},
	{"oi", "", "", "OY"},
	{"oy", "", "", "OY"},
	{"oo", "", "", "UW|UH"},
	{"ou", "", "", "UW|AW"},
	{"ow", "", "#c", "OW|AW"},
	{"ua", "", "", "UW AH|W AA"},
	{"ue", "", "", "UW|UW EH"},
	{"ui", "", "", "UW IY|W IH"},
	{"uy", "", "", "AY"},
	// One vowel: before two consonants it is short, before one it may be long.
	{"all", "", "#", "AO L|AA L"},
	{"al", "", "=d=t", "AA L|AO L|AE L"},
	{"old", "", "", "OW L D"},
	{"ild", "", "#", "IH L D|AY L D"},
	{"ind", "", "#", "IH N D|AY N D"},
	{"a", "#", "c", "AE|AH|AA"},
	{"a", "", "", "AE|AA|EY|AH"},
	{"e", "#", "c", "EH|IH|IY"},
	{"e", "", "", "EH|AH|IY|EY"},
	{"i", "", "", "IH|IY|AY"},
	{"o", "", "", "AA|OW|AO"},
	{"u", "#", "c", "AH|UW|Y UW"},
	{"u", "", "", "AH|UW|UH"},
	{"y", "#", "v", "Y"},
	{"y", "v", "v", "Y"},
	{"y", "", "", "IH|AY|IY"},
	// Consonants.
	{"b", "", "", "B"},
	{"b", "=m", "#", "-"},
	{"bb", "", "", "B"},
	{"bh", "", "", "B"},
	{"c", "", "f", "S|K"},
	{"c", "", "", "K"},
	{"cc", "", "", "K"},
	{"ch", "", "", "CH|K"},
	{"ch", "", "c", "K|CH"},
	{"chs", "", "", "K S"},
	{"ck", "", "", "K"},
	{"cz", "", "", "CH"},
	{"d", "", "", "D"},
	{"dd", "", "", "D"},
	{"dh", "", "", "D|DH"},
	{"dge", "", "", "JH"},
	{"dj", "", "", "JH"},
	{"f", "", "", "F"},
	{"ff", "", "", "F"},
	{"g", "", "f", "G|JH"},
	{"ge", "v", "#", "JH"},
	{"g", "", "", "G"},
	{"gg", "", "", "G"},
	{"gh", "#", "", "G"},
	{"gh", "", "#c", "-|G"},
	{"gh", "", "", "G"},
	{"gn", "#", "", "N"},
	{"gu", "", "f", "G|G W"},
	{"h", "#", "", "HH"},
	{"h", "", "v", "HH"},
	{"h", "", "", "-"},
	{"j", "", "", "JH|Y"},
	{"j", "#", "='", "JH AH|JH"},
	{"k", "", "", "K"},
	{"kk", "", "", "K"},
	{"kh", "", "", "K"},
	{"kn", "#", "", "N"},
	{"l", "", "", "L"},
	{"ll", "", "", "L"},
	{"m", "", "", "M"},
	{"mm", "", "", "M"},
	{"mc", "#", "", "M AH K"},
	{"n", "", "", "N"},
	{"n", "", "=k=x=q", "NG"},
	{"nn", "", "", "N"},
	{"ng", "", "#", "NG"},
	{"ng", "", "f", "NG G|NG|N JH"},
	{"ng", "", "", "NG G|NG"},
	{"p", "", "", "P"},
	{"pp", "", "", "P"},
	{"ph", "", "", "F"},
	{"ps", "#", "", "S"},
	{"qu", "", "", "K W"},
	{"q", "", "", "K"},
	{"r", "", "", "R"},
	{"rr", "", "", "R"},
	{"rh", "", "", "R"},
	{"s", "v", "v", "S|Z"},
	{"s", "=b=d=g=l=m=n=r=v", "#", "Z|S"},
	{"s", "", "", "S"},
	{"ss", "", "", "S"},
	{"sc", "", "f", "S|S K"},
	{"sch", "", "", "SH|S K"},
	{"sh", "", "", "SH"},
	{"sz", "", "", "SH|S"},
	{"t", "", "", "T"},
	{"tt", "", "", "T"},
	{"tch", "", "", "CH"},
	{"th", "", "", "TH|DH"},
	{"tz", "", "", "T S"},
	{"v", "", "", "V"},
	{"vv", "", "", "V"},
	{"w", "", "", "W"},
	{"w", "#", "=r", "-"},
	{"wh", "", "", "W"},
	{"x", "#", "", "Z"},
	{"x", "", "", "K S"},
	{"z", "", "", "Z"},
	{"zz", "", "", "Z|T S"},
	{"zh", "", "", "ZH"},
	{"'", "", "", "-"},
}

// rulesByLetter are the rules by first letter, the longest letters first; of
// rules with the same letters, those that say more about their surroundings.
var rulesByLetter = func() map[byte][]rule {
	m := map[byte][]rule{}
	for _, r := range rules {
		m[r.letters[0]] = append(m[r.letters[0]], r)
	}
	for _, rs := range m {
		slices.SortStableFunc(rs, func(a, b rule) int {
			return cmp.Or(
				cmp.Compare(len(b.letters), len(a.letters)),
				cmp.Compare(narrow(b), narrow(a)),
			)
		})
	}
	return m
}()

// narrow counts how many sides of r are restricted.
func narrow(r rule) int {
	n := 0
	if r.before != "" {
		n++
	}
	if r.after != "" {
		n++
	}
	return n
}

// maxGuesses is how many pronunciations are guessed for a word. More find a
// few more of those that people use, and make the word easier to hear where it
// was not said.
const maxGuesses = 6

// A guess is a pronunciation with the sum of the ranks of its sounds.
type guess struct {
	sounds []string
	cost   int
}

// guesses returns pronunciations for a word of the letters a–z and
// apostrophes, the likeliest first.
func guesses(word string) []string {
	beam := []guess{{}}
	for i := 0; i < len(word); {
		r, ok := ruleAt(word, i)
		if !ok {
			i++
			continue
		}
		var next []guess
		for _, g := range beam {
			for rank, s := range strings.Split(r.sounds, "|") {
				n := guess{slices.Clone(g.sounds), g.cost + rank}
				if s != "-" {
					n.sounds = append(n.sounds, strings.Fields(s)...)
				}
				next = append(next, n)
			}
		}
		slices.SortStableFunc(next, func(a, b guess) int { return cmp.Compare(a.cost, b.cost) })
		beam = next[:min(len(next), 4*maxGuesses)]
		i += len(r.letters)
	}
	var out []string
	for _, g := range beam {
		if s := strings.Join(g.sounds, " "); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out[:min(len(out), maxGuesses)]
}

func ruleAt(word string, i int) (rule, bool) {
	for _, r := range rulesByLetter[word[i]] {
		if strings.HasPrefix(word[i:], r.letters) &&
			fitsBefore(r.before, word, i) && fitsAfter(r.after, word, i+len(r.letters)) {
			return r, true
		}
	}
	return rule{}, false
}

func isVowel(b byte) bool { return strings.IndexByte("aeiouy", b) >= 0 }

func fitsBefore(want, word string, i int) bool {
	if i == 0 {
		return want == "" || strings.Contains(want, "#")
	}
	return want == "" || fits(want, word[i-1])
}

func fitsAfter(want, word string, i int) bool {
	switch {
	case want == "":
		return true
	case want == "e#":
		return i+2 == len(word) && !isVowel(word[i]) && word[i+1] == 'e'
	case i >= len(word):
		return strings.Contains(want, "#")
	}
	return fits(want, word[i])
}

// fits reports whether letter b is one of those that want allows.
func fits(want string, b byte) bool {
	for j := 0; j < len(want); j++ {
		switch want[j] {
		case '=':
			j++
			if want[j] == b {
				return true
			}
		case 'v':
			if isVowel(b) {
				return true
			}
		case 'c':
			if !isVowel(b) && b != '\'' {
				return true
			}
		case 'f':
			if b == 'e' || b == 'i' || b == 'y' {
				return true
			}
		}
	}
	return false
}
