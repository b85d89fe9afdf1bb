package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"glyphoxa/internal/config"
)

type campaignCmd struct {
	Import importCmd `cmd:"" help:"Read a campaign file in: show what would change, ask, and change it."`
	Export exportCmd `cmd:"" help:"Write a campaign as a file that reads in again."`
	List   listCmd   `cmd:"" help:"List the campaigns."`
}

type listCmd struct{}

// Run lists the campaigns, the oldest first.
func (c *listCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	db, err := a.openExisting(ctx, cfg, a.logger(cfg))
	if err != nil {
		return err
	}
	defer closing(db, &err)
	all, err := db.Campaigns(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintf(a.out, "there is no campaign in %s yet: %s\n", db.Where(), firstImport)
		return err
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tNAME\tLANGUAGE\tAGENTS\tENTRIES\tSESSIONS")
	for _, c := range all {
		f, err := db.Campaign(c.ID).File(ctx)
		if err != nil {
			return err
		}
		sessions, err := db.Campaign(c.ID).Sessions(ctx, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\n", c.Key, c.Name, c.Language, len(f.Agents), len(f.Nodes), len(sessions))
	}
	return w.Flush()
}
