package discord

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Commands that an older version has left in a guild are removed as far as that
// succeeds: what fails, or takes too long, is no reason not to begin.
func TestRegisterTidies(t *testing.T) {
	const guilds = 40
	here := make([]string, guilds)
	for i := range here {
		here[i] = fmt.Sprintf(`{"id":"%d","unavailable":true}`, 1000+i)
	}
	begin := text(`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"s","resume_gateway_url":"ws://gateway.test/","user":{"id":"9","username":"bot"},"application":{"id":"8"},"guilds":[` + strings.Join(here, ",") + `]}}`)
	old := func(r *http.Request) bool { return strings.Contains(r.URL.Path, "/guilds/") }
	for _, tt := range []struct {
		name    string
		rest    func(r *http.Request) (int, string, error)
		emptied int
		fails   bool
		most    time.Duration
	}{
		{"all is well", func(*http.Request) (int, string, error) { return 200, `[{}]`, nil }, guilds, false, 0},
		{"one guild fails", func(r *http.Request) (int, string, error) {
			if strings.Contains(r.URL.Path, "/guilds/1003/") {
				return 500, `{}`, nil
			}
			return 200, `[{}]`, nil
		}, guilds - 1, false, 0},
		{"guilds are slow", func(r *http.Request) (int, string, error) {
			if old(r) {
				time.Sleep(time.Second)
			}
			return 200, `[]`, r.Context().Err()
		}, 0, false, tidyLimit + time.Second},
		{"it cannot register", func(*http.Request) (int, string, error) { return 403, `{}`, nil }, 0, true, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				emptied := 0
				s := &script{say: always(begin), rest: func(r *http.Request) (int, string, error) {
					status, body, err := tt.rest(r)
					if r.Method == http.MethodPut && old(r) && status == 200 {
						emptied++
					}
					return status, body, err
				}}
				c, err := Open(t.Context(), s.options())
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait() // discordgo sleeps with a lock in its Close, which its heartbeat needs to begin
				began := time.Now()
				if err := c.Register(t.Context(), testSpecs); (err != nil) != tt.fails {
					t.Errorf("register: %v", err)
				}
				if took := time.Since(began); tt.most > 0 && took > tt.most {
					t.Errorf("took %v", took)
				}
				if emptied != tt.emptied {
					t.Errorf("%d guilds were emptied, want %d", emptied, tt.emptied)
				}
				if err := c.Close(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
