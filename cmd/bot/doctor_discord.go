package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	// loginTimeout is a little less than a check may take, so that the reason is
	// told and not only that time is up.
	loginTimeout = 8 * time.Second
	// settleTimeout is how long Discord may take to describe the bot's servers,
	// which it does at once unless there is an outage.
	settleTimeout = 5 * time.Second
)

// login logs in to Discord with a token, as the bot does when it runs.
func (a *app) login(ctx context.Context, token string) (*discord.Client, error) {
	return discord.Open(ctx, discord.Options{Token: discord.NewToken(token), HTTP: a.discordHTTP, Within: loginTimeout})
}

// logout ends a login, even when the program is being stopped.
func logout(ctx context.Context, client *discord.Client) {
	_ = client.Close(context.WithoutCancel(ctx))
}

// checkDiscord logs in and looks at every server that the bot is in.
func (d *doctor) checkDiscord(ctx context.Context) {
	d.visit(ctx, warn, func(client *discord.Client) {
		missing, err := meetServers(ctx, client)
		if err != nil {
			d.faults("discord", err)
			return
		}
		guilds := client.Me().Guilds
		if len(guilds) == 0 {
			d.report(finding{warn, "discord", "the bot is in no server", "invite it: " + client.InviteURL()})
		}
		for _, g := range guilds {
			if !slices.Contains(missing, g) {
				d.report(serverFinding(client.GuildName(g), client.VoiceChecks(g), client.InviteURL()))
			}
		}
		if len(missing) > 0 {
			d.report(finding{warn, "discord", fmt.Sprintf("%d of the bot's servers are not to be seen", len(missing)), "try again later: Discord seems to have an outage"})
		}
	})
}

// visit logs in, says how that went, and goes on with visited. Having no token
// is as bad as missing says.
func (d *doctor) visit(ctx context.Context, missing level, visited func(*discord.Client)) {
	const what = "discord"
	token := d.cfg.Discord.Token.Value
	if !token.Set() {
		d.report(finding{missing, what, "there is no bot token, without which there is no live session", "get one by: bot setup"})
		return
	}
	client, err := d.login(ctx, token.Reveal())
	if err != nil {
		d.faults(what, err)
		return
	}
	defer logout(ctx, client)
	d.report(finding{level: fine, what: what, detail: loggedIn(client)})
	visited(client)
}

// loggedIn says what a login has shown.
func loggedIn(client *discord.Client) string {
	return fmt.Sprintf("logged in as %s; no privileged intent is needed", client.Me().Name)
}

// meetServers reads what Discord tells first, until it has described every server
// that the bot is in, and returns those that it has not described in time.
func meetServers(ctx context.Context, client *discord.Client) (missing []transcript.GuildID, err error) {
	timeout := time.NewTimer(settleTimeout)
	defer timeout.Stop()
	missing = slices.Clone(client.Me().Guilds)
	for len(missing) > 0 {
		select {
		case e := <-client.Events():
			var told transcript.GuildID
			switch e := e.(type) {
			case discord.GuildHere:
				told = e.Guild
			case discord.GuildGone:
				told = e.Guild
			case discord.Closed:
				return nil, e.Err
			case nil:
				return nil, discord.ErrClosed
			}
			missing = slices.DeleteFunc(missing, func(g transcript.GuildID) bool { return g == told })
		case <-timeout.C:
			return missing, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, nil
}

// serverFinding says whether the bot can do its work in a server's voice
// channels. That one is full now is nothing wrong with it.
func serverFinding(name string, channels []discord.Check, invite string) finding {
	f := finding{level: fine, what: "server " + name}
	var wrong []string
	for _, k := range channels {
		k.Full = false
		if !k.OK() {
			wrong = append(wrong, strings.TrimSuffix(k.String(), "."))
		}
	}
	usable := len(channels) - len(wrong)
	switch {
	case len(channels) == 0:
		f.level, f.detail, f.remedy = warn, "it has no voice channel", "make one"
		return f
	case len(wrong) == 0:
		f.detail = fmt.Sprintf("the bot may hear and speak in %s", channelCount(usable))
		return f
	case usable == 0:
		f.level, f.detail = fail, "the bot can speak in none of its voice channels"
	default:
		f.level, f.detail = warn, fmt.Sprintf("the bot may hear and speak in %s, and not everywhere", channelCount(usable))
	}
	const most = 3 // more would hide the rest of the report
	more := ""
	if len(wrong) > most {
		wrong, more = wrong[:most], fmt.Sprintf(", and %d more", len(wrong)-most)
	}
	f.detail += ": " + strings.Join(wrong, "; ") + more
	f.remedy = "give its role that in the channel's settings, or invite it again: " + invite
	return f
}

func channelCount(n int) string {
	if n == 1 {
		return "1 voice channel"
	}
	return fmt.Sprintf("%d voice channels", n)
}

// refusedDetail says what is wrong, apart from what to do about it.
func refusedDetail(r *discord.Refusal) string {
	return strings.TrimSuffix(r.Error(), ". "+r.Remedy())
}
