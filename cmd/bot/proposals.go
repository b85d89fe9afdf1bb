package main

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

type proposalsCmd struct {
	List    proposalsListCmd `cmd:"" help:"Show what waits for a decision."`
	Approve approveCmd       `cmd:"" help:"Make proposals part of the campaign's knowledge."`
	Reject  rejectCmd        `cmd:"" help:"Turn proposals down."`
}

// A campaignFlag names the campaign that a command is about.
type campaignFlag struct {
	Campaign string `help:"The campaign's key. May be left out if there is only one." placeholder:"KEY"`
}

// decider is kept with decisions that are made here: whoever can run the
// program on the database is the GM.
const decider = "command line"

type proposalsListCmd struct {
	campaignFlag
	All bool `help:"Show those that are decided, too."`
}

// Run shows proposals, each with who made it and what it came from.
func (c *proposalsListCmd) Run(ctx context.Context, a *app) error {
	return c.review(ctx, a, func(r review) error {
		status := knowledge.Pending
		if c.All {
			status = ""
		}
		list, err := r.List(ctx, status)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			_, err := fmt.Fprintf(a.out, "nothing waits for a decision in %s\n", r.file.Campaign.Key)
			return err
		}
		for _, p := range list {
			if err := r.show(ctx, a.out, p); err != nil {
				return err
			}
		}
		return nil
	})
}

type approveCmd struct {
	campaignFlag
	IDs []string `arg:"" name:"id" help:"As the list shows them."`
	For string   `enum:"witnesses,everyone,gm" default:"witnesses" help:"Who is to know it: witnesses (those who were there, and the party), everyone or gm."`
}

// Run approves proposals. What was decided before stays as it was.
func (c *approveCmd) Run(ctx context.Context, a *app) error {
	return c.review(ctx, a, func(r review) error {
		return r.decideAll(a, c.IDs, knowledge.Approved, func(id string) (knowledge.Proposal, bool, error) {
			return r.Approve(ctx, id, knowledge.Audience(c.For), decider)
		})
	})
}

type rejectCmd struct {
	campaignFlag
	IDs []string `arg:"" name:"id" help:"As the list shows them."`
}

// Run rejects proposals. What was decided before stays as it was.
func (c *rejectCmd) Run(ctx context.Context, a *app) error {
	return c.review(ctx, a, func(r review) error {
		return r.decideAll(a, c.IDs, knowledge.Rejected, func(id string) (knowledge.Proposal, bool, error) {
			return r.Reject(ctx, id, decider)
		})
	})
}

// A review is a GM's way through the proposals of one campaign, with what it
// takes to show them.
type review struct {
	knowledge.Review
	campaign *store.Campaign
	file     campaign.File
	short    map[transcript.ProposalID]string
	lines    map[transcript.SessionID]map[int64]transcript.Line
}

// review runs do on the proposals of the named campaign.
func (c campaignFlag) review(ctx context.Context, a *app, do func(review) error) (err error) {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	db, err := a.openExisting(ctx, cfg, a.logger(cfg))
	if err != nil {
		return err
	}
	defer closing(db, &err)
	picked, err := pickCampaign(ctx, db, c.Campaign)
	if err != nil {
		return err
	}
	r := review{campaign: db.Campaign(picked.ID), lines: map[transcript.SessionID]map[int64]transcript.Line{}}
	r.Review = knowledge.Review{Store: r.campaign}
	if r.file, err = r.campaign.File(ctx); err != nil {
		return err
	}
	// Those that are decided count as well, since an ID may mean them too.
	all, err := r.List(ctx, "")
	if err != nil {
		return err
	}
	r.short = knowledge.ShortIDs(all)
	return do(r)
}

// decideAll decides each of ids and tells what came of it. A failure does not
// keep the others from being decided.
func (r review) decideAll(a *app, ids []string, want knowledge.Status, decide func(id string) (knowledge.Proposal, bool, error)) error {
	var errs []error
	for _, id := range ids {
		p, changed, err := decide(id)
		switch {
		case errors.Is(err, knowledge.ErrNoProposal):
			errs = append(errs, fmt.Errorf("there is no proposal %q in %s: the list shows their IDs", id, r.file.Campaign.Key))
		case err != nil:
			errs = append(errs, err)
		case changed:
			fmt.Fprintf(a.out, "%s %s: %s\n", r.short[p.ID], p.Status, knowledge.Describe(p.Write))
		case p.Status == want:
			fmt.Fprintf(a.out, "%s was %s before, on %s: nothing was changed\n", r.short[p.ID], p.Status, day(p.Decided))
		default:
			errs = append(errs, fmt.Errorf("%s was %s on %s and stays so: change the campaign's file instead", r.short[p.ID], p.Status, day(p.Decided)))
		}
	}
	return errors.Join(errs...)
}
