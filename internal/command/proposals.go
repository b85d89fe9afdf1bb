package command

import (
	"context"
	"errors"
	"strconv"
	"unicode/utf16"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// proposalsPerPage is how many are shown at once: each has a row of buttons,
// and all of them have to fit one message, since their buttons stand under it.
const proposalsPerPage = 3

// The decisions, as buttons have them.
const (
	approve = "approve"
	reject  = "reject"
)

// proposalsCommand carries out /glyphoxa proposals.
func (d *Desk) proposalsCommand(ctx context.Context, c discord.Command) error {
	about, err := d.about(ctx, c.Call)
	if err != nil {
		return err
	}
	if about, err = d.mine(ctx, c.Call, about.ID); err != nil {
		return err
	}
	m, err := d.proposalsPage(ctx, about, 0, nothing)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// pageButton turns the page.
func (d *Desk) pageButton(ctx context.Context, p discord.Pressed, args []string) error {
	page, err := strconv.Atoi(args[0])
	if err != nil {
		return complain("I do not know this button any more.")
	}
	about, err := d.mine(ctx, p.Call, transcript.CampaignID(args[1]))
	if err != nil {
		return err
	}
	m, err := d.proposalsPage(ctx, about, page, nothing)
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// decideButton approves or rejects a proposal, once, whoever presses and how
// often, and shows what is left.
func (d *Desk) decideButton(ctx context.Context, p discord.Pressed, args []string) error {
	verb, proposal := args[0], args[3]
	page, err := strconv.Atoi(args[1])
	if err != nil || verb != approve && verb != reject {
		return complain("I do not know this button any more.")
	}
	about, err := d.mine(ctx, p.Call, transcript.CampaignID(args[2]))
	if err != nil {
		return err
	}
	review := knowledge.Review{Store: d.library.Campaign(about.ID)}
	by := strconv.FormatUint(uint64(p.By.User), 10)
	var decided knowledge.Proposal
	var changed bool
	if verb == approve {
		decided, changed, err = review.Approve(ctx, proposal, knowledge.Witnesses, by)
	} else {
		decided, changed, err = review.Reject(ctx, proposal, by)
	}
	if errors.Is(err, knowledge.ErrNoProposal) {
		return complain("This proposal is not there any more.")
	}
	if err != nil {
		return err
	}
	m, err := d.proposalsPage(ctx, about, page, func(width int) string {
		return decidedText(decided, changed, p.By.User, width)
	})
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// widths are the characters that a text of somebody else's may have on a page.
// The first with which the page fits one message is taken.
var widths = []int{180, 120, 80, 50, 30}

// maxMessage is Discord's limit, in UTF-16 code units (D04).
const maxMessage = 2000

// proposalsPage shows one page of what waits, below what is to be said first.
// A page that is not there any more is the last.
func (d *Desk) proposalsPage(ctx context.Context, about campaign.Campaign, page int, first func(width int) string) (discord.Message, error) {
	book := d.library.Campaign(about.ID)
	list, err := knowledge.Review{Store: book}.List(ctx, knowledge.Pending)
	if err != nil {
		return discord.Message{}, err
	}
	pages := max(1, (len(list)+proposalsPerPage-1)/proposalsPerPage)
	page = min(max(page, 0), pages-1)
	from := page * proposalsPerPage
	shown := list[from:min(from+proposalsPerPage, len(list))]
	m := discord.Message{Private: true, Text: first(widths[0]) + proposalsHead(about, len(list), page, pages)}
	if len(shown) == 0 {
		return m, nil
	}
	f, err := book.File(ctx)
	if err != nil {
		return discord.Message{}, err
	}
	lines := make([]*transcript.Line, len(shown))
	for i, p := range shown {
		if lines[i], err = origin(ctx, book, p); err != nil {
			return discord.Message{}, err
		}
		m.Rows = append(m.Rows, decideRow(from+i+1, page, about.ID, p.ID))
	}
	for _, width := range widths {
		m.Text = first(width) + proposalsHead(about, len(list), page, pages)
		for i, p := range shown {
			m.Text += "\n\n" + proposalText(from+i+1, p, agentName(f, p.Agent), lines[i], width)
		}
		if len(utf16.Encode([]rune(m.Text))) <= maxMessage {
			break
		}
	}
	if pages > 1 {
		m.Rows = append(m.Rows, discord.Row{
			discord.Button{ID: button(btnPage, strconv.Itoa(page-1), string(about.ID)), Label: "Back", Off: page == 0},
			discord.Button{ID: button(btnPage, strconv.Itoa(page+1), string(about.ID)), Label: "Next", Off: page == pages-1},
		})
	}
	return m, nil
}

func decideRow(n, page int, c transcript.CampaignID, p transcript.ProposalID) discord.Row {
	number, at := strconv.Itoa(n), strconv.Itoa(page)
	return discord.Row{
		discord.Button{ID: button(btnDecide, approve, at, string(c), string(p)), Label: "Approve " + number, Style: discord.Success},
		discord.Button{ID: button(btnDecide, reject, at, string(c), string(p)), Label: "Reject " + number, Style: discord.Danger},
	}
}

// nothing is to be said first.
func nothing(int) string { return "" }

// origin returns the line that a proposal came from, nil if it is hidden.
func origin(ctx context.Context, book Book, p knowledge.Proposal) (*transcript.Line, error) {
	lines, err := book.Transcript(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		if lines[i].N == p.Line {
			return &lines[i], nil
		}
	}
	return nil, nil
}

// agentName returns an agent's true name, which is for the GM.
func agentName(f campaign.File, id transcript.AgentID) string {
	for _, a := range f.Agents {
		if a.ID == id {
			return a.Name
		}
	}
	return string(id) // no longer in the campaign
}
