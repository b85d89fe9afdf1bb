package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// The group of commands about what there is to know.
const (
	grpKnow = "know"

	subKnowSearch = "search"
	subKnowShow   = "show"
	subKnowAdd    = "add"
	subKnowHide   = "hide"
	subKnowReveal = "reveal"
	subKnowStance = "stance"

	optEntry = "name"
	optAs    = "as"
	optType  = "type"
	optLabel = "label"
	optWho   = "who"
	optWay   = "way"
	optCover = "cover"
	optSaid  = "text"
	optTo    = "to"
)

// What reveal can do. They are in the IDs of menus too.
const (
	toTell     = "tell"
	toParty    = "party"
	toEveryone = "everyone"
	toNobody   = "nobody" // what hide does
)

// knowCommands are those about what there is to know. All are the GM's alone:
// to anybody else they say the same whatever there is.
func knowCommands() []subcommand {
	one := func(sub subcommand) subcommand {
		sub.private, sub.gm, sub.complete = true, true, completeKnow
		return sub
	}
	entry := discord.Option{Name: optEntry, Description: "about.know.name", Required: true, Complete: true}
	label := discord.Option{Name: optLabel, Description: "about.know.label", Complete: true}
	who := discord.Option{Name: optWho, Description: "about.know.who", Complete: true}
	add := one(subcommand{
		spec: discord.Spec{Name: subKnowAdd, Description: "about.know.add", Options: []discord.Option{
			{Name: optType, Description: "about.know.add.type", Choices: typeChoices()},
			{Name: optEntry, Description: "about.know.add.name", Complete: true},
		}},
		do: (*Desk).knowAdd,
	})
	add.opens = true
	must := who
	must.Required = true
	return []subcommand{{
		spec: discord.Spec{Name: grpKnow, Description: "about.know"},
		help: gmHelp,
		subs: []subcommand{
			one(subcommand{
				spec: discord.Spec{Name: subKnowSearch, Description: "about.know.search", Options: []discord.Option{
					{Name: optWords, Description: "about.know.search.words"},
				}},
				do: (*Desk).knowSearch,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowShow, Description: "about.know.show", Options: []discord.Option{
					entry, {Name: optAs, Description: "about.know.show.as", Complete: true},
				}},
				do: (*Desk).knowShow,
			}),
			add,
			one(subcommand{
				spec: discord.Spec{Name: subKnowHide, Description: "about.know.hide", Options: []discord.Option{
					entry, label, who, {Name: optCover, Description: "about.know.hide.cover"},
				}},
				do: (*Desk).knowHide,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowReveal, Description: "about.know.reveal", Options: []discord.Option{
					entry, label, {Name: optTo, Description: "about.know.reveal.to", Choices: toChoices()},
				}},
				do: (*Desk).knowReveal,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowStance, Description: "about.know.stance", Options: []discord.Option{
					entry, must,
					{Name: optWay, Description: "about.know.stance.way", Required: true, Choices: wayChoices()},
					{Name: optSaid, Description: "about.know.stance.text"},
					label,
				}},
				do: (*Desk).knowStance,
			}),
			knowRelateCommand(),
		},
	}}
}

// A libraryCard is a GM's way to the knowledge of one campaign.
type libraryCard struct {
	knowledge.Keeper
	about  campaign.Campaign
	set    campaign.Screen // how they are shown secrets
	locale string          // the GM's
}

// sheet is how this GM is shown entries.
func (k libraryCard) sheet(names map[transcript.NodeID]string) sheet {
	return sheet{names, k.set, k.locale}
}

// keeper returns the way to the knowledge of the campaign that a GM's call is
// about.
func (d *Desk) keeper(ctx context.Context, call discord.Call) (libraryCard, error) {
	about, _, err := d.gmCampaign(ctx, call)
	if err != nil {
		return libraryCard{}, err
	}
	return d.cardFor(ctx, call, about)
}

// keeperOf returns the way to a campaign that a button is about, if it is the
// guild's and the caller one of its GMs.
func (d *Desk) keeperOf(ctx context.Context, call discord.Call, id string) (libraryCard, error) {
	about, err := d.mine(ctx, call, transcript.CampaignID(id))
	if err != nil {
		return libraryCard{}, err
	}
	return d.cardFor(ctx, call, about)
}

func (d *Desk) cardFor(ctx context.Context, call discord.Call, about campaign.Campaign) (libraryCard, error) {
	book := d.library.Campaign(about.ID)
	set, err := book.Screen(ctx)
	return libraryCard{knowledge.Keeper{Store: book}, about, set, call.Locale}, err
}

// knowShow carries out /glyphoxa know show.
func (d *Desk) knowShow(ctx context.Context, c discord.Command) error {
	keep, err := d.keeper(ctx, c.Call)
	if err != nil {
		return err
	}
	if as := c.Args[optAs]; as != "" {
		view, err := keep.As(ctx, as, c.Args[optEntry])
		if err != nil {
			return knowWords(err, c.Args)
		}
		return c.Answer.Reply(ctx, private(viewText(view, keep)))
	}
	entry, err := keep.Entry(ctx, c.Args[optEntry])
	if err != nil {
		return knowWords(err, c.Args)
	}
	m := private(entryText(entry, keep))
	m.Rows = relationMenu(keep, entry)
	return c.Answer.Reply(ctx, m)
}

// knowHide carries out /glyphoxa know hide: from all the world, or, with
// somebody who knows it, by a cover story of theirs.
func (d *Desk) knowHide(ctx context.Context, c discord.Command) error {
	who, cover := c.Args[optWho], cleanText(c.Args[optCover])
	switch {
	case who != "" && cover == "":
		return refuse(say("know.cover-missing"))
	case who == "" && cover != "":
		return refuse(say("know.who-missing"))
	case who != "":
		return d.stand(ctx, c, campaign.Hides, cover)
	}
	return d.knowChange(ctx, c, toNobody)
}

// knowReveal carries out /glyphoxa know reveal.
func (d *Desk) knowReveal(ctx context.Context, c discord.Command) error {
	to := c.Args[optTo]
	if to == "" {
		to = toTell
	}
	return d.knowChange(ctx, c, to)
}

// knowChange changes who may know the statement that a command names, or asks
// which of several it is.
func (d *Desk) knowChange(ctx context.Context, c discord.Command, to string) error {
	keep, err := d.keeper(ctx, c.Call)
	if err != nil {
		return err
	}
	kept, err := changeReach(ctx, keep.Keeper, knowledge.Ref{Entry: c.Args[optEntry], Label: c.Args[optLabel]}, to)
	if several, ok := errors.AsType[*knowledge.LabelError](err); ok && several.Label == "" && len(several.Labels) > 0 {
		if m, ok := statementMenu(keep, several, to); ok {
			return c.Answer.Reply(ctx, m)
		}
	}
	if err != nil {
		return knowWords(err, c.Args)
	}
	return c.Answer.Reply(ctx, private(keptText(kept, to, keep)))
}

// changeReach does what hide and reveal do.
func changeReach(ctx context.Context, keep knowledge.Keeper, r knowledge.Ref, to string) (knowledge.Kept, error) {
	switch to {
	case toTell:
		return keep.MayTell(ctx, r)
	case toParty:
		return keep.RevealToParty(ctx, r)
	case toEveryone:
		return keep.Reveal(ctx, r)
	case toNobody:
		return keep.Hide(ctx, r)
	}
	return knowledge.Kept{}, refuse(say("button.unknown"))
}

// knowStance carries out /glyphoxa know stance.
func (d *Desk) knowStance(ctx context.Context, c discord.Command) error {
	kind, text := campaign.StanceKind(c.Args[optWay]), cleanText(c.Args[optSaid])
	switch {
	case !slices.Contains([]campaign.StanceKind{campaign.Tells, campaign.Hides, campaign.Believes}, kind):
		return refuse(say("tree.unknown-command"))
	case kind == campaign.Hides && text == "":
		return refuse(say("know.cover-missing"))
	case kind == campaign.Believes && text == "":
		return refuse(say("know.belief-missing"))
	}
	return d.stand(ctx, c, kind, text)
}

// stand gives somebody a way with the statement that a command names.
func (d *Desk) stand(ctx context.Context, c discord.Command, kind campaign.StanceKind, text string) error {
	keep, err := d.keeper(ctx, c.Call)
	if err != nil {
		return err
	}
	who, err := keep.Who(ctx, c.Args[optWho])
	if errors.Is(err, knowledge.ErrNoEntry) {
		return refuse(say("know.no-knower", "name", piece(c.Args[optWho], maxName)))
	}
	if err != nil {
		return err
	}
	kept, err := keep.Stand(ctx, knowledge.Ref{Entry: c.Args[optEntry], Label: c.Args[optLabel]},
		campaign.Stance{Who: who.ID, Kind: kind, Text: text})
	if err != nil {
		return knowWords(err, c.Args)
	}
	return c.Answer.Reply(ctx, private(stoodText(kept, who.Name, kind, keep)))
}

// knowWords says to a GM what is not there. Nobody else gets as far as that.
func knowWords(err error, args discord.Args) error {
	if several, ok := errors.AsType[*knowledge.LabelError](err); ok {
		return refuse(labelsText(several))
	}
	switch {
	case errors.Is(err, knowledge.ErrNoEntry):
		return refuse(noEntryText(args[optEntry]))
	case errors.Is(err, knowledge.ErrNoAgent):
		return refuse(say("know.no-npc", "name", piece(args[optAs], maxName)))
	case errors.Is(err, knowledge.ErrNoStatement):
		return refuse(say("know.gone"))
	}
	return err
}

// completeKnow suggests entries, labels, NPCs and knowers. It is asked for GMs
// alone.
func completeKnow(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok {
		return nil
	}
	switch c.Focus {
	case optEntry:
		return entryChoices(names.nodes, func(entry) bool { return true })
	case optAs:
		return agentChoices(names.agents, true)
	case optWho:
		return entryChoices(names.nodes, func(e entry) bool {
			return slices.Contains([]campaign.NodeType{campaign.NPCNode, campaign.CharacterNode, campaign.FactionNode}, e.kind)
		})
	case optLabel:
		return labelChoices(names.nodes, c.Args[optEntry])
	}
	return nil
}

func entryChoices(list []entry, fits func(entry) bool) []discord.Choice {
	var out []discord.Choice
	for _, e := range list {
		if fits(e) {
			out = append(out, discord.Choice{Name: strings.Join(append([]string{e.name}, e.aliases...), ", "), Value: string(e.id)})
		}
	}
	return out
}

// labelChoices suggests the labels of the entry that has been chosen.
func labelChoices(list []entry, chosen string) []discord.Choice {
	var out []discord.Choice
	for _, e := range list {
		if e.id != transcript.NodeID(chosen) && campaign.Fold(e.name) != campaign.Fold(chosen) {
			continue
		}
		for _, l := range e.labels {
			out = append(out, discord.Choice{Name: l, Value: l})
		}
		break
	}
	return out
}
