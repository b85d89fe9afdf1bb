package store

import (
	"cmp"
	"context"
	"fmt"
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
		ok, err := db.row(ctx, readableLine, []any{c.id, h.seq, r.agent, among}, lineFields(&l)...)
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
	AND CAST($4 AS TEXT) LIKE '% ' || s.kind || ' %'`

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
		row := make([]shelf, len(terms))
		for v := size - 1; v >= 0 && !g.enough(); v-- {
			for t := range terms {
				row[t] = holding[t][v]
				row[t].intersect(&readable[v])
			}
			g.take((low+v)*volumeSize, &readable[v], row)
		}
		top = low - 1
	}
	return g.rank(), nil
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

// take adds a volume, which begins at seq first. holding has the readable
// lines with each word.
func (g *gather) take(first int64, readable *shelf, holding []shelf) {
	whole := *readable
	for t := range holding {
		whole.intersect(&holding[t])
	}
	// Lines of a word that has enough are only counted, unless they hold a
	// rarer word too.
	var wanted shelf
	for t := range holding {
		if g.found[t] < ranked {
			wanted.union(&holding[t])
		}
		g.found[t] += holding[t].len()
	}
	if g.whole < ranked {
		wanted.union(&whole)
	}
	g.whole += whole.len()
	g.readable += readable.len()
	for place := range wanted.newestFirst() {
		h := hit{seq: first + int64(place)}
		for t := range holding {
			if holding[t].has(place) {
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
