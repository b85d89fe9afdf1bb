package conversation

import "unicode/utf8"

// A runeFeed turns a stream of bytes, cut anywhere, into runes. What is not
// UTF-8 becomes [utf8.RuneError], the same ones however the stream was cut.
type runeFeed struct {
	held [utf8.UTFMax]byte // the beginning of a rune whose rest has not come
	n    int
}

// each calls f for every rune that text completes.
func (d *runeFeed) each(text string, f func(rune)) {
	for d.n > 0 && text != "" {
		d.held[d.n] = text[0]
		d.n++
		text = text[1:]
		for d.n > 0 && utf8.FullRune(d.held[:d.n]) {
			d.next(f)
		}
	}
	for text != "" {
		if !utf8.FullRuneInString(text) {
			d.n = copy(d.held[:], text)
			return
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		f(r)
	}
}

// flush calls f for what is left when the stream ends inside a rune.
func (d *runeFeed) flush(f func(rune)) {
	for d.n > 0 {
		d.next(f)
	}
}

func (d *runeFeed) next(f func(rune)) {
	r, size := utf8.DecodeRune(d.held[:d.n])
	d.n = copy(d.held[:], d.held[size:d.n])
	f(r)
}
