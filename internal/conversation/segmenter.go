package conversation

// A segmenter makes pieces to speak of what a model writes: it leaves out what
// nobody says aloud and cuts the rest into sentences, the first perhaps into a
// clause so that it is heard sooner.
type segmenter struct {
	filter filter
	split  splitter
}

func newSegmenter(language string) *segmenter {
	return &segmenter{split: splitter{first: true, language: language}}
}

// add takes the next words and returns the pieces that they complete.
func (s *segmenter) add(words string) []string { return s.split.add(s.filter.add(words)) }

// end returns the last pieces.
func (s *segmenter) end() []string {
	pieces := s.split.add(s.filter.end())
	return append(pieces, s.split.end()...)
}
