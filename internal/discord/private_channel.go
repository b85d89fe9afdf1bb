package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"glyphoxa/internal/transcript"
)

// A Lacking is an [ErrDenied] of which it is known what is missing.
type Lacking struct {
	Missing []string // permissions in the whole guild, by Discord's names
}

func (e *Lacking) Error() string { return "the bot lacks " + listing(e.Missing) + " in the guild" }

// Is makes a Lacking the condition that it is a case of.
func (e *Lacking) Is(target error) bool { return target == ErrDenied }

// inside is what those may who are let into a private channel.
const inside = viewChannel | sendMessages | attachFiles

// CreatePrivateChannel makes a text channel of that name which @everyone cannot
// see, and which the people given and the bot itself can read and write. What
// the bot lacks for it is a [*Lacking].
//
// A request whose answer is lost is not repeated: a second channel would be
// worse than none.
func (c *Client) CreatePrivateChannel(ctx context.Context, id transcript.GuildID, name string, people []transcript.SpeakerID) (transcript.ChannelID, error) {
	// The bot can give no permission that it has not got itself.
	const need = manageChannels | inside
	lacking := &Lacking{Missing: need.names()}
	var self transcript.SpeakerID
	c.state.look(id, func(g *guild, me transcript.SpeakerID) {
		self = me
		if g != nil {
			lacking.Missing = (need &^ g.permissions(id, channel{}, me, g.mine)).names()
		}
	})
	if len(lacking.Missing) > 0 {
		return 0, fmt.Errorf("make a private channel: %w", lacking)
	}
	body := struct {
		Name       string             `json:"name"`
		Type       int                `json:"type"`
		Overwrites []overwritePayload `json:"permission_overwrites"`
	}{name, textKind, []overwritePayload{{ID: snowflake(id), Deny: viewChannel}}}
	for _, who := range append([]transcript.SpeakerID{self}, people...) {
		body.Overwrites = append(body.Overwrites, overwritePayload{ID: snowflake(who), Type: 1, Allow: inside})
	}
	var made channelPayload
	err := c.rest.do(ctx, request{
		method: http.MethodPost, route: "/guilds/{guild}/channels",
		path: fmt.Sprintf("/guilds/%d/channels", id), major: uint64(id), body: body,
	}, &made)
	if errors.Is(err, ErrDenied) {
		// The picture of the guild was behind, or a category says otherwise.
		return 0, fmt.Errorf("make a private channel: %w", errors.Join(&Lacking{manageChannels.names()}, err))
	}
	if err != nil {
		return 0, fmt.Errorf("make a private channel: %w", err)
	}
	// The event of it may come later than the first message there.
	made.GuildID = snowflake(id)
	c.state.change(made.GuildID, func(g *guild) {
		if _, ok := g.channels[transcript.ChannelID(made.ID)]; !ok {
			g.channels[transcript.ChannelID(made.ID)] = channelOf(made)
		}
	})
	return transcript.ChannelID(made.ID), nil
}
