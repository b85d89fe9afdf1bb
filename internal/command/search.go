package command

import (
	"context"
	"encoding/base64"
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	btnSaid = "said" // page, campaign, words; see packWords

	maxSaidLines = 100 // lines that are shown of one search
	saidPerPage  = 8
)

// searchCommand carries out /glyphoxa search. GMs find everything, anybody else
// what was said while they were at the table.
func (d *Desk) searchCommand(ctx context.Context, c discord.Command) error {
	about, book, err := d.campaignFor(ctx, c.Call)
	if err != nil {
		return err
	}
	m, err := d.saidPage(ctx, about, book, c.Call, c.Args[optWords], 0)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// saidButton turns the page. Who presses finds what they may find.
func (d *Desk) saidButton(ctx context.Context, p discord.Pressed, args []string) error {
	page, err := strconv.Atoi(args[0])
	words, ok := unpackWords(args[2])
	if err != nil || !ok {
		return complain(unknownButtonText)
	}
	about, ok, err := d.campaignOf(ctx, p.Guild, transcript.CampaignID(args[1]))
	if err != nil {
		return err
	}
	if !ok {
		return complain(goneCampaignText)
	}
	m, err := d.saidPage(ctx, about, d.library.Campaign(about.ID), p.Call, words, page)
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// saidPage shows one page of what is found. A page that is not there any more
// is the last.
func (d *Desk) saidPage(ctx context.Context, about campaign.Campaign, book Book, by discord.Call, words string, page int) (discord.Message, error) {
	words = clip(words, maxWords)
	if campaign.Fold(words) == "" {
		return discord.Message{}, complain(noWordsText)
	}
	gm := isGM(about, by.By.User)
	who := by.By.User
	if gm {
		who = 0
	}
	lines, err := book.Said(ctx, words, who, maxSaidLines)
	if err != nil {
		return discord.Message{}, err
	}
	m := discord.Message{Private: true}
	if len(lines) == 0 {
		m.Text = saidNoneText(about, words, gm)
		return m, nil
	}
	pages := (len(lines) + saidPerPage - 1) / saidPerPage
	page = min(max(page, 0), pages-1)
	from := page * saidPerPage
	shown := lines[from:min(from+saidPerPage, len(lines))]
	packed := packWords(words)
	wordy := pages > 1 && len(button(btnSaid, strconv.Itoa(pages), string(about.ID), packed)) > maxID
	for _, width := range widths {
		m.Text = saidText(about, words, len(lines), page, pages, gm)
		for _, l := range shown {
			m.Text += "\n" + saidLineText(l, width)
		}
		if wordy {
			m.Text += "\n" + tooWordyText
		}
		if len16(m.Text) <= maxMessage {
			break
		}
	}
	if pages > 1 && !wordy {
		m.Rows = []discord.Row{{
			discord.Button{ID: button(btnSaid, strconv.Itoa(page-1), string(about.ID), packed), Label: saidBackLabel, Off: page == 0},
			discord.Button{ID: button(btnSaid, strconv.Itoa(page+1), string(about.ID), packed), Label: saidNextLabel, Off: page == pages-1},
		}}
	}
	return m, nil
}

// packWords writes words so that a button can carry them: what is searched for
// is in the button, and so survives a restart.
func packWords(s string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(campaign.Fold(s)))
}

func unpackWords(s string) (words string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	return string(b), err == nil && len(b) > 0
}
