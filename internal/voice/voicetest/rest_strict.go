package voicetest

import (
	"fmt"
	"slices"
)

// maxFile is how large a file of a bot's message may be in a guild that nobody
// has boosted.
// https://discord.com/developers/docs/reference#uploading-files
const maxFile = 10 << 20

// picks checks how many of a menu's options may be chosen.
// https://discord.com/developers/docs/components/reference#string-select
func (c *checker) picks(at string, x *Component) {
	least, most := 1, 1
	if x.MinValues != nil {
		least = *x.MinValues
	}
	if x.MaxValues != nil {
		most = *x.MaxValues
	}
	if least < 0 || least > maxMenu {
		c.fault(at+".min_values", "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", maxMenu)
	}
	if most < 1 || most > maxMenu {
		c.fault(at+".max_values", "NUMBER_TYPE_MAX", "int value should be between 1 and %d.", maxMenu)
	}
	if least > most {
		c.fault(at, "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", "The minimum number of values is above the maximum.")
	}
	if x.Type != ComponentMenu {
		return
	}
	if n := len(x.Options); n > 0 && max(least, most) > n {
		c.fault(at+".options", "SELECT_COMPONENT_TOO_FEW_OPTIONS", "Must be %d or more in length.", max(least, most))
	}
	chosen := 0
	for _, o := range x.Options {
		if o.Default {
			chosen++
		}
	}
	if chosen > most {
		c.fault(at, "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", "The number of default options is above the maximum.")
	}
}

// input checks the lengths that a field of a form asks for, and that what stands
// in it already keeps to them.
// https://discord.com/developers/docs/components/reference#text-input
func (c *checker) input(at string, x *Component) {
	const longest = 4000
	if x.MinLength < 0 || x.MinLength > longest {
		c.fault(at+".min_length", "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", longest)
	}
	if x.MaxLength < 0 || x.MaxLength > longest || x.MaxLength > 0 && x.MinLength > x.MaxLength {
		c.fault(at+".max_length", "NUMBER_TYPE_MAX", "int value should be between %d and %d.", max(x.MinLength, 1), longest)
	}
	most := longest
	if x.MaxLength > 0 {
		most = min(most, x.MaxLength)
	}
	c.text(at+".value", x.Value, 0, most)
}

// mentions checks who may be pinged: a kind, or some of it by their IDs, and not
// both.
// https://discord.com/developers/docs/resources/message#allowed-mentions-object
func (c *checker) mentions(a *allowedMentions) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			c.fault(fmt.Sprintf("allowed_mentions.parse.%d", i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	for kind, ids := range map[string][]Snowflake{"users": a.Users, "roles": a.Roles} {
		if len(ids) > 100 {
			c.count("allowed_mentions."+kind, len(ids), 0, 100)
		}
		if len(ids) > 0 && slices.Contains(a.Parse, kind) {
			c.fault("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
	}
}

// Unguarded returns the texts of the bot that name somebody, or everybody, and
// came without a word of who may be pinged: Discord pings all of them then. A
// test asserts that there are none.
func (d *Discord) Unguarded() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.unguarded)
}

// guard remembers a text that is unguarded. The caller holds d.mu.
func (m *guildMessage) guard(b *messageBody) {
	if m.channel != nil && b.Allowed == nil && mention.MatchString(b.Content.v) {
		m.channel.d.unguarded = append(m.channel.d.unguarded, b.Content.v)
	}
}
