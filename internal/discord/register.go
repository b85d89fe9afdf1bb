package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"glyphoxa/internal/transcript"
)

// tidyLimit bounds the removal of commands from where they were before: a bot in a
// thousand guilds does not begin later for it.
const tidyLimit = 10 * time.Second

// Register makes these the bot's commands: in the guilds named, or everywhere if
// none is. What was registered in the other scope, be it by an older version of the
// bot, is removed as far as that succeeds, so that nothing is shown twice.
func (c *Client) Register(ctx context.Context, commands []Spec, guilds ...transcript.GuildID) error {
	bodies := make([]specBody, len(commands))
	for i, s := range commands {
		bodies[i] = s.body()
		bodies[i].Contexts, bodies[i].Integrations = &[]int{0}, &[]int{0} // in guilds, for guilds
	}
	if len(guilds) == 0 {
		if err := c.overwrite(ctx, 0, bodies); err != nil {
			return err
		}
		c.tidy(ctx, c.Me().Guilds...)
		return nil
	}
	for _, id := range guilds {
		if err := c.overwrite(ctx, id, bodies); err != nil {
			return err
		}
	}
	c.tidy(ctx, 0)
	return nil
}

// tidy removes all commands of scopes, as far as it can.
func (c *Client) tidy(ctx context.Context, scopes ...transcript.GuildID) {
	ctx, cancel := context.WithTimeout(ctx, tidyLimit)
	defer cancel()
	for i, scope := range scopes {
		if err := c.empty(ctx, scope); err != nil {
			c.log.LogAttrs(ctx, slog.LevelWarn, "old commands not removed", slog.Uint64("guild", uint64(scope)), slog.Any("err", err))
		}
		if ctx.Err() != nil {
			c.log.LogAttrs(ctx, slog.LevelWarn, "guilds not looked at for old commands", slog.Int("guilds", len(scopes)-i-1))
			return
		}
	}
}

func (c *Client) commandsOf(method string, guild transcript.GuildID) request {
	app := c.Me().Application
	if guild == 0 {
		return request{
			method: method, again: true,
			route: "/applications/{application}/commands", path: fmt.Sprintf("/applications/%d/commands", app),
		}
	}
	return request{
		method: method, again: true, major: uint64(guild),
		route: "/applications/{application}/guilds/{guild}/commands",
		path:  fmt.Sprintf("/applications/%d/guilds/%d/commands", app, guild),
	}
}

// overwrite replaces all commands of a scope: a guild, or with 0 everywhere.
func (c *Client) overwrite(ctx context.Context, guild transcript.GuildID, commands []specBody) error {
	r := c.commandsOf(http.MethodPut, guild)
	r.body = commands
	if err := c.rest.do(ctx, r, nil); err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	return nil
}

// empty removes all commands of a scope, if there are any: looking costs nothing
// of what a day allows.
func (c *Client) empty(ctx context.Context, guild transcript.GuildID) error {
	var there []struct{}
	err := c.rest.do(ctx, c.commandsOf(http.MethodGet, guild), &there)
	if guild != 0 && (errors.Is(err, ErrDenied) || errors.Is(err, ErrUnknown)) {
		// Invited without applications.commands, or gone: nothing is there.
		c.log.LogAttrs(ctx, slog.LevelInfo, "commands of a guild not looked at", slog.Uint64("guild", uint64(guild)), slog.Any("err", err))
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for old commands: %w", err)
	}
	if len(there) == 0 {
		return nil
	}
	return c.overwrite(ctx, guild, []specBody{})
}

// A specBody is a command or an option on the wire. discordgo's type sends null
// for what is not there, and cannot send a bound of 0.
type specBody struct {
	Type         int               `json:"type,omitempty"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Options      []specBody        `json:"options,omitempty"`
	Contexts     *[]int            `json:"contexts,omitempty"`
	Integrations *[]int            `json:"integration_types,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Complete     bool              `json:"autocomplete,omitempty"`
	Choices      []choiceBody      `json:"choices,omitempty"`
	Min          *float64          `json:"min_value,omitempty"`
	Max          *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
}

// The types of options on the wire.
const (
	subType   = 1
	groupType = 2
)

var optionTypes = map[OptionKind]int{
	TextOption: 3, IntegerOption: 4, YesNoOption: 5, UserOption: 6, ChannelOption: 7,
	FileOption: 11,
}

func (s Spec) body() specBody {
	b := specBody{Name: s.Name, Names: s.Names, Description: s.Description, Descriptions: s.Descriptions}
	for _, sub := range s.Subs {
		inner := sub.body()
		inner.Type = subType
		if len(sub.Subs) > 0 {
			inner.Type = groupType
		}
		b.Options = append(b.Options, inner)
	}
	for _, o := range s.Options {
		b.Options = append(b.Options, o.body())
	}
	return b
}

func (o Option) body() specBody {
	b := specBody{
		Type: optionTypes[o.Kind], Name: o.Name, Names: o.Names, Description: o.Description, Descriptions: o.Descriptions,
		Required: o.Required, Complete: o.Complete,
	}
	for _, choice := range o.Choices {
		b.Choices = append(b.Choices, choice.body(o.Kind == IntegerOption))
	}
	if o.Kind == TextOption {
		if o.Min != nil {
			b.MinLength = new(int(*o.Min))
		}
		if o.Max != nil {
			b.MaxLength = new(int(*o.Max))
		}
	} else {
		b.Min, b.Max = o.Min, o.Max
	}
	return b
}

// body returns a choice on the wire, its value as a number if that is asked for
// and it is one.
func (k Choice) body(number bool) choiceBody {
	b := choiceBody{Name: clip(k.Name, 100), Names: k.Names}
	if _, err := strconv.ParseFloat(k.Value, 64); number && err == nil {
		b.Value = json.RawMessage(k.Value)
	} else {
		b.Value, _ = json.Marshal(k.Value) // a string: it cannot fail
	}
	return b
}
