package command

import (
	"sync"
	"time"

	"glyphoxa/internal/transcript"
)

const (
	// importLife is how long an import waits to be confirmed: Discord takes an
	// answer for fifteen minutes.
	importLife = 15 * time.Minute
	// maxPending bounds the memory that waiting imports take. The oldest goes:
	// its sender can send the file again.
	maxPending = 8
)

// pendingImports are those that were shown and not confirmed yet. After a
// restart there are none: a file is sent again in a moment, and a button that
// remembers a whole campaign would be one to keep.
type pendingImports struct {
	mu   sync.Mutex
	list []pendingImport // the oldest first
}

type pendingImport struct {
	id string
	at time.Time
	*plannedImport
}

// keep remembers an import in place of the same person's last, and returns its
// ID.
func (p *pendingImports) keep(one *plannedImport) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(func(o pendingImport) bool {
		return o.by == one.by && o.guild == one.guild || time.Since(o.at) > importLife
	})
	if len(p.list) == maxPending {
		p.list = p.list[1:]
	}
	id := transcript.NewID()
	p.list = append(p.list, pendingImport{id, time.Now(), one})
	return id
}

// take returns an import of somebody's and forgets it, nil if there is none.
func (p *pendingImports) take(id string, by transcript.SpeakerID, guild transcript.GuildID) *plannedImport {
	p.mu.Lock()
	defer p.mu.Unlock()
	var found *plannedImport
	p.drop(func(o pendingImport) bool {
		mine := o.id == id && o.by == by && o.guild == guild
		if mine && time.Since(o.at) <= importLife {
			found = o.plannedImport
		}
		return mine
	})
	return found
}

// drop forgets those that go. The caller holds p.mu.
func (p *pendingImports) drop(goes func(pendingImport) bool) {
	var stay []pendingImport // a new list, so that what is gone is freed
	for _, o := range p.list {
		if !goes(o) {
			stay = append(stay, o)
		}
	}
	p.list = stay
}
