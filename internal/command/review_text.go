package command

import (
	"fmt"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

const proposalsSpecText = "GM: decide what your NPCs may remember."

// The labels of the review.
const (
	witnessesLabel   = "Approve: who was there"
	everyoneLabel    = "Common knowledge"
	secretLabel      = "As secret"
	rewordLabel      = "Edit"
	rejectLabel      = "Reject"
	neverLabel       = "Never happened"
	nextLabel        = "Next"
	backLabel        = "Back"
	forwardLabel     = "Next page"
	backToShownLabel = "To the important ones"
	reviewLabel      = "Review"

	wayHintText   = "What becomes of the contradiction?"
	bulkHintText  = "Decide on many at once"
	pickMinorText = "Look at one of them"

	rewordTitle       = "What is to be remembered"
	labelFieldText    = "Label, such as debt or age"
	textFieldText     = "What is so"
	nameFieldText     = "Name of the new entry"
	relationFieldText = "Relation, such as owes or member of"
	targetFieldText   = "To whom or what"
	noteFieldText     = "Note"
)

const (
	proposalGoneText   = "This proposal is not there any more. `/glyphoxa proposals` shows what waits."
	contradictsNowText = "⚠ Something that has been established meanwhile contradicts this, so nothing was changed yet. Choose what becomes of it.\n\n"
	stuckText          = "This cannot be approved: what it is about is gone, or another version of me wrote it. Nothing was changed; reject it."
	tooLateText        = "That was decided more than 15 minutes ago and stays so. `/glyphoxa know` changes what is known."
	slowFormText       = "My database is slow just now, so the form did not open in time. Nothing was changed; press the button again."
	saysNothingText    = "That leaves nothing to remember, so nothing was changed. Write at least one word, or reject it."
	waitsText          = "Another proposal that waits says the same, so nothing was changed. Decide on that one, or reject this."
	revisedText        = "Changed. It still waits for your decision.\n\n"
)

func minorLabel(n int) string { return fmt.Sprintf("Minor (%d)", n) }

func undoLabel(n int) string {
	if n == 1 {
		return "Undo"
	}
	return fmt.Sprintf("Undo all %d", n)
}

func wayLabel(way string) string {
	return map[string]string{
		wayReplace: "Replace it", wayBoth: "Keep both", wayRumour: "A rumour or a lie", forNobody: "Reject",
	}[way]
}

func wayWhyText(way string) string {
	return map[string]string{
		wayReplace: "The new stands; the old becomes what was once so.",
		wayBoth:    "Both stand.",
		wayRumour:  "The old stands; the new is what somebody claims.",
		forNobody:  "The old stands; the new is thrown away.",
	}[way]
}

func bulkLabel(do, of string, n int, agent string) string {
	verb := map[string]string{approve: "Approve", reject: "Reject"}[do]
	switch of {
	case ofSession:
		return fmt.Sprintf("%s all %d of this session", verb, n)
	case ofAgent:
		return fmt.Sprintf("%s all %d of %s", verb, n, agent)
	}
	return fmt.Sprintf("%s all %d that are minor", verb, n)
}

func bulkWhyText(do string) string {
	if do == approve {
		return "For those who were there. What contradicts something waits for your own word."
	}
	return "You can take it back for 15 minutes."
}

func nothingWaitsText(c campaign.Campaign) string {
	return fmt.Sprintf("Nothing waits for your decision in **%s**.", piece(c.Name, maxName))
}

// maxName is how much of a name is shown on a page.
const maxName = 40

// headText says where in the ranking a proposal stands.
func (k *docket) headText(w knowledge.Waiting) string {
	name := piece(k.about.Name, maxName)
	for i, s := range k.Shown {
		if s.ID == w.ID {
			return fmt.Sprintf("**%s**: %d of %d that wait for your decision\n\n", name, i+1, len(k.Shown))
		}
	}
	return fmt.Sprintf("**%s**: one of %d minor ones\n\n", name, len(k.Minor))
}

// cardOfText shows a proposal: who would remember what, the line that it came
// from, what it contradicts, and what is similar.
func cardOfText(w knowledge.Waiting, agent string, similar []string, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** wants to remember: %s", piece(agent, maxName), piece(knowledge.Describe(w.Write), width))
	if w.Line.N != 0 {
		fmt.Fprintf(&b, "\n> %s, %s: %s", piece(w.Line.Name, maxName), day(w.Line.At), piece(w.Line.Text, width))
	} else {
		fmt.Fprintf(&b, "\n> (its line is not in the transcript; noted %s)", day(w.Made))
	}
	for i, against := range w.Contradicts {
		if i == 2 {
			fmt.Fprintf(&b, "\n⚠ and %d more", len(w.Contradicts)-i)
			break
		}
		fmt.Fprintf(&b, "\n⚠ contradicts: %s", piece(against, width))
	}
	if len(w.Contradicts) == 0 && knowledge.Asked(w) {
		b.WriteString("\n❔ The party asked about it.")
	}
	if len(similar) > 0 {
		b.WriteString("\nSimilar:")
		for _, s := range similar {
			fmt.Fprintf(&b, "\n• %s", piece(s, width))
		}
	}
	return b.String()
}

func minorHeadText(c campaign.Campaign, n, page, pages int) string {
	if n == 0 {
		return fmt.Sprintf("**%s**: nothing minor waits.", piece(c.Name, maxName))
	}
	return fmt.Sprintf("**%s**: %d minor ones (page %d of %d). After 30 days they are gone by themselves.", piece(c.Name, maxName), n, page+1, pages)
}

func minorText(n int, w knowledge.Waiting, agent string, width int) string {
	return fmt.Sprintf("%d. **%s:** %s", n, piece(agent, maxName), piece(knowledge.Describe(w.Write), width))
}

// decidedText tells what came of a press. gone is how many fewer wait now.
func (k *docket) decidedText(p knowledge.Proposal, d knowledge.Decision, gone int) string {
	what := veiled(k.set, piece(knowledge.Describe(p.Write), 120))
	switch {
	case d.NeverHappened && gone > 1:
		return fmt.Sprintf("It never happened: its line is gone from memory, search and recap, and with it %d proposals: %s\n\n", gone, what)
	case d.NeverHappened:
		return fmt.Sprintf("It never happened: its line is gone from memory, search and recap: %s\n\n", what)
	case d.Status == knowledge.Rejected:
		return fmt.Sprintf("Rejected: %s\n\n", what)
	}
	whose := map[knowledge.Audience]string{
		knowledge.Witnesses: "for those who were there, and the party",
		knowledge.Everyone:  "as common knowledge",
		knowledge.OnlyGM:    "as a secret of yours",
	}[d.Audience]
	how := map[knowledge.Conflict]string{
		knowledge.Replace: "; the old is kept as past", knowledge.KeepBoth: "; both stand", knowledge.Rumour: ", as what somebody claims",
	}[d.Conflict]
	return fmt.Sprintf("Approved %s%s: %s\n\n", whose, how, what)
}

// formerText tells of a proposal that was decided before.
func (k *docket) formerText(p knowledge.Proposal) string {
	what := veiled(k.set, piece(knowledge.Describe(p.Write), 120))
	if p.Status == knowledge.Pending { // older than any list shows, or of a struck line
		return fmt.Sprintf("That does not wait any more: that was more than 30 days ago, or its line was struck: %s\n\n", what)
	}
	by := "by " + plain(p.By)
	if id := parseUser(p.By); id == k.by {
		by = "by you"
	} else if id != 0 {
		by = "by " + userTag(id)
	}
	return fmt.Sprintf("That was %s before (%s, %s), and nothing was changed: %s\n\n", p.Status, by, day(p.Decided), what)
}

// parseUser reads who decided, if it was in Discord; 0 if it was not.
func parseUser(by string) transcript.SpeakerID {
	id, _ := strconv.ParseUint(by, 10, 64)
	return transcript.SpeakerID(id)
}

func tallyText(s knowledge.Status, t tally) string {
	verb := map[knowledge.Status]string{knowledge.Approved: "Approved", knowledge.Rejected: "Rejected"}[s]
	parts := []string{fmt.Sprintf("%s %d", verb, t.done)}
	if t.left > 0 {
		parts = append(parts, fmt.Sprintf("%d contradict something and wait for your own word", t.left))
	}
	if t.stuck > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be approved any more, only rejected", t.stuck))
	}
	if t.taken > 0 {
		parts = append(parts, fmt.Sprintf("%d had been decided before and stay so", t.taken))
	}
	return strings.Join(parts, "; ") + ".\n\n"
}

func undoneText(u knowledge.Undone) string {
	var s string
	switch u.Waiting {
	case 0:
		return "That had been taken back before, and nothing was changed.\n\n"
	case 1:
		s = "Taken back: it waits again."
	default:
		s = fmt.Sprintf("Taken back: %d wait again.", u.Waiting)
	}
	if u.Stays > 0 {
		s += " What somebody has changed since stays as it is now."
	}
	return s + "\n\n"
}

// waitText is the message on the GM screen: mine are of the session that runs.
func waitText(c campaign.Campaign, mine, all int) string {
	switch {
	case all == 0:
		return fmt.Sprintf("**%s**: all proposals of this session are decided.", piece(c.Name, maxName))
	case mine == all:
		return fmt.Sprintf("**%s**: %d wait for your decision. There is no hurry.", piece(c.Name, maxName), all)
	}
	return fmt.Sprintf("**%s**: %d wait for your decision, %d of them from tonight. There is no hurry.", piece(c.Name, maxName), all, mine)
}
