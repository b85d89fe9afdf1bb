package command

import (
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// TestMissedOften: a model is asked once in five minutes by each, and what it
// told is shown again until then, unless something of it has been struck.
func TestMissedOften(t *testing.T) {
	tell := &teller{missed: recap.Missed{Lines: 12, Text: "The lantern went out."}}
	args := discord.Args{optWhat: whatMissed}
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return tell }}, func(w *world) {
		t := w.t
		w.playing(kim, lea)
		asked := func(what string, want int) {
			t.Helper()
			if len(tell.whose) != want {
				t.Errorf("%s: asked %d times, want %d", what, len(tell.whose), want)
			}
		}
		w.look(kim, subRecap, args)
		pass(missedEvery - time.Second)
		tell.missed.Text = "The lamp was lit."
		wantText(t, "again", w.look(kim, subRecap, args).text(), "The lantern went out.", "what I told you a moment ago")
		asked("again", 1)
		wantText(t, "somebody else's", w.look(lea, subRecap, args).text(), "The lamp was lit.")
		pass(time.Second)
		if got := w.look(kim, subRecap, args).text(); !strings.Contains(got, "The lamp was lit.") || strings.Contains(got, "a moment ago") {
			t.Errorf("later: %q", got)
		}
		asked("later", 3)

		w.press(gina, button(btnStrike, string(lantern), "2"))
		tell.missed.Text = "Nothing of a lamp."
		wantText(t, "after a strike", w.look(kim, subRecap, args).text(), "Nothing of a lamp.")
		asked("after a strike", 4)

		// What failed, and what cost nothing, is asked for again at once.
		pass(missedEvery)
		tell.err = errors.New("no")
		w.look(kim, subRecap, args)
		tell.err, tell.missed = nil, recap.Missed{Lines: 1}
		wantText(t, "after a failure", w.look(kim, subRecap, args).text(), "one line")
		tell.missed = recap.Missed{Lines: 12, Text: "The lantern."}
		wantText(t, "after too little", w.look(kim, subRecap, args).text(), "The lantern.")
	})
}

// TestPostedStale: what quotes words that are deleted is shown to no player, and
// a GM is told so once.
func TestPostedStale(t *testing.T) {
	told(t, &teller{text: "They found the lantern."}, func(w *world) {
		t := w.t
		post := buttons(w.give(gina, subRecap).message())["Post here"]
		w.press(gina, post)
		w.book.diary.drafts[0].Stale = true
		for range 2 {
			for _, who := range []transcript.SpeakerID{kim, admin} {
				a := w.give(who, subRecap)
				wantText(t, "a player's", a.text(), "deleted or struck since", "not shown any more")
				if strings.Contains(a.text(), "lantern.") {
					t.Errorf("it is shown all the same: %s", a.text())
				}
			}
		}
		if got := w.room.said(mailOf(gina)); len(got) != 1 || !strings.Contains(got[0], "posted last, in <#11>") {
			t.Errorf("the GM is told %q", got)
		}
		wantText(t, "the GM's", w.look(gina, subRecap, discord.Args{optWhat: whatPosted}).text(), "deleted or struck since", "They found the lantern.")

		w.book.diary.drafts[0].Posted = time.Time{}
		n := len(w.room.said(tavern))
		wantText(t, "posting it", w.press(gina, post).text(), "cannot be posted as it is")
		if len(w.room.said(tavern)) != n {
			t.Error("it was posted")
		}
	})
}
