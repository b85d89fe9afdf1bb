package command

import (
	"context"
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
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
		return refuse(say("button.unknown"))
	}
	about, ok, err := d.campaignOf(ctx, p.Guild, transcript.CampaignID(args[1]))
	if err != nil {
		return err
	}
	if !ok {
		return refuse(say("tree.gone-campaign"))
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
		return discord.Message{}, refuse(say("search.no-words"))
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
	if len(lines) == 0 {
		return private(texts.Join(" ", saidNoneText(about, words, gm), say("search.fewer")).In(by.Locale)), nil
	}
	l := leafOf(page, len(lines), saidPerPage)
	packed := packWords(campaign.Fold(words))
	wordy := l.pages > 1 && len(button(btnSaid, strconv.Itoa(l.pages), string(about.ID), packed)) > maxID
	m := discord.Message{Private: true, Text: fit(widths, func(width int) string {
		all := []text{saidText(about, words, len(lines), l, gm)}
		for _, line := range lines[l.from:l.to] {
			all = append(all, saidLineText(line, width))
		}
		if wordy {
			all = append(all, say("search.too-wordy"))
		}
		return stacked(all...).In(by.Locale)
	})}
	if l.pages > 1 && !wordy {
		m.Rows = []discord.Row{l.row(say("button.next-label"), by.Locale, func(page int) string {
			return button(btnSaid, strconv.Itoa(page), string(about.ID), packed)
		})}
	}
	return m, nil
}
