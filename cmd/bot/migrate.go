package main

import (
	"context"
	"fmt"

	"glyphoxa/internal/config"
	"glyphoxa/internal/store"
)

type migrateCmd struct{}

// Run brings the database up to date and says where the copy from before is.
func (c *migrateCmd) Run(ctx context.Context, a *app) error {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	m, err := store.Migrate(ctx, a.logger(cfg), cfg.Database.URL.Value, storeOptions(cfg))
	if err != nil {
		if m.Copy != "" {
			return fmt.Errorf("%w; the database as it was before is %s", err, m.Copy)
		}
		return err
	}
	switch m.From {
	case m.To:
		fmt.Fprintf(a.out, "the database has version %d already: nothing to do\n", m.To)
	case 0:
		fmt.Fprintf(a.out, "made a new database of version %d\n", m.To)
	default:
		fmt.Fprintf(a.out, "upgraded the database from version %d to %d\n", m.From, m.To)
	}
	if m.Copy != "" {
		fmt.Fprintf(a.out, "the copy from before is %s\n", m.Copy)
	}
	return nil
}
