package command

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/transcript"
)

// Those of one guild wait for each other, those of another for nobody; and whoever
// gives up is not waited for.
func TestTurnstilesAreEachGuilds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all turnstiles
		enter := func(g transcript.GuildID, patience time.Duration) (leave func(), err error) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			return all.enter(ctx, g)
		}
		out, err := enter(guild, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		elsewhere, err := enter(other, time.Second)
		if err != nil || time.Since(began) != 0 {
			t.Fatalf("another guild: %v after %v, want it let through at once", err, time.Since(began))
		}
		elsewhere()
		if _, err := enter(guild, time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the same guild: %v, want it to wait", err)
		}
		time.AfterFunc(time.Second, out)
		again, err := enter(guild, time.Minute)
		if err != nil || time.Since(began) != 2*time.Second {
			t.Fatalf("the next: %v after %v, want it through after 2 s", err, time.Since(began))
		}
		again()
		synctest.Wait() // whoever was first is on the way out as well
		if len(all.guilds) != 0 {
			t.Errorf("%d guilds are kept of which nobody waits", len(all.guilds))
		}
	})
}
