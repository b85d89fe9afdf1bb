package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/store"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

const (
	registerLimit = 30 * time.Second
	// closeLimit bounds the end of the program: sessions, then Discord, and the copy
	// of what they have kept. It is longer than [endLimit], a session's.
	closeLimit = 10 * time.Second
)

// A desk is the bot at work: what comes from Discord goes to the sessions and to
// the commands, in order.
type desk struct {
	app    *app
	cfg    *config.Config
	log    *slog.Logger
	db     *store.DB
	client *discord.Client

	kind    transcript.Kind           // of the sessions; empty means live
	observe func(conversation.Notice) // of all tables; may be nil
	begun   func()                    // called when commands are answered; may be nil
}

// serve works until ctx is done, or until Discord refuses the bot, which is its
// error. Sessions end with it: sentences are finished, and what was said is
// written down.
func (d *desk) serve(ctx context.Context) (err error) {
	example, err := campaign.Parse("campaigns/lanterns.yaml", campaigns.Lanterns)
	if err != nil {
		return err
	}
	if d.kind == "" {
		d.kind = transcript.Live
	}
	expire(ctx, d.log, d.db)
	defer warm(ctx, d.log, d.cfg, models.Warm)()
	var copies errands
	copying, cut := context.WithCancel(context.WithoutCancel(ctx))
	sessions := &live{
		app: d.app, cfg: d.cfg, log: d.log, db: d.db, discord: d.client, kind: d.kind, observe: d.observe,
		tables: map[transcript.GuildID]*liveSession{},
		kept:   func() { copies.add(func() { d.copy(copying) }) },
	}
	commands := command.New(d.log, d.client, library{d.db}, sessions, command.Options{
		Consent:     command.Consent(d.cfg.Table.Consent.Value),
		Loudspeaker: transcript.Loudspeaker(d.cfg.Table.Loudspeaker.Value),
		GMAway:      d.cfg.Table.GMAway.Value,
		Empty:       d.cfg.Table.Empty.Value,
		Providers:   providersOf(d.cfg),
		Example:     example,
		Files:       campaignReader{d.cfg, d.log},
		Recaps:      sessions.recaps,
		Voicer:      voicer{d.cfg, sessions},
		Namer:       newNamer(d.cfg, sessions),
		Dice:        rollDice(tool.NewDice(nil)),
		Bills:       d.bills,
		Doctor:      liveDoctor{sessions},
	})
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
		defer cancel()
		context.AfterFunc(ending, cut)
		heard := make(chan struct{})
		go func() { // the sessions wait for Discord to say that they have left
			defer close(heard)
			for e := range d.client.Events() {
				sessions.handle(e)
			}
		}()
		err = errors.Join(err, commands.Close(ending), d.client.Close(ending))
		<-heard
		copies.close()
	}()

	registering, cancel := context.WithTimeout(ctx, registerLimit)
	err = d.client.Register(registering, command.Specs(d.cfg.Discord.Roll.Value == "on"))
	cancel()
	if err != nil {
		return fmt.Errorf("tell Discord the bot's commands: %w", err)
	}
	if d.begun != nil {
		d.begun()
	}
	return d.attend(ctx, sessions, commands)
}

// attend hands on what comes from Discord.
func (d *desk) attend(ctx context.Context, sessions *live, commands *command.Desk) error {
	for {
		select {
		case e := <-d.client.Events():
			switch e := e.(type) {
			case nil:
				return discord.ErrClosed
			case discord.Closed:
				return e.Err
			case discord.Rival:
				fmt.Fprintf(d.app.errOut, "warning: another program seems to use this bot's token (%s): stop one of them\n", e.Sign)
			}
			sessions.handle(e)
			commands.Handle(ctx, e)
		case <-ctx.Done():
			return nil
		}
	}
}

// copy copies the database, as after each session. That it could not ends nothing.
func (d *desk) copy(ctx context.Context) {
	if _, err := d.db.CopyBeside(ctx); err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "the database was not copied after a session", slog.Any("err", err))
	}
}

// rollDice rolls dice for people.
func rollDice(dice *tool.Dice) command.Dice {
	return func(expr string) (string, error) {
		roll, err := dice.Roll(expr)
		if err != nil {
			return "", err
		}
		return roll.String(), nil
	}
}
