package voicetest

import (
	"slices"
	"strconv"
)

func restMessages(c *restCall) (any, error) {
	ch, err := c.channel()
	if err != nil {
		return nil, err
	}
	if !ch.permissions(c.d.bot.ID).Has(PermReadMessageHistory) {
		return []wireMessage{}, nil // Discord says nothing of why
	}
	q := c.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil {
		limit = 50
	}
	before, _ := strconv.ParseUint(q.Get("before"), 10, 64)
	after, _ := strconv.ParseUint(q.Get("after"), 10, 64)
	all := []wireMessage{}
	for _, m := range slices.Backward(ch.messages) {
		if (before == 0 || m.id < before) && m.id > after && len(all) < min(limit, 100) {
			all = append(all, m.wire())
		}
	}
	return all, nil
}

// maySend says whether the bot may send to a channel. The caller holds d.mu.
func (c *restCall) maySend(ch *Channel, files bool) error {
	may := ch.permissions(c.d.bot.ID)
	switch {
	case ch.with != nil && ch.with.closed:
		return restCannotDirect
	case ch.guild == nil:
		return nil
	case ch.Kind.voice() && !may.Has(PermConnect):
		return restMissingAccess
	case !may.Has(PermSendMessages), files && !may.Has(PermAttachFiles):
		return restMissingPermissions
	}
	return nil
}

func restSend(c *restCall) (any, error) {
	ch, err := c.channel()
	if err != nil {
		return nil, err
	}
	if err := c.maySend(ch, len(c.files) > 0); err != nil {
		return nil, err
	}
	m := &guildMessage{id: c.d.id(), channel: ch, author: c.d.bot, sent: c.d.now()}
	if err := c.fill(m); err != nil {
		return nil, err
	}
	if b := m.replyTo; b != 0 && ch.message(b) == nil {
		return nil, invalidForm(fieldError{"message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message"})
	}
	if ch.guild != nil && !ch.permissions(c.d.bot.ID).Has(PermEmbedLinks) {
		m.embeds = nil // they are dropped, and nothing is said
	}
	if m.empty() {
		return nil, restEmptyMessage
	}
	m.publish()
	return m.wire(), nil
}

// fill reads the body into a message, unless something is wrong with it.
func (c *restCall) fill(m *guildMessage) error {
	var b messageBody
	if err := c.decode(&b); err != nil {
		return err
	}
	if err := b.check(m.flags); err != nil {
		return err
	}
	m.apply(&b, c.files)
	return nil
}

// message returns the message of the path.
func (c *restCall) message() (*guildMessage, error) {
	ch, err := c.channel()
	if err != nil {
		return nil, err
	}
	if m := ch.message(c.id("message")); m != nil {
		return m, nil
	}
	return nil, restUnknownMessage
}

func restMessage(c *restCall) (any, error) {
	m, err := c.message()
	if err != nil {
		return nil, err
	}
	return m.wire(), nil
}

func restEdit(c *restCall) (any, error) {
	m, err := c.message()
	if err != nil {
		return nil, err
	}
	if m.author != c.d.bot {
		return nil, restNotAuthor
	}
	return c.edit(m)
}

// edit changes a message by the body.
func (c *restCall) edit(m *guildMessage) (any, error) {
	changed := *m
	if err := c.fill(&changed); err != nil {
		return nil, err
	}
	if changed.empty() {
		return nil, restEmptyMessage
	}
	*m = changed
	m.change()
	return m.wire(), nil
}

func restDelete(c *restCall) (any, error) {
	m, err := c.message()
	if err != nil {
		return nil, err
	}
	if m.author != c.d.bot && !m.channel.permissions(c.d.bot.ID).Has(PermManageMessages) {
		return nil, restMissingPermissions
	}
	m.remove()
	return nil, nil
}

func restTyping(c *restCall) (any, error) {
	ch, err := c.channel()
	if err != nil {
		return nil, err
	}
	return nil, c.maySend(ch, false)
}
