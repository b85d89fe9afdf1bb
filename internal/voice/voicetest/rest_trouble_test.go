package voicetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestTrouble: requests meet what is set, as often as it is set, and their own
// answer afterwards.
func TestTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t, DiscordOptions{})
		hello := map[string]string{"content": "hello"}
		d.Trouble(Trouble{Method: "POST", Path: "/channels/*/messages", Times: 2, Status: 503})
		d.do("GET", d.text.sendPath(), nil).want(t, "another method", 200, 0)
		d.do("POST", d.text.sendPath(), hello).want(t, "first", 503, 0)
		d.do("POST", d.text.sendPath(), hello).want(t, "second", 503, 0)
		d.do("POST", d.text.sendPath(), hello).want(t, "third", 200, 0)
		if n := len(d.text.Messages()); n != 1 {
			t.Errorf("%d messages, want 1", n)
		}
		d.Trouble(Trouble{Delay: time.Minute})
		start := time.Now()
		d.do("GET", "/users/@me", nil).want(t, "slow", 200, 0)
		if took := time.Since(start); took != time.Minute {
			t.Errorf("slow took %v", took)
		}
		d.Trouble(Trouble{RetryAfter: 1500 * time.Millisecond, Global: true})
		a := d.do("GET", "/users/@me", nil).want(t, "too many", 429, 0)
		if !strings.Contains(string(a.Body), `"retry_after":1.5`) {
			t.Errorf("too many: %s", a.Body)
		}
		d.Trouble(Trouble{Status: 502, Body: "<html>"})
		if a := d.do("GET", "/users/@me", nil).want(t, "page", 502, 0); string(a.Body) != "<html>" {
			t.Errorf("page: %s", a.Body)
		}
	})
}

// TestLiveTrouble: what the real client makes of it.
func TestLiveTrouble(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := newAccount(t, d.Discord)
	id := idOf(d.text.ID)

	d.Trouble(Trouble{RetryAfter: 50 * time.Millisecond})
	_, err := a.ChannelMessageSend(id, "x", discordgo.WithRetryOnRatelimit(false))
	if _, ok := errors.AsType[*discordgo.RateLimitError](err); !ok {
		t.Errorf("too many requests: %v", err)
	}
	d.Trouble(Trouble{RetryAfter: 50 * time.Millisecond})
	if _, err := a.ChannelMessageSend(id, "x"); err != nil {
		t.Errorf("too many requests, and again: %v", err)
	}
	d.Trouble(Trouble{Status: 502, Times: 2})
	if _, err := a.ChannelMessageSend(id, "x"); err != nil {
		t.Errorf("a bad gateway, and again: %v", err)
	}
	for name, tt := range map[string]struct {
		trouble Trouble
		sent    int
	}{
		"before": {Trouble{Drop: true, Status: 1}, 2},
		"after":  {Trouble{Drop: true}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(d.text.Messages())
			d.Trouble(tt.trouble)
			if _, err := a.ChannelMessageSend(id, "x"); err == nil {
				t.Error("a broken connection is no error")
			}
			if got, want := len(d.text.Messages())-before, tt.sent-2; got != want {
				t.Errorf("%d messages came, want %d", got, want)
			}
		})
	}
	_, err = a.ChannelMessageSend(id, strings.Repeat("x", 2001))
	if e, ok := errors.AsType[*discordgo.RESTError](err); !ok || e.Message == nil || e.Message.Code != 50035 {
		t.Errorf("too long: %v", err)
	}
	file := &discordgo.MessageSend{Files: []*discordgo.File{{Name: "recap.md", Reader: strings.NewReader("# Recap")}}}
	m, err := a.ChannelMessageSendComplex(id, file)
	check(t, err)
	if s, _ := d.Message(mustID(t, m.ID)); len(s.Attachments) != 1 || string(s.Attachments[0].Data) != "# Recap" || len(m.Attachments) != 1 {
		t.Errorf("file: %+v", s)
	}
	r, err := d.Client().Get("https://example.com/")
	if err == nil {
		check(t, r.Body.Close())
		t.Error("the client leaves Discord")
	}
}

func mustID(t *testing.T, s string) uint64 {
	t.Helper()
	var n uint64
	_, err := fmt.Sscan(s, &n)
	check(t, err)
	return n
}

// TestLiveClose: nothing hangs when Discord is closed under a request.
func TestLiveClose(t *testing.T) {
	d, err := NewDiscord(t.Context(), DiscordOptions{})
	check(t, err)
	a := newAccount(t, d)
	d.Trouble(Trouble{Delay: time.Hour})
	done := make(chan error)
	go func() {
		_, err := a.User("@me")
		done <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := d.Await(ctx, func() bool { return false }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("await: %v", err)
	}
	check(t, d.Close())
	check(t, d.Close())
	if err := <-done; err == nil {
		t.Error("the request was answered")
	}
}
