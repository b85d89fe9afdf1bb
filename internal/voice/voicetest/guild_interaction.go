package voicetest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// An InteractionKind is Discord's type of an interaction.
type InteractionKind int

// The kinds of interactions.
const (
	InteractionCommand   InteractionKind = 2
	InteractionComponent InteractionKind = 3
	InteractionComplete  InteractionKind = 4
	InteractionForm      InteractionKind = 5
)

// A ReplyKind is how the bot has acknowledged an interaction; 0 is not at all.
type ReplyKind int

// The kinds of acknowledgements.
const (
	ReplyMessage     ReplyKind = 4 // with a message
	ReplyDeferred    ReplyKind = 5 // "is thinking …"
	ReplyDeferUpdate ReplyKind = 6 // of a component: nothing to be seen yet
	ReplyUpdate      ReplyKind = 7 // of a component: its message changes
	ReplyChoices     ReplyKind = 8
	ReplyForm        ReplyKind = 9
)

// ErrUnanswered is "The application did not respond", which a person is told
// when an interaction has not been acknowledged in time.
var ErrUnanswered = errors.New("voicetest: the application did not respond")

// maxInteractions is how many are remembered. The token of an older one is
// unknown.
const maxInteractions = 2000

// An Interaction is something that a person did with the bot, and what came of
// it. Its methods may be called while more comes.
type Interaction struct {
	ID     uint64
	Kind   InteractionKind
	Person *Person

	d     *Discord
	token string

	// What follows is guarded by d.mu.
	channel   *Channel
	source    *guildMessage // of a component, and of a form that one opened
	at, acked time.Time
	reply     ReplyKind
	ephemeral bool
	form      *Form
	choices   []Choice
	original  *guildMessage // the answer; of an update, the source
	followUps []*guildMessage
}

// A Form is a dialogue that opens: a modal.
type Form struct {
	CustomID, Title string
	Inputs          []Component
}

// Use has a person run a command in a channel ("glyphoxa start"), and waits until
// it is acknowledged. What does not get past his client is an error without an
// interaction; [ErrUnanswered] comes with one.
func (p *Person) Use(ctx context.Context, in *Channel, command string, options ...Option) (*Interaction, error) {
	i, err := p.use(in, command, options, "")
	if err != nil {
		return nil, err
	}
	return i, i.acknowledged(ctx)
}

// Complete has a person type into an option that is completed, the last one
// given, and returns what he is offered.
func (p *Person) Complete(ctx context.Context, in *Channel, command string, options ...Option) ([]Choice, error) {
	if len(options) == 0 {
		return nil, ErrNotThere
	}
	i, err := p.use(in, command, options, options[len(options)-1].Name)
	if err != nil {
		return nil, err
	}
	err = i.acknowledged(ctx)
	return i.choices, err
}

func (p *Person) use(in *Channel, command string, options []Option, partial string) (*Interaction, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if !in.permissions(p.ID).Has(PermViewChannel|PermUseCommands) || in.guild == nil {
		return nil, ErrForbidden
	}
	c, path, err := p.find(in.guild, command)
	if err != nil {
		return nil, err
	}
	list := c.Options
	if len(path) > 0 {
		list = path[len(path)-1].Options
	}
	kind := InteractionCommand
	if partial != "" {
		kind = InteractionComplete
		if !slices.ContainsFunc(list, func(o CommandOption) bool { return o.Name == partial && o.Autocomplete }) {
			return nil, fmt.Errorf("%w: completion of %q", ErrNotThere, partial)
		}
	}
	r := wireResolved{upload: in.upload}
	used, err := fillIn(list, options, partial, &r)
	if err != nil {
		return nil, err
	}
	return p.d.interact(&Interaction{Kind: kind, Person: p, channel: in}, commandData(in.guild, c, path, used, &r)), nil
}

// Press has a person press a button, which is found by its custom ID or else by
// its label, and waits until that is acknowledged.
func (p *Person) Press(ctx context.Context, m ChatMessage, button string) (*Interaction, error) {
	return p.operate(ctx, m, button, nil)
}

// Choose has a person choose from a menu by values; of people and channels those
// are IDs.
func (p *Person) Choose(ctx context.Context, m ChatMessage, menu string, values ...string) (*Interaction, error) {
	return p.operate(ctx, m, menu, append([]string{}, values...))
}

func (p *Person) operate(ctx context.Context, m ChatMessage, name string, values []string) (*Interaction, error) {
	i, err := p.operated(m, name, values)
	if err != nil {
		return nil, err
	}
	return i, i.acknowledged(ctx)
}

func (p *Person) operated(seen ChatMessage, name string, values []string) (*Interaction, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	m := p.d.message(seen.ID)
	if m == nil || m.deleted || m.only != nil && m.only != p || !m.channel.permissions(p.ID).Has(PermViewChannel) {
		return nil, fmt.Errorf("%w: message", ErrNotThere)
	}
	c, ok := findComponent(valuesOf(m.components), name)
	switch {
	case !ok || c.CustomID == "" || (values == nil) != (c.Type == ComponentButton):
		return nil, fmt.Errorf("%w: %q", ErrNotThere, name)
	case c.Disabled:
		return nil, fmt.Errorf("voicetest: %q is disabled", name)
	}
	for _, v := range values {
		if c.Type == ComponentMenu && !slices.ContainsFunc(c.Options, func(o MenuOption) bool { return o.Value == v }) {
			return nil, fmt.Errorf("%w: choice %q", ErrNotThere, v)
		}
	}
	data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type}
	if values != nil {
		data["values"] = values
	}
	return p.d.interact(&Interaction{Kind: InteractionComponent, Person: p, channel: m.channel, source: m}, encode(data)), nil
}

// Submit has a person fill in the form that an interaction opened, by the custom
// IDs or the labels of its inputs, and waits until that is acknowledged.
func (p *Person) Submit(ctx context.Context, opened *Interaction, inputs map[string]string) (*Interaction, error) {
	i, err := p.submit(opened, inputs)
	if err != nil {
		return nil, err
	}
	return i, i.acknowledged(ctx)
}

func (p *Person) submit(opened *Interaction, inputs map[string]string) (*Interaction, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	f := opened.form
	if f == nil || opened.Person != p {
		return nil, fmt.Errorf("%w: form", ErrNotThere)
	}
	given := make(map[string]string)
	for name, v := range inputs {
		in, ok := findComponent(f.Inputs, name)
		if !ok {
			return nil, fmt.Errorf("%w: input %q", ErrNotThere, name)
		}
		given[in.CustomID] = v
	}
	rows := []any{}
	for _, in := range f.Inputs {
		v, ok := given[in.CustomID]
		if !ok {
			v = in.Value
		}
		n := length16(v)
		required := in.Required == nil || *in.Required
		if required && n == 0 || n > 0 && n < in.MinLength || in.MaxLength > 0 && n > in.MaxLength {
			return nil, fmt.Errorf("voicetest: input %q does not take %d characters", in.CustomID, n)
		}
		rows = append(rows, formRow(in.CustomID, v))
	}
	data := encode(map[string]any{"custom_id": f.CustomID, "components": rows})
	return p.d.interact(&Interaction{Kind: InteractionForm, Person: p, channel: opened.channel, source: opened.source}, data), nil
}

// Forge has a person send what no client would send for him: a component's
// custom ID, with values if it is a menu's, that stands under no message before
// him. The interaction comes with a message of the bot's in the channel, if seen
// has one. Discord itself lets no such thing through; a bot that relies on that
// relies on every message that it has ever sent.
func (p *Person) Forge(ctx context.Context, in *Channel, seen ChatMessage, customID string, values ...string) (*Interaction, error) {
	kind := ComponentButton
	if len(values) > 0 {
		kind = ComponentMenu
	}
	p.d.mu.Lock()
	i := &Interaction{Kind: InteractionComponent, Person: p, channel: in, source: p.d.message(seen.ID)}
	if i.source == nil {
		p.d.mu.Unlock()
		return nil, fmt.Errorf("%w: message", ErrNotThere)
	}
	p.d.interact(i, encode(map[string]any{"custom_id": customID, "component_type": kind, "values": values}))
	p.d.mu.Unlock()
	return i, i.acknowledged(ctx)
}

// ForgeForm has a person send a form that nothing has opened for him.
func (p *Person) ForgeForm(ctx context.Context, in *Channel, customID string, inputs map[string]string) (*Interaction, error) {
	rows := []any{}
	for name, v := range inputs {
		rows = append(rows, formRow(name, v))
	}
	p.d.mu.Lock()
	i := p.d.interact(&Interaction{Kind: InteractionForm, Person: p, channel: in}, encode(map[string]any{"custom_id": customID, "components": rows}))
	p.d.mu.Unlock()
	return i, i.acknowledged(ctx)
}

func formRow(name, value string) map[string]any {
	return map[string]any{"type": ComponentRow, "components": []any{
		map[string]any{"type": ComponentTextInput, "custom_id": name, "value": value},
	}}
}

// english is the locale of those who have chosen none.
const english = "en-US"

// interact sends an interaction to the bot. The caller holds d.mu.
func (d *Discord) interact(i *Interaction, data json.RawMessage) *Interaction {
	i.ID, i.d, i.at = d.id(), d, time.Now()
	i.token = fmt.Sprintf("aW50ZXJhY3Rpb246%032x", d.id())
	d.interactions = append(d.interactions, i)
	if n := len(d.interactions); n > maxInteractions {
		d.interactions = slices.Delete(d.interactions, 0, n-maxInteractions)
	}
	body := map[string]any{
		"id": Snowflake(i.ID), "application_id": Snowflake(d.application), "type": i.Kind, "data": data,
		"channel_id": Snowflake(i.channel.ID), "channel": i.channel.wire(), "token": i.token, "version": 1,
		"app_permissions": i.channel.permissions(d.bot.ID), "locale": cmp.Or(i.Person.locale, english), "entitlements": []any{},
		"authorizing_integration_owners": map[string]any{}, "context": 1, "attachment_size_limit": 10 << 20,
	}
	if g := i.channel.guild; g != nil {
		locale := cmp.Or(g.locale, english)
		body["guild_id"], body["guild_locale"], body["context"] = Snowflake(g.ID), locale, 0
		body["guild"] = map[string]any{"id": Snowflake(g.ID), "locale": locale, "features": []string{}}
		body["authorizing_integration_owners"] = map[string]any{"0": Snowflake(g.ID)}
		m := g.member(i.Person.ID).wire()
		m.Permissions = new(i.channel.permissions(i.Person.ID))
		body["member"] = m
	} else {
		body["user"] = i.Person.wire()
	}
	if i.source != nil {
		body["message"] = i.source.wire()
	}
	d.dispatch(intentAlways, i.channel.guild, "INTERACTION_CREATE", body)
	d.later(d.options.Acknowledge, d.touch)
	return i
}

// acknowledged waits until the bot has acknowledged, or may not any more.
func (i *Interaction) acknowledged(ctx context.Context) error {
	unanswered := false
	err := i.d.Await(ctx, func() bool {
		i.d.mu.Lock()
		defer i.d.mu.Unlock()
		unanswered = i.reply == 0 && time.Since(i.at) >= i.d.options.Acknowledge
		return unanswered || i.reply != 0
	})
	if unanswered {
		return ErrUnanswered
	}
	return err
}
