package command

import (
	"context"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
)

// `npc ask` and its option.
const (
	subNPCAsk = "ask"

	optOff = "off"
)

// npcAskCommand has one NPC's answers wait for the GM, whatever the mode is.
func npcAskCommand() subcommand {
	return npcSubcommand(subNPCAsk, "about.npc.ask", false, (*Desk).npcAsk,
		discord.Option{Name: optOff, Description: "about.npc.ask.off", Kind: discord.YesNoOption})
}

// npcAsk carries out /glyphoxa npc ask, for as long as the session runs.
func (d *Desk) npcAsk(ctx context.Context, c discord.Command) error {
	at, err := d.seatedGM(ctx, c.Call)
	if err != nil {
		return err
	}
	a, err := meant(at.file.Agents, c.Args[optName])
	if err != nil {
		return err
	}
	if a.Kind == campaign.Butler {
		return refuse(say("npc.ask-butler", "npc", plain(a.Name)))
	}
	off := c.Args.Yes(optOff)
	if err := at.session.AskFirst(a.ID, !off); err != nil {
		return err
	}
	told := say("npc.asks", "npc", plain(a.Name))
	if off {
		told = say("npc.asks-no-more", "npc", plain(a.Name))
	}
	return c.Answer.Reply(ctx, private(told.In(c.Locale)))
}
