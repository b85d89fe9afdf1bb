package voicetest

import (
	"encoding/json"
	"strings"
)

// The types of components that are looked at here.
// https://discord.com/developers/docs/components/reference
const (
	ComponentRow       = 1
	ComponentButton    = 2
	ComponentMenu      = 3 // of strings
	ComponentTextInput = 4
	ComponentUserMenu  = 5
	ComponentSection   = 9
	ComponentText      = 10
	ComponentThumbnail = 11
	ComponentGallery   = 12
	ComponentFile      = 13
	ComponentSeparator = 14
	ComponentContainer = 17
)

// A Component is part of a message or of a form: something to press, to choose
// from, to write in, or a box around others.
type Component struct {
	Type        int          `json:"type"`
	CustomID    string       `json:"custom_id"`
	Label       string       `json:"label"`
	Style       int          `json:"style"`
	URL         string       `json:"url"`
	Disabled    bool         `json:"disabled"`
	Placeholder string       `json:"placeholder"`
	Value       string       `json:"value"`
	Required    *bool        `json:"required"`
	MinLength   int          `json:"min_length"`
	MaxLength   int          `json:"max_length"`
	MinValues   *int         `json:"min_values"`
	MaxValues   *int         `json:"max_values"`
	Options     []MenuOption `json:"options"`
	Content     string       `json:"content"` // of a text
	Accessory   *Component   `json:"accessory"`
	Components  []Component  `json:"components"`
	Emoji       *struct {
		Name string `json:"name"`
	} `json:"emoji"`
}

// A MenuOption is one line of a menu.
type MenuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Default     bool   `json:"default"`
}

// all visits c and everything in it, until visit says no.
func (c *Component) all(visit func(*Component) bool) bool {
	if !visit(c) || c.Accessory != nil && !c.Accessory.all(visit) {
		return false
	}
	for i := range c.Components {
		if !c.Components[i].all(visit) {
			return false
		}
	}
	return true
}

// findComponent returns what has this custom ID, or, if nothing does, this
// label.
func findComponent(list []Component, name string) (Component, bool) {
	var byLabel, byID *Component
	for i := range list {
		list[i].all(func(c *Component) bool {
			switch {
			case c.CustomID == name && name != "":
				byID = c
			case c.Label == name && byLabel == nil:
				byLabel = c
			}
			return byID == nil
		})
	}
	switch {
	case byID != nil:
		return *byID, true
	case byLabel != nil:
		return *byLabel, true
	}
	return Component{}, false
}

// An Embed is a box of a message.
type Embed struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Color       int    `json:"color"`
	Author      struct {
		Name string `json:"name"`
	} `json:"author"`
	Footer struct {
		Text string `json:"text"`
	} `json:"footer"`
	Fields []EmbedField `json:"fields"`
}

// An EmbedField is a heading and what is under it.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// parts returns everything in e that is text.
func (e *Embed) parts() []string {
	all := []string{e.Author.Name, e.Title, e.Description}
	for _, f := range e.Fields {
		all = append(all, f.Name, f.Value)
	}
	return append(all, e.Footer.Text)
}

// A part is something of a message that is kept twice: as the bot sent it, to
// send it back, and as it is read.
type part[T any] struct {
	raw   json.RawMessage
	value T
}

func (p part[T]) MarshalJSON() ([]byte, error) { return p.raw, nil }

func (p *part[T]) UnmarshalJSON(b []byte) error {
	p.raw = append(p.raw[:0:0], b...)
	return json.Unmarshal(b, &p.value)
}

func valuesOf[T any](list []part[T]) []T {
	var all []T
	for _, p := range list {
		all = append(all, p.value)
	}
	return all
}

// joined puts what is not empty on lines of its own.
func joined(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		if p != "" {
			b.WriteString(p)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
