package store

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// A posting is a row of the word index: it says which lines of a volume hold a
// word. A volume is 4096 lines of one campaign, by seq. So the newest lines
// that hold a word are found by reading its rows from the newest volume back,
// and a search costs about the same for a word that is in every line and for
// one that is in ten.
//
// Who may read a line is part of what it is indexed by: beside its words it
// holds "@live" for its kind of session, and "@live/mirela" for every agent
// that was present. A folded word has no "@".
const volumeSize = 64 * 64

// A shelf is a set of places in one volume. A posting keeps it as text, in one
// of two forms, whichever is shorter: a list of places, two digits of base 64
// each, the high one first; or "!" and a bit for each place, six to a digit, the
// low one first. "!" is no digit, so neither form can begin like the other.
type shelf [volumeSize / 64]uint64

const (
	firstDigit = '0' // the digits are the 64 characters from here
	bitmapMark = '!'
	bitmapLen  = 1 + (volumeSize+5)/6
)

// parse adds what a posting holds. Bytes that no shelf writes are nothing.
func (s *shelf) parse(places string) {
	if places != "" && places[0] == bitmapMark {
		for i := 1; i < min(len(places), bitmapLen); i++ {
			digit := uint64(places[i]-firstDigit) & 63
			for p := (i - 1) * 6; digit != 0; digit &= digit - 1 {
				if at := p + bits.TrailingZeros64(digit); at < volumeSize {
					s.add(at)
				}
			}
		}
		return
	}
	for i := 0; i+1 < len(places); i += 2 {
		s.add(int(places[i]-firstDigit)&63<<6 | int(places[i+1]-firstDigit)&63)
	}
}

// String returns s as a posting holds it.
func (s *shelf) String() string {
	if n := s.len(); 2*n < bitmapLen {
		out := make([]byte, 0, 2*n)
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				p := i<<6 | bits.TrailingZeros64(w)
				out = append(out, firstDigit+byte(p>>6), firstDigit+byte(p&63))
			}
		}
		return string(out)
	}
	out := make([]byte, bitmapLen)
	out[0] = bitmapMark
	for i := 1; i < bitmapLen; i++ {
		digit := byte(0)
		for b := range 6 {
			if p := (i-1)*6 + b; p < volumeSize && s.has(p) {
				digit |= 1 << b
			}
		}
		out[i] = firstDigit + digit
	}
	return string(out)
}

func (s *shelf) add(place int)    { s[place>>6] |= 1 << (place & 63) }
func (s *shelf) remove(place int) { s[place>>6] &^= 1 << (place & 63) }

func (s *shelf) union(t *shelf) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s *shelf) intersect(t *shelf) {
	for i := range s {
		s[i] &= t[i]
	}
}

func (s *shelf) subtract(t *shelf) {
	for i := range s {
		s[i] &^= t[i]
	}
}

func (s *shelf) has(place int) bool { return s[place>>6]&(1<<(place&63)) != 0 }

func (s *shelf) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// newestFirst yields the places from the highest down.
func (s *shelf) newestFirst() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			for w := s[i]; w != 0; {
				p := 63 - bits.LeadingZeros64(w)
				w &^= 1 << p
				if !yield(i<<6 | p) {
					return
				}
			}
		}
	}
}

// A reach is what a reader may search: kinds of session, with the eyes of an
// agent or a person or, if there is neither, of the GM.
type reach struct {
	kinds  []transcript.Kind
	agent  transcript.AgentID
	person transcript.SpeakerID
}

// marks returns the index entries of which a line must have one.
func (r reach) marks() []string {
	var out []string
	for _, k := range r.kinds {
		out = append(out, mark(k, r.agent))
	}
	return out
}

func mark(kind transcript.Kind, agent transcript.AgentID) string {
	if agent == "" {
		return "@" + string(kind)
	}
	return "@" + string(kind) + "/" + string(agent)
}

// entries returns all that a line is indexed by.
func entries(text string, kind transcript.Kind, present []transcript.AgentID) []string {
	out := append(words(text, true), mark(kind, ""))
	for _, a := range present {
		out = append(out, mark(kind, a))
	}
	return out
}

type postingKey struct {
	word   string
	volume int64
}

// postings collects index entries, so that many lines cost one write for each
// word and volume.
type postings map[postingKey]*shelf

func (p postings) add(seq int64, entries []string) {
	for _, e := range entries {
		k := postingKey{clean(e), seq / volumeSize}
		if p[k] == nil {
			p[k] = new(shelf)
		}
		p[k].add(int(seq % volumeSize))
	}
}

const (
	readPosting = `SELECT places FROM postings WHERE campaign = $1 AND word = $2 AND volume = $3`
	setPlaces   = `ON CONFLICT (campaign, word, volume) DO UPDATE SET places = excluded.places`
	setPosting  = `UPDATE postings SET places = $4 WHERE campaign = $1 AND word = $2 AND volume = $3`
	dropPosting = `DELETE FROM postings WHERE campaign = $1 AND word = $2 AND volume = $3`
)

// write adds the entries to the index of the campaign of that number. The
// caller has the campaign's row locked, so that nobody writes in between.
// Nothing is indexed yet of volumes after begun.
func (p postings) write(ctx context.Context, tx conn, campaign, begun int64) error {
	// In the order of the key, where neighbours share a page.
	keys := slices.SortedFunc(maps.Keys(p), func(a, b postingKey) int {
		return cmp.Or(strings.Compare(a.word, b.word), cmp.Compare(a.volume, b.volume))
	})
	rows := make([][]any, len(keys))
	for i, k := range keys {
		if k.volume <= begun {
			var places string
			if _, err := tx.row(ctx, readPosting, []any{campaign, k.word, k.volume}, &places); err != nil {
				return err
			}
			p[k].parse(places)
		}
		rows[i] = []any{campaign, k.word, k.volume, p[k].String()}
	}
	return tx.insert(ctx, `postings (campaign, word, volume, places)`, setPlaces, rows)
}
