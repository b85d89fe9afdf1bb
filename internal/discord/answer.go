package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"glyphoxa/internal/transcript"
)

// The types of a first answer.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
const (
	answerMessage  = 4
	answerDefer    = 5
	answerHold     = 6
	answerUpdate   = 7
	answerComplete = 8
	answerForm     = 9
)

// firstWithin is how long Discord waits for the first answer.
const firstWithin = 3 * time.Second

// A stage is how far the answering of an interaction has come.
type stage int

const (
	fresh    stage = iota
	deferred       // Discord shows that the bot is thinking
	held           // acknowledged, nothing shown
	answered       // there is a message, or a form
	failed         // expired, or answered by somebody else
)

// An answer is the Answerer of one interaction.
type answer struct {
	client  *Client
	id      snowflake
	app     snowflake
	token   string
	channel transcript.ChannelID
	message MessageID // that the component stands under, 0: none
	lane    *lane

	door  chan struct{} // holds one token: who holds it owns what follows
	stage stage
	why   error // of failed
	// private is whether the deferred answer is.
	private bool
}

func newAnswer(c *Client, p interactionPayload) *answer {
	a := &answer{
		client: c, id: p.ID, app: p.ApplicationID, token: p.Token, channel: transcript.ChannelID(p.ChannelID),
		lane: ownLane(), door: make(chan struct{}, 1),
	}
	if p.Message != nil {
		a.message = MessageID(p.Message.ID)
	}
	return a
}

// String keeps the token out of what prints an event.
func (a *answer) String() string { return fmt.Sprintf("answer to interaction %d", a.id) }

// GoString does the same.
func (a *answer) GoString() string { return a.String() }

// enter takes the answer for the caller and returns why it cannot be given any
// more.
func (a *answer) enter(ctx context.Context) error {
	select {
	case a.door <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if a.stage == failed {
		a.exit()
		return a.why
	}
	return nil
}

func (a *answer) exit() { <-a.door }

func (a *answer) Defer(ctx context.Context, private bool) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.stage != fresh {
		return nil
	}
	var body struct {
		Flags int `json:"flags"`
	}
	if private {
		body.Flags = flagPrivate
	}
	if err := a.first(ctx, answerDefer, body, nil); err != nil {
		return err
	}
	a.stage, a.private = deferred, private
	return nil
}

func (a *answer) Hold(ctx context.Context) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.stage != fresh {
		return nil
	}
	if err := a.first(ctx, answerHold, nil, nil); err != nil {
		return err
	}
	a.stage = held
	return nil
}

func (a *answer) Open(ctx context.Context, f Form) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.stage != fresh {
		return errors.New("a form has to be the first answer")
	}
	body, err := f.body()
	if err != nil {
		return err
	}
	if err := a.first(ctx, answerForm, body, nil); err != nil {
		return err
	}
	a.stage = answered
	return nil
}

func (a *answer) Suggest(ctx context.Context, choices []Choice) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.stage != fresh {
		return nil
	}
	a.stage = answered
	return a.first(ctx, answerComplete, suggestions(choices), nil)
}

type suggestionBody struct {
	Choices []choiceBody `json:"choices"`
}

// suggestions leaves out what would have Discord refuse all of them.
func suggestions(choices []Choice) suggestionBody {
	b := suggestionBody{Choices: []choiceBody{}}
	for _, k := range choices {
		if len(b.Choices) == 25 {
			break
		}
		if strings.TrimSpace(k.Name) != "" && k.Value != "" && Units(k.Value) <= 100 {
			b.Choices = append(b.Choices, k.body(false))
		}
	}
	return b
}

func (a *answer) Reply(ctx context.Context, m Message) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	_, err := a.say(ctx, m)
	return err
}

func (a *answer) FollowUp(ctx context.Context, m Message) (MessageID, error) {
	if err := a.enter(ctx); err != nil {
		return 0, err
	}
	defer a.exit()
	return a.say(ctx, m)
}

// say gives the answer, or says more if there is one. The caller has entered.
func (a *answer) say(ctx context.Context, m Message) (MessageID, error) {
	private := m.Private
	if a.stage == deferred {
		private = a.private
	}
	m.Private = private
	parts := m.parts()
	switch a.stage {
	case fresh:
		if err := a.first(ctx, answerMessage, parts[0].body, parts[0].files); err != nil {
			return 0, err
		}
	case deferred:
		if err := a.patch(ctx, "@original", parts[0]); err != nil {
			return 0, err
		}
	default:
		return a.follow(ctx, parts)
	}
	a.stage, a.private = answered, private
	return a.follow(ctx, parts[1:])
}

func (a *answer) Edit(ctx context.Context, m Message) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.stage != answered {
		_, err := a.say(ctx, m)
		return err
	}
	m.Private = a.private
	parts := m.parts()
	if err := a.patch(ctx, "@original", parts[0]); err != nil {
		return err
	}
	_, err := a.follow(ctx, parts[1:])
	return err
}

func (a *answer) Update(ctx context.Context, m Message) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.exit()
	if a.message == 0 {
		return errors.New("update a message: the interaction is of none")
	}
	m.Private = false // it is what it is
	parts := m.parts()
	switch a.stage {
	case fresh:
		parts[0].body.keepNone()
		if err := a.first(ctx, answerUpdate, parts[0].body, parts[0].files); err != nil {
			return err
		}
		a.stage = held
	case held: // "the original" is then the button's message
		if err := a.patch(ctx, "@original", parts[0]); err != nil {
			return err
		}
	default: // it is our answer, and the button's is like any other
		return a.client.EditMessage(ctx, a.channel, a.message, m)
	}
	_, err := a.follow(ctx, parts[1:])
	return err
}
