package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// connect makes one connection: it resumes the session, or logs in.
func (c *Client) connect(ctx context.Context) error {
	c.retries.tries++
	c.mu.Lock()
	s := c.session
	c.mu.Unlock()
	d := dialing{token: c.token, url: s.url, tls: c.tls, net: c.dial, handle: c.dispatch}
	if s.id != "" {
		d.resume = resumeMessage(c.token, s)
		d.url = cmp.Or(d.url, c.home)
		c.retries.resumes++
	} else {
		gateway, err := c.gateway(ctx)
		if err != nil {
			return err
		}
		d.url, c.home = gateway, gateway
		c.retries.loggedIn = time.Now()
		c.retries.logins++
		c.retries.resumes = 0
	}
	d.url += "?v=" + discordgo.APIVersion + "&encoding=json"
	l := newLink(ctx, d)
	c.old.Go(func() { <-l.closed })
	c.turn.Lock()
	c.current = l
	c.turn.Unlock()
	if err := l.open(ctx); err != nil {
		return err
	}
	c.retries.resumes = 0
	c.mu.Lock()
	defer c.mu.Unlock()
	c.up = l
	c.touch()
	return nil
}

// A spentBudget is a day's logins used up.
type spentBudget struct{ reset time.Duration }

func (e *spentBudget) Error() string {
	return fmt.Sprintf("logins are possible again in %v", e.reset.Round(time.Second))
}

// gateway asks where to log in, and whether there is a login left.
func (c *Client) gateway(ctx context.Context) (string, error) {
	var answer struct {
		URL   string `json:"url"`
		Limit *struct {
			Remaining  int   `json:"remaining"`
			ResetAfter int64 `json:"reset_after"` // ms
		} `json:"session_start_limit"`
	}
	err := c.rest.do(ctx, request{method: http.MethodGet, route: "/gateway/bot", again: true}, &answer)
	if e, ok := errors.AsType[*APIError](err); ok && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		return "", &Refusal{Reason: ErrToken, Code: e.Status, Err: e}
	}
	if err != nil {
		return "", &Refusal{Reason: ErrNetwork, Err: err}
	}
	if answer.URL == "" {
		return "", &Refusal{Reason: ErrNetwork, Err: errors.New("discord names no gateway")}
	}
	if answer.Limit != nil && answer.Limit.Remaining <= 0 {
		return "", &Refusal{Reason: ErrBudget, Err: &spentBudget{time.Duration(answer.Limit.ResetAfter) * time.Millisecond}}
	}
	return answer.URL, nil
}
