package voicetest

import (
	"fmt"
	"slices"
	"time"
)

// A callback is the body of an acknowledgement.
type callback struct {
	Type ReplyKind `json:"type"`
	Data struct {
		messageBody
		CustomID string   `json:"custom_id"`
		Title    string   `json:"title"`
		Choices  []Choice `json:"choices"`
	} `json:"data"`
}

// interaction returns that of a token, or nil. The caller holds d.mu.
func (d *Discord) interaction(token string) *Interaction {
	for _, i := range slices.Backward(d.interactions) {
		if i.token == token {
			return i
		}
	}
	return nil
}

// restCallback acknowledges an interaction: once, and in time.
func restCallback(c *restCall) (any, error) {
	i := c.d.interaction(c.PathValue("token"))
	switch {
	case i == nil || i.ID != c.id("interaction"):
		return nil, restUnknownInteraction
	case i.reply != 0:
		return nil, restAcknowledged
	case time.Since(i.at) >= c.d.options.Acknowledge:
		return nil, restUnknownInteraction
	}
	var b callback
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if err := i.check(&b); err != nil {
		return nil, err
	}
	i.reply, i.acked = b.Type, time.Now()
	i.ephemeral = b.Data.Flags&flagEphemeral != 0
	body := &b.Data.messageBody
	switch b.Type {
	case ReplyMessage:
		m := i.message(i.ephemeral)
		m.apply(body, c.files)
		i.original = m
		m.publishTo(i)
	case ReplyDeferred:
		m := i.message(i.ephemeral)
		m.flags |= flagThinking
		i.original = m
		m.publishTo(i)
	case ReplyDeferUpdate:
		i.original = i.source
	case ReplyUpdate:
		i.original = i.source
		i.source.apply(body, c.files)
		i.source.change()
	case ReplyChoices:
		i.choices = b.Data.Choices
	case ReplyForm:
		i.form = &Form{b.Data.CustomID, b.Data.Title, nil}
		for _, row := range b.Data.Components.v {
			i.form.Inputs = append(i.form.Inputs, row.value.Components...)
		}
	}
	c.d.touch()
	return nil, nil
}

// check says whether this kind of interaction can be acknowledged so. The caller
// holds d.mu.
func (i *Interaction) check(b *callback) error {
	allowed := map[InteractionKind][]ReplyKind{
		InteractionCommand:   {ReplyMessage, ReplyDeferred, ReplyForm},
		InteractionComponent: {ReplyMessage, ReplyDeferred, ReplyDeferUpdate, ReplyUpdate, ReplyForm},
		InteractionComplete:  {ReplyChoices},
		InteractionForm:      {ReplyMessage, ReplyDeferred},
	}[i.Kind]
	if i.Kind == InteractionForm && i.source != nil {
		allowed = append(allowed, ReplyDeferUpdate, ReplyUpdate)
	}
	if !slices.Contains(allowed, b.Type) {
		return invalidForm(fieldError{"type", "INTERACTION_CALLBACK_TYPE_INVALID", fmt.Sprintf("Type %d does not go with this interaction.", b.Type)})
	}
	var c checker
	switch b.Type {
	case ReplyMessage, ReplyUpdate:
		flags := 0
		if b.Type == ReplyUpdate {
			flags = i.source.flags
		}
		if err := b.Data.check(flags); err != nil {
			return err
		}
		m := guildMessage{}
		if b.Type == ReplyUpdate {
			m = *i.source
		}
		if m.apply(&b.Data.messageBody, nil); m.empty() {
			return restEmptyMessage
		}
	case ReplyChoices:
		c.choices("data", b.Data.Choices)
	case ReplyForm:
		c.form(b)
	case ReplyDeferred, ReplyDeferUpdate:
		// Flags at most.
	}
	return c.err()
}

// form checks a modal.
func (c *checker) form(b *callback) {
	c.text("data.custom_id", b.Data.CustomID, 1, maxCustomID)
	c.text("data.title", b.Data.Title, 1, 45)
	rows := b.Data.Components.v
	c.count("data.components", len(rows), 1, maxRows)
	seen := make(map[string]bool)
	for i, row := range rows {
		at := fmt.Sprintf("data.components.%d", i)
		if row.value.Type != ComponentRow || len(row.value.Components) != 1 || row.value.Components[0].Type != ComponentTextInput {
			c.fault(at, "UNION_TYPE_CHOICES", "A row of a form holds one text input.")
			continue
		}
		in := row.value.Components[0]
		at += ".components.0"
		c.customID(at, in.CustomID, seen)
		c.text(at+".label", in.Label, 1, 45)
		c.text(at+".placeholder", in.Placeholder, 0, 100)
		c.input(at, &in)
		if in.Style != 1 && in.Style != 2 {
			c.fault(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	}
}

// message makes one of the bot's for the interaction. The caller holds d.mu.
func (i *Interaction) message(ephemeral bool) *guildMessage {
	m := &guildMessage{
		id: i.d.id(), channel: i.channel, author: i.d.bot, sent: i.d.now(), interaction: i, webhook: true,
	}
	if ephemeral {
		m.only = i.Person
		m.flags |= flagEphemeral
	}
	return m
}

// publishTo shows a message to everybody, or to the person alone.
func (m *guildMessage) publishTo(i *Interaction) {
	if m.only == nil {
		m.publish()
		return
	}
	i.d.touch()
}

// change is that a message has been edited. The caller holds d.mu.
func (m *guildMessage) change() {
	m.edits++
	m.edited = m.channel.d.now()
	m.tell("MESSAGE_UPDATE")
}

// hook returns the interaction whose token is in the path, if it may be followed
// up.
func (c *restCall) hook() (*Interaction, error) {
	i := c.d.interaction(c.PathValue("token"))
	switch {
	case c.id("application") != c.d.application || i == nil || i.reply == 0:
		return nil, restUnknownWebhook
	case time.Since(i.at) >= c.d.options.Follow:
		return nil, restWebhookToken
	}
	return i, nil
}

// restFollowUp sends a further message. The first after a deferred answer is
// that answer, and as ephemeral as it was deferred.
func restFollowUp(c *restCall) (any, error) {
	i, err := c.hook()
	if err != nil {
		return nil, err
	}
	if i.original != nil && i.original.flags&flagThinking != 0 {
		return c.edit(i.original)
	}
	var b messageBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if err := b.check(0); err != nil {
		return nil, err
	}
	m := i.message(b.Flags&flagEphemeral != 0)
	if m.apply(&b, c.files); m.empty() {
		return nil, restEmptyMessage
	}
	i.followUps = append(i.followUps, m)
	m.publishTo(i)
	return m.wire(), nil
}

// hookMessage returns a message of the interaction.
func (c *restCall) hookMessage() (*guildMessage, error) {
	i, err := c.hook()
	if err != nil {
		return nil, err
	}
	name := c.PathValue("message")
	if name == "@original" {
		if i.original != nil && !i.original.deleted {
			return i.original, nil
		}
		return nil, restUnknownMessage
	}
	for _, m := range i.messages() {
		if Snowflake(m.id).String() == name && !m.deleted {
			return m, nil
		}
	}
	return nil, restUnknownMessage
}

func restWebhookMessage(c *restCall) (any, error) {
	m, err := c.hookMessage()
	if err != nil {
		return nil, err
	}
	return m.wire(), nil
}

func restWebhookEdit(c *restCall) (any, error) {
	m, err := c.hookMessage()
	if err != nil {
		return nil, err
	}
	return c.edit(m)
}

func restWebhookDelete(c *restCall) (any, error) {
	m, err := c.hookMessage()
	if err != nil {
		return nil, err
	}
	m.remove()
	return nil, nil
}
