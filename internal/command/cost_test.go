package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

func TestCost(t *testing.T) {
	bills := func(used []transcript.Usage) Bill {
		var b Bill
		for _, u := range used {
			b.Lines = append(b.Lines, lit(fmt.Sprintf("%s: %d %s, unpriced", u.Provider, u.Amount, u.Unit)))
		}
		b.Total = lit(fmt.Sprintf("%d things", len(used)))
		return b
	}
	inBubble(t, Options{Bills: bills}, func(w *world) {
		t := w.t
		w.book.diary.used = map[transcript.SessionID][]transcript.Usage{"old": {{Provider: "brainy", Amount: 7, Unit: "seconds"}}, "s1": {{Provider: "brainy", Amount: 9, Unit: "seconds"}}}
		w.book.diary.month = []transcript.Usage{{Provider: "brainy", Amount: 70, Unit: "seconds"}, {Provider: "mouthy", Amount: 1, Unit: "characters"}}
		a := w.give(gina, subCost)
		wantText(t, "before any session", a.text(), "What **The Lanterns** has cost.", "**This month, from <t:946684800:D>:** 2 things.", "- brainy: 70 seconds, unpriced")
		if strings.Contains(a.text(), "session") {
			t.Error("a session is told of that was not")
		}
		if got := w.book.diary.since; got.Day() != 1 || got.Hour() != 0 {
			t.Errorf("the month begins %v", got)
		}
		w.book.ended = []transcript.Session{{ID: "old", Started: time.Unix(1772910000, 0)}}
		wantText(t, "the last session", w.give(gina, subCost).text(), "**The last session, <t:1772910000:D>:** 1 things.", "7 seconds")
		w.playing(kim)
		wantText(t, "the running one", w.give(gina, subCost).text(), "**This session", "9 seconds")
		for _, who := range []transcript.SpeakerID{kim, admin} {
			if got := w.give(who, subCost).text(); !strings.Contains(got, "That is for the GM") || strings.Contains(got, "brainy") {
				t.Errorf("%d is told %q", who%1000, got)
			}
		}
	})
	inBubble(t, Options{}, func(w *world) {
		wantText(w.t, "without prices", w.give(gina, subCost).text(), "fill in prices")
	})
}
