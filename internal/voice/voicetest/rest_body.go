package voicetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"
)

// A messageBody is what a message is made of or changed by. In an edit a field
// that is not there leaves things as they are, and null empties them.
type messageBody struct {
	Content     nullable[string]            `json:"content"`
	Embeds      nullable[[]part[Embed]]     `json:"embeds"`
	Components  nullable[[]part[Component]] `json:"components"`
	Attachments nullable[[]keptAttachment]  `json:"attachments"`
	Allowed     *allowedMentions            `json:"allowed_mentions"`
	Reference   *wireReference              `json:"message_reference"`
	Flags       int                         `json:"flags"`
}

// A keptAttachment is one that an edit keeps, or, by the number of its file, one
// that it brings.
type keptAttachment struct {
	ID Snowflake `json:"id"`
}

// nullable remembers that it was there though it was null.
type nullable[T any] struct {
	set bool
	v   T
}

func (n *nullable[T]) UnmarshalJSON(b []byte) error {
	n.set = true
	return json.Unmarshal(b, &n.v)
}

// read takes a body apart: JSON, or a form with JSON and files in it.
func (c *restCall) read(body []byte) error {
	kind, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		c.body = body
		return nil
	}
	r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return restInvalidJSON
		}
		b, err := io.ReadAll(p)
		if err != nil {
			return restInvalidJSON
		}
		switch name := p.FormName(); {
		case name == "payload_json":
			c.body = b
		case strings.HasPrefix(name, "files["):
			if len(c.files) >= maxFiles {
				return invalidForm(fieldError{"attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."})
			}
			if len(b) > maxFile {
				return restTooLarge
			}
			c.files = append(c.files, guildAttachment{c.d.id(), p.FileName(), b})
		}
	}
}

// maxFiles is how many files a message has at most.
const maxFiles = 10

// apply puts a body into a message, after check has passed it. The caller holds
// d.mu.
func (m *guildMessage) apply(b *messageBody, files []guildAttachment) {
	if b.Content.set {
		m.content = b.Content.v
	}
	if b.Embeds.set {
		m.embeds = b.Embeds.v
	}
	if b.Components.set {
		m.components = b.Components.v
	}
	if b.Attachments.set {
		var kept []guildAttachment
		for _, a := range m.attachments {
			for _, k := range b.Attachments.v {
				if uint64(k.ID) == a.id {
					kept = append(kept, a)
				}
			}
		}
		m.attachments = kept
	}
	m.attachments = append(m.attachments, files...)
	m.flags |= b.Flags & flagComponents
	m.flags &^= flagThinking
	if b.Reference != nil {
		m.replyTo = uint64(b.Reference.MessageID)
	}
	m.guard(b)
	if b.Content.set || b.Allowed != nil {
		m.mentions = pings(m.content, b.Allowed)
	}
}

// empty reports whether there is nothing in a message.
func (m *guildMessage) empty() bool {
	return strings.TrimSpace(m.content) == "" && len(m.embeds) == 0 && len(m.components) == 0 && len(m.attachments) == 0
}
