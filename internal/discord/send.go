package discord

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"glyphoxa/internal/transcript"
)

type sent struct {
	ID        snowflake `json:"id"`
	ChannelID snowflake `json:"channel_id"`
}

// Send says m in a channel and returns the ID of the message, the last one if it
// was split.
func (c *Client) Send(ctx context.Context, channel transcript.ChannelID, m Message) (MessageID, error) {
	m.Private = false // there is nobody to show it to alone
	return c.send(ctx, channel, m.parts())
}

func (c *Client) send(ctx context.Context, channel transcript.ChannelID, parts []part) (MessageID, error) {
	var last MessageID
	for _, p := range parts {
		// A nonce makes a message that may have arrived safe to send again.
		p.body.Nonce, p.body.Enforce = nonce(), true
		var s sent
		err := c.rest.do(ctx, request{
			method: http.MethodPost, again: true,
			route: "/channels/{channel}/messages", path: fmt.Sprintf("/channels/%d/messages", channel), major: uint64(channel),
			body: p.body, files: p.files,
		}, &s)
		if err != nil {
			return last, fmt.Errorf("send a message: %w", err)
		}
		last = MessageID(s.ID)
	}
	return last, nil
}

// EditMessage replaces a message of the bot's own, with its buttons and files.
// What does not fit follows as new messages.
func (c *Client) EditMessage(ctx context.Context, channel transcript.ChannelID, id MessageID, m Message) error {
	m.Private = false
	parts := m.parts()
	parts[0].body.keepNone()
	err := c.rest.do(ctx, request{
		method: http.MethodPatch, again: true,
		route: "/channels/{channel}/messages/{message}", path: fmt.Sprintf("/channels/%d/messages/%d", channel, id), major: uint64(channel),
		body: parts[0].body, files: parts[0].files,
	}, nil)
	if err != nil {
		return fmt.Errorf("edit a message: %w", err)
	}
	_, err = c.send(ctx, channel, parts[1:])
	return err
}

// Direct returns the channel of direct messages with somebody.
func (c *Client) Direct(ctx context.Context, user transcript.SpeakerID) (transcript.ChannelID, error) {
	var s sent
	err := c.rest.do(ctx, request{
		method: http.MethodPost, route: "/users/@me/channels", again: true,
		body: struct {
			Recipient snowflake `json:"recipient_id"`
		}{snowflake(user)},
	}, &s)
	if err != nil {
		return 0, fmt.Errorf("open direct messages: %w", err)
	}
	return transcript.ChannelID(s.ID), nil
}

// keepNone has an edit throw away the files that the message had.
func (b *messageBody) keepNone() {
	if b.Attachments == nil {
		b.Attachments = new([]attachment)
		*b.Attachments = []attachment{}
	}
}

// nonce returns a fresh nonce: at most 25 characters.
func nonce() string { return strings.ReplaceAll(transcript.NewID(), "-", "")[8:] }
