package command

import (
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// reachText says who may know a statement: the world first, then the party.
func reachText(names map[transcript.NodeID]string, v campaign.Visibility, party bool) string {
	who := everyoneText
	if v.Secret {
		who = "secret: " + nobodyButYouText
		if len(v.Nodes) > 0 {
			who = "secret: " + list(entryNames(names, v.Nodes), "and")
		}
	}
	if party {
		who += "; " + partyKnowsText
	}
	return who
}

// A sheet is how a GM is shown things: with the names of entries, and secrets
// covered if somebody may be looking.
type sheet struct {
	names map[transcript.NodeID]string
	set   campaign.Screen
}

// text writes what somebody wrote, covered if it is a secret.
func (s sheet) text(text string, secret bool) string {
	if text = plain(text); secret {
		return veiled(s.set, text)
	}
	return text
}

func (sh sheet) stance(s campaign.Stance) string {
	who := entryNames(sh.names, []transcript.NodeID{s.Who})[0]
	switch s.Kind {
	case campaign.Hides:
		if s.Text == "" {
			return who + " hides it and says nothing"
		}
		return who + " hides it and says: “" + sh.text(s.Text, true) + "”"
	case campaign.Believes:
		return who + " believes: “" + sh.text(s.Text, true) + "”"
	case campaign.Tells:
	}
	return who + " tells it"
}

// statement shows a statement: what is so, who may know it, and who does what
// with it.
func (sh sheet) statement(a campaign.Aspect) string {
	var b strings.Builder
	b.WriteString("• ")
	if a.Key != "" {
		b.WriteString("**" + plain(a.Key) + "**: ")
	}
	fmt.Fprintf(&b, "%s *(%s)*", sh.text(a.Text, a.Visible.Secret || hidden(a.Stances)), reachText(sh.names, a.Visible, a.Party))
	for _, s := range a.Stances {
		b.WriteString("\n  – " + sh.stance(s))
	}
	return b.String()
}

// hidden reports whether somebody does not tell a statement.
func hidden(stances []campaign.Stance) bool {
	return slices.ContainsFunc(stances, func(s campaign.Stance) bool { return s.Kind != campaign.Tells })
}

// entryText shows a GM all of an entry.
func entryText(e knowledge.Entry, set campaign.Screen) string {
	sh := sheet{e.Names, set}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s)", plain(e.Name), typeText(e.Type))
	if len(e.Aliases) > 0 {
		var also []string
		for _, a := range e.Aliases {
			also = append(also, plain(a))
		}
		b.WriteString(", also " + list(also, "and"))
	}
	said := e.Statements()
	if len(said) == 0 {
		b.WriteString("\n" + nothingSaidText)
	}
	for _, s := range said {
		b.WriteString("\n" + sh.statement(s))
		if k := knowersText(e.Knows[s.Key]); k != "" {
			b.WriteString("\n  – " + k)
		} else if s.Visible.Secret || len(s.Stances) > 0 {
			b.WriteString("\n  – No NPC knows it.")
		}
	}
	for _, r := range e.Relations {
		b.WriteString("\n" + sh.relation(r))
	}
	return b.String()
}

// knowersText says which NPCs know something of a statement, and what.
func knowersText(list []knowledge.Knower) string {
	ways := map[campaign.StanceKind][]string{}
	for _, k := range list {
		ways[k.Stance] = append(ways[k.Stance], piece(k.Name, maxName))
	}
	var parts []string
	for _, way := range []struct {
		kind campaign.StanceKind
		text string
	}{{campaign.Tells, "could tell it"}, {campaign.Hides, "only have the cover story"}, {campaign.Believes, "only have the belief"}} {
		if who := ways[way.kind]; len(who) > 0 {
			parts = append(parts, way.text+": "+strings.Join(who, ", "))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Of the NPCs " + strings.Join(parts, "; ")
}

func (sh sheet) relation(r campaign.Edge) string {
	ends := entryNames(sh.names, []transcript.NodeID{r.From, r.To})
	s := fmt.Sprintf("%s → %s → %s", ends[0], plain(strings.ReplaceAll(r.Type, "_", " ")), ends[1])
	if r.Note != "" {
		s += ": " + plain(r.Note)
	}
	if r.Visible.Secret {
		s = veiled(sh.set, s)
	}
	return "• " + s + fmt.Sprintf(" *(%s)*", reachText(sh.names, r.Visible, r.Party))
}

// viewText shows a GM what an NPC could say of an entry.
func viewText(v knowledge.View, set campaign.Screen) string {
	var b strings.Builder
	sh := sheet{set: set}
	fmt.Fprintf(&b, "What **%s** could say of **%s**:", plain(v.Agent.Name), plain(v.Entry.Name))
	if len(v.Facts) == 0 {
		b.WriteString("\n" + knowsNothingText)
	}
	for _, f := range v.Facts {
		b.WriteString("\n• ")
		if f.Relation {
			b.WriteString(sh.text(f.Text, f.Secret))
		} else {
			b.WriteString(factHead(f) + sh.text(f.Text, f.Secret || f.Stance != campaign.Tells))
		}
		switch f.Stance {
		case campaign.Hides:
			b.WriteString(" *(the cover story)*")
		case campaign.Believes:
			b.WriteString(" *(a belief)*")
		case campaign.Tells:
		}
	}
	if len(v.Lines) > 0 {
		b.WriteString("\nHeard at the table:")
		for _, l := range v.Lines {
			fmt.Fprintf(&b, "\n> %s: %s", piece(l.Name, maxName), piece(l.Text, 300))
		}
	}
	if !v.Wide {
		b.WriteString("\n-# This NPC reaches its own entry and what is next to it.")
	}
	b.WriteString("\n-# Beside this it has its persona, the setting, and what is said while it is there.")
	return b.String()
}

func factHead(f knowledge.Fact) string {
	if f.Key == "" {
		return plain(f.Name) + ": "
	}
	return plain(f.Name) + ", " + plain(f.Key) + ": "
}

func foundHead(c campaign.Campaign, words string, n, page, pages int) string {
	of := fmt.Sprintf("**%s**", piece(c.Name, maxName))
	if words != "" {
		of += fmt.Sprintf(", “%s”", plain(words))
	}
	switch {
	case n == 0 && words != "":
		return of + ": nothing there has these words. Fewer words, or others, may find more."
	case n == 0:
		return of + ": nothing is written down yet. `/glyphoxa know add` begins."
	case pages == 1:
		return fmt.Sprintf("%s: %d found.", of, n)
	}
	return fmt.Sprintf("%s: %d found (page %d of %d).", of, n, page+1, pages)
}

// found shows one result in a line.
func (sh sheet) found(f knowledge.Found, width int) string {
	var s string
	says := sh.text(clip(f.Text, width), f.Visible.Secret || hidden(f.Stances))
	if f.Relation {
		s = "• " + says
	} else {
		s = "• **" + piece(f.Name, maxName) + "**"
		if f.Key != "" {
			s += ", " + piece(f.Key, maxName)
		}
		s += ": " + says
	}
	v := f.Visible
	more := ""
	if f.Relation && v.Secret {
		s += " *(secret"
		if f.Party {
			s += "; " + partyKnowsText
		}
		return s + ")*"
	}
	if len(v.Nodes) > 3 {
		more = fmt.Sprintf(" and %d more", len(v.Nodes)-3)
		v.Nodes = v.Nodes[:3]
	}
	s += " *(" + reachText(sh.names, v, f.Party) + more
	var hiding, wrong int
	for _, st := range f.Stances {
		switch st.Kind {
		case campaign.Hides:
			hiding++
		case campaign.Believes:
			wrong++
		case campaign.Tells:
		}
	}
	if hiding > 0 {
		s += fmt.Sprintf("; hidden by %d", hiding)
	}
	if wrong > 0 {
		s += fmt.Sprintf("; believed otherwise by %d", wrong)
	}
	return s + ")*"
}
