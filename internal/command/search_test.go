package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

func TestSearch(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		for i := range 20 {
			w.book.lines = append(w.book.lines, transcript.Line{
				Name: "Kim", Speaker: kim, Text: fmt.Sprintf("I saw the lantern %d", i), At: time.Unix(1772910000, 0),
			})
		}
		w.book.lines = append(w.book.lines, transcript.Line{Name: "Bart", Text: "Only **the lantern** knows @everyone", Cut: true})
		a := w.look(gina, subSearch, discord.Args{optWords: "the lantern"})
		wantText(t, "the GM's first page", a.text(), "21 lines of **The Lanterns** with *the lantern* (page 1 of 3)", "<t:1772910000:d> <t:1772910000:t> **Kim:** I saw the lantern 0")
		if a.did()[0] != "defer private=true" {
			t.Errorf("calls %v", a.did())
		}
		b := buttons(a.message())
		a = w.press(gina, b["Next"])
		wantText(t, "the second page", a.text(), "page 2 of 3", "lantern 8")
		a = w.press(gina, buttons(a.message())["Next"])
		wantText(t, "the third page", a.text(), "page 3 of 3", `**Bart:** Only \*\*the lantern\*\* knows \@everyone (cut off)`)

		// The same button, pressed by a player, finds what is theirs.
		a = w.press(kim, b["Next"])
		wantText(t, "a player's page", a.text(), "20 lines", "while you were at the table"[len("while "):])
		if strings.Contains(a.text(), "Bart") {
			t.Error("a player found what they have not heard")
		}
		wantText(t, "who was not there", w.look(lea, subSearch, discord.Args{optWords: "lantern"}).text(), "while you were at the table")
		if got := fmt.Sprint(w.book.diary.sought[len(w.book.diary.sought)-2:]); got != "[3 4]" {
			t.Errorf("searched for %s, want for each of them alone", got)
		}
		wantText(t, "no word", w.look(gina, subSearch, discord.Args{optWords: " … "}).text(), "no word")
		wantText(t, "nothing", w.look(gina, subSearch, discord.Args{optWords: "dragon"}).text(), "Nobody has said *dragon*")
		// From elsewhere it leads nowhere.
		c, x := w.call(gina)
		c.Guild = other
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: b["Next"]})
		settle()
		if strings.Contains(x.text(), "Kim") {
			t.Errorf("from another guild: %q", x.text())
		}
		for _, id := range []string{button(btnSaid, "x", string(lantern), "YQ"), button(btnSaid, "0", string(lantern), "!"), button(btnSaid, "99", string(lantern), packWords("lantern"))} {
			w.press(gina, id) // must not break anything
		}
	})
}

// A page fits a message whatever was said, and a search too long for a button
// has none. Case: D04.
func TestSearchLimits(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		words := strings.TrimSpace(strings.Repeat("lantern ", 10))
		long := words + strings.Repeat("lantern_😀*", 60)
		for range 30 {
			w.book.lines = append(w.book.lines, transcript.Line{Name: strings.Repeat("_", 100), Text: long})
		}
		a := w.look(gina, subSearch, discord.Args{optWords: "lantern"})
		if n := discord.Units(a.text()); n > maxMessage {
			t.Errorf("a page has %d code units", n)
		}
		a = w.look(gina, subSearch, discord.Args{optWords: words})
		if n := discord.Units(a.text()); n > maxMessage {
			t.Errorf("a page has %d code units", n)
		}
		for label, id := range buttons(a.message()) {
			if len(id) > maxID {
				t.Errorf("button %q has an ID of %d characters", label, len(id))
			}
		}
		wantText(t, "a search too long for a button", a.text(), "fewer words")
	})
}
