package command

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"glyphoxa/internal/discord"
)

const (
	// workLimit bounds the work behind a command or a button.
	workLimit = time.Minute
	// tellLimit bounds the telling of a story, which asks a model several times
	// over. Discord takes an answer for fifteen minutes.
	tellLimit = 10 * time.Minute
)

// command carries out a command.
func (d *Desk) command(ctx context.Context, c discord.Command) {
	s, known := branch(c.Group, c.Sub)
	var do func(ctx context.Context) error
	switch {
	case c.Guild == 0:
		s, do = subcommand{private: true}, func(context.Context) error { return refuse(say("tree.no-guild")) }
	case !known:
		s, do = subcommand{private: true}, func(context.Context) error { return refuse(say("tree.unknown-command")) }
	case s.now != nil:
		do = s.now(d, c)
	default:
		do = func(ctx context.Context) error { return s.do(d, ctx, c) }
	}
	d.start(func() { d.carryOut(ctx, s, c, do) })
}

// carryOut does what a subcommand is for, if the caller may. It acknowledges
// first of all: Discord waits three seconds, and a database may take longer
// (D01, D02).
func (d *Desk) carryOut(ctx context.Context, s subcommand, c discord.Command, do func(context.Context) error) {
	if !s.opens {
		// What has been done already is kept, whatever becomes of the answer.
		err := c.Answer.Defer(ctx, s.private || s.hidden != nil && s.hidden(c))
		if err != nil && (s.now == nil || errors.Is(err, discord.ErrAnswered)) {
			return // too late or answered elsewhere: the client has logged it
		}
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.limit, workLimit))
	defer cancel()
	err := d.allowed(ctx, s, c)
	if err == nil {
		err = do(ctx)
		d.names.changed(c.Guild)
		d.freshen(c.Guild)
	}
	if err != nil {
		d.apologise(ctx, c.Call, c.Sub, err, c.Answer.Reply)
	}
}

// allowed complains if a subcommand is for GMs and the caller is none.
func (d *Desk) allowed(ctx context.Context, s subcommand, c discord.Command) error {
	if !s.gm || s.opens {
		return nil
	}
	_, _, err := d.gmCampaign(ctx, c.Call)
	return err
}

// pressed carries out what a button or a menu means.
func (d *Desk) pressed(ctx context.Context, p discord.Pressed) {
	verb, args, ok := parseID(p.Button)
	b := presses()[verb]
	var do func(ctx context.Context) error
	switch {
	case !ok, b.do == nil && b.now == nil, p.Guild == 0 && !b.direct:
		// It is another version's, or pressed where it never was.
		b.opens, do = false, func(context.Context) error { return refuse(say("button.unknown")) }
	case b.now != nil:
		do = b.now(d, p, args)
	default:
		do = func(ctx context.Context) error { return b.do(d, ctx, p, args) }
	}
	d.start(func() {
		if !b.opens {
			// What has been done already is kept, whatever becomes of the answer.
			if err := p.Answer.Hold(ctx); err != nil && (b.now == nil || errors.Is(err, discord.ErrAnswered)) {
				return // as in command
			}
		}
		ctx, cancel := context.WithTimeout(ctx, cmp.Or(b.limit, workLimit))
		defer cancel()
		err := do(ctx)
		d.names.changed(p.Guild)
		d.freshen(p.Guild)
		if err != nil {
			d.apologise(ctx, p.Call, verb, err, func(ctx context.Context, m discord.Message) error {
				_, err := p.Answer.FollowUp(ctx, m)
				return err
			})
		}
	})
}

// submitted carries out what a form is for.
func (d *Desk) submitted(ctx context.Context, s discord.Submitted) {
	verb, args, ok := parseID(s.Form)
	f, known := forms()[verb]
	ok = ok && known && (s.Guild != 0 || f.direct)
	acknowledge := func() error { return s.Answer.Defer(ctx, true) }
	if f.edits && s.Message != 0 {
		acknowledge = func() error { return s.Answer.Hold(ctx) }
	}
	if err := acknowledge(); err != nil {
		return // as in command
	}
	ctx, cancel := context.WithTimeout(ctx, workLimit)
	defer cancel()
	err := refuse(say("tree.unknown-form"))
	if ok {
		err = f.do(d, ctx, s, args)
		d.names.changed(s.Guild)
		d.freshen(s.Guild)
	}
	if err != nil {
		d.apologise(ctx, s.Call, verb, err, s.Answer.Reply)
	}
}

// apologise tells a person why their command or button did not work.
func (d *Desk) apologise(ctx context.Context, c discord.Call, what string, err error, tell func(context.Context, discord.Message) error) {
	if ctx.Err() != nil {
		// The work's time is over. What is left to say is short.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), postLimit)
		defer cancel()
	}
	told, known := words(err)
	if !known {
		d.log.LogAttrs(ctx, slog.LevelError, "a command failed", slog.String("command", what),
			slog.Uint64("guild", uint64(c.Guild)), slog.Uint64("interaction", c.ID), slog.Any("err", err))
	}
	if told.Empty() {
		return
	}
	if err := tell(ctx, discord.Message{Text: told.In(c.Locale), Private: true}); err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "an answer did not reach Discord",
			slog.Uint64("interaction", c.ID), slog.Any("err", err))
	}
}
