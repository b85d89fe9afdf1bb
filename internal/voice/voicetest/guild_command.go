package voicetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The types of an option.
// https://discord.com/developers/docs/interactions/application-commands
const (
	OptionSub        = 1
	OptionSubGroup   = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
	OptionMention    = 9
	OptionNumber     = 10
	OptionAttachment = 11
)

// A Command is an application command as it is registered.
type Command struct {
	Name        string          `json:"name"`
	Type        int             `json:"type,omitempty"`
	Description string          `json:"description"`
	Permissions *string         `json:"default_member_permissions"`
	DM          *bool           `json:"dm_permission,omitempty"`
	Contexts    []int           `json:"contexts,omitempty"`
	Options     []CommandOption `json:"options,omitempty"`
	NSFW        bool            `json:"nsfw,omitempty"`

	NameIn        map[string]string `json:"name_localizations,omitempty"`
	DescriptionIn map[string]string `json:"description_localizations,omitempty"`
	Integrations  []int             `json:"integration_types,omitempty"`
}

// A CommandOption is an option or a subcommand.
type CommandOption struct {
	Type         int             `json:"type"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Required     bool            `json:"required,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	ChannelTypes []ChannelKind   `json:"channel_types,omitempty"`
	Min          *float64        `json:"min_value,omitempty"`
	Max          *float64        `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`

	NameIn        map[string]string `json:"name_localizations,omitempty"`
	DescriptionIn map[string]string `json:"description_localizations,omitempty"`
}

// A Choice is a value that an option offers.
type Choice struct {
	Name   string            `json:"name"`
	NameIn map[string]string `json:"name_localizations,omitempty"`
	Value  any               `json:"value"`
}

// guildCommand is a registered command, of a guild or of all.
type guildCommand struct {
	ID          Snowflake `json:"id"`
	Application Snowflake `json:"application_id"`
	GuildID     Snowflake `json:"guild_id,omitempty"`
	Version     Snowflake `json:"version"`
	Command
}

// Commands returns what a person sees when he types a slash in a guild: the
// guild's commands, then those of all guilds, without those that he may not use.
// A name that is registered in both scopes is there twice.
func (p *Person) Commands(g *Guild) []Command {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	var all []Command
	for _, c := range p.commands(g) {
		all = append(all, c.Command)
	}
	return all
}

func (p *Person) commands(g *Guild) []*guildCommand {
	if g.member(p.d.bot.ID) == nil {
		return nil
	}
	may := g.permissions(p.ID)
	return slices.DeleteFunc(slices.Concat(g.commands, p.d.commands), func(c *guildCommand) bool {
		if c.Permissions == nil || may.Has(PermAdministrator) {
			return false
		}
		need, err := strconv.ParseUint(*c.Permissions, 10, 64)
		// 0 is nobody but administrators.
		return err == nil && (need == 0 || !may.Has(Permission(need)))
	})
}

// An Option is what a person fills in when he runs a command. The value is a
// string, an integer, a float64, a bool, a *Person, a *Channel, a *Role or an
// Attachment.
type Option struct {
	Name  string
	Value any
}

// usedOption is an option on its way to the bot.
type usedOption struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Options []usedOption `json:"options,omitempty"`
	Focused bool         `json:"focused,omitempty"`
}

// wireResolved is what the values that are IDs stand for.
type wireResolved struct {
	Users    map[Snowflake]wireUser    `json:"users,omitempty"`
	Members  map[Snowflake]wireMember  `json:"members,omitempty"`
	Roles    map[Snowflake]wireRole    `json:"roles,omitempty"`
	Channels map[Snowflake]wireChannel `json:"channels,omitempty"`

	Attachments map[Snowflake]wireAttachment `json:"attachments,omitempty"`

	upload func(Attachment) (wireAttachment, bool) // keeps a file; false: it is too large
}

// find returns the command and its subcommand that words name ("glyphoxa start")
// and what the options of that are.
func (p *Person) find(g *Guild, words string) (c *guildCommand, path []CommandOption, err error) {
	names := strings.Fields(words)
	for _, c := range p.commands(g) {
		if len(names) == 0 || c.Name != names[0] {
			continue
		}
		options := c.Options
		for _, name := range names[1:] {
			i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Type <= OptionSubGroup && o.Name == name })
			if i < 0 {
				return nil, nil, fmt.Errorf("%w: subcommand %q", ErrNotThere, name)
			}
			path = append(path, options[i])
			options = options[i].Options
		}
		if len(options) > 0 && options[0].Type <= OptionSubGroup {
			return nil, nil, fmt.Errorf("%w: %q is not a whole command", ErrNotThere, words)
		}
		return c, path, nil
	}
	return nil, nil, fmt.Errorf("%w: command %q", ErrNotThere, words)
}

// fillIn checks what a person fills in, as his client does, and returns it as it
// is sent. With partial, it is being typed.
func fillIn(options []CommandOption, given []Option, partial string, r *wireResolved) ([]usedOption, error) {
	var all []usedOption
	for _, o := range options {
		i := slices.IndexFunc(given, func(g Option) bool { return g.Name == o.Name })
		if i < 0 {
			if o.Required && partial == "" {
				return nil, fmt.Errorf("voicetest: option %q is required", o.Name)
			}
			continue
		}
		if o.Name == partial {
			all = append(all, usedOption{Name: o.Name, Type: o.Type, Value: fmt.Sprint(given[i].Value), Focused: true})
			continue
		}
		v, err := o.value(given[i].Value, r)
		if err != nil {
			return nil, err
		}
		all = append(all, usedOption{Name: o.Name, Type: o.Type, Value: v})
	}
	for _, g := range given {
		if !slices.ContainsFunc(options, func(o CommandOption) bool { return o.Name == g.Name }) {
			return nil, fmt.Errorf("%w: option %q", ErrNotThere, g.Name)
		}
	}
	return all, nil
}

// value checks a value and returns what is sent of it.
func (o *CommandOption) value(v any, r *wireResolved) (any, error) {
	wrong := fmt.Errorf("voicetest: option %q does not take %v", o.Name, v)
	switch o.Type {
	case OptionString:
		s, ok := v.(string)
		n := len([]rune(s))
		if !ok || o.MinLength != nil && n < *o.MinLength || o.MaxLength != nil && *o.MaxLength > 0 && n > *o.MaxLength || n > 6000 {
			return nil, wrong
		}
	case OptionBoolean:
		if _, ok := v.(bool); !ok {
			return nil, wrong
		}
	case OptionInteger, OptionNumber:
		n, ok := v.(float64)
		if i, whole := v.(int); whole {
			n, ok = float64(i), true
		}
		if !ok || o.Min != nil && n < *o.Min || o.Max != nil && n > *o.Max || o.Type == OptionInteger && n != float64(int64(n)) {
			return nil, wrong
		}
		v = n
	default:
		if v = r.add(o.Type, v); v == nil {
			return nil, wrong
		}
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == v }) {
		return nil, wrong
	}
	return v, nil
}

// add resolves a value that has an ID, and returns that; nil if it has none, or
// none of this type.
func (r *wireResolved) add(kind int, v any) any {
	switch v := v.(type) {
	case *Person:
		if kind == OptionUser || kind == OptionMention {
			r.Users = put(r.Users, v.ID, v.wire())
			return Snowflake(v.ID)
		}
	case *Channel:
		if kind == OptionChannel {
			r.Channels = put(r.Channels, v.ID, v.wire())
			return Snowflake(v.ID)
		}
	case *Role:
		if kind == OptionRole || kind == OptionMention {
			r.Roles = put(r.Roles, v.ID, v.wire())
			return Snowflake(v.ID)
		}
	case Attachment:
		if w, ok := r.upload(v); kind == OptionAttachment && ok {
			r.Attachments = put(r.Attachments, uint64(w.ID), w)
			return w.ID
		}
	}
	return nil
}

func put[V any](m map[Snowflake]V, id uint64, v V) map[Snowflake]V {
	if m == nil {
		m = make(map[Snowflake]V)
	}
	m[Snowflake(id)] = v
	return m
}

// commandData is the data of an interaction with a command.
func commandData(g *Guild, c *guildCommand, path []CommandOption, used []usedOption, r *wireResolved) json.RawMessage {
	for _, sub := range slices.Backward(path) {
		used = []usedOption{{Name: sub.Name, Type: sub.Type, Options: used}}
	}
	for id := range r.Users {
		if m := g.member(uint64(id)); m != nil {
			w := m.wire()
			w.User = nil
			r.Members = put(r.Members, uint64(id), w)
		}
	}
	return encode(map[string]any{
		"id": c.ID, "name": c.Name, "type": max(c.Type, 1), "guild_id": Snowflake(g.ID), "options": used, "resolved": r,
	})
}
