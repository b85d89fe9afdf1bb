package conversation

// Sentences cuts a finished text into the pieces in which an agent would speak
// it: without what nobody says aloud, and the first perhaps a clause. It knows
// nothing of the text's language.
func Sentences(text string) []string {
	s := newSegmenter("", false)
	return texts(append(s.add(text), s.end()...))
}
