package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
)

type importCmd struct {
	File   string `arg:"" help:"The campaign file."`
	Yes    bool   `short:"y" help:"Change it without asking."`
	DryRun bool   `help:"Only show what would change."`
}

// Run makes the database's campaign what the file says. The file is read and
// checked whole before the database is touched, and nothing is left of an
// import that is not wanted, not even an empty database.
func (c *importCmd) Run(ctx context.Context, a *app) error {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	log := a.logger(cfg)
	file, notes, err := a.readCampaign(ctx, cfg, c.File)
	if err != nil {
		return err
	}
	old, err := a.storedFile(ctx, cfg, log, file.Campaign.Key)
	if err != nil {
		return err
	}
	file = file.Over(old)
	changes := campaign.Diff(old, file)
	if len(changes) == 0 {
		_, err := fmt.Fprintf(a.out, "%s is as %s says: nothing to change\n", file.Campaign.Key, c.File)
		return err
	}
	a.showChanges(changes, campaign.Lost(old, file), file.Campaign.Key)
	for _, note := range notes {
		fmt.Fprintln(a.out, note)
	}
	if agreed, err := c.agreed(ctx, a); !agreed || err != nil {
		return err
	}
	if err := a.saveFile(ctx, cfg, log, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "imported %s (%s): %s\n", file.Campaign.Name, file.Campaign.Key, countChanges(changes))
	return err
}

// agreed says whether what was shown is to be done, and tells if it is not.
func (c *importCmd) agreed(ctx context.Context, a *app) (bool, error) {
	if c.DryRun {
		_, err := fmt.Fprintln(a.out, "nothing was changed, since this was a dry run")
		return false, err
	}
	if c.Yes {
		return true, nil
	}
	yes, err := a.ask(ctx, "Change it?")
	if errors.Is(err, errNobody) {
		return false, fmt.Errorf("nothing was changed: %w: say --yes to change it without being asked, or --dry-run to only look", err)
	}
	if err == nil && !yes {
		_, err = fmt.Fprintln(a.out, "nothing was changed")
	}
	return yes, err
}

// storedFile returns the campaign of that key as it is in the database, or the
// zero File if there is none.
func (a *app) storedFile(ctx context.Context, cfg *config.Config, log *slog.Logger, key string) (f campaign.File, err error) {
	db, err := a.openExisting(ctx, cfg, log)
	if errors.Is(err, errNoDatabase) {
		return campaign.File{}, nil
	}
	if err != nil {
		return campaign.File{}, err
	}
	defer closing(db, &err)
	all, err := db.Campaigns(ctx)
	if err != nil {
		return campaign.File{}, err
	}
	at := slices.IndexFunc(all, func(c campaign.Campaign) bool { return c.Key == key })
	if at < 0 {
		return campaign.File{}, nil
	}
	return db.Campaign(all[at].ID).File(ctx)
}

func (a *app) saveFile(ctx context.Context, cfg *config.Config, log *slog.Logger, f campaign.File) (err error) {
	db, err := a.openStore(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	_, err = db.SaveCampaign(ctx, f)
	return err
}

// showChanges prints what an import would change, and warns before it takes
// away what is only in the database.
func (a *app) showChanges(changes, lost []campaign.Change, key string) {
	gone := len(lost) > 0
	for _, ch := range changes {
		fmt.Fprintln(a.out, ch)
		gone = gone || ch.Kind == campaign.Removed
	}
	for _, l := range lost {
		fmt.Fprintln(a.out, l)
	}
	if gone {
		fmt.Fprintf(a.out, "What is removed is gone, with whatever NPCs learnt there. To keep it, say no, and begin from: bot campaign export %s\n", key)
	}
}

func countChanges(changes []campaign.Change) string {
	var added, changed, removed int
	for _, ch := range changes {
		switch ch.Kind {
		case campaign.Added:
			added++
		case campaign.Changed:
			changed++
		case campaign.Removed:
			removed++
		}
	}
	return fmt.Sprintf("%d added, %d changed, %d removed", added, changed, removed)
}
