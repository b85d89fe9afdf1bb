package main

import (
	"context"
	"errors"
	"sync"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/transcript"
)

// A liveDoctor examines the providers of the running program, with the checks
// that the doctor on the console makes. It is a [command.Doctor].
type liveDoctor struct{ live *live }

// Examine implements [command.Doctor]. What it asks for is counted, and little: a
// session that may spend no more may be examined all the same.
func (l liveDoctor) Examine(ctx context.Context, about transcript.CampaignID, found func(command.Finding)) {
	_ = l.live.counted(ctx, about, "", func(m *meter.Meter) error { // nothing is wrong but what is found
		l.examine(ctx, m, func(f finding) { found(f.shown()) })
		return nil
	})
}

// examine asks the model at the same time as the voice, and the recogniser once
// the voice has spoken for it.
func (l liveDoctor) examine(ctx context.Context, m *meter.Meter, tell func(finding)) {
	// Each has its own doctor: one carries along what it finds.
	thinks := &doctor{app: l.live.app, cfg: l.live.cfg, log: l.live.log, meter: m, found: tell}
	speaks := &doctor{app: l.live.app, cfg: l.live.cfg, log: l.live.log, meter: m, found: tell}
	var wg sync.WaitGroup
	wg.Go(func() { _ = limited(ctx, thinks.checkModel) }) // its error is ctx's, which the caller has
	wg.Go(func() {
		if err := limited(ctx, speaks.checkVoice); errors.Is(err, context.Canceled) {
			return
		}
		_ = limited(ctx, speaks.checkEars) // as above
	})
	wg.Wait()
}

// findings are what the doctor says at a terminal, where it says it in English. A
// provider's own words stay as they are.
var findings = sync.OnceValue(func() *texts.Reader { return texts.NewReader("found.") })

// shown is f in the words of whoever reads it at Discord.
func (f finding) shown() command.Finding {
	said := func(s string) texts.Text {
		return findings().Read(s).Through(func(s string) string { return command.Plain(s).String() })
	}
	return command.Finding{Grade: gradeOf(f.level), What: command.Plain(f.what), Detail: said(f.detail), Remedy: said(f.remedy)}
}

func gradeOf(l level) command.Grade {
	switch l {
	case fail:
		return command.Broken
	case warn:
		return command.Doubtful
	default:
		return command.Fine
	}
}
