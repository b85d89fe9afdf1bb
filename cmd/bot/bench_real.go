package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"

	"glyphoxa/internal/bench"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// benchCampaign is where somebody asks Bart for the way.
const benchCampaign = `
campaign: bench
name: The Crossroads
language: en
agents:
  bart:
    name: Bart
    persona: You keep the toll house at the crossroads.
    tools: [{kg_query: campaign}]
  greta:
    name: Greta
    persona: You are the miller.
    tools: [{kg_query: campaign}]
knowledge:
  road:
    type: location
    name: the road
    text: This road goes over the hills to Fennick, and by dark you are there.
`

// realProviders are those that need nothing but this machine, if they are
// installed: what they take is measured beside the stand-ins.
func (a *app) realProviders() []bench.Opening {
	for _, program := range []string{"flite", "pocketsphinx_batch"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil
		}
	}
	return []bench.Opening{openReal}
}

// openReal makes the providers of the default configuration, and a mind with a
// database of its own.
func openReal(ctx context.Context, log *slog.Logger) (p bench.Providers, end func() error, err error) {
	var undo []func() error
	end = func() error {
		var errs []error
		for i := range undo {
			errs = append(errs, undo[len(undo)-1-i]())
		}
		return errors.Join(errs...)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, end())
		}
	}()
	file, err := campaign.Parse("the campaign of the measurement", []byte(benchCampaign))
	if err != nil {
		return p, nil, err
	}
	dir, err := os.MkdirTemp("", "glyphoxa-bench-*")
	if err != nil {
		return p, nil, err
	}
	undo = append(undo, func() error { return os.RemoveAll(dir) })
	db, err := store.Open(ctx, log, filepath.Join(dir, "real.db"), store.Options{Migrate: true})
	if err != nil {
		return p, nil, err
	}
	undo = append(undo, db.Close)
	id, err := db.SaveCampaign(ctx, file)
	if err != nil {
		return p, nil, err
	}
	cfg := config.Default()
	engines, cleanup, err := newProviders(ctx, cfg, file)
	if err != nil {
		return p, nil, err
	}
	undo = append(undo, func() error { cleanup(); return nil })
	mind, err := newMind(cfg, log, db.Campaign(id), file.Campaign, engines.model, nil, transcript.Live)
	if err != nil {
		return p, nil, err
	}
	p = bench.Providers{
		Name: "flite, pocketsphinx and the offline model",
		Ears: engines.ears, Mind: mind, Mouth: engines.mouth,
		Voice:   speech.Voice{Name: "rms"},
		Players: []speech.Voice{{Name: "slt"}, {Name: "awb"}},
	}
	for _, agent := range file.Agents {
		if agent.ID == "bart" {
			p.Agent = agent
		}
	}
	return p, end, nil
}
