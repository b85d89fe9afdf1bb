package agent

import "strings"

// A thoughts filter tells a model's thoughts in a stream of words from what is
// to be said. The zero value is ready to use.
type thoughts struct {
	in   bool   // inside a thought
	held string // may be the beginning of a tag
}

var (
	thoughtOpen  = []string{"<think>", "<thinking>"}
	thoughtClose = []string{"</think>", "</thinking>"}
)

// split hands the words that are certain by now to f, in order, thoughts with
// their tags apart from the rest. It stops when f returns an error.
func (t *thoughts) split(words string, f func(words string, thought bool) error) error {
	words = t.held + words
	t.held = ""
	for words != "" {
		at, tag, closing := findTag(words)
		if tag == "" {
			if at >= 0 { // the end of words may begin a tag
				t.held = words[at:]
				words = words[:at]
			}
			return t.hand(words, t.in, f)
		}
		if err := t.hand(words[:at], t.in, f); err != nil {
			return err
		}
		if err := t.hand(tag, true, f); err != nil {
			return err
		}
		t.in = !closing
		words = words[at+len(tag):]
	}
	return nil
}

// close hands over what was held back.
func (t *thoughts) close(f func(words string, thought bool) error) error {
	held := t.held
	t.held = ""
	return t.hand(held, t.in, f)
}

func (t *thoughts) hand(words string, thought bool, f func(string, bool) error) error {
	if words == "" {
		return nil
	}
	return f(words, thought)
}

// findTag returns the place of the first tag in words. tag is empty if there is
// none; at is then where one may begin, or -1.
func findTag(words string) (at int, tag string, closing bool) {
	for at := range len(words) {
		if words[at] != '<' {
			continue
		}
		for _, tags := range [][]string{thoughtOpen, thoughtClose} {
			for _, tag := range tags {
				if strings.HasPrefix(words[at:], tag) {
					return at, tag, strings.HasPrefix(tag, "</")
				}
				if strings.HasPrefix(tag, words[at:]) {
					return at, "", false
				}
			}
		}
	}
	return -1, "", false
}
