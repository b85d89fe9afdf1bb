package agent

import "strings"

// A thoughts filter tells a model's thoughts in a stream of words from what is
// to be said. The zero value is ready to use.
//
// Where the opening tag is a part of the prompt, as it is with some reasoning
// models, only the closing one is written. What came before it has been handed
// over by then; once it has happened, the next answer of the model is kept back
// until its thought has ended, or all of it has come.
type thoughts struct {
	in   bool   // inside a thought
	held string // may be the beginning of a tag

	headless bool   // the model leaves opening tags out
	begun    bool   // there was a tag since it was last asked
	kept     string // of a headless one: what came before that
	tagged   bool   // there was a tag
	stray    bool   // a thought ended that had not begun
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
		t.stray = t.stray || closing && !t.in
		if t.headless && !t.begun {
			rest, err := t.keep(words, at, tag, closing, f)
			if err != nil || rest == "" {
				return err
			}
			words = rest
			continue
		}
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

// keep keeps words back, up to the first tag. It returns what is behind that.
func (t *thoughts) keep(words string, at int, tag string, closing bool, f func(string, bool) error) (rest string, err error) {
	if tag == "" {
		if at >= 0 {
			t.held, words = words[at:], words[:at]
		}
		t.kept += words
		return "", nil
	}
	kept := t.kept + words[:at]
	t.begun, t.tagged, t.kept = true, true, ""
	if !closing {
		return words[at:], t.hand(kept, false, f)
	}
	return words[at+len(tag):], f(thoughtOpen[0]+kept+tag, true)
}

// again says that the model was asked again: it may begin in a thought.
func (t *thoughts) again() { t.begun = false }

// close hands over what was held back.
func (t *thoughts) close(f func(words string, thought bool) error) error {
	held := t.kept + t.held
	t.kept, t.held = "", ""
	return t.hand(held, t.in, f)
}

// learn says whether the model's next answer is to be expected to begin in a
// thought whose opening tag is missing: what it was so far, unless this answer has
// shown the opposite. whole says that all of that has come.
func (t *thoughts) learn(whole bool) (headless bool) {
	return t.stray || t.headless && (t.tagged || !whole)
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

// behindThoughts returns what a whole answer says behind its last thought, of which
// either tag may be missing.
func behindThoughts(answer string) string {
	for _, tag := range thoughtClose {
		if at := strings.LastIndex(answer, tag); at >= 0 {
			answer = answer[at+len(tag):]
		}
	}
	for _, tag := range thoughtOpen {
		answer, _, _ = strings.Cut(answer, tag)
	}
	return answer
}
