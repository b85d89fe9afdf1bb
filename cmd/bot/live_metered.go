package main

import (
	"context"
	"errors"
	"log/slog"

	"glyphoxa/internal/meter"
	"glyphoxa/internal/transcript"
)

// errSpent says that the running session may spend no more.
var errSpent = errors.New("the session has reached its limit of spending")

// metered has do ask providers for something of a campaign's beside its talk,
// with their use counted: in the session that runs, or else as used since its
// last. It asks for nothing once the session has reached its limit: then it is
// errSpent.
func (l *live) metered(ctx context.Context, id transcript.CampaignID, do func(*meter.Meter) error) error {
	if s := l.playing(id); s != nil {
		if s.bill.Bill().Level == meter.Capped {
			return errSpent
		}
		return do(s.bill) // which the session keeps
	}
	m := newMeter(l.cfg)
	err := do(m)
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), usageLimit)
	defer cancel()
	book := l.db.Campaign(id)
	last, lost := book.LastEnded(within, 1)
	if lost == nil && len(last) > 0 {
		lost = meter.NewKeeper(l.log, m, book, last[0].ID).Flush(within)
	}
	if lost != nil {
		l.log.LogAttrs(ctx, slog.LevelWarn, "usage not written", slog.String("campaign", string(id)), slog.Any("err", lost))
	}
	return err
}

// playing returns the session of a campaign that runs, nil if none does.
func (l *live) playing(id transcript.CampaignID) *liveSession {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.tables {
		if s.to.Campaign == id {
			return s
		}
	}
	return nil
}
