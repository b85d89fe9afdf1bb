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
	entry := discord.Option{Name: optEntry, Description: entryOptText, Required: true, Complete: true}
	label := discord.Option{Name: optLabel, Description: labelOptText, Complete: true}
	who := discord.Option{Name: optWho, Description: whoOptText, Complete: true}
	add := one(subcommand{
		spec: discord.Spec{Name: subKnowAdd, Description: knowAddText, Options: []discord.Option{
			{Name: optType, Description: typeOptText, Choices: typeChoices()},
			{Name: optEntry, Description: addEntryOptText, Complete: true},
		}},
		do: (*Desk).knowAdd,
	})
	add.opens = true
	must := who
	must.Required = true
	return []subcommand{{
		spec: discord.Spec{Name: grpKnow, Description: knowText},
		help: gmHelp,
		subs: []subcommand{
			one(subcommand{
				spec: discord.Spec{Name: subKnowSearch, Description: knowSearchText, Options: []discord.Option{
					{Name: optWords, Description: wordsOptText},
				}},
				do: (*Desk).knowSearch,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowShow, Description: knowShowText, Options: []discord.Option{
					entry, {Name: optAs, Description: asOptText, Complete: true},
				}},
				do: (*Desk).knowShow,
			}),
			add,
			one(subcommand{
				spec: discord.Spec{Name: subKnowHide, Description: knowHideText, Options: []discord.Option{
					entry, label, who, {Name: optCover, Description: coverOptText},
				}},
				do: (*Desk).knowHide,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowReveal, Description: knowRevealText, Options: []discord.Option{
					entry, label, {Name: optTo, Description: toOptText, Choices: toChoices()},
				}},
				do: (*Desk).knowReveal,
			}),
			one(subcommand{
				spec: discord.Spec{Name: subKnowStance, Description: knowStanceText, Options: []discord.Option{
					entry, must,
					{Name: optWay, Description: wayOptText, Required: true, Choices: wayChoices()},
					{Name: optSaid, Description: saidOptText},
					label,
				}},
				do: (*Desk).knowStance,
			}),
		},
	}}
}

// A libraryCard is a GM's way to the knowledge of one campaign.
type libraryCard struct {
	knowledge.Keeper
	about campaign.Campaign
	set   campaign.Screen // how they are shown secrets
}

// keeper returns the way to the knowledge of the campaign that a GM's call is
// about.
func (d *Desk) keeper(ctx context.Context, call discord.Call) (libraryCard, error) {
	about, _, err := d.campaignFor(ctx, call)
	if err == nil {
		err = d.gmOnly(ctx, call, about)
	}
	if err != nil {
		return libraryCard{}, err
	}
	return d.cardFor(ctx, about)
}

// keeperOf returns the way to a campaign that a button is about, if it is the
// guild's and the caller one of its GMs.
func (d *Desk) keeperOf(ctx context.Context, call discord.Call, id string) (libraryCard, error) {
	about, err := d.mine(ctx, call, transcript.CampaignID(id))
	if err != nil {
		return libraryCard{}, err
	}
	return d.cardFor(ctx, about)
}

func (d *Desk) cardFor(ctx context.Context, about campaign.Campaign) (libraryCard, error) {
	book := d.library.Campaign(about.ID)
	set, err := book.Screen(ctx)
	return libraryCard{knowledge.Keeper{Store: book}, about, set}, err
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
		return c.Answer.Reply(ctx, private(viewText(view, keep.set)))
	}
	entry, err := keep.Entry(ctx, c.Args[optEntry])
	if err != nil {
		return knowWords(err, c.Args)
	}
	return c.Answer.Reply(ctx, private(entryText(entry, keep.set)))
}

// private is an answer for a GM: as a file, if it is long.
func private(text string) discord.Message {
	return discord.Message{Text: text, AsFile: longFile(text), Private: true}
}

// knowHide carries out /glyphoxa know hide: from all the world, or, with
// somebody who knows it, by a cover story of theirs.
func (d *Desk) knowHide(ctx context.Context, c discord.Command) error {
	who, cover := c.Args[optWho], cleanText(c.Args[optCover])
	switch {
	case who != "" && cover == "":
		return complain(coverMissingText)
	case who == "" && cover != "":
		return complain(whoMissingText)
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
		if m, ok := statementMenu(keep.about, several, to); ok {
			return c.Answer.Reply(ctx, m)
		}
	}
	if err != nil {
		return knowWords(err, c.Args)
	}
	return c.Answer.Reply(ctx, private(keptText(kept, to, keep.set)))
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
	return knowledge.Kept{}, complain(unknownButtonText)
}

// knowStance carries out /glyphoxa know stance.
func (d *Desk) knowStance(ctx context.Context, c discord.Command) error {
	kind, text := campaign.StanceKind(c.Args[optWay]), cleanText(c.Args[optSaid])
	switch {
	case !slices.Contains([]campaign.StanceKind{campaign.Tells, campaign.Hides, campaign.Believes}, kind):
		return complain(unknownCommandText)
	case kind == campaign.Hides && text == "":
		return complain(coverMissingText)
	case kind == campaign.Believes && text == "":
		return complain(beliefMissingText)
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
		return complain("%s", noKnowerText(c.Args[optWho]))
	}
	if err != nil {
		return err
	}
	kept, err := keep.Stand(ctx, knowledge.Ref{Entry: c.Args[optEntry], Label: c.Args[optLabel]},
		campaign.Stance{Who: who.ID, Kind: kind, Text: text})
	if err != nil {
		return knowWords(err, c.Args)
	}
	return c.Answer.Reply(ctx, private(stoodText(kept, who.Name, kind, keep.set)))
}

// knowWords says to a GM what is not there. Nobody else gets as far as that.
func knowWords(err error, args discord.Args) error {
	if several, ok := errors.AsType[*knowledge.LabelError](err); ok {
		return complain("%s", labelsText(several))
	}
	switch {
	case errors.Is(err, knowledge.ErrNoEntry):
		return complain("%s", noEntryText(args[optEntry]))
	case errors.Is(err, knowledge.ErrNoAgent):
		return complain("%s", noAgentText(args[optAs]))
	case errors.Is(err, knowledge.ErrNoStatement):
		return complain(goneStatementText)
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
