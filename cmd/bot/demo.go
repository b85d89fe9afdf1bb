package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/provider/command"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

type demoCmd struct {
	Out      string            `help:"Where to put the database, the recordings and the report." default:"demo-out" type:"path"`
	Campaign string            `help:"Play with this campaign instead of the example." placeholder:"FILE" type:"existingfile"`
	Scene    string            `help:"Play this scene instead of the example." placeholder:"FILE" type:"existingfile"`
	Set      map[string]string `help:"Set a variable of the scene." placeholder:"NAME=VALUE"`
	Strict   bool              `help:"Fail when a step does not happen, with other providers too."`
	Providers
}

// Run plays the scene. With the offline providers every step must happen; what
// others make of it is theirs, so a missing step is a warning unless strict.
func (c *demoCmd) Run(ctx context.Context, a *app) error {
	cfg, err := a.config(config.Options{LLM: c.LLM, STT: c.STT, TTS: c.TTS})
	if err != nil {
		return err
	}
	file, scene, err := c.read()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return unwritten(c.Out, err)
	}
	verdicts, err := c.play(ctx, a, cfg, file, scene)
	if err != nil {
		return err
	}
	failed := printVerdicts(a.out, verdicts)
	fmt.Fprintf(a.out, "\nEverything is in %s. Listen to %s.\n", c.Out, filepath.Join(c.Out, demo.SessionWAV))
	if failed == 0 {
		return nil
	}
	own := cfg.LLM.Provider.Value == config.Offline && cfg.STT.Provider.Value == config.PocketSphinx && cfg.TTS.Provider.Value == config.Flite
	if !own && !c.Strict {
		fmt.Fprintf(a.errOut, "warning: %d steps did not happen with these providers (--strict makes that an error)\n", failed)
		return nil
	}
	return fmt.Errorf("%d steps of the scene did not happen", failed)
}

// read reads the campaign and the scene.
func (c *demoCmd) read() (campaign.File, *demo.Scene, error) {
	name, data := "campaigns/lanterns.yaml", campaigns.Lanterns
	if c.Campaign != "" {
		var err error
		if data, err = os.ReadFile(c.Campaign); err != nil {
			return campaign.File{}, nil, err
		}
		name = c.Campaign
	}
	file, err := campaign.Parse(name, data)
	if err != nil {
		return campaign.File{}, nil, err
	}
	name, data = "the example scene", demo.Example
	if c.Scene != "" {
		if data, err = os.ReadFile(c.Scene); err != nil {
			return campaign.File{}, nil, err
		}
		name = c.Scene
	}
	scene, err := demo.ParseScene(name, data, c.Set)
	if err != nil {
		return campaign.File{}, nil, err
	}
	return file, scene, scene.Check(file)
}

// play plays the scene in a database of its own and returns what the
// artefacts say of it.
func (c *demoCmd) play(ctx context.Context, a *app, cfg *config.Config, file campaign.File, scene *demo.Scene) (verdicts []demo.Verdict, err error) {
	log := a.logger(cfg)
	db, err := freshStore(ctx, log, filepath.Join(c.Out, "demo.db"))
	if err != nil {
		return nil, err
	}
	defer closing(db, &err)
	err = holding(ctx, db, demoHolder, func(ctx context.Context) error {
		verdicts, err = c.playIn(ctx, a, cfg, db, file, scene)
		return err
	})
	return verdicts, err
}

// playIn plays the scene in a new database.
func (c *demoCmd) playIn(ctx context.Context, a *app, cfg *config.Config, db *store.DB, file campaign.File, scene *demo.Scene) (_ []demo.Verdict, err error) {
	set, err := newStageSet(ctx, scene)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	id, err := set.cast(ctx, db, file, scene)
	if err != nil {
		return nil, err
	}
	players := command.Flite()
	players.Slots = slots
	voices, err := command.NewSynthesizer(players)
	if err != nil {
		return nil, err
	}

	tape := demo.NewTape()
	told := demo.NewChronicle(a.out, namesOf(file))
	observe, notices := demo.Watch()
	fmt.Fprintf(a.out, "%s\n\n", scene.Title)
	var missed []string
	err = a.onStage(ctx, cfg, db, set, observe, func() (err error) {
		listening, stop := context.WithCancel(ctx)
		listened := make(chan struct{})
		go func() {
			defer close(listened)
			set.listen(listening, tape)
		}()
		missed, err = scene.Play(ctx, demo.Stage{Table: set, Voices: voices, Notices: notices, Tape: tape, Chronicle: told})
		stop()
		<-listened
		return err
	})
	if err != nil {
		return nil, err
	}

	rec, err := c.record(ctx, a, cfg, db.Campaign(id), missed)
	if err != nil {
		return nil, err
	}
	if rec.Recap != "" {
		fmt.Fprintf(a.out, "\nWhat happened:\n%s\n", indent(rec.Recap))
	}
	printLatency(a.out, rec.Turns)
	if err := demo.WriteArtefacts(c.Out, scene, rec, tape, told); err != nil {
		return nil, unwritten(c.Out, err)
	}
	return demo.Judge(c.Out, scene)
}

// record reads back what was kept of the session, and has its story told. That
// nobody tells it is a step that did not happen, and spoils nothing else.
func (c *demoCmd) record(ctx context.Context, a *app, cfg *config.Config, at *store.Campaign, missed []string) (rec demo.Record, err error) {
	rec.Missed = missed
	sessions, err := at.Sessions(ctx, transcript.Demo)
	if err != nil {
		return rec, err
	}
	if len(sessions) == 0 {
		return rec, errors.New("nothing was kept of the demo")
	}
	id := sessions[len(sessions)-1].ID
	file, err := at.File(ctx)
	if err != nil {
		return rec, err
	}
	model, err := newModel(cfg)
	if err != nil {
		return rec, err
	}
	log := a.shown(ctx, a.logger(cfg)) // the story is printed
	m := newMeter(cfg)
	teller := &recap.Recapper{
		Campaign: file.Campaign, Store: at, Claims: knowledge.Claims{Store: at}, Log: log,
		Model: m.Model(model, cfg.LLM.Provider.Value), ModelName: modelName(cfg),
	}
	told, err := teller.Tell(ctx, id)
	if ctx.Err() != nil {
		return rec, ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(a.errOut, "warning: %v\n", err)
	}
	rec.Recap = told.Text
	if err := meter.NewKeeper(log, m, at, id).Flush(ctx); err != nil { // what the recap used
		return rec, err
	}
	if rec.Lines, err = at.Transcript(ctx, id); err != nil {
		return rec, err
	}
	if rec.Turns, err = at.Turns(ctx, id); err != nil {
		return rec, err
	}
	rec.Proposals, err = at.Proposals(ctx, "")
	return rec, err
}

func namesOf(f campaign.File) map[transcript.AgentID]string {
	names := map[transcript.AgentID]string{}
	for _, a := range f.Agents {
		names[a.ID] = a.Shown()
	}
	return names
}

// printVerdicts prints what happened and what did not, and returns how many
// steps did not.
func printVerdicts(out io.Writer, verdicts []demo.Verdict) (failed int) {
	fmt.Fprintln(out, "\nSteps:")
	for _, v := range verdicts {
		mark := "ok  "
		if !v.OK {
			mark = "FAIL"
			failed++
		}
		fmt.Fprintf(out, "  %s  %s (%s)\n", mark, v.Step, v.Detail)
	}
	return failed
}

// printLatency prints where the time of the answers went.
func printLatency(out io.Writer, turns []transcript.Turn) {
	spreads := demo.Spreads(turns)
	if len(spreads) == 0 {
		return
	}
	fmt.Fprintln(out, "Where the time went, in milliseconds:")
	fmt.Fprintf(out, "  %-12s %7s %7s\n", "stage", "p50", "p95")
	transcript.Stages{}.Each(func(name string, _ time.Duration) {
		s := spreads[name]
		fmt.Fprintf(out, "  %-12s %7.0f %7.0f\n", name, s.P50, s.P95)
	})
	var outcomes []string
	counts := map[transcript.Outcome]int{}
	for _, t := range turns {
		counts[t.Outcome]++
	}
	for o, n := range counts {
		outcomes = append(outcomes, fmt.Sprintf("%d %s", n, o))
	}
	slices.Sort(outcomes)
	fmt.Fprintf(out, "Outcomes: %s\n", strings.Join(outcomes, ", "))
}

func indent(s string) string { return "  " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ") }
