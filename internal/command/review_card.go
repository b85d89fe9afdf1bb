package command

import (
	"context"
	"strconv"
	"time"
	"unicode/utf16"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// widths are the characters that a text of somebody else's may have on a page.
// The first with which the page fits one message is taken.
var widths = []int{400, 180, 120, 80, 50, 30}

// maxMessage is Discord's limit, in UTF-16 code units (D04).
const maxMessage = 2000

// maxSimilar is how many similar facts are shown.
const maxSimilar = 3

// reviewCard shows one proposal below what is to be said first: who would
// remember what, the line that it came from, what it contradicts, and what is
// similar. way is what the GM has chosen to do with a contradiction. Without a
// proposal it says that nothing waits. What this GM decided last can be taken
// back below either.
func (d *Desk) reviewCard(ctx context.Context, k docket, id transcript.ProposalID, way, first string) (discord.Message, error) {
	m := discord.Message{Private: true}
	undo, err := k.undoButton(ctx)
	if err != nil {
		return m, err
	}
	w, ok := k.find(id)
	if !ok {
		m.Text = first + nothingWaitsText(k.about)
		if undo != nil {
			m.Rows = []discord.Row{undo}
		}
		return m, nil
	}
	if err := d.fillCard(ctx, &m, k, w, way, first); err != nil {
		return m, err
	}
	m.Rows[1] = append(m.Rows[1], undo...)
	return m, nil
}

func (d *Desk) fillCard(ctx context.Context, m *discord.Message, k docket, w knowledge.Waiting, way, first string) error {
	if len(w.Contradicts) == 0 {
		way = wayClear
	} else if way == wayClear {
		way = wayAsk
	}
	agent, err := k.agentName(ctx, w.Agent)
	if err != nil {
		return err
	}
	similar, err := knowledge.Similar(ctx, k.book, w, maxSimilar)
	if err != nil {
		return err
	}
	for _, width := range widths {
		m.Text = first + k.headText(w) + veiled(k.set, cardOfText(w, agent, similar, width))
		if len(utf16.Encode([]rune(m.Text))) <= maxMessage {
			break
		}
	}
	d.shown.add(k.by, k.about.ID, w)
	m.Rows = k.cardRows(w, agent, way)
	return nil
}

// cardRows are the buttons and menus below a proposal; the second row has room
// for one more. What approves is off while nobody has said what becomes of a
// contradiction.
func (k *docket) cardRows(w knowledge.Waiting, agent, way string) []discord.Row {
	c, id := string(k.about.ID), string(w.ID)
	approve := func(what, label string, style discord.Style) discord.Button {
		return discord.Button{ID: button(btnDecide, what, way, c, id), Label: label, Style: style, Off: way == wayAsk}
	}
	rest := discord.Row{
		discord.Button{ID: button(btnDecide, neverWas, wayClear, c, id), Label: neverLabel, Style: discord.Danger},
		discord.Button{ID: button(btnShow, c, string(k.next(w.ID))), Label: nextLabel, Off: k.next(w.ID) == w.ID},
	}
	if n := len(k.Minor); n > 0 {
		rest = append(rest, discord.Button{ID: button(btnPage, "0", c), Label: minorLabel(n)})
	}
	rows := []discord.Row{{
		approve(forWitnesses, witnessesLabel, discord.Success),
		approve(forAll, everyoneLabel, discord.Secondary),
		approve(forGM, secretLabel, discord.Secondary),
		discord.Button{ID: button(btnReword, c, id), Label: rewordLabel},
		discord.Button{ID: button(btnDecide, forNobody, wayClear, c, id), Label: rejectLabel, Style: discord.Danger},
	}, rest}
	if len(w.Contradicts) > 0 {
		menu := discord.Menu{ID: button(btnWay, c, id), Hint: wayHintText}
		for _, v := range []string{wayReplace, wayBoth, wayRumour, forNobody} {
			menu.Items = append(menu.Items, discord.Item{Label: wayLabel(v), Value: v, Description: wayWhyText(v), Chosen: v == way})
		}
		rows = append(rows, discord.Row{menu})
	}
	if menu := k.bulkMenu(w, agent); len(menu.Items) > 0 {
		rows = append(rows, discord.Row{menu})
	}
	return rows
}

// undoButton is a row with a button that takes back what this GM decided last,
// nil if that is too long ago.
func (k *docket) undoButton(ctx context.Context) (discord.Row, error) {
	b, ok, err := k.book.LastBatch(ctx, k.name(), time.Now().Add(-knowledge.UndoFor))
	if err != nil || !ok {
		return nil, err
	}
	return discord.Row{discord.Button{ID: button(btnUndo, string(k.about.ID), b.ID), Label: undoLabel(b.N)}}, nil
}

// minorPerPage is how many of what is minor stand on a page.
const minorPerPage = 10

// pageButton shows a page of what is minor. One that is not there any more is
// the last.
func (d *Desk) pageButton(ctx context.Context, p discord.Pressed, args []string) error {
	page, err := strconv.Atoi(args[0])
	if err != nil {
		return complain(unknownButtonText)
	}
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[1]))
	if err != nil {
		return err
	}
	m, err := k.minorPage(ctx, page)
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

func (k *docket) minorPage(ctx context.Context, page int) (discord.Message, error) {
	c := string(k.about.ID)
	pages := max(1, (len(k.Minor)+minorPerPage-1)/minorPerPage)
	page = min(max(page, 0), pages-1)
	from := page * minorPerPage
	list := k.Minor[from:min(from+minorPerPage, len(k.Minor))]
	names := map[transcript.AgentID]string{}
	menu := discord.Menu{ID: button(btnPick, c), Hint: pickMinorText}
	for i, w := range list {
		if _, known := names[w.Agent]; !known {
			var err error
			if names[w.Agent], err = k.agentName(ctx, w.Agent); err != nil {
				return discord.Message{}, err
			}
		}
		menu.Items = append(menu.Items, discord.Item{
			Label: clip(strconv.Itoa(from+i+1)+". "+names[w.Agent], maxLabel), Value: string(w.ID), Description: clip(knowledge.Describe(w.Write), maxLabel),
		})
	}
	m := discord.Message{Private: true}
	for _, width := range widths[1:] {
		m.Text = minorHeadText(k.about, len(k.Minor), page, pages)
		for i, w := range list {
			m.Text += "\n" + veiled(k.set, minorText(from+i+1, w, names[w.Agent], width))
		}
		if len(utf16.Encode([]rune(m.Text))) <= maxMessage {
			break
		}
	}
	if len(list) > 0 {
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	nav := discord.Row{
		discord.Button{ID: button(btnPage, strconv.Itoa(page-1), c), Label: backLabel, Off: page == 0},
		discord.Button{ID: button(btnPage, strconv.Itoa(page+1), c), Label: forwardLabel, Off: page == pages-1},
	}
	if id := k.first(); id != "" {
		nav = append(nav, discord.Button{ID: button(btnShow, c, string(id)), Label: backToShownLabel})
	}
	m.Rows = append(m.Rows, nav)
	return m, nil
}
