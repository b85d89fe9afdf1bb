package discord

import (
	"context"
	"fmt"
	"net/http"

	"glyphoxa/internal/transcript"
)

// LetIn has somebody see a private channel, and write there: one more, when it is
// there already. What the bot lacks for it is a [*Lacking]: Discord wants Manage
// Roles for that, even in a channel that the bot has made.
// https://discord.com/developers/docs/resources/channel#edit-channel-permissions
func (c *Client) LetIn(ctx context.Context, id transcript.GuildID, channel transcript.ChannelID, who transcript.SpeakerID) error {
	body := struct {
		Type  int  `json:"type"` // a person
		Allow bits `json:"allow"`
	}{1, inside}
	if err := c.permit(ctx, http.MethodPut, id, channel, who, body); err != nil {
		return fmt.Errorf("let somebody into a private channel: %w", err)
	}
	return nil
}

// ShutOut undoes [Client.LetIn], and what [Client.CreatePrivateChannel] did for
// that person.
func (c *Client) ShutOut(ctx context.Context, id transcript.GuildID, channel transcript.ChannelID, who transcript.SpeakerID) error {
	if err := c.permit(ctx, http.MethodDelete, id, channel, who, nil); err != nil {
		return fmt.Errorf("shut somebody out of a private channel: %w", err)
	}
	return nil
}

// permit changes what a person may in a channel. It is asked of Discord only if
// the bot may.
func (c *Client) permit(ctx context.Context, method string, id transcript.GuildID, at transcript.ChannelID, who transcript.SpeakerID, body any) error {
	lacking := &Lacking{}
	c.state.look(id, func(g *guild, me transcript.SpeakerID) {
		if g != nil {
			lacking.Missing = ((manageRoles | inside) &^ g.permissions(id, g.channels[at], me, g.mine)).names()
		}
	})
	if len(lacking.Missing) > 0 {
		return lacking
	}
	return c.rest.do(ctx, request{
		method: method, route: "/channels/{channel}/permissions/{person}",
		path: fmt.Sprintf("/channels/%d/permissions/%d", at, who), major: uint64(at), body: body,
		again: true, // twice is as good as once
	}, nil)
}
