package main

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"glyphoxa/internal/discord"
)

// TestLiveEventsEnd: a client that is closed has nothing to tell any more, and the
// program does not ask it again and again.
func TestLiveEventsEnd(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	d.guild.AdmitBot(botMay)
	log := slog.New(slog.DiscardHandler)
	client, err := discord.Open(t.Context(), discord.Options{Token: discord.NewToken(d.Token()), HTTP: d.Client(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range client.Events() {
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := (&desk{client: client, log: log}).attend(ctx, nil, nil); !errors.Is(err, discord.ErrClosed) {
		t.Errorf("it ends with %v, want %v", err, discord.ErrClosed)
	}
}
