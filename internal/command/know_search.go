package command

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"glyphoxa/internal/discord"
)

// btnKnowPage turns a page of what was found: page, campaign, words.
const btnKnowPage = "knowpage"

const (
	// foundPerPage is how many statements are shown at once.
	foundPerPage = 10
	// maxQuery is how many bytes of words a page's buttons have room for.
	maxQuery = 36
)

// knowSearch carries out /glyphoxa know search.
func (d *Desk) knowSearch(ctx context.Context, c discord.Command) error {
	keep, err := d.keeper(ctx, c.Call)
	if err != nil {
		return err
	}
	m, err := foundPage(ctx, keep, query(c.Args[optWords]), 0)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// knowPage turns the page.
func (d *Desk) knowPage(ctx context.Context, p discord.Pressed, args []string) error {
	page, err := strconv.Atoi(args[0])
	words, ok := unpackWords(args[2])
	if err != nil || !ok {
		return refuse(say("button.unknown"))
	}
	keep, err := d.keeperOf(ctx, p.Call, args[1])
	if err != nil {
		return err
	}
	m, err := foundPage(ctx, keep, words, page)
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// foundPage shows one page of what matches words. A page that is not there any
// more is the last.
func foundPage(ctx context.Context, keep libraryCard, words string, page int) (discord.Message, error) {
	found, names, err := keep.Search(ctx, words)
	if err != nil {
		return discord.Message{}, err
	}
	l := leafOf(page, len(found), foundPerPage)
	m := discord.Message{Private: true, Text: fit(widths, func(width int) string {
		all := []text{foundHead(keep.about, words, len(found), l)}
		for _, f := range found[l.from:l.to] {
			all = append(all, lit(keep.sheet(names.Names).found(f, width)))
		}
		return stacked(all...).In(keep.locale)
	})}
	if l.pages > 1 {
		m.Rows = []discord.Row{l.row(say("button.next-label"), keep.locale, func(page int) string {
			return button(btnKnowPage, strconv.Itoa(page), string(keep.about.ID), packWords(words))
		})}
	}
	return m, nil
}

// query returns as many of the words as a button has room for, of a first one that
// is too long what fits: both the first page and the last look for the same.
func query(words string) string {
	var kept string
	for w := range strings.FieldsSeq(cleanText(words)) {
		next := strings.TrimPrefix(kept+" "+w, " ")
		if len(next) > maxQuery {
			return cmp.Or(kept, strings.ToValidUTF8(w[:min(len(w), maxQuery)], ""))
		}
		kept = next
	}
	return kept
}
