package conversation

// A segmenter makes pieces to speak of what a model writes: it leaves out what
// nobody says aloud and cuts the rest into sentences, the first perhaps into a
// clause so that it is heard sooner.
type segmenter struct {
	filter filter
	split  splitter
}

// newSegmenter returns a segmenter for a language. If it narrates, what the agent
// does is among the pieces.
func newSegmenter(language string, narrate bool) *segmenter {
	return &segmenter{
		filter: filter{narrate: narrate},
		split:  splitter{first: true, language: language, narrates: narrate},
	}
}

// add takes the next words and returns the pieces that they complete.
func (s *segmenter) add(words string) []piece { return s.split.add(s.filter.add(words)) }

// end returns the last pieces.
func (s *segmenter) end() []piece {
	pieces := s.split.add(s.filter.end())
	return append(pieces, s.split.end()...)
}
