package command

import (
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

func wayLabel(way string) text {
	switch way {
	case wayReplace:
		return say("review.way.replace-label")
	case wayBoth:
		return say("review.way.both-label")
	case wayRumour:
		return say("review.way.rumour-label")
	}
	return say("review.reject-label")
}

func wayWhyText(way string) text {
	switch way {
	case wayReplace:
		return say("review.way.replace")
	case wayBoth:
		return say("review.way.both")
	case wayRumour:
		return say("review.way.rumour")
	}
	return say("review.way.reject")
}

func bulkLabel(do, of string, n int, agent string) text {
	switch {
	case do == approve && of == ofSession:
		return say("review.bulk.approve-session-label", "n", n)
	case do == approve:
		return say("review.bulk.approve-npc-label", "n", n, "npc", agent)
	case of == ofSession:
		return say("review.bulk.reject-session-label", "n", n)
	case of == ofAgent:
		return say("review.bulk.reject-npc-label", "n", n, "npc", agent)
	}
	return say("review.bulk.reject-minor-label", "n", n)
}

func bulkWhyText(do string) text {
	if do == approve {
		return say("review.bulk.approve")
	}
	return say("review.bulk.reject")
}

// maxName is how much of a name is shown on a page.
const maxName = 40

// describe says what a proposal would change: "About Mirela Voss: debt = She owes
// the abbey forty silver."
func describe(p knowledge.Proposal) text {
	w := p.Write
	subject := w.Subject
	if subject == "" {
		subject = w.Node
	}
	says := lit(w.Text)
	if w.Claim != "" && w.Text != "" {
		says = say("review.what.claim", "npc", w.Claim, "words", w.Text)
	}
	switch string(w.Kind) {
	case factKind:
		if w.Key != "" {
			return say("review.what.fact-labelled", "entry", subject, "label", w.Key, "words", says)
		}
		return say("review.what.fact", "entry", subject, "words", says)
	case edgeKind:
		relation := together(lit(subject+": "), relationWords(w.Relation), lit(" → "+w.Target))
		var more []text
		if w.Disposition != 0 {
			more = append(more, feelingText(w.Disposition))
		}
		if w.Note != "" {
			more = append(more, lit(w.Note))
		}
		if len(more) == 0 {
			return relation
		}
		return together(relation, lit(" ("), texts.Join("; ", more...), lit(")"))
	case nodeKind:
		kind := say("review.what.entry")
		if w.Type != "" {
			kind = lit(w.Type)
		}
		if id := typeID(campaign.NodeType(w.Type)); texts.Has(id) {
			kind = say(id)
		}
		if says.Empty() {
			return say("review.what.node", "type", kind, "entry", subject)
		}
		return say("review.what.node-with", "type", kind, "entry", subject, "words", says)
	}
	return say("review.what.unknown", "kind", strconv.Quote(string(w.Kind)))
}

// described is what a proposal would change in the words of this GM's language,
// cut to n characters.
func (k *docket) described(p knowledge.Proposal, n int) string {
	return piece(describe(p).In(k.locale), n)
}

// headText says where in the ranking a proposal stands.
func (k *docket) headText(w knowledge.Waiting) text {
	name := piece(k.about.Name, maxName)
	for i, s := range k.Shown {
		if s.ID == w.ID {
			return say("review.head", "campaign", name, "at", i+1, "all", len(k.Shown))
		}
	}
	return say("review.head-minor", "campaign", name, "n", len(k.Minor))
}

// cardText shows a proposal: who would remember what, the line that it came
// from, what it contradicts, and what is similar.
func (k *docket) cardText(w knowledge.Waiting, agent string, similar []string, width int) string {
	all := []text{say("review.wants", "npc", piece(agent, maxName), "what", k.described(w.Proposal, width))}
	if w.Line.N != 0 {
		all = append(all, lit("> "+piece(w.Line.Name, maxName)+", "+day(w.Line.At)+": "+piece(w.Line.Text, width)))
	} else {
		all = append(all, together(lit("> "), say("review.no-line", "day", day(w.Made))))
	}
	for i, against := range w.Contradicts {
		if i == 2 {
			all = append(all, say("review.contradicts-more", "n", len(w.Contradicts)-i))
			break
		}
		all = append(all, say("review.contradicts", "words", piece(against, width)))
	}
	if len(w.Contradicts) == 0 && knowledge.Asked(w) {
		all = append(all, say("review.asked"))
	}
	if len(similar) > 0 {
		all = append(all, say("review.similar"))
		for _, s := range similar {
			all = append(all, lit("• "+piece(s, width)))
		}
	}
	return stacked(all...).In(k.locale)
}

func minorHeadText(c campaign.Campaign, n int, l leaf) text {
	if n == 0 {
		return say("review.minor-none", "campaign", piece(c.Name, maxName))
	}
	return say("review.minor", "campaign", piece(c.Name, maxName), "n", n, "page", l.page+1, "pages", l.pages)
}

// decidedText tells what came of a press. gone is how many fewer wait now.
func (k *docket) decidedText(p knowledge.Proposal, d knowledge.Decision, gone int) text {
	what := veiled(k.set, k.described(p, 120))
	switch {
	case d.NeverHappened && gone > 1:
		return say("review.never-several", "n", gone, "what", what)
	case d.NeverHappened:
		return say("review.never", "what", what)
	case d.Status == knowledge.Rejected:
		return say("review.rejected", "what", what)
	}
	var whose, how text
	switch d.Audience {
	case knowledge.Witnesses:
		whose = say("review.for.witnesses")
	case knowledge.Everyone:
		whose = say("review.for.everyone")
	case knowledge.OnlyGM:
		whose = say("review.for.gm")
	}
	switch d.Conflict {
	case knowledge.Replace:
		how = say("review.how.replace")
	case knowledge.KeepBoth:
		how = say("review.how.both")
	case knowledge.Rumour:
		how = say("review.how.rumour")
	case knowledge.Leave:
	}
	return say("review.approved", "whose", whose, "how", how, "what", what)
}

// formerText tells of a proposal that was decided before.
func (k *docket) formerText(p knowledge.Proposal) text {
	what := veiled(k.set, k.described(p, 120))
	by := lit(plain(p.By))
	if id := parseUser(p.By); id == k.by {
		by = say("review.you")
	} else if id != 0 {
		by = lit(userTag(id))
	}
	switch p.Status {
	case knowledge.Approved:
		return say("review.former-approved", "by", by, "day", day(p.Decided), "what", what)
	case knowledge.Rejected:
		return say("review.former-rejected", "by", by, "day", day(p.Decided), "what", what)
	case knowledge.Pending:
	}
	return say("review.former-old", "what", what) // older than any list shows, or of a struck line
}

// parseUser reads who decided, if it was in Discord; 0 if it was not.
func parseUser(by string) transcript.SpeakerID {
	id, _ := strconv.ParseUint(by, 10, 64)
	return transcript.SpeakerID(id)
}

func tallyText(s knowledge.Status, t tally) text {
	parts := []text{say("review.tally.rejected", "n", t.done)}
	if s == knowledge.Approved {
		parts[0] = say("review.tally.approved", "n", t.done)
	}
	if t.left > 0 {
		parts = append(parts, say("review.tally.left", "n", t.left))
	}
	if t.stuck > 0 {
		parts = append(parts, say("review.tally.stuck", "n", t.stuck))
	}
	if t.taken > 0 {
		parts = append(parts, say("review.tally.taken", "n", t.taken))
	}
	return together(texts.Join("; ", parts...), lit("."))
}

func undoneText(u knowledge.Undone) text {
	if u.Waiting == 0 {
		return say("review.undone-before")
	}
	waits := say("review.undone", "n", u.Waiting)
	if u.Stays > 0 {
		return texts.Join(" ", waits, say("review.undone-stays"))
	}
	return waits
}

// waitText is the message on the GM screen: mine are of the session that runs.
func waitText(c campaign.Campaign, mine, all int) text {
	name := piece(c.Name, maxName)
	switch {
	case all == 0:
		return say("review.waiting-none", "campaign", name)
	case mine == all, mine == 0:
		return say("review.waiting", "campaign", name, "n", all)
	}
	return say("review.waiting-tonight", "campaign", name, "n", all, "mine", mine)
}

// above puts what is to be said first above a card.
func (k *docket) above(first text, card string) string {
	if s := first.In(k.locale); s != "" {
		return s + "\n\n" + card
	}
	return card
}
