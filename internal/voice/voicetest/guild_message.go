package voicetest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// The flags of a message.
const (
	flagEphemeral  = 1 << 6
	flagThinking   = 1 << 7
	flagComponents = 1 << 15 // version 2: components instead of content
)

// A ChatMessage is a message as those see it who may, at one moment.
type ChatMessage struct {
	ID, Channel, Author uint64

	Content     string
	Embeds      []Embed
	Components  []Component
	Attachments []Attachment
	ReplyTo     uint64
	Mentions    []string // whom it pings: user and role IDs, "everyone"

	Ephemeral bool // only one person sees it
	Thinking  bool // deferred, and not filled yet
	Deleted   bool

	Sent, Edited time.Time
	Edits        int
}

// An Attachment is a file of a message.
type Attachment struct {
	Name string
	Data []byte
}

// Text returns everything that there is to read in a message, each piece on a
// line: content, embeds, texts, and the labels of what can be pressed.
func (m ChatMessage) Text() string {
	parts := []string{m.Content}
	for _, e := range m.Embeds {
		parts = append(parts, e.parts()...)
	}
	for i := range m.Components {
		m.Components[i].all(func(c *Component) bool {
			parts = append(parts, c.Content, c.Label, c.Placeholder)
			return true
		})
	}
	return joined(parts)
}

// Component returns what has this custom ID, or else this label.
func (m ChatMessage) Component(name string) (Component, bool) {
	return findComponent(m.Components, name)
}

// A guildMessage is a message, and what it was. Guarded by d.mu.
type guildMessage struct {
	id      uint64
	channel *Channel
	author  *Person
	only    *Person // who sees it, if it is ephemeral

	content     string
	embeds      []part[Embed]
	components  []part[Component]
	attachments []guildAttachment
	mentions    []string
	replyTo     uint64
	flags       int

	sent, edited time.Time
	edits        int
	deleted      bool
	interaction  *Interaction // that it answers
	webhook      bool
}

type guildAttachment struct {
	id   uint64
	name string
	data []byte
}

// seen returns the message as it is now.
func (m *guildMessage) seen() ChatMessage {
	s := ChatMessage{
		ID: m.id, Channel: m.channel.ID, Author: m.author.ID,
		Content: m.content, Embeds: valuesOf(m.embeds), Components: valuesOf(m.components),
		ReplyTo: m.replyTo, Mentions: slices.Clone(m.mentions),
		Ephemeral: m.flags&flagEphemeral != 0, Thinking: m.flags&flagThinking != 0, Deleted: m.deleted,
		Sent: m.sent, Edited: m.edited, Edits: m.edits,
	}
	for _, a := range m.attachments {
		s.Attachments = append(s.Attachments, Attachment{a.name, a.data})
	}
	return s
}

// wireMessage is a message in JSON.
type wireMessage struct {
	ID          Snowflake         `json:"id"`
	ChannelID   Snowflake         `json:"channel_id"`
	GuildID     Snowflake         `json:"guild_id,omitempty"`
	Author      wireUser          `json:"author"`
	Member      *wireMember       `json:"member,omitempty"`
	Content     string            `json:"content"`
	Timestamp   time.Time         `json:"timestamp"`
	Edited      *time.Time        `json:"edited_timestamp"`
	TTS         bool              `json:"tts"`
	Everyone    bool              `json:"mention_everyone"`
	Mentions    []wireUser        `json:"mentions"`
	Roles       []Snowflake       `json:"mention_roles"`
	Attachments []wireAttachment  `json:"attachments"`
	Embeds      []part[Embed]     `json:"embeds"`
	Components  []part[Component] `json:"components"`
	Pinned      bool              `json:"pinned"`
	Type        int               `json:"type"`
	Flags       int               `json:"flags"`
	WebhookID   Snowflake         `json:"webhook_id,omitempty"`
	Application Snowflake         `json:"application_id,omitempty"`
	Reference   *wireReference    `json:"message_reference,omitempty"`
}

type wireAttachment struct {
	ID       Snowflake `json:"id"`
	Filename string    `json:"filename"`
	Size     int       `json:"size"`
	URL      string    `json:"url"`
	ProxyURL string    `json:"proxy_url"`
}

type wireReference struct {
	MessageID Snowflake `json:"message_id"`
}

func (m *guildMessage) wire() wireMessage {
	w := wireMessage{
		ID: Snowflake(m.id), ChannelID: Snowflake(m.channel.ID), Author: m.author.wire(),
		Content: m.content, Timestamp: m.sent, Mentions: []wireUser{}, Roles: []Snowflake{},
		Attachments: []wireAttachment{}, Embeds: m.embeds, Components: m.components, Flags: m.flags,
		Everyone: slices.Contains(m.mentions, "everyone"),
	}
	if w.Embeds == nil {
		w.Embeds = []part[Embed]{}
	}
	if w.Components == nil {
		w.Components = []part[Component]{}
	}
	if m.edits > 0 {
		w.Edited = new(m.edited)
	}
	if m.author == m.channel.d.bot {
		w.Application = Snowflake(m.channel.d.application)
	}
	if m.webhook {
		w.WebhookID = w.Application
	}
	if m.interaction != nil && m.interaction.Kind == InteractionCommand {
		w.Type = 20
	}
	if m.replyTo != 0 {
		w.Type, w.Reference = 19, &wireReference{Snowflake(m.replyTo)}
	}
	for _, a := range m.attachments {
		url := "https://cdn.discordapp.com/attachments/" + a.name
		w.Attachments = append(w.Attachments, wireAttachment{Snowflake(a.id), a.name, len(a.data), url, url})
	}
	return w
}

// event is the message as the gateway sends it: what it says only to those who
// may read it.
func (m *guildMessage) event(i Intents) wireMessage {
	w := m.wire()
	if g := m.channel.guild; g != nil {
		w.GuildID = Snowflake(g.ID)
		if member := g.member(m.author.ID); member != nil {
			w.Member = new(member.wire())
			w.Member.User = nil
		}
		bot := m.channel.d.bot
		if m.author != bot && !i.has(IntentMessageContent) && !slices.Contains(m.mentions, Snowflake(bot.ID).String()) {
			w.Content, w.Embeds, w.Components, w.Attachments = "", []part[Embed]{}, []part[Component]{}, []wireAttachment{}
		}
	}
	return w
}

// publish puts a message into its channel. The caller holds d.mu.
func (m *guildMessage) publish() {
	c := m.channel
	if c.messages = append(c.messages, m); len(c.messages) > maxMessages {
		c.messages = slices.Delete(c.messages, 0, len(c.messages)-maxMessages)
	}
	m.tell("MESSAGE_CREATE")
}

// tell sends an event about the message. An ephemeral one is nobody's business.
func (m *guildMessage) tell(event string) {
	d := m.channel.d
	d.touch()
	if m.only != nil || !m.channel.permissions(d.bot.ID).Has(PermViewChannel) {
		return
	}
	intent := intentMessages
	if m.channel.guild == nil {
		intent = intentDirect
	}
	if event == "MESSAGE_DELETE" {
		gone := map[string]any{"id": Snowflake(m.id), "channel_id": Snowflake(m.channel.ID)}
		if m.channel.guild != nil {
			gone["guild_id"] = Snowflake(m.channel.guild.ID)
		}
		d.dispatch(intent, m.channel.guild, event, gone)
		return
	}
	d.dispatchEach(intent, m.channel.guild, event, func(s *mainSession) any { return m.event(s.intents) })
}

// remove deletes a message. The caller holds d.mu.
func (m *guildMessage) remove() {
	m.deleted = true
	m.channel.messages = slices.DeleteFunc(m.channel.messages, func(o *guildMessage) bool { return o == m })
	m.tell("MESSAGE_DELETE")
}

// message returns a message of the channel, or nil. The caller holds d.mu.
func (c *Channel) message(id uint64) *guildMessage {
	for _, m := range c.messages {
		if m.id == id {
			return m
		}
	}
	return nil
}

// Messages returns what everybody sees in a channel, the newest last.
func (c *Channel) Messages() []ChatMessage {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	all := make([]ChatMessage, len(c.messages))
	for i, m := range c.messages {
		all[i] = m.seen()
	}
	return all
}

// AwaitMessage waits for a message in a channel that everybody sees, new or old,
// of which ok holds, and returns the newest.
func (c *Channel) AwaitMessage(ctx context.Context, ok func(ChatMessage) bool) (ChatMessage, error) {
	var found ChatMessage
	err := c.d.Await(ctx, func() bool {
		for _, m := range slices.Backward(c.Messages()) {
			if ok(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// Message returns a message as it is now, whoever may see it.
func (d *Discord) Message(id uint64) (ChatMessage, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if m := d.message(id); m != nil {
		return m.seen(), true
	}
	return ChatMessage{}, false
}

func (d *Discord) message(id uint64) *guildMessage {
	var channels []*Channel
	for _, g := range d.guilds {
		channels = append(channels, g.channels...)
	}
	for _, p := range d.people {
		if p.direct != nil {
			channels = append(channels, p.direct)
		}
	}
	for _, c := range channels {
		if m := c.message(id); m != nil {
			return m
		}
	}
	for _, i := range d.interactions {
		for _, m := range i.messages() {
			if m.id == id {
				return m
			}
		}
	}
	return nil
}

// Write has a person write a message in a channel.
func (p *Person) Write(c *Channel, content string) (ChatMessage, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if !c.permissions(p.ID).Has(PermViewChannel | PermSendMessages) {
		return ChatMessage{}, ErrForbidden
	}
	m := &guildMessage{id: p.d.id(), channel: c, author: p, content: content, sent: p.d.now()}
	m.mentions = pings(content, nil)
	m.publish()
	return m.seen(), nil
}

// Delete has a person delete a message: their own, or any if they may manage
// messages.
func (p *Person) Delete(seen ChatMessage) error {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	m := p.d.message(seen.ID)
	switch {
	case m == nil || m.deleted || m.only != nil:
		return fmt.Errorf("%w: message", ErrNotThere)
	case m.author != p && !m.channel.permissions(p.ID).Has(PermViewChannel|PermManageMessages):
		return ErrForbidden
	}
	m.remove()
	return nil
}

var mention = regexp.MustCompile(`@(everyone|here)\b|<@[!&]?(\d+)>`)

// An allowedMentions says who may be pinged; nil is everybody who is mentioned.
// https://discord.com/developers/docs/resources/message#allowed-mentions-object
type allowedMentions struct {
	Parse []string    `json:"parse"`
	Roles []Snowflake `json:"roles"`
	Users []Snowflake `json:"users"`
}

// pings returns whom a text pings.
func pings(text string, a *allowedMentions) []string {
	var all []string
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		who, kind, ids := m[2], "users", []Snowflake(nil)
		if a != nil {
			ids = a.Users
		}
		switch {
		case m[1] != "":
			who, kind, ids = "everyone", "everyone", nil
		case m[0][2] == '&':
			kind, ids = "roles", nil
			if a != nil {
				ids = a.Roles
			}
		}
		allowed := a == nil || slices.Contains(a.Parse, kind) ||
			slices.ContainsFunc(ids, func(s Snowflake) bool { return s.String() == who })
		if allowed && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	return all
}
