package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/discord"
)

// An answer records what an interaction was answered with.
type answer struct {
	mu       sync.Mutex
	acked    time.Time
	deferErr error
	calls    []string // "defer private", "hold", …
	last     discord.Message
	texts    []string
	all      []discord.Message
	forms    []discord.Form   // that were opened
	choices  []discord.Choice // that were suggested last
}

func (a *answer) call(name string, m discord.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.acked.IsZero() {
		a.acked = time.Now()
	}
	a.calls = append(a.calls, name)
	if name != "hold" && name != "open" && name != "suggest" && !strings.HasPrefix(name, "defer") {
		a.last = m
		a.texts = append(a.texts, m.Text)
		a.all = append(a.all, m)
	}
}

func (a *answer) Defer(_ context.Context, private bool) error {
	if a.deferErr != nil {
		return a.deferErr
	}
	a.call(fmt.Sprintf("defer private=%v", private), discord.Message{})
	return nil
}

func (a *answer) Hold(context.Context) error {
	if a.deferErr != nil {
		return a.deferErr
	}
	a.call("hold", discord.Message{})
	return nil
}

func (a *answer) Reply(ctx context.Context, m discord.Message) error {
	a.call("reply", m)
	return ctx.Err()
}

func (a *answer) Edit(ctx context.Context, m discord.Message) error {
	a.call("edit", m)
	return ctx.Err()
}

func (a *answer) Update(ctx context.Context, m discord.Message) error {
	a.call("update", m)
	return ctx.Err()
}

func (a *answer) FollowUp(ctx context.Context, m discord.Message) (discord.MessageID, error) {
	a.call("follow up", m)
	return 1, ctx.Err()
}

func (a *answer) Open(ctx context.Context, f discord.Form) error {
	a.call("open", discord.Message{})
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, field := range f.Fields {
		if !field.Fits() {
			return fmt.Errorf("field %q does not fit", field.ID)
		}
	}
	a.forms = append(a.forms, f)
	return ctx.Err()
}

func (a *answer) Suggest(ctx context.Context, choices []discord.Choice) error {
	a.call("suggest", discord.Message{})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.choices = choices
	return ctx.Err()
}

// text is all that was answered.
func (a *answer) text() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.texts, "\n")
}

// message is the last answer.
func (a *answer) message() discord.Message {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last
}

// did lists what was called, in order.
func (a *answer) did() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.calls)
}
