package voicetest

import (
	"fmt"
	"regexp"
	"strings"
)

// The limits of commands.
const (
	maxCommands     = 100
	maxOptions      = 25
	maxCommandTotal = 8000 // names, descriptions and values of one command
)

// commandName is Discord's, of those that are typed with a slash.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// scope returns where the commands of the path live.
func (c *restCall) scope() (*[]*guildCommand, Snowflake, error) {
	if c.id("application") != c.d.application {
		return nil, 0, &restError{403, 20012, "You are not authorized to perform this action on this application", nil}
	}
	if c.PathValue("guild") == "" {
		return &c.d.commands, 0, nil
	}
	g, err := c.guild()
	if err != nil {
		return nil, 0, err
	}
	return &g.commands, Snowflake(g.ID), nil
}

func restCommands(c *restCall) (any, error) {
	list, _, err := c.scope()
	if err != nil {
		return nil, err
	}
	return append([]*guildCommand{}, *list...), nil
}

// restSetCommands replaces all commands of a scope. One whose name was there
// keeps its ID.
func restSetCommands(c *restCall) (any, error) {
	list, guild, err := c.scope()
	if err != nil {
		return nil, err
	}
	var body []Command
	if err := c.decode(&body); err != nil {
		return nil, err
	}
	if err := checkCommands(body); err != nil {
		return nil, err
	}
	next := []*guildCommand{}
	for _, b := range body {
		b.Type = max(b.Type, 1)
		n := &guildCommand{Snowflake(c.d.id()), Snowflake(c.d.application), guild, Snowflake(c.d.id()), b}
		for _, old := range *list {
			if old.Name == b.Name && old.Type == b.Type {
				n.ID = old.ID
			}
		}
		next = append(next, n)
	}
	*list = next
	c.d.touch()
	return next, nil
}

func checkCommands(list []Command) error {
	var c checker
	if len(list) > maxCommands {
		return &restError{400, 30032, "Maximum number of application commands reached (100)", nil}
	}
	seen := map[int]beside{1: {}, 2: {}, 3: {}}
	for i, cmd := range list {
		at := fmt.Sprint(i)
		if seen[max(cmd.Type, 1)].taken(cmd.Name, cmd.NameIn) {
			c.fault(at, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		if cmd.Type > 1 {
			c.text(at+".name", cmd.Name, 1, 32)
			continue
		}
		c.name(at, cmd.Name)
		c.text(at+".description", cmd.Description, 1, 100)
		c.names(at, cmd.NameIn, cmd.DescriptionIn)
		c.options(at, cmd.Options, 0)
		if n := longest(cmd.Name, cmd.NameIn) + longest(cmd.Description, cmd.DescriptionIn) + size(cmd.Options); n > maxCommandTotal {
			c.fault(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandTotal)
		}
	}
	return c.err()
}

func size(options []CommandOption) (n int) {
	for _, o := range options {
		n += longest(o.Name, o.NameIn) + longest(o.Description, o.DescriptionIn) + size(o.Options)
		for _, ch := range o.Choices {
			n += longest(ch.Name, ch.NameIn) + length16(fmt.Sprint(ch.Value))
		}
	}
	return n
}

func (c *checker) name(at, name string) {
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		c.fault(at+".name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func (c *checker) options(at string, list []CommandOption, depth int) {
	if len(list) > maxOptions {
		c.count(at+".options", len(list), 0, maxOptions)
	}
	seen := beside{}
	optional := false
	for i, o := range list {
		at := fmt.Sprintf("%s.options.%d", at, i)
		c.name(at, o.Name)
		c.text(at+".description", o.Description, 1, 100)
		c.names(at, o.NameIn, o.DescriptionIn)
		if seen.taken(o.Name, o.NameIn) {
			c.fault(at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		if o.Required && optional {
			c.fault(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		switch {
		case o.Type < OptionSub || o.Type > OptionAttachment:
			c.fault(at+".type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).")
		case o.Type <= OptionSubGroup:
			if depth > 1 || depth == 1 && o.Type == OptionSubGroup || (o.Type == OptionSub) != (list[0].Type == OptionSub) && list[0].Type > OptionSubGroup {
				c.fault(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
			}
			next := depth + 1
			if o.Type == OptionSub {
				next = 2
			}
			c.options(at, o.Options, next)
		case list[0].Type <= OptionSubGroup:
			c.fault(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		c.choices(at, o.Choices)
		if o.Autocomplete && len(o.Choices) > 0 {
			c.fault(at, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be set when choices are")
		}
	}
}

// choices checks what an option or an autocompletion offers.
func (c *checker) choices(at string, list []Choice) {
	if len(list) > maxOptions {
		c.count(at+".choices", len(list), 0, maxOptions)
	}
	seen := make(map[string]bool)
	for i, ch := range list {
		in := fmt.Sprintf("%s.choices.%d", at, i)
		if strings.TrimSpace(ch.Name) == "" {
			c.fault(in+".name", "BASE_TYPE_REQUIRED", "This field is required")
		}
		c.text(in+".name", ch.Name, 0, 100)
		c.localised(in+".name_localizations", ch.NameIn, func(at, s string) { c.text(at, s, 1, 100) })
		if s, ok := ch.Value.(string); ok {
			c.text(in+".value", s, 0, 100)
		}
		if seen[ch.Name] {
			c.fault(in+".name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name already exists")
		}
		seen[ch.Name] = true
	}
}
