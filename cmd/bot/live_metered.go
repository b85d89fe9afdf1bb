package main

import (
	"context"
	"errors"
	"log/slog"

	"glyphoxa/internal/meter"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// errSpent says that the running session may spend no more.
var errSpent = errors.New("the session has reached its limit of spending")

// metered has do ask providers for something beside the talk of a campaign, as
// [live.counted] does. It asks for nothing once the session that runs has reached
// its limit: then it is errSpent.
func (l *live) metered(ctx context.Context, id transcript.CampaignID, about transcript.SessionID, do func(*meter.Meter) error) error {
	if s := l.playing(id); s != nil && s.bill.Bill().Level == meter.Capped {
		return errSpent
	}
	return l.counted(ctx, id, about, do)
}

// counted has do ask providers, with their use counted: in the campaign's session
// that runs or else in the one that it is about, which is the last if it is about
// none.
func (l *live) counted(ctx context.Context, id transcript.CampaignID, about transcript.SessionID, do func(*meter.Meter) error) error {
	s := l.playing(id)
	if s == nil {
		m := newMeter(l.cfg)
		err := do(m)
		keepUsage(ctx, l.log, m, l.db.Campaign(id), about)
		return err
	}
	err := do(s.bill) // which the session keeps until its end
	select {
	case <-s.done:
		flushUsage(ctx, l.log, s.usage)
	default:
	}
	return err
}

// keepUsage writes what was used beside the talk of a campaign as used in one of its
// sessions, or in the last. That it could not is for the log: what was asked for is
// there.
func keepUsage(ctx context.Context, log *slog.Logger, m *meter.Meter, book *store.Campaign, about transcript.SessionID) {
	if about == "" {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), usageLimit)
		defer cancel()
		last, err := book.LastEnded(within, 1)
		if err != nil {
			log.LogAttrs(ctx, slog.LevelWarn, "usage not written", slog.Any("err", err))
		}
		if len(last) == 0 {
			return
		}
		about = last[0].ID
	}
	flushUsage(ctx, log, meter.NewKeeper(log, m, book, about))
}

func flushUsage(ctx context.Context, log *slog.Logger, k *meter.Keeper) {
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), usageLimit)
	defer cancel()
	if err := k.Flush(within); err != nil {
		log.LogAttrs(ctx, slog.LevelWarn, "usage not written", slog.Any("err", err))
	}
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
