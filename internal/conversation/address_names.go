package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A nameRank orders what a word may mean: a name over a part of one, a part
// over a title. What only sounds like one comes below them: see
// address_sound.go.
type nameRank int

const (
	wholeName nameRank = iota
	partOfName
	houseName // "von Stolzenfels", which may be where somebody is from
	titleOf
)

// An owner is who a name belongs to: an agent, or a person at the table.
type owner struct {
	agent  transcript.AgentID   // empty for a person
	person transcript.SpeakerID // 0 for an agent, and for "GM" when none is here
	shown  string
	butler bool
	absent bool // an agent that is not here
}

// A nameForm is one way to call somebody.
type nameForm struct {
	words   []string // folded
	written string   // as it is spelt
	joined  string
	rank    nameRank
	// common says that it is also an ordinary word ("Will", "Hope", "my
	// lady"), which takes more evidence.
	common bool
	owner  owner
}

// A mention is a place in a line where somebody is named.
type mention struct {
	from, to int // words
	form     nameForm
	heard    string // what was heard that only sounds like it, or ""
}

// nameForms lists all ways to name the agents and people of c, as a speaker of
// the given role may use them.
func nameForms(c Company, role transcript.Role, self transcript.SpeakerID, lex *lexicon) []nameForm {
	var forms []nameForm
	spell := func(o owner, rank nameRank, name, written string) {
		var words []string
		for _, w := range lineWords(name) {
			words = append(words, w.fold)
		}
		if len(words) == 0 {
			return
		}
		common := rank == titleOf || rank == houseName || len(words) == 1 && lex.common[words[0]]
		forms = append(forms, nameForm{words, written, strings.Join(words, ""), rank, common, o})
	}
	add := func(o owner, rank nameRank, name string) { spell(o, rank, name, strings.TrimSpace(name)) }
	name := func(o owner, whole string, titles ...string) {
		add(o, wholeName, whole)
		for _, part := range partsOfName(whole, lex) {
			if slices.ContainsFunc(titles, func(t string) bool { return fold(t) == part }) {
				continue // "Skipper Ruhland" is not called Skipper as by a name
			}
			spell(o, partOfName, part, writtenPart(whole, part))
		}
		if house := houseOf(whole, lex); house != "" {
			add(o, houseName, house)
		}
	}
	for i, a := range slices.Concat(c.Agents, c.Absent) {
		o := owner{agent: a.ID, shown: a.Shown(), butler: a.Kind == campaign.Butler, absent: i >= len(c.Agents)}
		name(o, a.Shown(), a.Titles...)
		if a.KnownAs == "" || role == transcript.GM {
			// A player who says a disguised agent's true name would learn from
			// its answer that the guess was right.
			name(o, a.Name, a.Titles...)
			for _, alias := range a.Aliases {
				add(o, wholeName, alias)
			}
		}
		for _, title := range a.Titles {
			add(o, titleOf, title)
			for _, said := range lex.titles[fold(title)] {
				add(o, titleOf, said)
			}
		}
	}
	for _, p := range c.People {
		if p.ID == self {
			continue
		}
		o := owner{person: p.ID, shown: p.Label()}
		name(o, p.Name)
		if !p.Shared() {
			name(o, p.Character)
		}
	}
	for _, word := range lex.gm {
		add(owner{shown: "the GM"}, wholeName, word)
	}
	// The longest first, and at equal length what is more of a name.
	slices.SortStableFunc(forms, func(a, b nameForm) int {
		if d := len(b.words) - len(a.words); d != 0 {
			return d
		}
		switch { // who is here before who is not
		case a.owner.absent && !b.owner.absent:
			return 1
		case b.owner.absent && !a.owner.absent:
			return -1
		}
		return int(a.rank - b.rank)
	})
	return forms
}

// partsOfName returns the words of a name of several that call its bearer by
// themselves: the first name, and the last unless a preposition leads to it
// ("Mirela of the Mill").
func partsOfName(whole string, lex *lexicon) []string {
	words := lineWords(whole)
	if len(words) < 2 {
		return nil
	}
	first := 0
	for first < len(words)-1 && (lex.honorific[words[first].fold] || lex.determiner[words[first].fold]) {
		first++
	}
	parts := []string{words[first].fold}
	for _, w := range words[first:] {
		if lex.particle[w.fold] {
			return parts
		}
	}
	if first < len(words)-1 {
		parts = append(parts, words[len(words)-1].fold)
	}
	return parts
}

// houseOf returns the end of a name from a word such as "von" on, or "".
func houseOf(whole string, lex *lexicon) string {
	words := lineWords(whole)
	for i, w := range words {
		if i == 0 || !lex.noble[w.fold] {
			continue
		}
		var house []string
		for _, w := range words[i:] {
			house = append(house, w.fold)
		}
		return strings.Join(house, " ")
	}
	return ""
}

// mentions finds where the line names somebody, first to last, no two of them
// overlapping. Of several who answer to a name, prefer comes first.
func mentions(l heardLine, forms []nameForm, prefer transcript.AgentID) []mention {
	var found []mention
	for i := 0; i < len(l.words); {
		m, ok := mentionAt(l, i, forms, prefer)
		if !ok {
			i++
			continue
		}
		if n := len(found); n > 0 && titles(l, found[n-1], m) {
			m.from = found[n-1].from
			found = found[:n-1]
		}
		found = append(found, m)
		i = m.to
	}
	return found
}

// titles reports whether title is a part of how m names somebody: "Innkeeper Mirela",
// whoever is the innkeeper.
func titles(l heardLine, title, m mention) bool {
	return title.form.rank == titleOf && m.form.rank != titleOf && title.to == m.from && l.before(m.from) == noPause
}

func mentionAt(l heardLine, i int, forms []nameForm, prefer transcript.AgentID) (mention, bool) {
	var best mention
	for _, f := range forms {
		to, ok := matchForm(l, i, f)
		if !ok {
			continue
		}
		better := best.to == 0 || to > best.to ||
			to == best.to && f.rank == best.form.rank && f.owner.agent == prefer && prefer != ""
		if better {
			best = mention{from: i, to: to, form: f}
		}
	}
	return best, best.to > 0
}

// spacedLength is how long a name must be to be found although the recogniser
// put a space into it: "iron fist" for "Ironfist".
const spacedLength = 6

func matchForm(l heardLine, i int, f nameForm) (to int, ok bool) {
	if !strings.HasPrefix(f.joined, l.words[i].fold) {
		return 0, false
	}
	var joined strings.Builder
	for to = i; to < len(l.words) && to < i+len(f.words)+2; to++ {
		if to > i && l.words[to-1].after != noPause {
			break
		}
		joined.WriteString(l.words[to].fold)
		if len(joined.String()) >= len(f.joined) {
			break
		}
	}
	if joined.String() != f.joined {
		return 0, false
	}
	to++
	same := to-i == len(f.words)
	return to, same || !f.common && len(f.joined) >= spacedLength
}
