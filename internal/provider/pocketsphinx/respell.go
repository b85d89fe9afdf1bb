package pocketsphinx

import (
	"slices"
	"strings"
)

// phones are the sounds that the acoustic model knows.
var phones = strings.Fields("AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH")

// pronunciations returns how a name is said by what its owner wrote down:
// phones of CMUdict, or syllables for an English reader. A stress mark after a
// phone, as CMUdict has it, is dropped, since the model has none.
func pronunciations(say string) []string {
	fields := strings.Fields(say)
	var out []string
	for _, f := range fields {
		if p := strings.TrimRight(f, "012"); slices.Contains(phones, p) {
			out = append(out, p)
		}
	}
	if len(fields) > 0 && len(out) == len(fields) {
		return []string{strings.Join(out, " ")}
	}
	return respelled(say)
}

// syllableVowels are the vowels of a respelling, each of which can be read in
// one way only. The longest is tried first.
var syllableVowels = []struct{ letters, sound string }{
	{"eye", "AY"},
	{"igh", "AY"},
	{"air", "EH R"},
	{"ear", "IH R"},
	{"eer", "IH R"},
	{"ore", "AO R"},
	{"ah", "AA"},
	{"aw", "AO"},
	{"ay", "EY"},
	{"ai", "EY"},
	{"ar", "AA R"},
	{"au", "AO"},
	{"ee", "IY"},
	{"ea", "IY"},
	{"eh", "EH"},
	{"er", "ER"},
	{"ew", "UW"},
	{"ey", "EY"},
	{"ih", "IH"},
	{"ie", "AY"},
	{"ir", "ER"},
	{"oh", "OW"},
	{"oe", "OW"},
	{"oo", "UW"},
	{"or", "AO R"},
	{"ow", "AW"},
	{"oy", "OY"},
	{"oa", "OW"},
	{"ou", "AW"},
	{"uh", "AH"},
	{"ur", "ER"},
	{"uu", "UH"},
	{"a", "AE"},
	{"e", "EH"},
	{"i", "IH"},
	{"o", "AA"},
	{"u", "AH"},
	{"y", "IH"},
}

// respelled reads syllables such as "mih-REH-lah". A syllable that ends in a
// single vowel letter is open: "lo" is "loh", "mi" is "mee", "la" is "lah".
func respelled(say string) []string {
	var sounds []string
	for _, syllable := range strings.FieldsFunc(strings.ToLower(plain(say)), func(r rune) bool {
		return (r < 'a' || r > 'z') && r != '\''
	}) {
		sounds = append(sounds, syllableSounds(syllable)...)
	}
	if len(sounds) == 0 {
		return nil
	}
	return []string{strings.Join(sounds, " ")}
}

// open are the vowels of syllables that end in one.
var open = map[string]string{"a": "AA", "e": "EY", "i": "IY", "o": "OW", "u": "UW", "y": "IY"}

func syllableSounds(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		if n, sound := syllableVowel(s, i); n > 0 {
			out = append(out, strings.Fields(sound)...)
			i += n
			continue
		}
		r, ok := ruleAt(s, i)
		if !ok {
			i++
			continue
		}
		first, _, _ := strings.Cut(r.sounds, "|")
		if s[i] == 'g' && len(r.letters) == 1 {
			first = "G" // in a respelling "j" is there for the other sound
		}
		if first != "-" {
			out = append(out, strings.Fields(first)...)
		}
		i += len(r.letters)
	}
	return out
}

func syllableVowel(s string, i int) (n int, sound string) {
	if s[i] == 'y' && i+1 < len(s) && isVowel(s[i+1]) {
		return 0, "" // a consonant
	}
	for _, v := range syllableVowels {
		if !strings.HasPrefix(s[i:], v.letters) {
			continue
		}
		if o := open[v.letters]; o != "" && i+1 == len(s) {
			return 1, o
		}
		return len(v.letters), v.sound
	}
	return 0, ""
}
