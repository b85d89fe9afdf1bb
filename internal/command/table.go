package command

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
)

// The subcommands for a table that is playing.
const (
	subWhy     = "why"
	subSay     = "say"
	subDirect  = "direct"
	subMute    = "mute"
	subUnmute  = "unmute"
	subMuteAll = "muteall"
	subTell    = "tell"
	subRoll    = "roll"
)

// Their options.
const (
	optAnswers = "answers"
	optDice    = "dice"
	optPrivate = "private"
)

const (
	maxSpeech  = 1000 // letters that an NPC is made to say
	maxTold    = 500  // letters that a person types to one
	maxNote    = 500
	maxAnswers = 20 // that a note is for
	maxDice    = 100
)

// tableCommands are those for a table that is playing.
func tableCommands() []subcommand {
	npc := discord.Option{Name: optNPC, Description: "about.npc-option", Required: true, Complete: true, Max: new(float64(maxChoice))}
	anyNPC := npc
	anyNPC.Required = false
	return []subcommand{
		{
			spec:    discord.Spec{Name: subWhy, Description: "about.why"},
			private: true, gm: true, do: (*Desk).whyCommand,
		},
		{
			spec: discord.Spec{Name: subSay, Description: "about.say", Options: []discord.Option{
				npc, {Name: optText, Description: "about.say.text", Required: true, Max: new(float64(maxSpeech))},
			}},
			private: true, gm: true, help: gmHelp, do: (*Desk).sayCommand, complete: completeNPC,
		},
		{
			spec: discord.Spec{Name: subDirect, Description: "about.direct", Options: []discord.Option{
				npc,
				{Name: optNote, Description: "about.direct.note", Max: new(float64(maxNote))},
				{Name: optAnswers, Description: "about.direct.answers", Kind: discord.IntegerOption, Min: new(1.0), Max: new(float64(maxAnswers))},
			}},
			private: true, gm: true, do: (*Desk).directCommand, complete: completeNPC,
		},
		{
			spec:    discord.Spec{Name: subMute, Description: "about.mute", Options: []discord.Option{npc}},
			private: true, gm: true, do: mutes(true), complete: completeNPC,
		},
		{
			spec:    discord.Spec{Name: subUnmute, Description: "about.unmute", Options: []discord.Option{anyNPC}},
			private: true, gm: true, do: mutes(false), complete: completeNPC,
		},
		{
			spec:    discord.Spec{Name: subMuteAll, Description: "about.muteall"},
			private: true, gm: true, do: mutes(true),
		},
		namesCommands(),
		sceneCommands(),
		{
			spec: discord.Spec{Name: subTell, Description: "about.tell", Options: []discord.Option{
				npc, {Name: optText, Description: "about.tell.text", Required: true, Max: new(float64(maxTold))},
			}},
			private: true, help: playerHelp, do: (*Desk).tellCommand, complete: completePresent,
		},
		{
			spec: discord.Spec{Name: subRoll, Description: "about.roll", Options: []discord.Option{
				{Name: optDice, Description: "about.roll.dice", Required: true, Max: new(float64(maxDice))},
				{Name: optPrivate, Description: "about.roll.private", Kind: discord.YesNoOption},
			}},
			hidden: func(c discord.Command) bool { return c.Args.Yes(optPrivate) },
			do:     (*Desk).rollCommand,
		},
	}
}

// npcs are those of the agents that people see and hear.
func npcs(list []campaign.Agent) []campaign.Agent {
	return slices.DeleteFunc(slices.Clone(list), func(a campaign.Agent) bool { return a.Kind == campaign.Butler })
}

// speaking finds the NPC that a GM means to have speak: the Butler is read, and not
// heard.
func speaking(list []campaign.Agent, typed string) (campaign.Agent, error) {
	npc, err := meant(npcs(list), typed)
	if err == nil {
		return npc, nil
	}
	if butler, unmeant := meant(list, typed); unmeant == nil {
		err = refuse(say("table.butler", "npc", plain(butler.Name)))
	}
	return campaign.Agent{}, err
}

// spoken returns a text that somebody wrote as it can be spoken and kept: on one
// line, without what nobody sees. It complains if nothing is left.
func spoken(text string) (string, error) {
	text = oneLine(text)
	if strings.Trim(text, "\u200d ") == "" {
		return "", refuse(say("table.nothing-written"))
	}
	return text, nil
}

// sayCommand carries out /glyphoxa say.
func (d *Desk) sayCommand(ctx context.Context, c discord.Command) error {
	at, err := d.seatedGM(ctx, c.Call)
	if err != nil {
		return err
	}
	npc, err := speaking(at.file.Agents, c.Args[optNPC])
	if err != nil {
		return err
	}
	text, err := spoken(c.Args[optText])
	if err != nil {
		return err
	}
	if err := at.session.Say(npc.ID, text); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: say("table.made-to-say", "npc", plain(npc.Name), "text", plain(text)).In(c.Locale)})
}

// directCommand carries out /glyphoxa direct. Without a note it clears the one
// that there is.
func (d *Desk) directCommand(ctx context.Context, c discord.Command) error {
	at, err := d.seatedGM(ctx, c.Call)
	if err != nil {
		return err
	}
	npc, err := meant(at.file.Agents, c.Args[optNPC])
	if err != nil {
		return err
	}
	note := strings.TrimSpace(c.Args[optNote])
	answers := 0
	if s := c.Args[optAnswers]; s != "" {
		if answers, err = strconv.Atoi(s); err != nil || answers < 1 || answers > maxAnswers {
			return refuse(say("table.answers-range", "most", maxAnswers))
		}
	}
	if err := at.session.Direct(npc.ID, note, answers); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: directedText(npc, note, answers).In(c.Locale)})
}

// mutes carries out /glyphoxa mute, unmute and muteall. Without an NPC it means
// all of them.
func mutes(yes bool) func(*Desk, context.Context, discord.Command) error {
	return func(d *Desk, ctx context.Context, c discord.Command) error {
		at, err := d.seatedGM(ctx, c.Call)
		if err != nil {
			return err
		}
		var npc campaign.Agent
		if typed := c.Args[optNPC]; typed != "" {
			if npc, err = meant(at.file.Agents, typed); err != nil {
				return err
			}
		}
		if err := at.session.Mute(npc.ID, yes); err != nil {
			return err
		}
		return c.Answer.Reply(ctx, discord.Message{Text: mutedText(npc, yes).In(c.Locale)})
	}
}
