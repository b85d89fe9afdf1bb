package command

import (
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// TestNPCAsk: one NPC's answers wait for the GM, whatever the mode is.
func TestNPCAsk(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "quill", Name: "Quill", Kind: campaign.Butler})
		ask := func(who transcript.SpeakerID, name, off string) string {
			args := discord.Args{optName: name}
			if off != "" {
				args[optOff] = off
			}
			return w.group(who, groupNPC, subNPCAsk, args).text()
		}
		wantText(t, "without a session", ask(gina, "bart", ""), "No session")
		s := w.playing(kim)
		s.took()
		wantText(t, "on", ask(gina, "BART", ""), "**Bart**'s answers wait for you")
		wantText(t, "off", ask(gina, "bart", "true"), "**Bart** answers by itself again")
		if got := s.took(); got != "ask bart=true; ask bart=false" {
			t.Errorf("the session is told %q", got)
		}
		wantText(t, "a butler", ask(gina, "Quill", ""), "nothing to ask")
		wantText(t, "nobody", ask(gina, "Fennick", ""), "Fennick")
		for _, who := range []transcript.SpeakerID{kim, admin} {
			wantText(t, "who is no GM", ask(who, "bart", ""), "That is for the GM.")
		}
		if got := s.took(); got != "" {
			t.Errorf("the session is told %q", got)
		}
	})
}
