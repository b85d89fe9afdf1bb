package command

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// maxSimilar is how many similar facts are shown.
const maxSimilar = 3

// reviewCard shows one proposal below what is to be said first: who would
// remember what, the line that it came from, what it contradicts, and what is
// similar. way is what the GM has chosen to do with a contradiction. Without a
// proposal it says that nothing waits. What this GM decided last can be taken
// back below either.
func (d *Desk) reviewCard(ctx context.Context, k docket, id transcript.ProposalID, way string, first text) (discord.Message, error) {
	m := discord.Message{Private: true}
	undo, err := k.undoButton(ctx)
	if err != nil {
		return m, err
	}
	w, ok := k.find(id)
	if !ok {
		m.Text = k.above(first, say("review.nothing-waits", "campaign", piece(k.about.Name, maxName)).In(k.locale))
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

func (d *Desk) fillCard(ctx context.Context, m *discord.Message, k docket, w knowledge.Waiting, way string, first text) error {
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
	m.Text = fit(widths, func(width int) string {
		return k.above(first, k.headText(w).In(k.locale)+"\n\n"+veiled(k.set, k.cardText(w, agent, similar, width)))
	})
	d.shown.add(k.by, k.about.ID, w)
	m.Rows = k.cardRows(w, agent, way)
	return nil
}

// cardRows are the buttons and menus below a proposal; the second row has room
// for one more. What approves is off while nobody has said what becomes of a
// contradiction.
func (k *docket) cardRows(w knowledge.Waiting, agent, way string) []discord.Row {
	c, id := string(k.about.ID), string(w.ID)
	approve := func(what string, label text, style discord.Style) discord.Button {
		return discord.Button{ID: button(btnDecide, what, way, c, id), Label: label.In(k.locale), Style: style, Off: way == wayAsk}
	}
	rest := discord.Row{
		discord.Button{ID: button(btnDecide, neverWas, wayClear, c, id), Label: say("review.never-label").In(k.locale), Style: discord.Danger},
		discord.Button{ID: button(btnShow, c, string(k.next(w.ID))), Label: say("button.next-label").In(k.locale), Off: k.next(w.ID) == w.ID},
	}
	if n := len(k.Minor); n > 0 {
		rest = append(rest, discord.Button{ID: button(btnPage, "0", c), Label: say("review.minor-label", "n", n).In(k.locale)})
	}
	rows := []discord.Row{{
		approve(forWitnesses, say("review.witnesses-label"), discord.Success),
		approve(forAll, say("review.everyone-label"), discord.Secondary),
		approve(forGM, say("review.secret-label"), discord.Secondary),
		discord.Button{ID: button(btnReword, c, id), Label: say("button.edit-label").In(k.locale)},
		discord.Button{ID: button(btnDecide, forNobody, wayClear, c, id), Label: say("review.reject-label").In(k.locale), Style: discord.Danger},
	}, rest}
	if len(w.Contradicts) > 0 {
		menu := discord.Menu{ID: button(btnWay, c, id), Hint: say("review.way-hint").In(k.locale)}
		for _, v := range []string{wayReplace, wayBoth, wayRumour, forNobody} {
			menu.Items = append(menu.Items, discord.Item{Label: wayLabel(v).In(k.locale), Value: v, Description: wayWhyText(v).In(k.locale), Chosen: v == way})
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
	return discord.Row{discord.Button{ID: button(btnUndo, string(k.about.ID), b.ID), Label: say("review.undo-label", "n", b.N).In(k.locale)}}, nil
}

// minorPerPage is how many of what is minor stand on a page.
const minorPerPage = 10

// pageButton shows a page of what is minor. One that is not there any more is
// the last.
func (d *Desk) pageButton(ctx context.Context, p discord.Pressed, args []string) error {
	page, err := strconv.Atoi(args[0])
	if err != nil {
		return refuse(say("button.unknown"))
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
	l := leafOf(page, len(k.Minor), minorPerPage)
	list := k.Minor[l.from:l.to]
	names := map[transcript.AgentID]string{}
	menu := discord.Menu{ID: button(btnPick, c), Hint: say("review.pick-hint").In(k.locale)}
	for i, w := range list {
		if _, known := names[w.Agent]; !known {
			var err error
			if names[w.Agent], err = k.agentName(ctx, w.Agent); err != nil {
				return discord.Message{}, err
			}
		}
		item := discord.Item{Label: clip(strconv.Itoa(l.from+i+1)+". "+names[w.Agent], maxLabel), Value: string(w.ID)}
		if !k.set.Spoilers { // a menu covers nothing
			item.Description = clip(describe(w.Proposal).In(k.locale), maxLabel)
		}
		menu.Items = append(menu.Items, item)
	}
	m := discord.Message{Private: true, Text: fit(widths[1:], func(width int) string {
		all := []text{minorHeadText(k.about, len(k.Minor), l)}
		for i, w := range list {
			line := fmt.Sprintf("%d. **%s:** %s", l.from+i+1, piece(names[w.Agent], maxName), k.described(w.Proposal, width))
			all = append(all, lit(veiled(k.set, line)))
		}
		return stacked(all...).In(k.locale)
	})}
	if len(list) > 0 {
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	nav := l.row(say("review.forward-label"), k.locale, func(page int) string { return button(btnPage, strconv.Itoa(page), c) })
	if id := k.first(); id != "" {
		nav = append(nav, discord.Button{ID: button(btnShow, c, string(id)), Label: say("review.important-label").In(k.locale)})
	}
	m.Rows = append(m.Rows, nav)
	return m, nil
}
