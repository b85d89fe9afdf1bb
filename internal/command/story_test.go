package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// look gives a command that looks back, with options, and waits for the answer.
func (w *world) look(who transcript.SpeakerID, sub string, args discord.Args) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Sub: sub, Args: args})
	settle()
	return a
}

// told is a world in which a session of the Lanterns has ended.
func told(t *testing.T, tell *teller, do func(w *world)) {
	t.Helper()
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return tell }}, func(w *world) {
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.book.ended = []transcript.Session{{ID: "old", Channel: tavern}, {ID: "new", Channel: cellar, Started: time.Unix(1772910000, 0)}}
		do(w)
	})
}

func TestRecapDraft(t *testing.T) {
	tell := &teller{text: "They found the lantern."}
	told(t, tell, func(w *world) {
		t := w.t
		a := w.give(gina, subRecap)
		wantText(t, "the draft", a.text(), "**Draft** for **The Lanterns**, <t:1772910000:D>: medium, for the players", "Only you see this", "They found the lantern.")
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		if got := fmt.Sprint(tell.asked); got != "[new]" {
			t.Errorf("told %s, want the last session", got)
		}
		w.give(gina, subRecap)
		if len(tell.asked) != 1 || len(w.book.diary.drafts) != 1 {
			t.Errorf("asked %d times for %d drafts; the draft is kept", len(tell.asked), len(w.book.diary.drafts))
		}
		b := buttons(a.message())
		for _, label := range []string{"Post here", "Post at the table", "Edit", "Tell it anew", "Short", "Medium", "Long", "For me alone"} {
			if b[label] == "" || len(b[label]) > maxID {
				t.Errorf("button %q is %q", label, b[label])
			}
		}
		// Nobody has seen it yet.
		wantText(t, "a player before it is posted", w.give(kim, subRecap).text(), "No recap of **The Lanterns** has been posted yet", userTag(gina))

		post := w.press(gina, b["Post here"])
		want := "**The Lanterns**, <t:1772910000:D>\n\nThey found the lantern."
		if got := w.room.said(tavern); len(got) != 1 || got[0] != want {
			t.Errorf("posted %q, want %q", got, want)
		}
		wantText(t, "the draft afterwards", post.text(), "Posted in <#11>")
		// Twice, and in another place.
		for _, again := range []string{b["Post here"], b["Post at the table"]} {
			wantText(t, "posting it again", w.press(gina, again).text(), "already posted, in <#11>")
		}
		if got := len(w.room.said(tavern)) + len(w.room.said(cellar)); got != 1 {
			t.Errorf("posted %d times, want once", got)
		}
		for _, who := range []transcript.SpeakerID{kim, admin} {
			a := w.give(who, subRecap)
			if a.text() != want || a.did()[0] != "defer private=true" {
				t.Errorf("%d reads %q by %v, want what was posted, privately", who%1000, a.text(), a.did())
			}
		}
		if a := w.look(gina, subRecap, discord.Args{optWhat: whatPosted}); a.text() != want {
			t.Errorf("the GM asks for the posted one and reads %q", a.text())
		}
	})
}

// Two GMs post the same draft at once: it is posted once, and both are told the
// truth.
func TestPostAtOnce(t *testing.T) {
	told(t, &teller{text: "They ran."}, func(w *world) {
		t := w.t
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		id := buttons(w.give(gina, subRecap).message())["Post here"]
		w.shelf.delay = time.Second
		var answers []*answer
		for _, who := range []transcript.SpeakerID{gina, lea} {
			c, a := w.call(who)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id})
			answers = append(answers, a)
		}
		pass(time.Minute)
		all := answers[0].text() + answers[1].text()
		if got := w.room.said(tavern); len(got) != 1 {
			t.Errorf("posted %d times, want once", len(got))
		}
		wantText(t, "the two answers", all, "Posted in <#11>", "already posted")
	})
}

// A post that Discord refuses is none: it can be posted elsewhere.
func TestPostRefused(t *testing.T) {
	told(t, &teller{text: "They ran."}, func(w *world) {
		t := w.t
		b := buttons(w.give(gina, subRecap).message())
		w.room.sendErr = fmt.Errorf("send: %w", discord.ErrDenied)
		if got := w.press(gina, b["Post here"]).text(); got == "" {
			t.Error("nothing was said of it")
		}
		if _, ok, _ := w.book.LastPosted(t.Context()); ok {
			t.Fatal("it counts as posted")
		}
		w.room.sendErr = nil
		w.press(gina, b["Post at the table"])
		if got := w.room.said(cellar); len(got) != 1 {
			t.Errorf("posted %d times at the table, want once", len(got))
		}
	})
}

// What only the GM knows is for nobody else: it cannot be posted, not even by a
// button that was never shown.
func TestGMVersionIsNotPosted(t *testing.T) {
	tell := &teller{text: "The innkeeper did it."}
	told(t, tell, func(w *world) {
		t := w.t
		a := w.look(gina, subRecap, discord.Args{optFor: string(transcript.ForGM), optLength: string(transcript.Long)})
		wantText(t, "the draft", a.text(), "long, for you alone", "long gm: The innkeeper did it.")
		for _, c := range a.message().Rows[0][:2] {
			if b := c.(discord.Button); !b.Off {
				t.Errorf("button %q can be pressed", b.Label)
			}
		}
		for _, where := range []string{postHere, postTable} {
			wantText(t, "a forged press", w.press(gina, button(btnDraftPost, string(lantern), "1", where)).text(), "it is not posted")
		}
		if got := len(w.room.posts); got != 0 {
			t.Errorf("%d messages were sent", got)
		}
		wantText(t, "a player", w.look(kim, subRecap, discord.Args{optFor: string(transcript.ForGM)}).text(), "No recap of")
		if len(tell.drafts) != 1 {
			t.Errorf("told %d times; a player has no draft told", len(tell.drafts))
		}
	})
}

// Nobody but a GM of the campaign gets at a draft, from whatever guild.
func TestDraftRights(t *testing.T) {
	told(t, &teller{text: "Secret words."}, func(w *world) {
		t := w.t
		w.give(gina, subRecap)
		ids := []string{
			button(btnDraftPost, string(lantern), "1", postHere), button(btnDraftEdit, string(lantern), "1"),
			button(btnDraftAnew, string(lantern), "1"), button(btnDraftShow, string(lantern), "1", "short", "gm"),
		}
		try := func(what string, who transcript.SpeakerID, g transcript.GuildID, want string) {
			t.Helper()
			for _, id := range ids {
				c, a := w.call(who)
				c.Guild = g
				w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id})
				settle()
				wantText(t, what+", "+id, a.text(), want)
				if strings.Contains(a.text(), "Secret words") || len(a.form().Fields) > 0 {
					t.Errorf("%s learns the draft by %s", what, id)
				}
			}
			c, a := w.call(who)
			c.Guild = g
			w.desk.Handle(t.Context(), discord.Submitted{Call: c, Form: button(formDraftEdit, string(lantern), "1"), Fields: map[string]string{"part0": "Mine now."}})
			settle()
			wantText(t, what+", the form", a.text(), want)
		}
		try("a player", kim, guild, "That is for the GM")
		try("who may manage the server", admin, guild, "That is for the GM")
		w.shelf.books = append(w.shelf.books, &book{shelf: w.shelf, guild: other, file: campaign.File{Campaign: campaign.Campaign{ID: "c2", Owner: kim}}})
		try("another guild's GM", kim, other, "no such campaign")
		if got := len(w.book.diary.drafts); got != 1 || len(w.room.posts) != 0 {
			t.Errorf("%d drafts and %d posts; nothing was to be done", got, len(w.room.posts))
		}
		// A draft that is not there, and nonsense.
		wantText(t, "draft 99", w.press(gina, button(btnDraftPost, string(lantern), "99", postHere)).text(), "not there any more")
		for _, id := range []string{button(btnDraftPost, string(lantern), "x", postHere), button(btnDraftPost, string(lantern), "1", "moon")} {
			wantText(t, id, w.press(gina, id).text(), "do not know this button")
		}
	})
}

func TestDraftVersions(t *testing.T) {
	tell := &teller{text: "They ran.", takes: 2 * time.Minute}
	told(t, tell, func(w *world) {
		t := w.t
		b := buttons(w.give(gina, subRecap).message())
		a := w.press(gina, b["Short"])
		wantText(t, "meanwhile", a.text(), "I am writing the short version")
		if len(a.message().Rows) != 0 {
			t.Error("the buttons are there while it is being written")
		}
		pass(3 * time.Minute) // longer than other buttons may take
		wantText(t, "the short one", a.message().Text, "short, for the players", "short players: They ran.")
		if got := fmt.Sprint(tell.drafts); got != "[{short players}]" {
			t.Errorf("told %s", got)
		}
		// It is kept, and told anew only when that is asked for.
		w.press(gina, b["Short"])
		if len(tell.drafts) != 1 {
			t.Error("a draft that is there was told again")
		}
		tell.takes, tell.text = 0, "They hid."
		a = w.press(gina, b["Tell it anew"])
		wantText(t, "anew", a.message().Text, "medium players: They hid.")
		// A failure brings the old one back.
		tell.err = refuse(lit("Brainy refused the key. What to do: check it."))
		a = w.press(gina, b["Long"])
		wantText(t, "a failure", a.text(), "Brainy refused the key. What to do: check it.")
		if got := a.did(); strings.Join(got, ", ") != "hold, update, update, follow up" {
			t.Errorf("calls %v", got)
		}
	})
}

func TestRecapErrors(t *testing.T) {
	tell := &teller{text: "They ran."}
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return tell }}, func(w *world) {
		t := w.t
		wantText(t, "before a session has ended", w.give(gina, subRecap).text(), "No session of **The Lanterns** has ended yet")
		w.book.ended = []transcript.Session{{ID: "new"}}
		tell.err = errors.New("POST https://api/secret: 500")
		if got := w.give(gina, subRecap).text(); strings.Contains(got, "secret") || got == "" {
			t.Errorf("leaked: %q", got)
		}
		tell.err = refuse(lit("Brainy does not answer. Try again later."))
		wantText(t, "a provider's fault", w.give(gina, subRecap).text(), "Brainy does not answer")
	})
	inBubble(t, Options{}, func(w *world) {
		w.book.ended = []transcript.Session{{ID: "new"}}
		wantText(w.t, "without a model", w.give(gina, subRecap).text(), "no language model")
	})
	// Of too little nothing is kept, and it cannot be posted.
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return quiet{} }}, func(w *world) {
		w.book.ended = []transcript.Session{{ID: "new"}}
		a := w.give(gina, subRecap)
		wantText(w.t, "too little", a.text(), "Too little was said")
		if len(w.book.diary.drafts) != 0 || len(a.message().Rows) != 0 {
			w.t.Error("that there is nothing to tell became a draft")
		}
	})
}

// quiet has nothing to tell.
type quiet struct{}

func (quiet) Tell(context.Context, transcript.SessionID) (transcript.Recap, error) {
	return transcript.Recap{Text: "Too little was said."}, nil
}

func (quiet) Draft(context.Context, transcript.SessionID, recap.Version) (transcript.Recap, error) {
	panic("not called")
}

func (quiet) Missed(context.Context, transcript.SessionID, transcript.SpeakerID) (recap.Missed, error) {
	panic("not called")
}

func TestMissed(t *testing.T) {
	tell := &teller{missed: recap.Missed{Lines: 12, Text: "The lantern went out."}}
	missed := discord.Args{optWhat: whatMissed}
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return tell }}, func(w *world) {
		t := w.t
		wantText(t, "without a session", w.look(kim, subRecap, missed).text(), "No session is running")
		s := w.playing(kim)
		a := w.look(kim, subRecap, missed)
		wantText(t, "the story", a.text(), "What you have missed of **The Lanterns**", "The lantern went out.")
		if a.did()[0] != "defer private=true" {
			t.Errorf("calls %v, want a private answer", a.did())
		}
		for _, tt := range []struct {
			missed recap.Missed
			err    error
			want   string
		}{
			{recap.Missed{}, nil, "missed nothing"},
			{recap.Missed{Lines: 1}, nil, "one line"},
			{recap.Missed{Lines: 3}, nil, "3 lines"},
			{recap.Missed{}, fmt.Errorf("missed: %w", recap.ErrStranger), "come to <#11>"},
			{recap.Missed{}, refuse(lit("Brainy is full. Wait a minute.")), "Brainy is full"},
		} {
			tell.missed, tell.err = tt.missed, tt.err
			pass(missedEvery)
			wantText(t, tt.want, w.look(kim, subRecap, missed).text(), tt.want)
		}
		asked := len(tell.whose)
		s.now(func(st *Status) { st.Spending.Capped = true })
		wantText(t, "over the limit", w.look(kim, subRecap, missed).text(), "limit of spending")
		if len(tell.whose) != asked {
			t.Error("a model was asked beyond the limit")
		}
		// Who goes is noted, so that they can be told later.
		w.move(kim, 0)
		settle()
		if got := strings.Join(w.book.diary.stints, ", "); got != "s1 <@3> 00:25:00" {
			t.Errorf("noted %q", got)
		}
	})
}

// What looks back is in the reader's language; the story is in the campaign's.
func TestStoriesInGerman(t *testing.T) {
	told(t, &teller{text: "They found the lantern."}, func(w *world) {
		t := w.t
		w.locale = map[transcript.SpeakerID]string{gina: "de", kim: "de"}
		wantText(t, "none posted", w.give(kim, subRecap).text(), "noch kein Rückblick veröffentlicht")
		a := w.give(gina, subRecap)
		wantText(t, "the draft", a.text(), "**Entwurf** für **The Lanterns**, <t:1772910000:D>: mittel, für die Runde. Das siehst nur du.\n\nThey found the lantern.")
		form := w.press(gina, buttons(a.message())["Bearbeiten"]).forms[0]
		wantText(t, "the form", form.Title+"/"+form.Fields[0].Label, "Der Rückblick/Text")
		wantText(t, "a search", w.look(gina, subSearch, discord.Args{optWords: "dragon"}).text(), "hat in **The Lanterns** niemand gesagt. Weniger Worte finden mehr.")
		wantText(t, "the doctor", w.give(gina, subDoctor).text(), "Nicht alles ist in Ordnung:", "⚠️ **Berechtigungen:** du bist in keinem Sprachkanal")
		wantText(t, "the cost", w.give(gina, subCost).text(), "Ich kann nicht sagen, was hier etwas kostet")
	})
}
