package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// off lists the labels of the buttons that cannot be pressed.
func off(m discord.Message) (labels []string) {
	for _, row := range m.Rows {
		for _, c := range row {
			if b, ok := c.(discord.Button); ok && b.Off {
				labels = append(labels, b.Label)
			}
		}
	}
	return labels
}

// An opener is an answer that takes a form.
type opener struct {
	*answer
	form discord.Form
}

// Rights are looked at for each command, button, menu and form. Case: F50.
func TestReviewIsTheGMs(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(20)
		card := w.give(gina, subProposals).message()
		c := string(lantern)
		batch := transcript.NewID()
		press := []func(who transcript.SpeakerID) *answer{
			func(who transcript.SpeakerID) *answer { return w.give(who, subProposals) },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnReview, c)) },
			func(who transcript.SpeakerID) *answer {
				return w.press(who, buttons(card)["Decide on many at once"], item(t, card, "Approve all"))
			},
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnWay, c, "p2"), wayBoth) },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnPick, c), "p2") },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnLookAt, c), "p2") },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnUndo, c, batch)) },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnPage, "0", c)) },
			func(who transcript.SpeakerID) *answer { return w.press(who, button(btnReword, c, "p2")) },
		}
		for _, what := range []string{forWitnesses, forAll, forGM, forNobody, neverWas} {
			press = append(press, func(who transcript.SpeakerID) *answer { return w.press(who, button(btnDecide, what, wayBoth, c, "p2")) })
		}
		refused := func(what string, who transcript.SpeakerID, want string) {
			t.Helper()
			for i, do := range press {
				a := do(who)
				wantText(t, fmt.Sprintf("%s, %d", what, i), a.text(), want)
				if strings.Contains(a.text(), "Lamp") {
					t.Errorf("%s reads %q", what, a.text())
				}
			}
		}
		refused("a player", kim, "for the GM")
		refused("who manages the server", admin, "for the GM")
		press = press[1:] // the command means whatever is played here
		w.book.guild = other
		press = slices.Delete(press, 7, 8) // the form was shown to her before: it tells nothing new
		refused("from another guild", gina, "no such campaign")
		w.book.guild = guild
		w.book.file.Campaign.Owner = lea // since the card was shown
		refused("whoever was GM", gina, "for the GM")
		if w.book.applied != 0 {
			t.Errorf("applied %d", w.book.applied)
		}
		w.book.file.Campaign.Owner = gina
		w.book.proposals = nil
		wantText(t, "one that is gone", w.press(gina, button(btnDecide, forAll, wayBoth, c, "p2")).text(), "not there any more")
		wantText(t, "of another version", w.press(gina, button(btnDecide, "approve", "0", c, "p2")).text(), "do not know this button")
	})
}

// The longest of cards fits one message, or its buttons would stand under
// something else. Case: D04.
func TestReviewFitsOneMessage(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(30)
		long := strings.Repeat("🕯|", 3000)
		w.book.screen.Spoilers = true
		w.book.file.Agents[0].Name = long
		w.book.file.Campaign.Name = long
		w.book.file.Nodes[0].Name = long
		for i := range w.book.proposals {
			w.book.proposals[i].Write.Text = long
			w.book.lines = append(w.book.lines, transcript.Line{N: int64(i + 1), Name: long, Text: long})
			w.book.file.Nodes[0].Aspects = append(w.book.file.Nodes[0].Aspects,
				campaign.Aspect{Key: "state 1", Text: fmt.Sprint(i, long)}, campaign.Aspect{Key: "x", Text: long})
		}
		a := w.give(gina, subProposals)
		messages := []discord.Message{a.message(), w.press(gina, buttons(a.message())["Never happened"]).message(), w.press(gina, button(btnPage, "0", string(lantern))).message()}
		for _, m := range messages {
			if n := discord.Units(m.Text); n > maxMessage {
				t.Errorf("a card is %d characters long, want at most 2000", n)
			}
			if n := strings.Count(m.Text, "||"); n == 0 || n%2 != 0 {
				t.Errorf("a secret is not wrapped: %q", m.Text)
			}
			if len(m.Rows) > 5 {
				t.Errorf("%d rows", len(m.Rows))
			}
			for _, row := range m.Rows {
				if len(row) > 5 {
					t.Errorf("%d buttons in a row", len(row))
				}
				for _, c := range row {
					if b, ok := c.(discord.Button); ok && (len(b.ID) > maxID || len(b.Label) > maxLabel) {
						t.Errorf("button %q has a label of %d", b.ID, len(b.Label))
					}
				}
			}
		}
		wantText(t, "what was decided", messages[1].Text, "recap: ||About ")
	})
	// IDs as the program makes them.
	c, p := transcript.NewID(), transcript.NewID()
	for _, id := range []string{button(btnDecide, forWitnesses, wayReplace, c, p), button(frmReword, c, p), button(btnUndo, c, p)} {
		if _, _, ok := parseID(id); !ok {
			t.Errorf("%q has %d characters and is not read", id, len(id))
		}
	}
}

// New ones arrive quietly: one message of each session on the GM screen, which
// is edited, and a card for the GM who presses it, even in a direct message.
func TestReviewArrivesQuietly(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		settle()
		here := func() (said []string, edits int) {
			w.room.mu.Lock()
			defer w.room.mu.Unlock()
			for _, p := range w.room.posts {
				if p.channel != mailOf(gina) || !strings.Contains(p.Text, "wait for your decision") && !strings.Contains(p.Text, "are decided") {
					continue
				}
				if p.edit {
					edits++
				}
				said = append(said, p.Text)
			}
			return said, edits
		}
		turn := func() {
			s.notice(EndedTurn{transcript.Turn{ID: transcript.TurnID(transcript.NewID())}})
			settle()
		}
		turn()
		if said, _ := here(); said != nil {
			t.Errorf("without any is said %q", said)
		}
		w.book.proposals = pending(3)
		w.book.proposals[0].Session, w.book.proposals[1].Session = s.id, s.id
		turn()
		turn()
		said, edits := here()
		if len(said) != 1 || edits != 0 {
			t.Fatalf("said %q, %d edits; want one message", said, edits)
		}
		wantText(t, "the message", said[0], "3 wait for your decision, 2 of them from tonight")

		// In a direct message there is no guild.
		c, a := w.call(gina)
		c.Guild, c.Channel = 0, mailOf(gina)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: button(btnReview, string(lantern))})
		settle()
		wantText(t, "the card", a.text(), "1 of 3")
		if !a.message().Private {
			t.Error("the card is not private")
		}
		c, _ = w.call(gina)
		c.Guild, c.Channel = 0, mailOf(gina)
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: buttons(a.message())["Reject"]})
		settle()
		said, edits = here()
		if len(said) != 2 || edits != 1 {
			t.Fatalf("said %q, %d edits; want the one edited", said, edits)
		}
		wantText(t, "the edit", said[1], "2 wait")
	})
}

func (o *opener) Open(_ context.Context, f discord.Form) error {
	o.form = f
	return nil
}

// A GM whose Discord is German reviews in German; a GM beside them does not.
func TestReviewInGerman(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.reviewing(2)
		w.locale = map[transcript.SpeakerID]string{gina: "de"}
		a := w.give(gina, subProposals)
		wantText(t, "the card", a.text(), "1 von 2, über die du entscheiden kannst", "will sich merken: Über Lamp: state 2", "⚠ widerspricht:")
		form := w.press(gina, buttons(a.message())["Bearbeiten"]).forms[0]
		wantText(t, "the form", form.Title+"/"+form.Fields[1].Label, "Was in Erinnerung bleiben soll", "Was so ist")
		got := w.press(gina, buttons(a.message())["Ablehnen"])
		wantText(t, "the decision", got.text(), "Abgelehnt: Über Lamp")
		wantText(t, "taken back", w.press(gina, buttons(got.message())["Zurücknehmen"]).text(), "Zurückgenommen: Der Vorschlag wartet wieder.")
	})
}
