package knowledge

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	// MostShown is how many proposals a GM is shown; the rest is minor.
	MostShown = 12
	// MinorFor is how long a proposal waits that is neither a contradiction nor
	// an answer to the party: after that nobody misses it.
	MinorFor = 30 * 24 * time.Hour
)

// A Ranking is what waits, by how much it needs the GM.
type Ranking struct {
	Shown []Waiting // at most MostShown
	Minor []Waiting
}

// All returns what is shown and then what is minor.
func (r Ranking) All() []Waiting { return slices.Concat(r.Shown, r.Minor) }

// Rank orders what waits. First comes what contradicts the campaign: undecided,
// NPCs go on saying both. Then what the party asked about, since they will come
// back to it. Then the rest, each of the three from the newest to the oldest,
// as the evening that a GM remembers is the last. What is of the rest and older
// than [MinorFor] is gone: it is left out here, and no row has to be removed.
func Rank(list []Waiting, now time.Time) Ranking {
	ranked := slices.DeleteFunc(slices.Clone(list), func(w Waiting) bool {
		return need(w) == 0 && w.Made.Before(now.Add(-MinorFor))
	})
	slices.SortStableFunc(ranked, func(a, b Waiting) int {
		return cmp.Or(cmp.Compare(need(b), need(a)), b.Made.Compare(a.Made), strings.Compare(string(a.ID), string(b.ID)))
	})
	n := min(len(ranked), MostShown)
	return Ranking{ranked[:n:n], ranked[n:]}
}

// need is how much a proposal needs the GM.
func need(w Waiting) int {
	switch {
	case len(w.Contradicts) > 0:
		return 2
	case Asked(w):
		return 1
	}
	return 0
}

// Asked reports whether the party asked about what w says: it came from a
// player's line that is a question or names what it is about.
func Asked(w Waiting) bool {
	if w.Line.Role != transcript.Player {
		return false
	}
	if strings.ContainsAny(w.Line.Text, "?？") {
		return true
	}
	subject := campaign.Fold(w.Write.Subject)
	return subject != "" && strings.Contains(" "+campaign.Fold(w.Line.Text)+" ", " "+subject+" ")
}
