package knowledge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Claim is something that an agent says and that is not so: a cover story, or
// a mistaken belief. Nobody may take it for a fact: not a proposal that comes of
// it, and not a recap.
type Claim struct {
	Agent transcript.AgentID
	Name  string // of the agent, as players know it
	Entry string // name of the entry that it is about
	Text  string
}

const (
	// keyLetters is how long a word is that tells one statement from another:
	// shorter ones are in all of them.
	keyLetters = 4
	// A model says a cover story in its own words. What shares two of its key
	// words, and two in five of them, is taken for it: to call a true sentence a
	// claim does less harm than to call a lie a fact.
	leastWords   = 2
	leastPercent = 40
)

// in reports whether text says what c claims, in the same words or in others.
func (c Claim) in(text string) bool {
	said, claim := campaign.Fold(text), campaign.Fold(c.Text)
	if said == "" || claim == "" {
		return false
	}
	if strings.Contains(" "+said+" ", " "+claim+" ") {
		return true
	}
	have := strings.Fields(said)
	known := strings.Fields(campaign.Fold(c.Name + " " + c.Entry)) // names are in everything
	var words, hits int
	for i, w := range strings.Fields(claim) {
		if utf8.RuneCountInString(w) < keyLetters || slices.Contains(known, w) || slices.Contains(strings.Fields(claim)[:i], w) {
			continue
		}
		words++
		if slices.ContainsFunc(have, func(h string) bool { return sameWord(h, w) }) {
			hits++
		}
	}
	return words > 0 && (hits == words || hits >= leastWords && hits*100 >= words*leastPercent)
}

// sameWord reports whether two words are one, or one with an ending of the
// other's: "paid" and "pay" are two, "lantern" and "lanterns" one.
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return utf8.RuneCountInString(a) >= keyLetters && strings.HasPrefix(b, a) && utf8.RuneCountInString(b[len(a):]) <= 2
}

// claimant returns who claims what w says, as players know them: the agent that
// proposes it, if it is one of its own claims, and else any. It is empty if
// nobody does.
func claimant(claims []Claim, agent transcript.AgentID, w tool.Write) string {
	var name string
	for _, c := range claims {
		if w.Text == "" || !c.in(w.Text) {
			continue
		}
		if c.Agent == agent {
			return c.Name
		}
		if name == "" {
			name = c.Name
		}
	}
	return name
}

// Claims finds claims among what was said.
type Claims struct {
	Store interface {
		Claims(ctx context.Context) ([]Claim, error)
	}
}

// Claimed reports, for each of said, whether it is what its speaker claims
// though it is not so.
func (c Claims) Claimed(ctx context.Context, said []transcript.Line) ([]bool, error) {
	claims, err := c.Store.Claims(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for claims: %w", err)
	}
	found := make([]bool, len(said))
	for i, l := range said {
		found[i] = l.Agent != "" && slices.ContainsFunc(claims, func(c Claim) bool { return c.Agent == l.Agent && c.in(l.Text) })
	}
	return found, nil
}
