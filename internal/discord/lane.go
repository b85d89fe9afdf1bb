package discord

import (
	"context"
	"sync"

	"github.com/bwmarrin/discordgo"
)

// A lane holds the requests that share a rate limit: one after the other. It is
// discordgo's bucket with a door at which waiting can be cancelled; nobody else
// locks the bucket, so that its own lock never waits.
type lane struct {
	door    chan struct{} // holds one token
	limiter *discordgo.RateLimiter
	bucket  *discordgo.Bucket
}

func newLane(limiter *discordgo.RateLimiter, key string) *lane {
	return &lane{door: make(chan struct{}, 1), limiter: limiter, bucket: limiter.GetBucket(key)}
}

// ownLane returns a lane that shares nothing with any other, for an interaction:
// its limit is its own, and a bucket kept for each would never be freed, since
// the key holds the token. (bwmarrin/discordgo#1333)
func ownLane() *lane { return newLane(discordgo.NewRatelimiter(), "") }

func (l *lane) enter(ctx context.Context) error {
	select {
	case l.door <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *lane) exit() { <-l.door }

// wait waits until the rate limit lets a request through. The caller has entered.
func (l *lane) wait(ctx context.Context) error {
	for {
		d := l.limiter.GetWaitTime(l.bucket, 1)
		if d <= 0 {
			return ctx.Err()
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

// lock returns the bucket locked, as discordgo's requests want it; they unlock
// it. The caller has waited.
func (l *lane) lock() *discordgo.Bucket {
	l.bucket.Lock()
	l.bucket.Remaining--
	return l.bucket
}

// lanes are those of the bot's own requests, by route and channel or guild: as
// many as there are places it acts in.
type lanes struct {
	mu      *sync.Mutex
	limiter *discordgo.RateLimiter // the global limit is common to all
	open    map[string]*lane
}

func newLanes() lanes {
	return lanes{mu: new(sync.Mutex), limiter: discordgo.NewRatelimiter(), open: make(map[string]*lane)}
}

func (s *lanes) of(key string) *lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.open[key]
	if l == nil {
		l = newLane(s.limiter, key)
		s.open[key] = l
	}
	return l
}
