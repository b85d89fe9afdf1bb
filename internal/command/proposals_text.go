package command

import (
	"fmt"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

func proposalsHead(c campaign.Campaign, n, page, pages int) string {
	switch {
	case n == 0:
		return fmt.Sprintf("Nothing waits for your decision in **%s**.", piece(c.Name, maxName))
	case pages == 1:
		return fmt.Sprintf("**%s**: %d wait for your decision. What you approve is known to those who were there, and to the party.", piece(c.Name, maxName), n)
	}
	return fmt.Sprintf("**%s**: %d wait for your decision (page %d of %d). What you approve is known to those who were there, and to the party.", piece(c.Name, maxName), n, page+1, pages)
}

// maxName is how much of a name is shown on a page.
const maxName = 40

// proposalText shows a proposal: who would remember what, the line that it came
// from, and what it contradicts.
func proposalText(n int, p knowledge.Proposal, agent string, line *transcript.Line, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%d. %s:** %s", n, piece(agent, maxName), piece(knowledge.Describe(p.Write), width))
	if line != nil {
		fmt.Fprintf(&b, "\n> %s: %s", piece(line.Name, maxName), piece(line.Text, width))
	} else {
		b.WriteString("\n> (its line is not in the transcript)")
	}
	for i, against := range p.Contradicts {
		if i == 2 {
			fmt.Fprintf(&b, "\n⚠ and %d more", len(p.Contradicts)-i)
			break
		}
		fmt.Fprintf(&b, "\n⚠ contradicts: %s", piece(against, width))
	}
	return b.String()
}

// decidedText tells what came of a press.
func decidedText(p knowledge.Proposal, changed bool, me transcript.SpeakerID, width int) string {
	what := piece(knowledge.Describe(p.Write), width)
	if changed {
		return fmt.Sprintf("%s: %s\n\n", map[knowledge.Status]string{knowledge.Approved: "Approved", knowledge.Rejected: "Rejected"}[p.Status], what)
	}
	by := "by " + plain(p.By)
	if id := parseUser(p.By); id == me {
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
