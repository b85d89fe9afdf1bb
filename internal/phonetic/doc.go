// Package phonetic tells how alike two names sound, and whether a word is an
// ordinary one of its language.
//
// It is for names that a recogniser has spelt as it heard them: "Gretta" for
// Greta, "more wenna" for Morwenna. [Language.Sounds] reads a word as somebody
// would who has only its letters, by the rules of the language (english.go,
// german.go), and [Distance] compares what comes out, sound by sound: a "d" is
// nearer to a "t" than to an "m", and a vowel is nearer to another than to
// nothing (distance.go).
//
// Likeness alone is not enough to take a word for a name: "part" sounds like
// Bart. [Language.Ordinary] knows the words that stay what they are
// (ordinary.go).
//
// It is not a transcription. Letters are read the same wherever they stand but
// for a few rules, stress does not exist, and only English and German are known.
package phonetic

import "strings"

// A Language is one whose words can be read aloud.
type Language struct {
	rules    ['z' + 1][]rule // by their first letter, the longest first
	finish   func(Sounds) Sounds
	ordinary func() wordList
}

// For returns the language of a BCP 47 tag, or nil if it is not known. An empty
// tag means English.
func For(tag string) *Language {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	switch base {
	case "", "en":
		return english
	case "de":
		return german
	}
	return nil
}
