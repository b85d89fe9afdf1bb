package pocketsphinx

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// A Corpus is what one campaign adds to the general words of a game table.
type Corpus struct {
	// Names are the names that may be spoken: people, places, things. Of a name
	// of several words each word may also be said alone.
	Names []Name
	// Sentences are in the campaign's own words, such as its facts.
	Sentences []string
}

// A Name is a name and how it is said.
type Name struct {
	Text string
	// Say is how the name is pronounced: in the phones of CMUdict, such as
	// "M IH R EH L AH", or respelled for an English reader, such as
	// "mih-reh-lah". Empty means that it is guessed from the spelling.
	Say string
}

var (
	//go:embed corpus/sentences.txt
	sentencesText string
	//go:embed corpus/classes.txt
	classesText string
)

// rounds is how many times a pattern with a class in it is filled in. Each
// time takes the next member of the class, wherever in the list of patterns the
// last one was used, so that all members occur about equally often. With four
// rounds some members of the largest classes would never follow "a"; sixteen
// make the model twice as large and not more accurate.
const rounds = 8

// general is the part of the training text that all campaigns share: sentences,
// and words outside of any sentence.
var general = sync.OnceValues(func() (sentences, words []string) {
	return expand(lines(sentencesText), classes(classesText))
})

// GeneralSentences returns the sentences that the language model of every
// campaign is made from, words in lower case and without punctuation. It is
// there so that a test can show that a sentence it speaks is none of them.
func GeneralSentences() []string {
	s, _ := general()
	return slices.Clone(s)
}

// expand fills in patterns. Their sentences need not have all the words of the
// classes, which are returned apart.
func expand(patterns []string, members map[string][]string) (sentences, words []string) {
	next := map[string]int{}
	for _, p := range patterns {
		n := 1
		if strings.Contains(p, "[") {
			n = rounds
		}
		for range n {
			sentences = append(sentences, fill(p, members, next))
		}
	}
	for _, m := range members {
		for _, w := range m {
			words = append(words, strings.Fields(w)...)
		}
	}
	slices.Sort(words)
	return sentences, slices.Compact(words)
}

// fill replaces each [class] in pattern by the class's next member. Now and
// then a thing is given a quality: "the [thing]" is "the rusty sword" too.
func fill(pattern string, members map[string][]string, next map[string]int) string {
	draw := func(class string) string {
		m := members[class]
		if len(m) == 0 {
			panic("pocketsphinx: no class " + class + " in the embedded corpus")
		}
		next[class]++
		return m[(next[class]-1)%len(m)]
	}
	var out []string
	described := false
	for f := range strings.FieldsSeq(pattern) {
		class, ok := strings.CutPrefix(f, "[")
		if !ok {
			out, described = append(out, f), false
			continue
		}
		class, suffix, _ := strings.Cut(class, "]") // "[person]'s"
		if slices.Contains(describable, class) && !described && len(out) > 0 && next[class]%4 == 3 {
			out = append(out, draw("quality"))
		}
		out = append(out, draw(class)+suffix)
		described = class == "quality" || class == "adj"
	}
	return articles(strings.Join(out, " "))
}

// describable are the classes whose members may have a quality before them.
var describable = []string{"person", "place", "thing", "foe", "foes"}

// articles makes "a" into "an" before a vowel and the reverse. It goes by the
// letter, which is right for nearly all the words of the corpus.
func articles(sentence string) string {
	w := strings.Fields(sentence)
	for i := range len(w) - 1 {
		if w[i] != "a" && w[i] != "an" {
			continue
		}
		w[i] = "a"
		if strings.IndexByte("aeiou", w[i+1][0]) >= 0 && !slices.Contains(soundConsonant, w[i+1]) ||
			slices.Contains(soundVowel, w[i+1]) {
			w[i] = "an"
		}
	}
	return strings.Join(w, " ")
}

var (
	soundConsonant = strings.Fields("one unicorn unique useful useless use used usual uniform university ewe once")
	soundVowel     = strings.Fields("hour honest honor heir")
)

// classes reads the file of classes: "name: member member".
func classes(text string) map[string][]string {
	members := map[string][]string{}
	for _, l := range lines(text) {
		name, list, _ := strings.Cut(l, ":")
		for m := range strings.FieldsSeq(list) {
			members[name] = append(members[name], strings.ReplaceAll(m, "_", " "))
		}
	}
	return members
}

// lines returns the lines of an embedded file that say something.
func lines(text string) []string {
	var out []string
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			out = append(out, l)
		}
	}
	return out
}
