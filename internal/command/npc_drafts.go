package command

import (
	"sync"

	"glyphoxa/internal/transcript"
)

// maxDrafts is how many forms are remembered; the oldest are forgotten.
const maxDrafts = 200

// NPCDrafts are what forms are to show, by whom they are for and the button that
// opens them. A form has to be opened at once, from memory. They are a
// kindness: nothing is lost with them.
type npcDrafts struct {
	mu    sync.Mutex
	all   map[npcDraftKey]npcDraft
	order []npcDraftKey // oldest first
}

type npcDraftKey struct {
	who    transcript.SpeakerID
	button string
}

func newNPCDrafts() *npcDrafts { return &npcDrafts{all: map[npcDraftKey]npcDraft{}} }

func (s *npcDrafts) put(who transcript.SpeakerID, button string, f npcDraft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := npcDraftKey{who, button}
	if _, ok := s.all[key]; !ok {
		if len(s.order) == maxDrafts {
			delete(s.all, s.order[0])
			s.order = s.order[1:]
		}
		s.order = append(s.order, key)
	}
	s.all[key] = f
}

// get returns a draft. It stays: a form that is closed by mistake can be opened
// again.
func (s *npcDrafts) get(who transcript.SpeakerID, button string) (npcDraft, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.all[npcDraftKey{who, button}]
	return f, ok
}
