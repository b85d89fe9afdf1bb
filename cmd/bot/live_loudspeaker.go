package main

import (
	"context"
	"slices"

	"glyphoxa/internal/command"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// Loudspeaker tells how a person listens.
func (s *liveSession) Loudspeaker(who transcript.SpeakerID, l transcript.Loudspeaker) {
	s.tell("set how somebody listens", func(ctx context.Context) error { return s.talk.SetLoudspeaker(ctx, who, l) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.echoing = slices.DeleteFunc(s.echoing, func(id transcript.SpeakerID) bool { return id == who })
}

// echoed takes that somebody's microphone picks up what NPCs say, and tells the
// GM what they can press.
func (s *liveSession) echoed(e *conversation.EchoError) {
	s.mu.Lock()
	s.echoing = append(s.echoing, e.Speaker)
	s.mu.Unlock()
	s.trouble(command.EchoText(e.Name))
}
