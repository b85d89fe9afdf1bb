package main

import (
	"context"
	"fmt"
	"os"

	"glyphoxa/internal/config"
)

type backupCmd struct {
	File string `arg:"" type:"path" help:"Where to write the copy. It must not exist."`
}

// Run copies the database while others may be using it.
func (c *backupCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	if err := needDir(c.File); err != nil {
		return fmt.Errorf("back up to %w", err)
	}
	db, err := a.openExisting(ctx, cfg, a.logger(cfg))
	if err != nil {
		return err
	}
	defer closing(db, &err)
	if err := db.Backup(ctx, c.File); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return fmt.Errorf("look at the copy: %w", err)
	}
	all, err := db.Campaigns(ctx)
	if err != nil {
		return err
	}
	what := "without a campaign"
	if len(all) > 0 {
		what = "with " + keysOf(all)
	}
	_, err = fmt.Fprintf(a.out, "copied %s to %s: %s, %s\n", db.Where(), c.File, what, size(uint64(info.Size())))
	return err
}

// size writes a number of bytes for people.
func size(bytes uint64) string {
	const k, m, g = 1000, 1000 * 1000, 1000 * 1000 * 1000
	switch {
	case bytes < m:
		return fmt.Sprintf("%d kB", (bytes+k-1)/k)
	case bytes < g:
		return fmt.Sprintf("%.1f MB", float64(bytes)/m)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/g)
}
