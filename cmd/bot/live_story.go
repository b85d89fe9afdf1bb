package main

import (
	"context"
	"errors"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// recaps gives the teller of a campaign.
func (l *live) recaps(c campaign.Campaign) command.Teller {
	return teller{live: l, campaign: c, store: l.db.Campaign(c.ID)}
}

// A teller tells stories over the configured model. What that is asked for
// counts as used in the session that runs or else in the one that is told.
type teller struct {
	live     *live
	campaign campaign.Campaign
	store    *store.Campaign
}

func (t teller) Tell(ctx context.Context, id transcript.SessionID) (told transcript.Recap, err error) {
	err = t.with(ctx, id, func(r *recap.Recapper) (err error) {
		told, err = r.Tell(ctx, id)
		return err
	})
	return told, err
}

func (t teller) Draft(ctx context.Context, id transcript.SessionID, v recap.Version) (told transcript.Recap, err error) {
	err = t.with(ctx, id, func(r *recap.Recapper) (err error) {
		told, err = r.Draft(ctx, id, v)
		return err
	})
	return told, err
}

func (t teller) Missed(ctx context.Context, id transcript.SessionID, who transcript.SpeakerID) (m recap.Missed, err error) {
	err = t.with(ctx, id, func(r *recap.Recapper) (err error) {
		m, err = r.Missed(ctx, id, who)
		return err
	})
	return m, err
}

// with has do tell of a session.
func (t teller) with(ctx context.Context, id transcript.SessionID, do func(*recap.Recapper) error) error {
	cfg := t.live.cfg
	model, err := newModel(cfg)
	if err != nil {
		return &command.Complaint{Text: texts.Say("live.cannot-tell", "why", command.Plain(discreet(cfg, err.Error())))}
	}
	file, err := t.store.File(ctx)
	if err != nil {
		return err
	}
	err = t.live.metered(ctx, t.campaign.ID, id, func(m *meter.Meter) error {
		return do(&recap.Recapper{
			Names:    file.Hints(nil),
			Campaign: t.campaign, Store: t.store, Backstage: t.store, Claims: knowledge.Claims{Store: t.store}, Log: t.live.log,
			Model: m.Model(model, cfg.LLM.Provider.Value), ModelName: modelName(cfg),
		})
	})
	if errors.Is(err, errSpent) {
		return &command.Complaint{Text: texts.Say("missed.capped")}
	}
	return modelTrouble(discreetly(cfg, err), cfg.LLM.Provider.Value)
}

// modelTrouble puts what went wrong with a model into words for people: whose it
// is, and what to do.
func modelTrouble(err error, provider string) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		told := texts.Say("live.untold", "provider", command.Plain(e.Provider), "why", command.Plain(strings.TrimSuffix(e.Message, ".")))
		if e.Remedy != "" {
			told = texts.Join(" ", told, texts.Say("fault.remedy", "remedy", command.Plain(strings.TrimSuffix(e.Remedy, "."))))
		}
		return &command.Complaint{Text: told}
	}
	if _, ok := errors.AsType[*recap.ModelError](err); ok {
		return &command.Complaint{Text: texts.Say("live.half-told", "provider", command.Plain(provider))}
	}
	return err
}

// bills puts the configured prices to what was used.
func (d *desk) bills(used []transcript.Usage) command.Bill {
	b := meter.Reckon(meterOptions(d.cfg), used)
	return command.Bill{Lines: billLines(b), Total: billTotal(b)}
}
