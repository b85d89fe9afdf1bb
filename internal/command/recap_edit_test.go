package command

import (
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
)

func TestEditDraft(t *testing.T) {
	told(t, &teller{text: "They found the lantern."}, func(w *world) {
		t := w.t
		id := buttons(w.give(gina, subRecap).message())["Edit"]
		w.shelf.delay = time.Hour // a form waits for nothing
		a := w.press(gina, id)
		f := a.form()
		if len(f.Fields) != 1 || f.Fields[0].Text != "They found the lantern." || a.did()[0] != "open" {
			t.Fatalf("the form is %+v by %v", f, a.did())
		}
		w.shelf.delay = 0
		text := "They *found* the lantern. \u202eRTL @everyone ```code``` " + strings.Repeat("é", 3900)
		a = w.submit(gina, f.ID, 5, map[string]string{"part0": text})
		wantText(t, "the edited draft", a.text(), "edited by "+userTag(gina), "They *found* the lantern.")
		if got := a.did(); strings.Join(got, ", ") != "hold, update" {
			t.Errorf("calls %v", got)
		}
		d := w.book.diary.drafts
		if len(d) != 2 || d[0].Text != "They found the lantern." || d[1].Text != text || d[1].By != gina {
			t.Errorf("kept %d drafts; an edit is one more, and the one before stays", len(d))
		}
		// What is posted is what was written.
		w.press(gina, buttons(a.message())["Post here"])
		if got := w.room.said(tavern); len(got) != 1 || !strings.Contains(got[0], "They *found* the lantern.") {
			t.Errorf("posted %q", got)
		}
		if p := w.room.posts[0]; p.AsFile != recapFile {
			t.Errorf("a long one goes as %q", p.AsFile)
		}
		// Of two who edit the same draft neither loses anything.
		a = w.submit(gina, f.ID, 5, map[string]string{"part0": "Another."})
		wantText(t, "the second edit of one draft", a.text(), "Somebody else has edited", "Another.")
		wantText(t, "nothing", w.submit(gina, f.ID, 5, map[string]string{"part0": " \n"}).text(), "no text left")
		wantText(t, "a draft that is not there", w.submit(gina, button(formDraftEdit, string(lantern), "77"), 5, map[string]string{"part0": "x"}).text(), "not there any more")
		if got := len(w.book.diary.drafts); got != 3 {
			t.Errorf("%d drafts, want 3", got)
		}
	})
}

// What cannot be kept is given back to who wrote it.
func TestEditIsNotLost(t *testing.T) {
	told(t, &teller{text: "They ran."}, func(w *world) {
		t := w.t
		form := w.press(gina, buttons(w.give(gina, subRecap).message())["Edit"]).form()
		w.book.diary.failing = errors.New("disk full")
		a := w.submit(gina, form.ID, 5, map[string]string{"part0": "An hour's work."})
		found := false
		for _, m := range a.all {
			found = found || len(m.Files) == 1 && string(m.Files[0].Data) == "An hour's work." && m.Private
		}
		if !found {
			t.Errorf("the text was not given back: %q", a.text())
		}
	})
}

// A draft from before a restart is looked up first.
func TestEditAfterRestart(t *testing.T) {
	told(t, &teller{text: "They ran."}, func(w *world) {
		t := w.t
		id := buttons(w.give(gina, subRecap).message())["Edit"]
		w.desk.drafts = draftsCache{}
		a := w.press(gina, id)
		wantText(t, "the first press", a.text(), "Press Edit once more")
		if a := w.press(gina, id); len(a.form().Fields) != 1 {
			t.Errorf("the second press: %v", a.did())
		}
	})
}

// Drafts longer than a field go into several, of which nothing is lost.
// Case: D04.
func TestFieldsOf(t *testing.T) {
	paragraph := strings.Repeat("word ", 200)
	for _, tt := range []struct {
		name, text string
		fields     int
	}{
		{"empty", "", 1},
		{"as much as fits", strings.Repeat("é", formFieldLimit), 1},
		{"one more", strings.Repeat("é", formFieldLimit+1), 2},
		{"emoji are two", strings.Repeat("😀", formFieldLimit/2+1), 2},
		{"paragraphs", strings.TrimSpace(strings.Repeat(paragraph+"\n\n", 8)), 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fieldsOf(tt.text)
			if len(got) != tt.fields {
				t.Errorf("%d fields, want %d", len(got), tt.fields)
			}
			for i, f := range got {
				if n := discord.Units(f); n > formFieldLimit {
					t.Errorf("field %d has %d code units", i, n)
				}
			}
			squeeze := strings.NewReplacer(" ", "", "\n", "")
			if squeeze.Replace(strings.Join(got, "")) != squeeze.Replace(tt.text) {
				t.Error("something was lost")
			}
		})
	}
}
