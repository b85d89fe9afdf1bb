package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// login connects for the first time: three tries, or until ctx is done.
func (c *Client) login(ctx context.Context) error {
	for {
		err := c.connect(ctx)
		if err == nil {
			return nil
		}
		if refusal, ok := errors.AsType[*Refusal](err); ok && !errors.Is(refusal, ErrNetwork) {
			return refusal
		}
		if ctx.Err() != nil {
			return outOfTime(ctx)
		}
		v, refusal := judge(err)
		switch {
		case refusal != nil:
			return refusal
		case v == renew:
			c.forget()
		case c.retries.tries >= 3:
			return &Refusal{Reason: ErrNetwork, Err: plain(err)}
		}
		if !c.pause(ctx, c.retries.wait(c.pace, time.Now(), c.kind(), err)) {
			return outOfTime(ctx)
		}
	}
}

func outOfTime(ctx context.Context) error {
	if refusal, ok := errors.AsType[*Refusal](context.Cause(ctx)); ok {
		return refusal
	}
	return fmt.Errorf("log in to discord: %w", ctx.Err())
}

// keep keeps the connection until ctx is done or Discord refuses the bot.
func (c *Client) keep(ctx context.Context) {
	defer close(c.kept)
	for {
		l, _ := c.alive()
		since := time.Now()
		select {
		case <-ctx.Done():
			return
		case <-l.dead():
		}
		if time.Since(since) >= c.pace.healthy {
			c.retries.tries, c.retries.resumes, c.retries.logins = 0, 0, 0
		}
		cause := l.line().why()
		c.mu.Lock()
		c.up = nil
		c.touch()
		c.mu.Unlock()
		c.log.LogAttrs(ctx, slog.LevelWarn, "lost discord", slog.Any("err", plain(cause)), slog.Duration("after", time.Since(since)))
		c.tell(Lost{Why: plain(cause).Error()})
		if !c.again(ctx, cause) {
			return
		}
	}
}

// again connects until there is a connection, and returns false if there will be
// none: ctx is done, or Discord refuses.
func (c *Client) again(ctx context.Context, cause error) bool {
	for {
		refusal, refused := errors.AsType[*Refusal](cause)
		v, judged := judge(cause)
		switch {
		case ctx.Err() != nil:
			return false
		case judged != nil:
			refusal, refused = judged, true
		case refused && (errors.Is(cause, ErrNetwork) || errors.Is(cause, ErrBudget)):
			refused = false // that passes
		}
		if refused {
			c.log.LogAttrs(ctx, slog.LevelError, "discord refuses the bot", slog.Any("err", refusal))
			c.finish(refusal)
			return false
		}
		if v == renew || c.retries.resumes >= mostResumes {
			c.forget()
		}
		if c.kind() == renew && c.retries.logins >= 2 {
			c.rivalry("the session is invalidated again and again")
		}
		wait := c.retries.wait(c.pace, time.Now(), c.kind(), cause)
		if spent, ok := errors.AsType[*spentBudget](cause); ok {
			wait = max(wait, spent.reset)
		}
		if !c.pause(ctx, wait) {
			return false
		}
		attempt, cancel := context.WithTimeout(ctx, c.pace.attempt)
		err := c.connect(attempt)
		cancel()
		if err == nil {
			c.log.LogAttrs(ctx, slog.LevelInfo, "back on discord", slog.Int("tries", c.retries.tries))
			return true
		}
		c.log.LogAttrs(ctx, slog.LevelWarn, "discord not reached", slog.Any("err", plain(err)), slog.Int("tries", c.retries.tries))
		cause = err
	}
}

// kind says how the next connection begins.
func (c *Client) kind() verdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session.id == "" {
		return renew
	}
	return resume
}

// forget gives the session up.
func (c *Client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = session{}
}

// pause waits and returns false if ctx is done before.
func (c *Client) pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// rivalry reports that another process may be using the token, seldom.
func (c *Client) rivalry(sign string) {
	c.mu.Lock()
	now := time.Now()
	told := !c.rival.IsZero() && now.Sub(c.rival) < c.pace.rival
	if !told {
		c.rival = now
	}
	c.mu.Unlock()
	if !told {
		c.tell(Rival{Sign: sign})
	}
}
