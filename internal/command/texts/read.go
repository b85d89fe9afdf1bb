package texts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A Reader knows sentences by their English words. What a package without
// languages says to people in English, as a clause it has made, is read back
// into the sentence that it is, so that it can be said in any language.
//
// The sentences of a Reader of "reason." are those called reason.word. What is
// put in for a {{.place}} may be anything, unless there are sentences called
// reason.place.word: then it has to be one of these. {{.reason}} is any sentence
// of the Reader's.
type Reader struct {
	area    string
	phrases map[string][]phrase // by their IDs up to the last dot, and with it
}

// A phrase is a sentence as it is read.
type phrase struct {
	id      string
	words   *regexp.Regexp
	letters int // that are its own
}

var hole = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// NewReader returns a Reader of all sentences whose ID begins with area, which
// ends in a dot.
func NewReader(area string) *Reader {
	r := &Reader{area: area, phrases: map[string][]phrase{}}
	for id, forms := range theBook().ids[fallback] {
		if len(forms) != 1 || !strings.HasPrefix(id, area) {
			continue
		}
		group := id[:strings.LastIndex(id, ".")+1]
		r.phrases[group] = append(r.phrases[group], phraseOf(id, forms[0]))
	}
	for _, list := range r.phrases { // the one that leaves least open is right
		slices.SortFunc(list, func(a, b phrase) int { return cmp.Or(b.letters-a.letters, cmp.Compare(a.id, b.id)) })
	}
	return r
}

func phraseOf(id, form string) phrase {
	var words strings.Builder
	words.WriteString(`(?s)\A`)
	p, from := phrase{id: id}, 0
	for _, at := range hole.FindAllStringSubmatchIndex(form, -1) {
		words.WriteString(regexp.QuoteMeta(form[from:at[0]]) + `(?P<` + form[at[2]:at[3]] + `>.+)`)
		p.letters += at[0] - from
		from = at[1]
	}
	words.WriteString(regexp.QuoteMeta(form[from:]) + `\z`)
	p.letters += len(form) - from
	p.words = regexp.MustCompile(words.String())
	return p
}

// Read returns the sentence that s is, or s as it is if it is none. In English
// both are s.
func (r *Reader) Read(s string) Text {
	if t, ok := r.read(r.area, s); ok {
		return t
	}
	return Lit(s)
}

func (r *Reader) read(group, s string) (Text, bool) {
	for _, p := range r.phrases[group] {
		if t, ok := r.say(p, s); ok {
			return t, true
		}
	}
	return Text{}, false
}

// say says s in the words of p, if these are the words of s.
func (r *Reader) say(p phrase, s string) (Text, bool) {
	found := p.words.FindStringSubmatch(s)
	if found == nil {
		return Text{}, false
	}
	t := Text{id: p.id, args: map[string]Text{}}
	for i, name := range p.words.SubexpNames()[1:] {
		put := found[i+1]
		group := r.area + name + "."
		if name+"." == r.area {
			group = r.area
		}
		if r.phrases[group] == nil {
			t.args[name] = Lit(put)
			continue
		}
		arg, ok := r.read(group, put)
		if !ok {
			return Text{}, false
		}
		t.args[name] = arg
	}
	return t, true
}
