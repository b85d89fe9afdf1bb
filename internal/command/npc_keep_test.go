package command

import (
	"testing"

	"glyphoxa/internal/discord"
)

// TestNPCKeepAfterEdit: somebody who is there for one session can be kept after
// their GM has changed them, too.
func TestNPCKeepAfterEdit(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing()
		card := buttons(w.group(gina, groupNPC, subQuick, discord.Args{optWords: "grumpy old ferryman"}).message())
		if card["Keep"] == "" {
			t.Fatalf("there is no way to keep them: %v", card)
		}
		form := w.press(gina, card["Edit"]).form()
		changed := buttons(w.sendForm(gina, form, map[string]string{fieldPersona: "You are wet."}).message())
		if changed["Keep"] != card["Keep"] {
			t.Errorf("after an edit: %v", changed)
		}
		kept := w.press(gina, changed["Keep"])
		if left := buttons(kept.message()); left["Keep"] != "" || len(w.book.troupe.guests) != 0 {
			t.Errorf("kept: %v, guests %v", left, w.book.troupe.guests)
		}
	})
}
