package voicetest

import (
	"fmt"
	"unicode/utf16"
)

// The limits of a message.
// https://discord.com/developers/docs/resources/message
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedTotal  = 6000 // of all embeds together
	maxFields      = 25
	maxRows        = 5
	maxButtons     = 5  // in a row
	maxComponents  = 40 // of version 2, nested ones included
	maxTexts       = 4000
	maxCustomID    = 100
	maxLabel       = 80
	maxMenu        = 25
	maxMenuLabel   = 100
	maxPlaceholder = 150
)

// checker collects what is wrong with a body.
type checker struct{ fields []fieldError }

func (c *checker) err() error {
	if len(c.fields) == 0 {
		return nil
	}
	return invalidForm(c.fields...)
}

func (c *checker) fault(path, code, format string, args ...any) {
	c.fields = append(c.fields, fieldError{path, code, fmt.Sprintf(format, args...)})
}

// text checks a length, in UTF-16 as Discord counts.
func (c *checker) text(path, s string, least, most int) {
	switch n := length16(s); {
	case n == 0 && least > 0:
		c.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least:
		c.fault(path, "BASE_TYPE_MIN_LENGTH", "Must be %d or more in length.", least)
	case n > most:
		c.fault(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

func (c *checker) count(path string, n, least, most int) {
	if n < least || n > most {
		c.fault(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

func length16(s string) int { return len(utf16.Encode([]rune(s))) }

// check says what is wrong with the body of a message.
func (b *messageBody) check(flags int) error {
	var c checker
	v2 := (flags|b.Flags)&flagComponents != 0
	c.text("content", b.Content.v, 0, maxContent)
	if v2 && (b.Content.v != "" || len(b.Embeds.v) > 0) {
		c.fault("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	c.embeds(b.Embeds.v)
	c.components(b.Components.v, v2)
	c.mentions(b.Allowed)
	if n := len(b.Attachments.v); n > maxFiles {
		c.count("attachments", n, 0, maxFiles)
	}
	return c.err()
}

func (c *checker) embeds(list []part[Embed]) {
	if len(list) > maxEmbeds {
		c.count("embeds", len(list), 0, maxEmbeds)
	}
	total := 0
	for i, e := range list {
		at := fmt.Sprintf("embeds.%d", i)
		c.text(at+".title", e.value.Title, 0, 256)
		c.text(at+".description", e.value.Description, 0, 4096)
		c.text(at+".author.name", e.value.Author.Name, 0, 256)
		c.text(at+".footer.text", e.value.Footer.Text, 0, 2048)
		if len(e.value.Fields) > maxFields {
			c.count(at+".fields", len(e.value.Fields), 0, maxFields)
		}
		for j, f := range e.value.Fields {
			c.text(fmt.Sprintf("%s.fields.%d.name", at, j), f.Name, 1, 256)
			c.text(fmt.Sprintf("%s.fields.%d.value", at, j), f.Value, 1, 1024)
		}
		for _, s := range e.value.parts() {
			total += length16(s)
		}
	}
	if total > maxEmbedTotal {
		c.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedTotal)
	}
}

// components checks those of a message.
func (c *checker) components(list []part[Component], v2 bool) {
	seen := make(map[string]bool)
	if !v2 && len(list) > maxRows {
		c.count("components", len(list), 1, maxRows)
	}
	n, texts := 0, 0
	for i, p := range list {
		at := fmt.Sprintf("components.%d", i)
		if !v2 && p.value.Type != ComponentRow {
			c.fault(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		p.value.all(func(x *Component) bool {
			n++
			texts += length16(x.Content)
			return true
		})
		c.component(at, &p.value, true, seen)
	}
	if v2 && n > maxComponents {
		c.count("components", n, 1, maxComponents)
	}
	if texts > maxTexts {
		c.fault("components", "COMPONENT_MAX_TOTAL_TEXT_DISPLAY_CONTENT_SIZE", "The total text is longer than %d.", maxTexts)
	}
}

// component checks one and what is in it. Outside of a row there are boxes and
// texts, in a row there are buttons or one menu.
func (c *checker) component(at string, x *Component, outside bool, seen map[string]bool) {
	switch x.Type {
	case ComponentRow:
		c.row(at, x, seen)
		return
	case ComponentButton:
		c.button(at, x, seen)
		return
	case ComponentMenu, ComponentUserMenu, 6, 7, 8:
		c.menu(at, x, seen)
		return
	case ComponentSection:
		c.count(at+".components", len(x.Components), 1, 3)
		if x.Accessory == nil {
			c.fault(at+".accessory", "BASE_TYPE_REQUIRED", "This field is required")
		} else {
			c.component(at+".accessory", x.Accessory, false, seen)
		}
	case ComponentText:
		c.text(at+".content", x.Content, 1, maxTexts)
	case ComponentThumbnail, ComponentGallery, ComponentFile, ComponentSeparator, ComponentContainer:
	default:
		c.fault(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" is unknown.")
		return
	}
	if !outside && x.Type != ComponentThumbnail {
		c.fault(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" does not go there.")
	}
	for i := range x.Components {
		c.component(fmt.Sprintf("%s.components.%d", at, i), &x.Components[i], true, seen)
	}
}

func (c *checker) row(at string, x *Component, seen map[string]bool) {
	c.count(at+".components", len(x.Components), 1, maxButtons)
	for i := range x.Components {
		in := &x.Components[i]
		at := fmt.Sprintf("%s.components.%d", at, i)
		switch {
		case in.Type == ComponentButton:
			c.button(at, in, seen)
		case in.Type == ComponentMenu || in.Type >= ComponentUserMenu && in.Type <= 8:
			c.menu(at, in, seen)
			if len(x.Components) > 1 {
				c.fault(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		default:
			c.fault(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).")
		}
	}
}

func (c *checker) customID(at, id string, seen map[string]bool) {
	c.text(at+".custom_id", id, 1, maxCustomID)
	if id != "" && seen[id] {
		c.fault(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	seen[id] = true
}

// buttonLink is the style of a button that opens a page.
const buttonLink = 5

func (c *checker) button(at string, x *Component, seen map[string]bool) {
	c.text(at+".label", x.Label, 0, maxLabel)
	switch {
	case x.Style < 1 || x.Style > 6:
		c.fault(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
	case x.Style == buttonLink:
		c.text(at+".url", x.URL, 1, 512)
		return
	}
	if x.Label == "" && x.Emoji == nil {
		c.fault(at+".label", "BUTTON_COMPONENT_MISSING_LABEL_AND_EMOJI", "A button needs a label or an emoji.")
	}
	c.customID(at, x.CustomID, seen)
}

func (c *checker) menu(at string, x *Component, seen map[string]bool) {
	c.customID(at, x.CustomID, seen)
	c.text(at+".placeholder", x.Placeholder, 0, maxPlaceholder)
	c.picks(at, x)
	if x.Type != ComponentMenu {
		return
	}
	c.count(at+".options", len(x.Options), 1, maxMenu)
	values := make(map[string]bool)
	for i, o := range x.Options {
		in := fmt.Sprintf("%s.options.%d", at, i)
		c.text(in+".label", o.Label, 1, maxMenuLabel)
		c.text(in+".value", o.Value, 1, maxMenuLabel)
		c.text(in+".description", o.Description, 0, maxMenuLabel)
		if values[o.Value] {
			c.fault(in+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
	}
}
