package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/store"
)

// What should be free on the disk that holds the database. An evening is a few
// megabytes of text; the rest is for the copies beside it.
const (
	littleSpace = 500_000_000
	noSpace     = 20_000_000
)

// checkDatabase opens the database as it is, writes to it, and reads every
// campaign.
func (d *doctor) checkDatabase(ctx context.Context) {
	const what = "database"
	db, err := d.openExisting(ctx, d.cfg, d.log)
	if errors.Is(err, store.ErrEmpty) {
		d.report(finding{warn, what, "there is one, and it is empty", "it is filled by: bot campaign import FILE"})
		return
	}
	if errors.Is(err, errNoDatabase) {
		d.report(finding{warn, what, "there is none yet at " + d.cfg.Database.URL.Value, "it is made by: bot campaign import FILE"})
		d.checkSpace(d.cfg.Database.URL.Value)
		return
	}
	if err != nil {
		d.faults(what, err)
		return
	}
	defer func() {
		if err := db.Close(); err != nil {
			d.faults(what, err)
		}
	}()
	holder, err := whoHolds(ctx, db)
	if err != nil {
		d.faults(what, err)
		return
	}
	d.report(finding{level: fine, what: what, detail: db.Where() + " can be read and written" + holder})
	if !d.cfg.Database.Postgres() {
		d.checkSpace(db.Where())
	}
	d.readCampaigns(ctx, db)
}

// whoHolds says who holds sessions on db, if anybody does. It takes the lease
// for a moment, which is a write like any other.
func whoHolds(ctx context.Context, db *store.DB) (string, error) {
	lease, err := db.Lease(ctx, "glyphoxa doctor")
	if held, ok := errors.AsType[*store.HeldError](err); ok {
		return fmt.Sprintf(", and is in use by %s (host %s, pid %d, since %s)",
			held.Holder, held.Host, held.PID, held.Since.Local().Format("2 January 15:04")), nil
	}
	if err != nil {
		return "", err
	}
	return "", lease.Release(ctx)
}

// checkSpace looks how much room there is beside an SQLite file.
func (d *doctor) checkSpace(file string) {
	free, ok := freeSpace(filepath.Dir(file))
	if !ok {
		return
	}
	f := finding{level: fine, what: "disk", detail: size(free) + " free beside the database"}
	switch {
	case free < noSpace:
		f.level, f.remedy = fail, "free some space, or move the database"
	case free < littleSpace:
		f.level, f.remedy = warn, "free some space soon: copies of the database are kept beside it"
	}
	d.report(f)
}

func (d *doctor) readCampaigns(ctx context.Context, db *store.DB) {
	all, err := db.Campaigns(ctx)
	for _, c := range all {
		var f campaign.File
		if f, err = db.Campaign(c.ID).File(ctx); err != nil {
			break
		}
		d.campaigns = append(d.campaigns, f)
	}
	switch {
	case err != nil:
		d.faults("campaigns", err)
	case len(all) == 0:
		d.report(finding{warn, "campaigns", "there is none yet", firstImport})
	}
}

// checkCampaigns checks every campaign as an import would: its grants, and the
// voices that its agents have with the configured provider.
func (d *doctor) checkCampaigns(context.Context) {
	known := campaign.Known{Tools: builtinScopes()}
	for _, c := range d.campaigns {
		what := "campaign " + c.Campaign.Key
		err := c.Check(known)
		var notes []string
		if d.voiced {
			var unknown error
			_, notes, unknown = castVoices(d.cfg, c, d.voices)
			err = errors.Join(err, unknown)
		}
		if err != nil {
			d.faults(what, err)
			continue
		}
		d.report(finding{level: fine, what: what, detail: fmt.Sprintf("agents: %d, entries: %d", len(c.Agents), len(c.Nodes))})
		if !d.voiced {
			d.report(finding{warn, what, "its voices were not checked", "mend what is wrong with tts first"})
		}
		for _, note := range notes {
			d.report(finding{level: fine, what: what, detail: note})
		}
	}
}
