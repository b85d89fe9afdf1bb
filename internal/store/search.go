package store

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

const (
	// ranked is how many of the newest matches are ranked, and those beside
	// them in a volume: of each word, and of all words together.
	ranked = 500
	// queryWords bounds the words of one query; what a model writes beyond
	// that adds nothing.
	queryWords = 12
	// defaultLimit is how many results a query without a limit wants.
	defaultLimit = 10
)

// Lines implements [knowledge.Store]. A line that holds more of the rarer
// words comes first; of equals the newer one. A line that the GM has hidden is
// not found.
func (c *Campaign) Lines(ctx context.Context, q knowledge.Query) ([]transcript.Line, error) {
	r := reach{kinds: q.Kinds, agent: q.Reader.Agent}
	if len(r.kinds) == 0 {
		r.kinds = []transcript.Kind{transcript.Live}
	}
	terms := words(q.Text, false)
	terms = terms[:min(len(terms), queryWords)]
	if len(terms) == 0 && strings.TrimSpace(q.Text) != "" {
		return nil, nil // punctuation matches nothing
	}
	var out []transcript.Line
	err := c.db.snapshot(ctx, func(tx conn) error {
		hits, err := c.search(ctx, tx, terms, r)
		if err != nil {
			return err
		}
		out, err = c.readable(ctx, tx, hits, r, limit(q))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search lines: %w", err)
	}
	return out, nil
}

func limit(q knowledge.Query) int {
	if q.Limit <= 0 {
		return defaultLimit
	}
	return q.Limit
}

// readable returns the first lines of hits, at most limit. The index has
// narrowed them; whether the reader may see a line is asked once more of the
// tables that say so.
func (c *Campaign) readable(ctx context.Context, db conn, hits []hit, r reach, limit int) ([]transcript.Line, error) {
	kinds := make([]string, len(r.kinds))
	for i, k := range r.kinds {
		kinds[i] = string(k)
	}
	among := " " + strings.Join(kinds, " ") + " "
	var out []transcript.Line
	for _, h := range hits {
		if len(out) == limit {
			break
		}
		var l transcript.Line
		ok, err := db.row(ctx, readableLine, []any{c.id, h.seq, r.agent, among, r.person}, lineFields(&l)...)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, l)
		}
	}
	return out, nil
}

const readableLine = `
	SELECT ` + lineColumns + `
	FROM lines l JOIN sessions s ON s.campaign_id = l.campaign_id AND s.id = l.session_id
	WHERE l.campaign_id = $1 AND l.seq = $2 AND NOT l.hidden
	AND ($3 = '' OR EXISTS (
		SELECT 1 FROM played_cast p
		WHERE p.campaign_id = l.campaign_id AND p.scene_id = l.scene_id AND p.agent_id = $3))
	AND CAST($4 AS TEXT) LIKE '% ' || s.kind || ' %'
	AND (l.speaker = $5 OR $5 = 0 OR EXISTS (SELECT 1 FROM stints t WHERE t.user_id = $5 AND ` + atTable + `))`

// A hit is a line that holds at least one word of a query.
type hit struct {
	seq   int64
	holds uint32 // bit t is set if it holds word t
	score float64
}

const readVolumes = `
	SELECT volume, places FROM postings
	WHERE campaign = $1 AND word = $2 AND volume BETWEEN $3 AND $4`

// search walks the index from the newest volume back until it has enough of
// every word, and returns what it found, the best first.
func (c *Campaign) search(ctx context.Context, db conn, terms []string, r reach) ([]hit, error) {
	var number, newest int64
	ok, err := db.row(ctx, `SELECT number, lines FROM campaigns WHERE id = $1`, []any{c.id}, &number, &newest)
	if err != nil || !ok {
		return nil, err
	}
	var there []evening
	if r.person != 0 {
		if there, err = c.evenings(ctx, db, r.person); err != nil {
			return nil, err
		}
	}
	g := gather{terms: len(terms), found: make([]int, len(terms))}
	top := newest / volumeSize
	// Each stretch is twice as long as the one before: a frequent word ends in
	// the first, and a rare one is not read volume by volume.
	for stretch := int64(1); top >= 0 && !g.enough(); stretch *= 2 {
		low := max(0, top-stretch+1)
		load := func(shelves []shelf, word string) (found bool, err error) {
			err = db.each(ctx, readVolumes, []any{number, word, low, top}, func(scan func(...any) error) error {
				var volume int64
				var places string
				if err := scan(&volume, &places); err != nil {
					return err
				}
				found = true
				shelves[volume-low].parse(places)
				return nil
			})
			return found, err
		}
		size := top - low + 1
		readable := make([]shelf, size)
		seen := false
		for _, m := range r.marks() {
			found, err := load(readable, m)
			if err != nil {
				return nil, err
			}
			seen = seen || found
		}
		holding := make([][]shelf, len(terms))
		for t, term := range terms {
			holding[t] = make([]shelf, size)
			if !seen {
				continue
			}
			if _, err := load(holding[t], term); err != nil {
				return nil, err
			}
		}
		v := volume{holding: make([]shelf, len(terms))}
		for i := size - 1; i >= 0 && !g.enough(); i-- {
			v.first, v.readable = (low+i)*volumeSize, readable[i]
			for t := range terms {
				v.holding[t] = holding[t][i]
				v.holding[t].intersect(&v.readable)
			}
			if r.person == 0 {
				g.take(&v)
			} else if err := c.takeHeard(ctx, db, &g, &v, there, r.person); err != nil {
				return nil, err
			}
		}
		top = low - 1
	}
	return g.rank(), nil
}

// A volume is what a query finds in one of the index.
type volume struct {
	first    int64 // seq
	readable shelf
	holding  []shelf // the readable lines with each word
}

// whole returns the lines that hold every word.
func (v *volume) whole() shelf {
	whole := v.readable
	for t := range v.holding {
		whole.intersect(&v.holding[t])
	}
	return whole
}

// limit leaves the lines that are in s.
func (v *volume) limit(s *shelf) {
	v.readable.intersect(s)
	for t := range v.holding {
		v.holding[t].intersect(s)
	}
}

// parts yields the volume in n parts, the newest first. n is a power of 2.
func (v *volume) parts(n int) iter.Seq[*volume] {
	return func(yield func(*volume) bool) {
		size := len(v.readable) / n
		for from := len(v.readable) - size; from >= 0; from -= size {
			var lines shelf
			for i := range size {
				lines[from+i] = ^uint64(0)
			}
			part := volume{v.first, v.readable, slices.Clone(v.holding)}
			part.limit(&lines)
			if !yield(&part) {
				return
			}
		}
	}
}

// A gather collects the hits of one query, volume by volume.
type gather struct {
	terms    int
	readable int   // lines seen that the reader may read
	found    []int // lines seen that hold each word
	whole    int   // lines seen that hold every word
	hits     []hit
}

func (g *gather) enough() bool {
	return g.whole >= ranked && !slices.ContainsFunc(g.found, func(n int) bool { return n < ranked })
}

// wanted returns which lines of a volume are to be ranked. Those of a word that
// has enough are only counted, unless they hold a rarer word too.
func (g *gather) wanted(v *volume) shelf {
	var wanted shelf
	for t := range v.holding {
		if g.found[t] < ranked {
			wanted.union(&v.holding[t])
		}
	}
	if g.whole < ranked {
		whole := v.whole()
		wanted.union(&whole)
	}
	return wanted
}

// take adds a volume.
func (g *gather) take(v *volume) {
	wanted, whole := g.wanted(v), v.whole()
	for t := range v.holding {
		g.found[t] += v.holding[t].len()
	}
	g.whole += whole.len()
	g.readable += v.readable.len()
	for place := range wanted.newestFirst() {
		h := hit{seq: v.first + int64(place)}
		for t := range v.holding {
			if v.holding[t].has(place) {
				h.holds |= 1 << t
			}
		}
		g.hits = append(g.hits, h)
	}
}

// rank orders the hits. A word weighs the more the fewer of the lines hold it.
// https://en.wikipedia.org/wiki/Tf%E2%80%93idf
func (g *gather) rank() []hit {
	weights := make([]float64, g.terms)
	for t, n := range g.found {
		weights[t] = rarity(n, g.readable)
	}
	for i := range g.hits {
		for t, w := range weights {
			if g.hits[i].holds&(1<<t) != 0 {
				g.hits[i].score += w
			}
		}
	}
	slices.SortFunc(g.hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.seq, a.seq))
	})
	return g.hits
}

// rarity weighs a word that n of all texts hold.
func rarity(n, all int) float64 {
	return math.Log(1 + float64(all)/float64(max(n, 1)))
}
