package texts

import (
	"fmt"
	"regexp"
	"strings"
)

// A Text is something to say, in whichever language its reader has. The zero
// Text says nothing.
type Text struct {
	id    string // of a sentence; "" for the others
	args  map[string]Text
	count *int // what is counted in the sentence

	lit   string // of somebody's own words
	num   bool   // lit is a number
	parts []Text // of a list
	sep   string
	last  string // the ID of what stands before the last part, "" for sep

	through func(string) string // what is done with what is said; nil for nothing
}

// Count is the name of what decides between the forms of a plural. It has to be
// an int.
const Count = "n"

// Say is the sentence with that ID. pairs are the names of what is put in and
// what it is: a Text, or anything that is written as fmt does.
func Say(id string, pairs ...any) Text {
	t := Text{id: id}
	if len(pairs) > 1 {
		t.args = make(map[string]Text, len(pairs)/2)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case Text:
			t.args[name] = v
		case int:
			if name == Count {
				t.count = &v
			}
			t.args[name] = Lit(fmt.Sprint(v))
		default:
			t.args[name] = Lit(fmt.Sprint(v))
		}
	}
	return t
}

// Lit is said as it is in every language: somebody's own words, a name, a mark.
func Lit(s string) Text { return Text{lit: s} }

// Number is a number as fmt writes it, such as 2.5 or $0.40, said with the
// language's own mark before the fraction.
func Number(s string) Text { return Text{lit: s, num: true} }

var fraction = regexp.MustCompile(`(\d)\.(\d)`)

// Join says one after the other, with sep in between. What says nothing is left
// out.
func Join(sep string, parts ...Text) Text { return Text{parts: parts, sep: sep} }

// And lists texts as a sentence does: "a, b and c".
func And(parts ...Text) Text { return Text{parts: parts, sep: ", ", last: "list.and"} }

// Or lists texts as a sentence does: "a, b or c".
func Or(parts ...Text) Text { return Text{parts: parts, sep: ", ", last: "list.or"} }

// Lits makes texts of somebody's own words.
func Lits(words []string) []Text {
	list := make([]Text, len(words))
	for i, w := range words {
		list[i] = Lit(w)
	}
	return list
}

// Through is t with f done to it, whichever language it is said in. f is called
// whenever t is said, so it looks at nothing but what it is given.
func (t Text) Through(f func(string) string) Text { return Text{parts: []Text{t}, through: f} }

// Empty says whether nothing is said in any language.
func (t Text) Empty() bool { return t.String() == "" }

// String says it in English, for a log.
func (t Text) String() string { return t.In(fallback) }

// In says it in the language of a locale, such as "de" or "en-GB"; in English if
// there is no such language here, or no locale.
func (t Text) In(locale string) string { return t.in(theBook().language(locale)) }

// Language returns the code of the language that [Text.In] takes for a locale.
func Language(locale string) string { return theBook().language(locale).code }

func (t Text) in(l language) string {
	s := t.lit
	switch {
	case t.num:
		s = fraction.ReplaceAllString(s, "${1}"+l.sentence("number.point", nil, nil)+"${2}")
	case t.id != "":
		args := make(map[string]string, len(t.args))
		for name, v := range t.args {
			args[name] = v.in(l)
		}
		s = l.sentence(t.id, args, t.count)
	case t.parts != nil:
		s = t.list(l)
	}
	if t.through != nil {
		s = t.through(s)
	}
	return s
}

func (t Text) list(l language) string {
	var said []string
	for _, p := range t.parts {
		if s := p.in(l); s != "" {
			said = append(said, s)
		}
	}
	n := len(said)
	if t.last == "" || n < 2 {
		return strings.Join(said, t.sep)
	}
	return strings.Join(said[:n-1], t.sep) + " " + l.sentence(t.last, nil, nil) + " " + said[n-1]
}
