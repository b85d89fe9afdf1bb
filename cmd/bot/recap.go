package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

type recapCmd struct {
	campaignFlag
	Session string `help:"The session's ID, or the end of it (default: the last one that has ended)." placeholder:"ID"`
	Kind    string `enum:"live,rehearsal,demo" default:"live" help:"Which kind of session the last one is looked for among: live, rehearsal or demo."`
	LLM     string `name:"llm" help:"Language model: offline or openai." placeholder:"NAME" enum:",offline,openai" default:""`
}

// Run tells a session. The story is made once and kept: from then on it is read,
// until words that it was told from are deleted.
func (c *recapCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{LLM: c.LLM})
	if err != nil {
		return err
	}
	log := a.logger(cfg)
	db, err := a.openExisting(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	picked, err := pickCampaign(ctx, db, c.Campaign)
	if err != nil {
		return err
	}
	sessions := db.Campaign(picked.ID)
	session, err := c.pick(ctx, sessions, picked)
	if err != nil {
		return err
	}
	told, ok, err := sessions.Recap(ctx, session.ID)
	if err != nil {
		return err
	}
	if !ok || told.Stale { // only now is there any need of a model
		model, err := newModel(cfg)
		if err != nil {
			return err
		}
		file, err := sessions.File(ctx)
		if err != nil {
			return err
		}
		m := newMeter(cfg)
		r := recap.Recapper{
			Names: file.Hints(nil), Campaign: picked, Store: sessions, Claims: knowledge.Claims{Store: sessions}, Log: log,
			Model: m.Model(model, cfg.LLM.Provider.Value), ModelName: modelName(cfg),
		}
		told, err = r.Tell(ctx, session.ID)
		keepUsage(ctx, log, m, sessions, session.ID)
		if errors.Is(err, recap.ErrOpen) {
			return fmt.Errorf("session %s has not ended: its recap can be told afterwards", session.ID)
		}
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(a.out, "%s, %s session of %s\n\n%s\n", picked.Name, session.Kind, day(session.Started), strings.TrimSpace(told.Text))
	return err
}

// pick returns the session that is to be told.
func (c *recapCmd) pick(ctx context.Context, from *store.Campaign, picked campaign.Campaign) (transcript.Session, error) {
	if c.Session != "" {
		return findSession(ctx, from, c.Session)
	}
	list, err := from.Sessions(ctx, transcript.Kind(c.Kind))
	if err != nil {
		return transcript.Session{}, err
	}
	list = slices.DeleteFunc(list, func(s transcript.Session) bool { return s.Ended.IsZero() })
	if len(list) == 0 {
		return transcript.Session{}, fmt.Errorf("%s has no %s session that has ended, so there is nothing to tell: --kind looks among the others", picked.Key, c.Kind)
	}
	return slices.MaxFunc(list, func(a, b transcript.Session) int { return a.Ended.Compare(b.Ended) }), nil
}

// findSession returns the one session whose ID is id or ends with it.
func findSession(ctx context.Context, from *store.Campaign, id string) (transcript.Session, error) {
	list, err := from.Sessions(ctx, "")
	if err != nil {
		return transcript.Session{}, err
	}
	var fit []transcript.Session
	for _, s := range list {
		if strings.HasSuffix(string(s.ID), strings.ToLower(id)) {
			fit = append(fit, s)
		}
	}
	switch len(fit) {
	case 0:
		return transcript.Session{}, fmt.Errorf("there is no session %q in this campaign: leave --session out for the last one", id)
	case 1:
		return fit[0], nil
	}
	return transcript.Session{}, fmt.Errorf("%q fits %d sessions: type more of the ID", id, len(fit))
}

// modelName returns what is kept with a recap as its author.
func modelName(cfg *config.Config) string {
	if cfg.LLM.Provider.Value == config.Offline {
		return config.Offline
	}
	return cfg.LLM.Provider.Value + " " + cfg.LLM.Model.Value
}
