package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Replace puts another file in the place of the book's.
func (b *book) Replace(_ context.Context, change func(campaign.File) (campaign.File, error)) error {
	defer b.shelf.enter()()
	if b.troupe.between != nil {
		b.troupe.between(&b.file)
	}
	f, err := change(b.file)
	if err != nil {
		return fmt.Errorf("replace campaign: %w", err)
	}
	id := b.file.Campaign.ID
	b.file = f
	b.file.Campaign.ID = id
	return nil
}

// Download hands out what stands in the room under the attachment's name.
func (r *room) Download(_ context.Context, a discord.Attachment, most int64) ([]byte, error) {
	if a.Size > most {
		return nil, discord.ErrTooLarge
	}
	data, ok := files[a.Name]
	if !ok {
		return nil, fmt.Errorf("%w: gone", discord.ErrDownload)
	}
	return []byte(data), nil
}

// files are those that people send in these tests.
var files = map[string]string{
	"lanterns.yaml": `
campaign: lanterns
name: The Lanterns
language: en
agents:
  bart:
    name: Bart
    persona: You are kind.
  mirela:
    name: Mirela Voss
scenes:
  inn: {name: The Inn}
characters:
  tamsin: {name: Tamsin}
  oskar: {name: Oskar}
`,
	"again.yaml": `
campaign: salt
name: Salt
language: en
agents:
  odo: {name: Odo, persona: You are dry.}
`,
	"wrong.yaml": "campaign: lanterns\nname: The Lanterns\nagents:\n  bart: {name: Bart, persona: 3, colour: red}\n",
	"photo.png":  "\x89PNG\x00\xff\xfe",
	"empty":      "",
}

// plainReader reads files without voices or tools.
type plainReader struct{ err error }

func (r plainReader) Read(_ context.Context, name string, data []byte) (campaign.File, []string, error) {
	if r.err != nil {
		return campaign.File{}, nil, r.err
	}
	f, err := campaign.Parse(name, data)
	return f, []string{"Bart is given a voice."}, err
}

// bring has somebody send a file with the command.
func (w *world) bring(who transcript.SpeakerID, name string, args discord.Args) *answer {
	w.t.Helper()
	c, a := w.call(who)
	all := discord.Args{optFile: "77"}
	maps.Copy(all, args)
	w.desk.Handle(w.t.Context(), discord.Command{
		Call: c, Name: Name, Group: groupCampaign, Sub: subImport, Args: all,
		Files: map[uint64]discord.Attachment{77: {Name: name, Size: int64(len(files[name]))}},
	})
	settle()
	return a
}

// importing is for tests of files.
func importing(t *testing.T, do func(w *world)) {
	t.Helper()
	inBubble(t, Options{Files: plainReader{}}, func(w *world) {
		w.book.file.Campaign.Language = "en"
		w.book.file.Agents[0].Grants = campaign.UsualGrants()
		do(w)
	})
}

func TestImportChanges(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		w.book.file.Nodes = []campaign.Node{{ID: "inn", Name: "The Old Inn", Type: campaign.LocationNode, Text: "Old."}}
		w.book.file.Characters[0].Player = kim
		before := w.book.file
		a := w.bring(gina, "lanterns.yaml", nil)
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		wantText(t, "the preview", a.text(), "**The Lanterns** becomes what the file says",
			"2 things go:\n- scene **The Wall**\n- entry **The Old Inn**", "One thing becomes different:\n- NPC **Bart**: ",
			"persona", "what it may use", "One thing is new:\n- NPC **Mirela Voss**", "What goes is gone", "Bart is given a voice.")
		if len(w.book.file.Agents) != 1 {
			t.Error("it was imported unasked")
		}
		m := a.message()
		if len(m.Files) != 1 || m.Files[0].Name != "lanterns-before.yaml" || !bytes.Contains(m.Files[0].Data, []byte("The Old Inn")) {
			t.Errorf("the copy: %d files", len(m.Files))
		}
		do := buttons(m)["Import"]
		wantText(t, "somebody else's press", w.press(kim, do).text(), "do not know this import any more")
		done := w.press(gina, do)
		wantText(t, "the import", done.text(), "**The Lanterns** is as the file says now: 1 new, 1 different, 2 gone")
		if m := done.message(); len(m.Files) != 1 || len(m.Rows) != 0 {
			t.Errorf("the answer has %d files, %d rows", len(m.Files), len(m.Rows))
		}
		f := w.book.file
		if len(f.Agents) != 2 || f.Agents[0].Persona != "You are kind." || f.Campaign.Owner != gina || f.Campaign.ID != lantern || f.Characters[0].Player != kim {
			t.Errorf("imported %+v", f)
		}
		wantText(t, "pressed twice", w.press(gina, do).text(), "do not know this import any more")
		wantText(t, "once more", w.bring(gina, "lanterns.yaml", nil).text(), "nothing to change")

		// The copy is what was there: read in, it is there again.
		files["copy.yaml"] = string(m.Files[0].Data)
		defer delete(files, "copy.yaml")
		w.press(gina, buttons(w.bring(gina, "copy.yaml", nil).message())["Import"])
		if changes := campaign.Diff(before, w.book.file); len(changes) > 0 {
			t.Errorf("the copy is not what there was: %v", changes)
		}
	})
}

func TestImportNew(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		w.move(kim, cellar)
		w.shelve(other, campaign.Campaign{ID: "c9", Key: "salt", Name: "Salt", Owner: lea})
		a := w.bring(kim, "again.yaml", nil)
		wantText(t, "the preview", a.text(), "not here yet", "**Salt** is made, and is yours", "- NPC **Odo**")
		if len(a.message().Files) != 0 {
			t.Error("there is a copy of nothing")
		}
		wantText(t, "the import", w.press(kim, buttons(a.message())["Import"]).text(), "**Salt** is here, and yours", "<#12> plays it from now on")
		made := w.shelf.books[2]
		if made.guild != guild || made.file.Campaign.Owner != kim || len(made.file.Agents) != 1 {
			t.Errorf("made %+v in %d", made.file, made.guild)
		}
		if w.shelf.books[1].file.Campaign.Owner != lea || len(w.shelf.books[1].file.Agents) != 0 {
			t.Error("another guild's campaign was changed")
		}
		// Where the key was taken, the name says that it is the same.
		made.file.Campaign.Key = "salt-2"
		wantText(t, "again", w.bring(kim, "again.yaml", nil).text(), "nothing to change")
		left := w.bring(lea, "again.yaml", nil)
		wantText(t, "somebody else's", left.text(), "not here yet")
		wantText(t, "left", w.press(lea, buttons(left.message())["Leave it as it is"]).text(), "Nothing was changed")
		wantText(t, "after that", w.press(lea, buttons(left.message())["Import"]).text(), "do not know this import any more")
		if len(w.shelf.books) != 3 {
			t.Errorf("%d campaigns", len(w.shelf.books))
		}
	})
}

// An import that is done cannot be left: that would say that nothing was changed.
func TestImportOnce(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		a := w.bring(gina, "lanterns.yaml", nil)
		do, leave := buttons(a.message())["Import"], buttons(a.message())["Leave it as it is"]
		wantText(t, "the import", w.press(gina, do).text(), "is as the file says now")
		wantText(t, "left afterwards", w.press(gina, leave).text(), "do not know this import any more")
	})
}

func TestImportRights(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		w.shelve(other, campaign.Campaign{ID: "c9", Key: "salt", Name: "Salt", Owner: gina})
		for _, who := range []transcript.SpeakerID{kim, admin} {
			wantText(t, "by key", w.bring(who, "lanterns.yaml", nil).text(), "That is for the GM.")
			wantText(t, "by option", w.bring(who, "again.yaml", discord.Args{optCampaign: "lanterns"}).text(), "That is for the GM.")
		}
		wantText(t, "another guild's", w.bring(gina, "again.yaml", discord.Args{optCampaign: "salt"}).text(), "no campaign “salt”")
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{kim}
		a := w.bring(kim, "lanterns.yaml", nil)
		wantText(t, "a co-GM's", a.text(), "becomes what the file says")
		w.book.file.Campaign.CoGMs = nil
		wantText(t, "a GM no more", w.press(kim, buttons(a.message())["Import"]).text(), "That is for the GM.")
		if len(w.book.file.Agents) != 1 {
			t.Error("it was imported")
		}
		b := w.bring(gina, "again.yaml", discord.Args{optCampaign: "lanterns"})
		wantText(t, "into another", b.text(), "**The Lanterns** becomes what the file says")
		w.press(gina, buttons(b.message())["Import"])
		if c := w.book.file.Campaign; c.Key != "lanterns" || c.Name != "Salt" || c.Owner != gina {
			t.Errorf("imported %+v", c)
		}
	})
}

func TestImportMeanwhile(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		do := func() string { return buttons(w.bring(gina, "lanterns.yaml", nil).message())["Import"] }
		first := do()
		w.book.troupe.between = func(f *campaign.File) {
			f.Agents = []campaign.Agent{{ID: "bart", Name: "Bart", Kind: campaign.NPC, Persona: "Changed."}}
		}
		wantText(t, "changed meanwhile", w.press(gina, first).text(), "has changed the campaign since")
		if w.book.file.Agents[0].Persona != "Changed." {
			t.Error("what somebody wrote is lost")
		}
		w.book.troupe.between = nil

		late := do()
		pass(importLife + time.Second)
		wantText(t, "late", w.press(gina, late).text(), "do not know this import any more")

		old := do()
		fresh := do()
		wantText(t, "an older one", w.press(gina, old).text(), "do not know this import any more")

		s := w.playing()
		wantText(t, "sent while it plays", w.bring(gina, "lanterns.yaml", nil).text(), "`/glyphoxa end` ends the session")
		wantText(t, "pressed while it plays", w.press(gina, fresh).text(), "`/glyphoxa end` ends the session")
		s.over(nil)
		pass(time.Minute)
		wantText(t, "pressed once more when it has ended", w.press(gina, fresh).text(), "is as the file says now")
		if n := len(w.desk.pending.list); n != 0 {
			t.Errorf("%d imports wait", n)
		}
	})
}

// TestImportGuest: who is there for one evening is in no file, and stays.
func TestImportGuest(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "wenlow", Name: "Wenlow", Kind: campaign.NPC})
		w.book.troupe.guests = map[transcript.AgentID]transcript.SessionID{"wenlow": "s1"}
		a := w.bring(gina, "lanterns.yaml", nil)
		if strings.Contains(a.text(), "Wenlow") {
			t.Errorf("the preview has the guest: %s", a.text())
		}
		w.press(gina, buttons(a.message())["Import"])
		if w.book.agent("Wenlow").ID == "" || w.book.agent("Mirela Voss").ID == "" {
			t.Errorf("there are %+v", w.book.file.Agents)
		}
	})
}

func TestImportBadFiles(t *testing.T) {
	importing(t, func(w *world) {
		t := w.t
		for _, tt := range []struct{ file, want string }{
			{"wrong.yaml", "wrong.yaml:4: agents.bart.colour"},
			{"photo.png", "photo.png:1: "},
			{"empty", "cannot read this file as a campaign"},
			{"gone.yaml", "Discord did not hand me that file"},
		} {
			a := w.bring(gina, tt.file, nil)
			wantText(t, tt.file, a.text(), tt.want)
			if len(a.message().Rows) != 0 {
				t.Errorf("%s can be imported", tt.file)
			}
		}
		c, a := w.call(gina)
		w.desk.Handle(t.Context(), discord.Command{
			Call: c, Name: Name, Group: groupCampaign, Sub: subImport, Args: discord.Args{optFile: "77"},
			Files: map[uint64]discord.Attachment{77: {Name: "huge.yaml", Size: maxImport + 1}},
		})
		settle()
		wantText(t, "a large one", a.text(), "up to 2 MB")
		files["commas.yaml"] = "campaign: x\nname: X\nnames: [" + strings.Repeat("a, ", maxMarks) + "]\n"
		defer delete(files, "commas.yaml")
		wantText(t, "one that is all marks", w.bring(gina, "commas.yaml", nil).text(), "up to 2 MB")
		wantText(t, "none", w.group(gina, groupCampaign, subImport, discord.Args{optFile: "78"}).text(), "did not come with the command")
		if n := len(w.desk.pending.list); n != 0 {
			t.Errorf("%d imports wait", n)
		}
	})
	inBubble(t, Options{}, func(w *world) {
		wantText(w.t, "without a reader", w.bring(gina, "lanterns.yaml", nil).text(), "bot campaign import")
	})
	inBubble(t, Options{Files: plainReader{errors.New("disk")}}, func(w *world) {
		wantText(w.t, "a fault of ours", w.bring(gina, "lanterns.yaml", nil).text(), "Something went wrong on my side")
	})
}

// TestImportMany: what waits takes a bounded memory, and the last is there.
func TestImportMany(t *testing.T) {
	importing(t, func(w *world) {
		var last string
		for who := transcript.SpeakerID(1000); who < 1000+3*maxPending; who++ {
			last = buttons(w.bring(who, "again.yaml", nil).message())["Import"]
		}
		if n := len(w.desk.pending.list); n != maxPending {
			w.t.Errorf("%d imports wait, want %d", n, maxPending)
		}
		wantText(w.t, "the last", w.press(1000+3*maxPending-1, last).text(), "is here, and yours")
	})
}

// TestImportGerman: who has Discord in German reads German.
func TestImportGerman(t *testing.T) {
	importing(t, func(w *world) {
		w.locale = map[transcript.SpeakerID]string{gina: "de"}
		a := w.bring(gina, "lanterns.yaml", nil)
		wantText(w.t, "the preview", a.text(), "Mit dem Knopf wird **The Lanterns** so", "Eines wird anders:\n- NSC **Bart**: ")
		wantText(w.t, "the import", w.press(gina, buttons(a.message())["Einlesen"]).text(), "ist jetzt so, wie die Datei es sagt")
	})
}
