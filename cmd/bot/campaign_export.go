package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"glyphoxa/internal/config"
)

type exportCmd struct {
	Key   string `arg:"" help:"The campaign's key, as the list shows it."`
	File  string `arg:"" optional:"" help:"Where to write it (default: standard output)."`
	Force bool   `help:"Overwrite the file if there is one."`
}

// Run writes a campaign as the database has it, with what was approved since it
// was imported.
func (c *exportCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{})
	if err != nil {
		return err
	}
	db, err := a.openExisting(ctx, cfg, a.logger(cfg))
	if err != nil {
		return err
	}
	defer closing(db, &err)
	picked, err := pickCampaign(ctx, db, c.Key)
	if err != nil {
		return err
	}
	file, err := db.Campaign(picked.ID).File(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := file.Write(&text); err != nil {
		return err
	}
	if c.File == "" {
		_, err := a.out.Write(text.Bytes())
		return err
	}
	if _, err := os.Lstat(c.File); err == nil && !c.Force {
		return fmt.Errorf("there is a file %s already: choose another name, or say --force to overwrite it", c.File)
	}
	if err := saveFile(c.File, text.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.errOut, "wrote %s to %s\n", picked.Key, c.File)
	return err
}
