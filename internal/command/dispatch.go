package command

import (
	"context"
	"log/slog"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	// workLimit bounds the work behind a command or a button.
	workLimit = time.Minute
	// tellLimit bounds the telling of a story, which asks a model several times
	// over. Discord takes an answer for fifteen minutes.
	tellLimit = 10 * time.Minute
)

// command carries out a command. It acknowledges first of all: Discord waits
// three seconds, and a database may take longer (D01, D02).
func (d *Desk) command(ctx context.Context, c discord.Command) {
	private := c.Sub != subRecap
	if err := c.Answer.Defer(ctx, private); err != nil {
		return // too late or answered elsewhere: the client has logged it
	}
	limit := workLimit
	if c.Sub == subRecap {
		limit = tellLimit
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var err error
	switch {
	case c.Guild == 0:
		err = complain("I work in a server's voice channels: give this command there, not in a direct message.")
	case c.Sub == subStart:
		err = d.startCommand(ctx, c)
	case c.Sub == subEnd:
		err = d.endCommand(ctx, c)
	case c.Sub == subRecap:
		err = d.recapCommand(ctx, c)
	case c.Sub == subProposals:
		err = d.proposalsCommand(ctx, c)
	case c.Sub == subStatus:
		err = d.statusCommand(ctx, c)
	default:
		err = complain("I do not know this command: it may be from another version. Restart Discord to see mine.")
	}
	if err != nil {
		d.apologise(ctx, c.Call, c.Sub, err, c.Answer.Reply)
	}
}

// pressed carries out what a button or a menu means.
func (d *Desk) pressed(ctx context.Context, p discord.Pressed) {
	verb, args, ok := parseID(p.Button)
	if !ok || p.Guild == 0 {
		return // another version's, or not ours
	}
	var do func(context.Context) error
	switch verb {
	case btnConsent:
		do = d.consented(p, transcript.Consent(args[0]), transcript.CampaignID(args[1]))
	case btnExample:
		do = func(ctx context.Context) error { return d.exampleButton(ctx, p) }
	case btnCampaign:
		do = func(ctx context.Context) error { return d.campaignMenu(ctx, p) }
	case btnScene, btnPlays, btnMore, btnBegin:
		do = func(ctx context.Context) error { return d.openingPressed(ctx, p, verb, args) }
	case btnDecide:
		do = func(ctx context.Context) error { return d.decideButton(ctx, p, args) }
	case btnPage:
		do = func(ctx context.Context) error { return d.pageButton(ctx, p, args) }
	case btnLoud:
		do = func(ctx context.Context) error { return d.loudPressed(ctx, p, transcript.CampaignID(args[0])) }
	case btnWhose:
		do = func(ctx context.Context) error { return d.whoseChosen(ctx, p, transcript.CampaignID(args[0])) }
	case btnSound:
		do = d.loudChosen(p, transcript.CampaignID(args[0]), args[1])
	}
	d.start(func() {
		if err := p.Answer.Hold(ctx); err != nil {
			return // as in command
		}
		ctx, cancel := context.WithTimeout(ctx, workLimit)
		defer cancel()
		if err := do(ctx); err != nil {
			d.apologise(ctx, p.Call, verb, err, func(ctx context.Context, m discord.Message) error {
				_, err := p.Answer.FollowUp(ctx, m)
				return err
			})
		}
	})
}

// apologise tells a person why their command or button did not work.
func (d *Desk) apologise(ctx context.Context, c discord.Call, what string, err error, tell func(context.Context, discord.Message) error) {
	if ctx.Err() != nil {
		// The work's time is over. What is left to say is short.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), postLimit)
		defer cancel()
	}
	text, known := words(err)
	if !known {
		d.log.LogAttrs(ctx, slog.LevelError, "a command failed", slog.String("command", what),
			slog.Uint64("guild", uint64(c.Guild)), slog.Uint64("interaction", c.ID), slog.Any("err", err))
	}
	if text == "" {
		return
	}
	if err := tell(ctx, discord.Message{Text: text, Private: true}); err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "an answer did not reach Discord",
			slog.Uint64("interaction", c.ID), slog.Any("err", err))
	}
}
