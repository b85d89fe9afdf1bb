package command

import (
	"context"
	"sync"

	"glyphoxa/internal/transcript"
)

// A turnstile lets one at a time through. Unlike at a mutex, whoever waits may
// give up.
type turnstile chan struct{}

func newTurnstile() turnstile { return make(turnstile, 1) }

// enter waits for its turn. It returns how to leave.
func (t turnstile) enter(ctx context.Context) (leave func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Turnstiles are one for each guild, so that nobody waits for another server's
// people. The zero turnstiles are ready to use.
type turnstiles struct {
	mu     sync.Mutex
	guilds map[transcript.GuildID]*guildTurnstile // where somebody is or waits
}

type guildTurnstile struct {
	turnstile
	people int // who are through and not gone, or wait
}

// enter waits for its turn in a guild. It returns how to leave.
func (t *turnstiles) enter(ctx context.Context, g transcript.GuildID) (leave func(), err error) {
	t.mu.Lock()
	one := t.guilds[g]
	if one == nil {
		one = &guildTurnstile{turnstile: newTurnstile()}
		if t.guilds == nil {
			t.guilds = map[transcript.GuildID]*guildTurnstile{}
		}
		t.guilds[g] = one
	}
	one.people++
	t.mu.Unlock()
	out := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if one.people--; one.people == 0 {
			delete(t.guilds, g)
		}
	}
	through, err := one.enter(ctx)
	if err != nil {
		out()
		return nil, err
	}
	return func() {
		through()
		out()
	}, nil
}
