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
	id    string
	at    time.Time
	taken bool // it is being done
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
	p.list = append(p.list, pendingImport{id: id, at: time.Now(), plannedImport: one})
	return id
}

// take returns an import of somebody's, nil if there is none. Nobody else gets it
// until it is given back; if it is not to be, it is forgotten.
func (p *pendingImports) take(id string, by transcript.SpeakerID, guild transcript.GuildID) *plannedImport {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.list {
		if o := &p.list[i]; o.id == id && o.by == by && o.guild == guild && !o.taken && time.Since(o.at) <= importLife {
			o.taken = true
			return o.plannedImport
		}
	}
	return nil
}

// giveBack has an import that was refused wait again, unless its sender has sent
// another one.
func (p *pendingImports) giveBack(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.list {
		if p.list[i].id == id {
			p.list[i].taken = false
		}
	}
}

// forget drops an import that is done, or is not wanted.
func (p *pendingImports) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(func(o pendingImport) bool { return o.id == id })
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
