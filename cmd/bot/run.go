package main

import (
	"context"
	"fmt"
	"log/slog"

	"glyphoxa/internal/config"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/store"
)

type runCmd struct {
	Providers
}

// Run is the bot: it logs in, registers its commands, and holds sessions until
// it is stopped.
func (c *runCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{LLM: c.LLM, STT: c.STT, TTS: c.TTS})
	if err != nil {
		return err
	}
	token := cfg.Discord.Token.Value
	if token.Reveal() == "" {
		return cfg.Mistake(&cfg.Discord.Token, "there is no bot token",
			"set DISCORD_TOKEN, or let `bot setup` ask for it and write it down")
	}
	log := a.logger(cfg)
	db, err := a.openStore(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	return holding(ctx, db, "glyphoxa run", func(ctx context.Context) error {
		return c.login(ctx, a, cfg, log, db)
	})
}

// login logs in and serves until ctx is done, or Discord refuses the bot.
func (c *runCmd) login(ctx context.Context, a *app, cfg *config.Config, log *slog.Logger, db *store.DB) error {
	client, err := discord.Open(ctx, discord.Options{
		Token: discord.NewToken(cfg.Discord.Token.Value.Reveal()), HTTP: a.discordHTTP, Log: log,
	})
	if err != nil {
		return err
	}
	me := client.Me()
	fmt.Fprintf(a.out, "%s is on Discord, in %s.\n", me.Name, servers(len(me.Guilds)))
	fmt.Fprintf(a.out, "Invite it to a server:  %s\n", client.InviteURL())
	fmt.Fprintln(a.out, "Then join a voice channel there and type /glyphoxa start. Ctrl-C ends the bot.")
	return (&desk{app: a, cfg: cfg, log: log, db: db, client: client}).serve(ctx)
}

func servers(n int) string {
	if n == 1 {
		return "one server"
	}
	return fmt.Sprintf("%d servers", n)
}
