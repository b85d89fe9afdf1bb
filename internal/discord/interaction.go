package discord

import (
	"encoding/json"
	"strings"
	"time"

	"glyphoxa/internal/transcript"
)

// The types of interactions that are read.
const (
	commandInteraction   = 2
	componentInteraction = 3
	completeInteraction  = 4
	formInteraction      = 5
)

type (
	interactionPayload struct {
		ID            snowflake       `json:"id"`
		ApplicationID snowflake       `json:"application_id"`
		Type          int             `json:"type"`
		Token         string          `json:"token"`
		GuildID       snowflake       `json:"guild_id"`
		ChannelID     snowflake       `json:"channel_id"`
		Locale        string          `json:"locale"`
		Member        *memberPayload  `json:"member"`
		User          *userPayload    `json:"user"`
		Message       *messagePayload `json:"message"`
		Data          interactionData `json:"data"`
	}
	messagePayload struct {
		ID snowflake `json:"id"`
	}
	interactionData struct {
		Name       string             `json:"name"`
		Options    []optionPayload    `json:"options"`
		CustomID   string             `json:"custom_id"`
		Values     []string           `json:"values"`
		Components []componentPayload `json:"components"`
		Resolved   struct {
			Users   map[snowflake]userPayload   `json:"users"`
			Members map[snowflake]memberPayload `json:"members"`
			// Attachments are the files that options take.
			Attachments map[snowflake]attachmentPayload `json:"attachments"`
		} `json:"resolved"`
	}
	optionPayload struct {
		Name    string          `json:"name"`
		Type    int             `json:"type"`
		Value   json.RawMessage `json:"value"`
		Focused bool            `json:"focused"`
		Options []optionPayload `json:"options"`
	}
	// A componentPayload is any component of a form: a row around others, a
	// label around one, or a field. Kinds that will be invented have one of these
	// shapes or are passed over.
	componentPayload struct {
		CustomID   string             `json:"custom_id"`
		Value      json.RawMessage    `json:"value"`
		Values     []string           `json:"values"`
		Components []componentPayload `json:"components"`
		Component  *componentPayload  `json:"component"`
	}
)

// UnmarshalText reads a key of resolved.
func (s *snowflake) UnmarshalText(b []byte) error { return s.UnmarshalJSON(b) }

// interaction reads an interaction and hands it to the reader. Kinds that are
// not known are passed over.
func (c *Client) interaction(data []byte, now time.Time) ([]Event, error) {
	p, err := parse[interactionPayload](data)
	if err != nil {
		return nil, err
	}
	call := p.call(now)
	call.Answer = newAnswer(c, p)
	if e := p.event(call); e != nil {
		return []Event{e}, nil
	}
	return nil, nil
}

func (p interactionPayload) call(now time.Time) Call {
	call := Call{
		ID:      uint64(p.ID),
		Guild:   transcript.GuildID(p.GuildID),
		Channel: transcript.ChannelID(p.ChannelID),
		By:      p.Member.person(p.User),
		Locale:  p.Locale,
		At:      now,
	}
	if p.Member != nil {
		call.ManageServer = p.Member.Permissions&(manageServer|administrator) != 0
	}
	return call
}

func (p interactionPayload) event(call Call) Event {
	var message MessageID
	if p.Message != nil {
		message = MessageID(p.Message.ID)
	}
	switch p.Type {
	case commandInteraction:
		e := Command{Call: call, Name: p.Data.Name, Args: Args{}, People: p.Data.people(), Files: p.Data.files()}
		e.Group, e.Sub, _, _ = p.Data.args(e.Args)
		return e
	case completeInteraction:
		e := Completing{Call: call, Name: p.Data.Name, Args: Args{}}
		e.Group, e.Sub, e.Focus, e.Text = p.Data.args(e.Args)
		return e
	case componentInteraction:
		return Pressed{Call: call, Button: p.Data.CustomID, Values: p.Data.Values, Message: message}
	case formInteraction:
		e := Submitted{Call: call, Form: p.Data.CustomID, Fields: map[string]string{}, Message: message}
		for _, f := range p.Data.Components {
			f.fields(e.Fields, 0)
		}
		return e
	}
	return nil
}

// args fills in the options and returns the subcommand and the option being
// typed.
func (d interactionData) args(into Args) (group, sub, focus, text string) {
	options := d.Options
	for len(options) == 1 && (options[0].Type == subType || options[0].Type == groupType) {
		if options[0].Type == groupType {
			group = options[0].Name
		} else {
			sub = options[0].Name
		}
		options = options[0].Options
	}
	for _, o := range options {
		value := plainValue(o.Value)
		if o.Focused {
			focus, text = o.Name, value
			continue
		}
		into[o.Name] = value
	}
	return group, sub, focus, text
}

// people returns the users that options name.
func (d interactionData) people() map[transcript.SpeakerID]Person {
	people := make(map[transcript.SpeakerID]Person, len(d.Resolved.Users))
	for id, u := range d.Resolved.Users {
		u.ID = id
		m := d.Resolved.Members[id] // without its user
		people[transcript.SpeakerID(id)] = m.person(&u)
	}
	return people
}

// fields fills in what stands in the fields of a form.
func (f componentPayload) fields(into map[string]string, depth int) {
	if depth > 4 { // a row, a label, a field: nothing is deeper
		return
	}
	if f.CustomID != "" {
		into[f.CustomID] = plainValue(f.Value)
		if len(f.Values) > 0 {
			into[f.CustomID] = strings.Join(f.Values, "\n")
		}
	}
	if f.Component != nil {
		f.Component.fields(into, depth+1)
	}
	for _, inner := range f.Components {
		inner.fields(into, depth+1)
	}
}

// plainValue returns a JSON value as text: a string's contents, anything else as
// it is written.
func plainValue(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}
