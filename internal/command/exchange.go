package command

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
)

// /glyphoxa scene exchange has two NPCs talk to each other. It stands in a group since
// Discord has no room for another command beside it.
const (
	subExchange = "exchange"

	optWith  = "with"
	optTopic = "topic"
	optTurns = "turns"
)

const (
	maxTopic = 200 // letters
	// usualTurns is how many turns an exchange has of which nobody says.
	usualTurns = 3
)

func exchangeCommand(npc discord.Option) subcommand {
	with := npc
	with.Name, with.Description = optWith, "about.scene.exchange.with"
	return subcommand{
		spec: discord.Spec{Name: subExchange, Description: "about.scene.exchange", Options: []discord.Option{
			npc, with,
			{Name: optTopic, Description: "about.scene.exchange.topic", Max: new(float64(maxTopic))},
			{
				Name: optTurns, Description: "about.scene.exchange.turns", Kind: discord.IntegerOption,
				Min: new(float64(conversation.ExchangeLeast)), Max: new(float64(conversation.ExchangeMost)),
			},
		}},
		private: true, gm: true, do: (*Desk).exchangeCommand, complete: completeNPC,
	}
}

// exchangeCommand carries out /glyphoxa scene exchange.
func (d *Desk) exchangeCommand(ctx context.Context, c discord.Command) error {
	at, err := d.seatedGM(ctx, c.Call)
	if err != nil {
		return err
	}
	first, err := speaking(at.file.Agents, c.Args[optNPC])
	if err != nil {
		return err
	}
	second, err := speaking(at.file.Agents, c.Args[optWith])
	if err != nil {
		return err
	}
	if first.ID == second.ID {
		return refuse(say("exchange.with-itself"))
	}
	turns := usualTurns
	if s := c.Args[optTurns]; s != "" {
		turns, err = strconv.Atoi(s)
		if err != nil || turns < conversation.ExchangeLeast || turns > conversation.ExchangeMost {
			return refuse(say("exchange.range", "least", conversation.ExchangeLeast, "most", conversation.ExchangeMost))
		}
	}
	topic := strings.TrimSpace(oneLine(c.Args[optTopic]))
	err = at.session.Exchange(first.ID, second.ID, topic, turns)
	if missing := at.absent(first, second); errors.Is(err, ErrNobody) && len(missing) > 0 {
		return refuse(say("exchange.absent", "npcs", texts.And(missing...)))
	}
	if err != nil {
		return err
	}
	begins := say("exchange.begins", "npc", plain(first.Name), "other", plain(second.Name), "turns", turns)
	return c.Answer.Reply(ctx, discord.Message{Text: begins.In(c.Locale)})
}

// absent names those of some agents who are not at the table now.
func (s seated) absent(agents ...campaign.Agent) (names []text) {
	here := s.present()
	for _, a := range agents {
		if !slices.ContainsFunc(here, func(h campaign.Agent) bool { return h.ID == a.ID }) {
			names = append(names, lit("**"+plain(a.Name)+"**"))
		}
	}
	return names
}

// An ExchangeEnded is a [TableNotice]: two NPCs do not talk to each other any more.
type ExchangeEnded struct {
	First, Second string // names
	Heard, Of     int    // turns that were heard to their end, and that there might have been
	End           conversation.ExchangeEnd
	Who           string // spoke to an NPC
	Why           string // the last turn ended as it did
}

func (ExchangeEnded) isTableNotice() {}

// exchangeEndedText says why two NPCs do not go on. That they have said what they
// were to say is to be heard.
func exchangeEndedText(n ExchangeEnded) text {
	var why text
	switch n.End {
	case conversation.ExchangeDone, conversation.ExchangeReplaced:
		return text{}
	case conversation.ExchangeAddressed:
		why = say("exchange.addressed", "who", plain(n.Who))
	case conversation.ExchangeCut:
		why = say("exchange.cut", "because", becauseText(n.Why))
	case conversation.ExchangeMuted:
		why = say("exchange.muted")
	case conversation.ExchangeMissed:
		why = say("exchange.missed", "because", becauseText(n.Why))
	}
	return say("exchange.ended", "npc", plain(n.First), "other", plain(n.Second), "heard", n.Heard, "of", n.Of, "why", why)
}
