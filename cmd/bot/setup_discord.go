package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"glyphoxa/internal/config"
	"glyphoxa/internal/discord"
)

const portal = `
== The bot's account ==

   Discord wants every bot to have an account of its own, which you make here:

     https://discord.com/developers/applications

   a. Log in as yourself. At the top right: New Application. Name it as the bot shall be
      called in your server, and press Create.
   b. On the left: Bot. Under its name: Reset Token, and copy what appears. That is the
      bot's password: whoever has it is the bot. Discord shows it only this once.
   c. On the same page, under Privileged Gateway Intents, leave all three switches off: it
      needs none of them.
`

// account asks for the bot's token until Discord lets the bot in, and then sees
// to it that it is in a server.
func (s *setup) account(ctx context.Context) error {
	s.say(portal)
	var last string
	for {
		question := "Token, or \"skip\""
		if last != "" {
			question = "Token, or Enter for the same one again, or \"skip\""
		}
		token, err := s.secret(ctx, question)
		if err != nil {
			return err
		}
		if strings.EqualFold(token, "skip") {
			s.say("Without a token there are no live sessions; all else works.")
			return nil
		}
		if token == "" {
			token = last
		}
		if token == "" {
			continue
		}
		last = token
		client, err := s.login(ctx, token)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			s.faults("discord", err)
			continue
		}
		defer logout(ctx, client)
		s.report(finding{level: fine, what: "discord", detail: loggedIn(client)})
		s.cfg.Discord.Token.Value = config.NewSecret(token)
		return s.invite(ctx, client)
	}
}

// inviteTimeout is how long to wait for the bot to be invited. Finding the
// password of an account takes its time.
const inviteTimeout = 10 * time.Minute

// invite shows how the bot is invited, and waits until it has been.
func (s *setup) invite(ctx context.Context, client *discord.Client) error {
	if _, err := meetServers(ctx, client); err != nil {
		return err
	}
	s.say("\n== Into your server ==\n\n   By this link the bot is invited, with exactly what it needs:\n   %s.\n\n     %s\n",
		strings.Join(discord.Permissions(), ", "), client.InviteURL())
	if guilds := client.Me().Guilds; len(guilds) > 0 {
		s.invited = true
		for _, g := range guilds {
			if name := client.GuildName(g); name != "" {
				s.report(serverFinding(name, client.VoiceChecks(g), client.InviteURL()))
			}
		}
		return nil
	}
	if err := s.open(ctx, client.InviteURL()); err != nil {
		return err
	}
	s.say("Waiting until it is there. Enter goes on without …")
	timeout := time.NewTimer(inviteTimeout)
	defer timeout.Stop()
	for {
		select {
		case e := <-client.Events():
			switch e := e.(type) {
			case discord.GuildHere:
				s.invited = true
				s.report(serverFinding(e.Name, client.VoiceChecks(e.Guild), client.InviteURL()))
				return nil
			case discord.Closed:
				return e.Err
			case nil:
				return discord.ErrClosed
			}
		case a, ok := <-s.lines:
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case !ok:
				return errNobody
			case a.err != nil:
				return a.err
			}
			s.say("Going on without. You can invite it by that link at any time.")
			return nil
		case <-timeout.C:
			s.say("It is still not there. You can invite it by that link at any time.")
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// open offers to open a link, if there is somebody to look at it and something
// to show it with.
func (s *setup) open(ctx context.Context, link string) error {
	opener, ok := browser()
	if !ok || s.terminal == nil {
		return nil
	}
	yes, err := s.yes(ctx, "Open it in your browser?", true)
	if err != nil || !yes {
		return err
	}
	// The browser is to outlive this program.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), opener, link)
	if err := cmd.Start(); err != nil {
		s.say("That did not work: open the link yourself.")
		return nil
	}
	return cmd.Process.Release()
}

// browser returns the program that opens a link in the desktop's browser.
func browser() (program string, ok bool) {
	program = "xdg-open"
	switch {
	case runtime.GOOS == "darwin":
		program = "open"
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return "", false // it would open one in the terminal
	}
	path, err := exec.LookPath(program)
	return path, err == nil
}
