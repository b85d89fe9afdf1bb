package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
)

// npcState carries out /glyphoxa npc state.
func (d *Desk) npcState(ctx context.Context, c discord.Command) error {
	all, a, err := d.namedNPC(ctx, c)
	if err != nil {
		return err
	}
	m, err := d.setState(ctx, c.Call, all, a, campaign.State(c.Args[optState]))
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// npcReveal carries out /glyphoxa npc reveal.
func (d *Desk) npcReveal(ctx context.Context, c discord.Command) error {
	all, a, err := d.namedNPC(ctx, c)
	if err != nil {
		return err
	}
	m, err := d.reveal(ctx, c.Call, all, a)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// namedNPC returns the agent that a command names.
func (d *Desk) namedNPC(ctx context.Context, c discord.Command) (cast, campaign.Agent, error) {
	all, err := d.castFor(ctx, c.Call)
	if err != nil {
		return cast{}, campaign.Agent{}, err
	}
	a, err := all.find(c.Args[optName])
	return all, a, err
}

func (d *Desk) stateButton(ctx context.Context, p discord.Pressed, args []string) error {
	return d.onCard(ctx, p, args, func(all cast, a campaign.Agent) (discord.Message, error) {
		return d.setState(ctx, p.Call, all, a, campaign.State(args[2]))
	})
}

func (d *Desk) revealButton(ctx context.Context, p discord.Pressed, args []string) error {
	return d.onCard(ctx, p, args, func(all cast, a campaign.Agent) (discord.Message, error) {
		return d.reveal(ctx, p.Call, all, a)
	})
}

// keepButton has a guest stay for good.
func (d *Desk) keepButton(ctx context.Context, p discord.Pressed, args []string) error {
	return d.onCard(ctx, p, args, func(all cast, a campaign.Agent) (discord.Message, error) {
		kept, err := all.book.KeepGuest(ctx, a.ID)
		if err != nil {
			return discord.Message{}, npcGone(err)
		}
		return all.card(a, d.provider(), "", npcKeptText(a.Name, kept)), nil
	})
}

// onCard does something with the NPC of the card whose button was pressed, and
// shows the card as it is then.
func (d *Desk) onCard(ctx context.Context, p discord.Pressed, args []string, do func(cast, campaign.Agent) (discord.Message, error)) error {
	all, a, err := d.pressedNPC(ctx, p, args)
	if err != nil {
		return err
	}
	m, err := do(all, a)
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// setState says whether an agent can take part.
func (d *Desk) setState(ctx context.Context, call discord.Call, c cast, a campaign.Agent, to campaign.State) (discord.Message, error) {
	if !slices.Contains([]campaign.State{campaign.Alive, campaign.Away, campaign.Dead}, to) {
		return discord.Message{}, refuse(say("button.unknown"))
	}
	var before campaign.State
	return d.alter(ctx, call, c, a, func(a *campaign.Agent) {
		before = stateOf(*a)
		a.State = to
	}, func(a campaign.Agent) text {
		_, session := d.session(call.Guild, c.campaign.ID)
		return npcStateText(a.Name, to, before == to, session != nil)
	})
}

// reveal has players see an agent's true name. It still answers to the one that
// they know.
func (d *Desk) reveal(ctx context.Context, call discord.Call, c cast, a campaign.Agent) (discord.Message, error) {
	var before string
	return d.alter(ctx, call, c, a, func(a *campaign.Agent) {
		before = a.KnownAs
		same := func(n string) bool { return campaign.Fold(n) == campaign.Fold(before) }
		if before != "" && !same(a.Name) && !slices.ContainsFunc(a.Aliases, same) {
			a.Aliases = append(slices.Clip(a.Aliases), before)
		}
		a.KnownAs = ""
	}, func(a campaign.Agent) text {
		return npcRevealedText(a.Name, before)
	})
}

// alter changes an agent in the store and at the table, and shows it.
func (d *Desk) alter(ctx context.Context, call discord.Call, c cast, a campaign.Agent, change func(*campaign.Agent), told func(campaign.Agent) text) (discord.Message, error) {
	now, err := c.book.ChangeAgent(ctx, a.ID, func(a *campaign.Agent) error {
		change(a)
		return nil
	})
	if err != nil {
		return discord.Message{}, npcGone(err)
	}
	guests, err := c.book.Guests(ctx)
	if err != nil {
		return discord.Message{}, err
	}
	return c.card(now, d.provider(), guests[now.ID], told(now), d.tellTable(ctx, call.Guild, c.campaign.ID, now)), nil
}
