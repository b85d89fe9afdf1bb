package command

import (
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A sheet is how a GM is shown things: with the names of entries, secrets
// covered if somebody may be looking, and in their language.
type sheet struct {
	names  map[transcript.NodeID]string
	set    campaign.Screen
	locale string
}

// text writes what somebody wrote, covered if it is a secret.
func (sh sheet) text(text string, secret bool) string {
	if text = plain(text); secret {
		return veiled(sh.set, text)
	}
	return text
}

// reach says who may know a statement: the world first, then the party. Of those
// who share a secret, it names most; 0 stands for all.
func (sh sheet) reach(v campaign.Visibility, party bool, most int) text {
	who := say("know.reach.everyone")
	switch {
	case v.Secret && len(v.Nodes) == 0:
		who = say("know.reach.only-you")
	case v.Secret && most > 0 && len(v.Nodes) > most:
		who = say("know.reach.some", "who", texts.And(texts.Lits(entryNames(sh.names, v.Nodes[:most]))...), "n", len(v.Nodes)-most)
	case v.Secret:
		who = say("know.reach.these", "who", texts.And(texts.Lits(entryNames(sh.names, v.Nodes))...))
	}
	if party {
		return texts.Join("; ", who, say("know.reach.party"))
	}
	return who
}

// bracketed sets aside what is said about a statement.
func bracketed(t text) text { return together(lit("*("), t, lit(")*")) }

func (sh sheet) stance(s campaign.Stance) text {
	who := entryNames(sh.names, []transcript.NodeID{s.Who})[0]
	switch {
	case s.Kind == campaign.Hides && s.Text == "":
		return say("know.stance.hides-silent", "who", who)
	case s.Kind == campaign.Hides:
		return say("know.stance.hides", "who", who, "words", sh.text(s.Text, true))
	case s.Kind == campaign.Believes:
		return say("know.stance.believes", "who", who, "words", sh.text(s.Text, true))
	}
	return say("know.stance.tells", "who", who)
}

// statement shows a statement: what is so, who may know it, and who does what
// with it.
func (sh sheet) statement(a campaign.Aspect) string {
	var b strings.Builder
	b.WriteString("• ")
	if a.Key != "" {
		b.WriteString("**" + plain(a.Key) + "**: ")
	}
	b.WriteString(sh.text(a.Text, a.Visible.Secret || hidden(a.Stances)))
	b.WriteString(" " + bracketed(sh.reach(a.Visible, a.Party, 0)).In(sh.locale))
	for _, s := range a.Stances {
		b.WriteString("\n  – " + sh.stance(s).In(sh.locale))
	}
	return b.String()
}

// hidden reports whether somebody does not tell a statement.
func hidden(stances []campaign.Stance) bool {
	return slices.ContainsFunc(stances, func(s campaign.Stance) bool { return s.Kind != campaign.Tells })
}

// entryText shows a GM all of an entry.
func entryText(e knowledge.Entry, keep libraryCard) string {
	sh := keep.sheet(e.Names)
	kind := say(typeID(e.Type))
	head := say("know.entry", "entry", plain(e.Name), "type", kind)
	if len(e.Aliases) > 0 {
		var also []text
		for _, a := range e.Aliases {
			also = append(also, lit(plain(a)))
		}
		head = say("know.entry-also", "entry", plain(e.Name), "type", kind, "also", texts.And(also...))
	}
	var b strings.Builder
	b.WriteString(head.In(sh.locale))
	said := e.Statements()
	if len(said) == 0 {
		b.WriteString("\n" + say("know.entry-empty").In(sh.locale))
	}
	for _, s := range said {
		b.WriteString("\n" + sh.statement(s))
		if k := knowersText(e.Knows[s.Key]); !k.Empty() {
			b.WriteString("\n  – " + k.In(sh.locale))
		} else if s.Visible.Secret || len(s.Stances) > 0 {
			b.WriteString("\n  – " + say("know.entry-unknown").In(sh.locale))
		}
	}
	for _, r := range e.Relations {
		b.WriteString("\n" + sh.relation(r))
	}
	return b.String()
}

// knowersText says which NPCs know something of a statement, and what.
func knowersText(list []knowledge.Knower) text {
	ways := map[campaign.StanceKind][]string{}
	for _, k := range list {
		ways[k.Stance] = append(ways[k.Stance], piece(k.Name, maxName))
	}
	who := func(kind campaign.StanceKind) string { return strings.Join(ways[kind], ", ") }
	var parts []text
	if len(ways[campaign.Tells]) > 0 {
		parts = append(parts, say("know.knowers.tell", "who", who(campaign.Tells)))
	}
	if len(ways[campaign.Hides]) > 0 {
		parts = append(parts, say("know.knowers.cover", "who", who(campaign.Hides)))
	}
	if len(ways[campaign.Believes]) > 0 {
		parts = append(parts, say("know.knowers.belief", "who", who(campaign.Believes)))
	}
	if len(parts) == 0 {
		return text{}
	}
	return say("know.knowers", "ways", texts.Join("; ", parts...))
}

func (sh sheet) relation(r campaign.Edge) string {
	ends := entryNames(sh.names, []transcript.NodeID{r.From, r.To})
	s := ends[0] + " → " + plain(relationWords(r.Type).In(sh.locale)) + " → " + ends[1]
	if r.Note != "" {
		s += ": " + plain(r.Note)
	}
	if r.Disposition != 0 {
		s += " (" + feelingText(r.Disposition).In(sh.locale) + ")"
	}
	if r.Visible.Secret {
		s = veiled(sh.set, s)
	}
	return "• " + s + " " + bracketed(sh.reach(r.Visible, r.Party, 0)).In(sh.locale)
}

// viewText shows a GM what an NPC could say of an entry.
func viewText(v knowledge.View, keep libraryCard) string {
	sh := keep.sheet(nil)
	all := []text{say("know.view", "npc", plain(v.Agent.Name), "entry", plain(v.Entry.Name))}
	if len(v.Facts) == 0 {
		all = append(all, say("know.view-nothing"))
	}
	for _, f := range v.Facts {
		words := lit("• " + factHead(f) + sh.text(f.Text, f.Secret || f.Stance != campaign.Tells))
		if f.Relation {
			words = lit("• " + sh.text(relatedText(f).In(sh.locale), f.Secret))
		}
		switch f.Stance {
		case campaign.Hides:
			words = texts.Join(" ", words, bracketed(say("know.view-cover")))
		case campaign.Believes:
			words = texts.Join(" ", words, bracketed(say("know.view-belief")))
		case campaign.Tells:
		}
		all = append(all, words)
	}
	if len(v.Lines) > 0 {
		all = append(all, say("know.view-heard"))
		for _, l := range v.Lines {
			all = append(all, lit("> "+piece(l.Name, maxName)+": "+piece(l.Text, 300)))
		}
	}
	if !v.Wide {
		all = append(all, say("know.view-near"))
	}
	return stacked(append(all, say("know.view-beside"))...).In(keep.locale)
}

func factHead(f knowledge.Fact) string {
	if f.Key == "" {
		return plain(f.Name) + ": "
	}
	return plain(f.Name) + ", " + plain(f.Key) + ": "
}

func foundHead(c campaign.Campaign, words string, n int, l leaf) text {
	of := say("know.found.all", "campaign", piece(c.Name, maxName))
	if words != "" {
		of = say("know.found.words", "campaign", piece(c.Name, maxName), "words", plain(words))
	}
	switch {
	case n == 0 && words != "":
		return say("know.found.none", "of", of)
	case n == 0:
		return say("know.found.empty", "of", of)
	case l.pages == 1:
		return say("know.found.head", "of", of, "n", n)
	}
	return say("know.found.page", "of", of, "n", n, "page", l.page+1, "pages", l.pages)
}

// foundKnowers is how many of those who share a secret stand in a line.
const foundKnowers = 3

// found shows one result in a line.
func (sh sheet) found(f knowledge.Found, width int) string {
	if f.Relation {
		says := sh.text(clip(relatedText(f.Fact).In(sh.locale), width), f.Visible.Secret || hidden(f.Stances))
		about := sh.reach(f.Visible, f.Party, foundKnowers)
		if f.Visible.Secret {
			about = say("know.reach.secret")
			if f.Party {
				about = texts.Join("; ", about, say("know.reach.party"))
			}
		}
		return "• " + says + " " + bracketed(about).In(sh.locale)
	}
	says := sh.text(clip(f.Text, width), f.Visible.Secret || hidden(f.Stances))
	name := "**" + piece(f.Name, maxName) + "**"
	if f.Key != "" {
		name += ", " + piece(f.Key, maxName)
	}
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
	about := []text{sh.reach(f.Visible, f.Party, foundKnowers)}
	if hiding > 0 {
		about = append(about, say("know.found.hiding", "n", hiding))
	}
	if wrong > 0 {
		about = append(about, say("know.found.wrong", "n", wrong))
	}
	return "• " + name + ": " + says + " " + bracketed(texts.Join("; ", about...)).In(sh.locale)
}
