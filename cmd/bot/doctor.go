package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

type doctorCmd struct {
	Providers
	Channel transcript.ChannelID `help:"Instead join this voice channel, measure what comes and goes there, and leave." placeholder:"ID"`
	For     time.Duration        `help:"How long to measure there." default:"10s"`
}

// checkTimeout bounds each check. A model that must be loaded first may need
// longer, and then that is worth knowing.
const checkTimeout = 10 * time.Second

// Run tries everything that is configured, in small and for real, and prints a
// line for each thing as it is known.
func (c *doctorCmd) Run(ctx context.Context, a *app) error {
	cfg, err := a.config(config.Options{LLM: c.LLM, STT: c.STT, TTS: c.TTS})
	d := &doctor{app: a, cfg: cfg, channel: c.Channel, measureFor: c.For}
	if err != nil {
		d.faults("config", err)
		return errSilent
	}
	d.log = a.logger(cfg)
	checks := []func(context.Context){
		d.checkConfig, d.checkDatabase, d.checkModel, d.checkVoice, d.checkEars, d.checkCampaigns, d.checkDiscord,
	}
	if c.Channel != 0 {
		checks = []func(context.Context){d.checkConfig, d.checkVoice}
	}
	for _, check := range checks {
		if err := limited(ctx, check); err != nil {
			return err
		}
	}
	if c.Channel != 0 {
		d.checkChannel(ctx) // has limits of its own, and something to undo
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if d.failed {
		return errSilent
	}
	return nil
}

// limited makes a check within its time. It returns an error if somebody stops
// the program.
func limited(ctx context.Context, check func(context.Context)) error {
	within, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	check(within)
	return ctx.Err()
}

// A doctor goes from check to check and carries along what one finds that a
// later one needs.
type doctor struct {
	*app
	cfg    *config.Config
	log    *slog.Logger
	meter  *meter.Meter // of what is asked for; nil where nobody counts it
	failed bool
	// found, if not nil, is told each finding instead of the console.
	found func(finding)

	channel    transcript.ChannelID // to join; 0: none
	measureFor time.Duration

	campaigns []campaign.File // in the database
	voiced    bool            // the synthesiser said which voices it has
	voices    []string        // those; empty if it takes any
	clip      audio.Clip      // what it spoke; empty if it did not
}

// counts is what counts what is asked for.
func (d *doctor) counts() *meter.Meter { return cmp.Or(d.meter, newMeter(d.cfg)) }

// A level says how bad a finding is.
type level string

// The levels. Only one of them makes the doctor exit with an error.
const (
	fine level = "ok"
	warn level = "warn"
	fail level = "FAIL"
)

// A finding is one line of the report.
type finding struct {
	level  level
	what   string
	detail string
	remedy string // empty when there is nothing to do
}

func (d *doctor) report(f finding) {
	d.failed = d.failed || f.level == fail
	if d.found != nil {
		d.found(f)
		return
	}
	line := fmt.Sprintf("%-4s  %s: %s", f.level, f.what, f.detail)
	if f.remedy != "" {
		line += " → " + f.remedy
	}
	fmt.Fprintln(d.out, line)
}

// fault returns err as a finding. Errors that were made for people say apart
// what is wrong and what to do.
func fault(what string, err error) finding {
	f := finding{level: fail, what: what, detail: err.Error()}
	if errors.Is(err, context.DeadlineExceeded) {
		f.detail, f.remedy = fmt.Sprintf("no answer within %v", checkTimeout), "see whether it is busy, and whether the network is slow"
	}
	if e, ok := errors.AsType[*config.Mistake](err); ok {
		where := *e
		where.Remedy = ""
		f.detail, f.remedy = where.Error(), e.Remedy
	}
	if e, ok := errors.AsType[*campaign.Mistake](err); ok {
		where := *e
		where.Remedy = ""
		f.detail, f.remedy = where.Error(), e.Remedy
	}
	if e, ok := errors.AsType[*store.Trouble](err); ok {
		f.detail, f.remedy = e.What, e.Do
	}
	if e, ok := errors.AsType[*discord.Refusal](err); ok {
		f.detail, f.remedy = refusedDetail(e), e.Remedy()
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		f.detail, f.remedy = e.Provider+": "+e.Message, e.Remedy
	}
	if e, ok := errors.AsType[*speech.ProviderError](err); ok {
		f.detail, f.remedy = e.Provider+": "+e.Op+": "+e.Message, e.Remedy
	}
	return f
}

// faults reports err or, if it is several joined, each of them. That somebody
// stopped the doctor is nothing wrong.
func (d *doctor) faults(what string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	// It wraps a reason and a cause, which say less than it does.
	if _, ok := errors.AsType[*discord.Refusal](err); ok {
		d.report(fault(what, err))
		return
	}
	joined, ok := errors.AsType[interface {
		error
		Unwrap() []error
	}](err)
	// If something was said around them, they are not to be torn apart.
	if !ok || joined.Error() != err.Error() {
		d.report(fault(what, err))
		return
	}
	for _, err := range joined.Unwrap() {
		d.faults(what, err)
	}
}

func (d *doctor) checkConfig(context.Context) {
	f := finding{level: fine, what: "config", detail: d.cfg.File}
	if _, err := os.Stat(d.cfg.File); err != nil {
		f.detail = "there is no " + d.cfg.File + " here, so everything has its default"
	}
	d.report(f)
}
