package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// A voiceWish is op 4.
// https://discord.com/developers/docs/events/gateway-events#update-voice-state
type voiceWish struct {
	Op   int           `json:"op"`
	Body voiceWishBody `json:"d"`
}

type voiceWishBody struct {
	Guild   snowflake  `json:"guild_id"`
	Channel *snowflake `json:"channel_id"` // null: leave
	Mute    bool       `json:"self_mute"`
	Deaf    bool       `json:"self_deaf"`
}

func wish(guild transcript.GuildID, channel transcript.ChannelID) voiceWish {
	w := voiceWish{Op: 4, Body: voiceWishBody{Guild: snowflake(guild)}}
	if channel != 0 {
		w.Body.Channel = new(snowflake(channel))
	}
	return w
}

// Ask asks to be in a voice channel of a guild, or with channel 0 in none. It
// returns when the wish is sent, which is not yet an answer; while there is no
// connection it waits for one until ctx is done.
func (c *Client) Ask(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID) error {
	for {
		l, changed := c.alive()
		if l != nil && l.write(wish(guild, channel)) == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.wished[guild] = channel
			if channel == 0 {
				delete(c.wished, guild)
			}
			return nil
		}
		select {
		case <-changed:
		case <-c.kept:
			return fmt.Errorf("ask for a voice channel: %w", ErrClosed)
		case <-ctx.Done():
			return fmt.Errorf("ask for a voice channel: no connection to discord: %w", ctx.Err())
		}
	}
}

// leaveVoice leaves every voice channel and waits until Discord has said so, at
// most a second.
func (c *Client) leaveVoice(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	l, _ := c.alive()
	if l == nil {
		return
	}
	c.mu.Lock()
	var in []transcript.GuildID
	for id, channel := range c.wished {
		if channel != 0 {
			in = append(in, id)
		}
	}
	clear(c.wished)
	self := c.me.User
	c.mu.Unlock()
	in = slices.DeleteFunc(in, func(id transcript.GuildID) bool { return l.write(wish(id, 0)) != nil })
	for {
		now, changed := c.alive()
		if now != l || !slices.ContainsFunc(in, func(id transcript.GuildID) bool { return c.Where(id, self) != 0 }) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Client) forgetGuild(id transcript.GuildID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.wished, id)
	c.me.Guilds = slices.DeleteFunc(slices.Clone(c.me.Guilds), func(g transcript.GuildID) bool { return g == id })
}

// A Stand is where the bot is on a stage.
type Stand int

// Where the bot is on a stage.
const (
	Audience Stand = iota // it can neither go up nor ask
	Asked                 // it has asked to speak; somebody has to let it
	OnStage               // it may speak once its VoiceState says so
)

// TakeStage gets the bot, which is in the stage channel already, onto the stage
// or asks for it. Until a [VoiceState] of the bot's own says that it is not
// suppressed, nobody hears it.
func (c *Client) TakeStage(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID) (Stand, error) {
	k := c.VoiceCheck(guild, channel)
	r := request{
		method: http.MethodPatch, again: true,
		route: "/guilds/{guild}/voice-states/@me",
		path:  fmt.Sprintf("/guilds/%d/voice-states/@me", guild),
		major: uint64(guild),
	}
	type body struct {
		Channel  snowflake  `json:"channel_id"`
		Suppress *bool      `json:"suppress,omitempty"`
		Request  *time.Time `json:"request_to_speak_timestamp,omitempty"`
	}
	var stand Stand
	switch {
	case k.CanUnsuppress:
		r.body, stand = body{Channel: snowflake(channel), Suppress: new(false)}, OnStage
	case k.CanRequest:
		r.body, stand = body{Channel: snowflake(channel), Request: new(time.Now().UTC())}, Asked
	default:
		return Audience, nil
	}
	if err := c.rest.do(ctx, r, nil); err != nil {
		return Audience, fmt.Errorf("go onto the stage: %w", err)
	}
	return stand, nil
}
