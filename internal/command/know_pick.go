package command

import (
	"context"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
)

// btnKnowPick is a menu of an entry's statements: what is to be done, campaign,
// entry.
const btnKnowPick = "knowpick"

// statementMenu asks which statement is meant. ok is false if it cannot be put
// into a menu.
func statementMenu(keep libraryCard, several *knowledge.LabelError, to string) (m discord.Message, ok bool) {
	menu := discord.Menu{ID: button(btnKnowPick, to, string(keep.about.ID), string(several.Node)), Hint: say("know.pick-hint").In(keep.locale)}
	if len(menu.ID) > maxID || len(several.Labels) > maxItems {
		return m, false
	}
	for _, l := range several.Labels {
		if discord.Units(l) > maxChoice {
			return m, false
		}
		menu.Items = append(menu.Items, discord.Item{Label: clip(l, maxLabel), Value: l})
	}
	return discord.Message{Text: say("know.pick", "entry", piece(several.Entry, maxName)).In(keep.locale), Rows: []discord.Row{{menu}}, Private: true}, true
}

// knowPicked takes the choice of a statement.
func (d *Desk) knowPicked(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	keep, err := d.keeperOf(ctx, p.Call, args[1])
	if err != nil {
		return err
	}
	kept, err := changeReach(ctx, keep.Keeper, knowledge.Ref{Entry: args[2], Label: p.Values[0]}, args[0])
	if err != nil {
		return knowWords(err, discord.Args{optEntry: args[2]})
	}
	return p.Answer.Update(ctx, discord.Message{Text: keptText(kept, args[0], keep)})
}
