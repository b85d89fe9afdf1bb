package command

import "glyphoxa/internal/discord"

// widths are the characters that a text of somebody else's may have on a page.
// The first with which the page fits one message is taken.
var widths = []int{400, 180, 120, 80, 50, 30}

// maxMessage is Discord's limit, in UTF-16 code units (D04).
const maxMessage = 2000

// fit writes a text with the first of widths with which it fits one message: what
// can be pressed stands under it.
func fit(widths []int, write func(width int) string) (text string) {
	for _, width := range widths {
		if text = write(width); discord.Units(text) <= maxMessage {
			break
		}
	}
	return text
}

// A leaf is a page of a list: the items from from up to to.
type leaf struct{ page, pages, from, to int }

// leafOf is the page of that number, counted from 0, of n items, per a page. One
// that is not there any more is the last.
func leafOf(page, n, per int) leaf {
	pages := max(1, (n+per-1)/per)
	page = min(max(page, 0), pages-1)
	return leaf{page, pages, page * per, min((page+1)*per, n)}
}

// row turns the page. id makes the ID of the button that shows a page.
func (l leaf) row(next text, locale string, id func(page int) string) discord.Row {
	return discord.Row{
		discord.Button{ID: id(l.page - 1), Label: say("button.back-label").In(locale), Off: l.page == 0},
		discord.Button{ID: id(l.page + 1), Label: next.In(locale), Off: l.page == l.pages-1},
	}
}
