package command

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf16"

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

// noWords stands for no words in an ID, where nothing may be empty.
const noWords = "-"

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
	words, bad := readWords(args[2])
	if err != nil || bad != nil {
		return complain(unknownButtonText)
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
	pages := max(1, (len(found)+foundPerPage-1)/foundPerPage)
	page = min(max(page, 0), pages-1)
	from := page * foundPerPage
	m := discord.Message{Private: true}
	// What is shown has to fit one message, since the buttons stand under it.
	for _, width := range widths {
		m.Text = foundHead(keep.about, words, len(found), page, pages)
		for _, f := range found[from:min(from+foundPerPage, len(found))] {
			m.Text += "\n" + sheet{names.Names, keep.set}.found(f, width)
		}
		if len(utf16.Encode([]rune(m.Text))) <= maxMessage {
			break
		}
	}
	if pages > 1 {
		turn := func(to int) string {
			return button(btnKnowPage, strconv.Itoa(to), string(keep.about.ID), writeWords(words))
		}
		m.Rows = append(m.Rows, discord.Row{
			discord.Button{ID: turn(page - 1), Label: backText, Off: page == 0},
			discord.Button{ID: turn(page + 1), Label: nextText, Off: page == pages-1},
		})
	}
	return m, nil
}

// query returns as many of the words as a button has room for: both the first
// page and the last look for the same.
func query(words string) string {
	var kept string
	for w := range strings.FieldsSeq(cleanText(words)) {
		next := strings.TrimPrefix(kept+" "+w, " ")
		if len(next) > maxQuery {
			break
		}
		kept = next
	}
	if kept == "" && strings.TrimSpace(words) != "" { // one long word
		for _, r := range strings.TrimSpace(words) {
			if len(kept)+len(string(r)) > maxQuery {
				break
			}
			kept += string(r)
		}
	}
	return kept
}

func writeWords(words string) string {
	if words == "" {
		return noWords
	}
	return base64.RawURLEncoding.EncodeToString([]byte(words))
}

func readWords(s string) (string, error) {
	if s == noWords {
		return "", nil
	}
	b, err := base64.RawURLEncoding.DecodeString(s)
	return string(b), err
}
