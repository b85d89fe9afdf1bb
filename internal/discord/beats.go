package discord

import (
	"sync"
	"time"
)

// beats watches the heartbeats of one connection: discordgo sends them, and its
// own reading of their answers is not safe against a second goroutine.
type beats struct {
	mu       sync.Mutex
	interval time.Duration
	waiting  time.Time // when the oldest unanswered one was sent; zero: none
	ping     time.Duration
}

// begin sets the interval that Discord's greeting asks for.
func (b *beats) begin(interval time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.interval = interval
}

// sent notes a heartbeat and says whether the connection still lives: an answer
// that is missing after nearly an interval will not come. Discord may ask for a
// heartbeat between two, so the next one alone proves nothing.
func (b *beats) sent(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting.IsZero() {
		b.waiting = now
		return true
	}
	return now.Sub(b.waiting) < b.interval*9/10
}

// answered notes the answer to all heartbeats so far.
func (b *beats) answered(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.waiting.IsZero() {
		b.ping, b.waiting = now.Sub(b.waiting), time.Time{}
	}
}

// last returns the time of the last round trip, 0 if there was none.
func (b *beats) last() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ping
}
