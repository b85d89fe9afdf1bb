package command

import (
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// reviewing is a campaign with n proposals, of which the second contradicts
// what is known of the lamp.
func (w *world) reviewing(n int) {
	w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
	w.book.proposals = pending(n)
	w.book.file.Nodes = []campaign.Node{{ID: "lamp", Name: "Lamp", Aspects: []campaign.Aspect{
		{Key: "State 2", Text: "Is broken."}, {Key: "colour", Text: "Green."},
	}}}
	w.book.lines = []transcript.Line{
		{N: 1, Name: "Kim", Role: transcript.Player, Text: "@everyone **I** lit it", At: time.Now()},
		{N: 2, Name: "Lea", Role: transcript.Player, Text: "And I", At: time.Now()},
	}
}

// item returns the value of a menu's item whose label begins so.
func item(t *testing.T, m discord.Message, label string) string {
	t.Helper()
	for _, row := range m.Rows {
		for _, c := range row {
			menu, _ := c.(discord.Menu)
			for _, i := range menu.Items {
				if strings.HasPrefix(i.Label, label) {
					return i.Value
				}
			}
		}
	}
	t.Fatalf("no menu has an item %q", label)
	return ""
}

func TestReviewCard(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		wantText(t, "without any", w.give(gina, subProposals).text(), "Nothing waits for your decision in **The Lanterns**")
		w.reviewing(3)
		a := w.give(gina, subProposals)
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		// What contradicts comes first, and cannot be approved before somebody
		// has said what becomes of it.
		wantText(t, "the first card", a.text(), "1 of 3", "**Bart** wants to remember: About Lamp: state 2 = Is lit by 2.",
			"> Lea, <t:", "And I", "⚠ contradicts: Lamp: State 2 = Is broken.", "Similar:\n• Lamp: colour = Green.")
		if strings.Contains(a.text(), "• Lamp: State 2") {
			t.Error("what it contradicts is shown as similar, too")
		}
		if got := strings.Join(off(a.message()), ", "); got != "Approve: who was there, Common knowledge, As secret" {
			t.Errorf("off are %s", got)
		}
		b := buttons(a.message())
		chosen := w.press(gina, b["What becomes of the contradiction?"], wayReplace)
		if got := off(chosen.message()); got != nil {
			t.Errorf("off are %s, although a way is chosen", got)
		}
		got := w.press(gina, buttons(chosen.message())["Common knowledge"])
		wantText(t, "the answer", got.text(), "Approved as common knowledge; the old is kept as past: About Lamp: state 2", "1 of 2",
			`> Kim, <t:`, `\@everyone \*\*I\*\* lit it`)
		if calls := strings.Join(got.did(), ", "); calls != "hold, update" {
			t.Errorf("calls %s", calls)
		}
		dec := w.book.decisions[0]
		if dec.Conflict != knowledge.Replace || dec.Audience != knowledge.Everyone || dec.By != "1152921504606846977" || dec.Batch == "" {
			t.Errorf("decided %+v", dec)
		}
		// Next goes round.
		b = buttons(got.message())
		next := w.press(gina, b["Next"])
		wantText(t, "the next", next.text(), "2 of 2", "Is lit by 3.", "(its line is not in the transcript")
		wantText(t, "and the first again", w.press(gina, buttons(next.message())["Next"]).text(), "1 of 2", "Is lit by 1.")
	})
}

// Each way to decide, as the store is told of it.
func TestReviewDecisions(t *testing.T) {
	for label, want := range map[string]knowledge.Decision{
		"Approve: who was there": {Status: knowledge.Approved, Audience: knowledge.Witnesses, Conflict: knowledge.Leave},
		"Common knowledge":       {Status: knowledge.Approved, Audience: knowledge.Everyone, Conflict: knowledge.Leave},
		"As secret":              {Status: knowledge.Approved, Audience: knowledge.OnlyGM, Conflict: knowledge.Leave},
		"Reject":                 {Status: knowledge.Rejected},
		"Never happened":         {Status: knowledge.Rejected, NeverHappened: true},
	} {
		inBubble(t, Options{}, func(w *world) {
			w.reviewing(1)
			a := w.press(gina, buttons(w.give(gina, subProposals).message())[label])
			wantText(w.t, label, a.text(), "Nothing waits")
			if len(w.book.decisions) != 1 {
				w.t.Fatalf("%s: %d decisions", label, len(w.book.decisions))
			}
			got := w.book.decisions[0]
			want.Proposal, want.By, want.At, want.Batch = got.Proposal, got.By, got.At, got.Batch
			if got != want {
				w.t.Errorf("%s: decided %+v, want %+v", label, got, want)
			}
		})
	}
}

// Twice or two GMs at once applies once, and both are told the truth.
func TestReviewTwice(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(1)
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		b := buttons(w.give(gina, subProposals).message())
		first, second := b["Approve: who was there"], b["Reject"]
		w.shelf.delay = time.Second // so that both have read before either writes
		var answers []*answer
		for who, id := range map[transcript.SpeakerID]string{gina: first, lea: second} {
			c, a := w.call(who)
			answers = append(answers, a)
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id})
		}
		pass(time.Minute)
		w.shelf.delay = 0
		if w.book.applied != 1 {
			t.Fatalf("applied %d times, want once", w.book.applied)
		}
		var changed, told int
		for _, a := range answers {
			switch text := a.text(); {
			case strings.Contains(text, "before (by <@"):
				told++
			case strings.HasPrefix(text, "Approved") || strings.HasPrefix(text, "Rejected"):
				changed++
			default:
				t.Errorf("an answer %q", text)
			}
		}
		if changed != 1 || told != 1 {
			t.Errorf("%d were told that they decided, %d that somebody else had", changed, told)
		}
		w.book.decisions[0].By = "gone"
		w.book.proposals[0].By = "1152921504606846977"
		wantText(t, "pressed again", w.press(gina, first).text(), "before (by you", "nothing was changed")
		wantText(t, "looked at again", w.press(gina, button(btnShow, string(lantern), "p1")).text(), "before (by you", "Nothing waits")
	})
}

// What contradicts something only since the card was shown is asked about.
func TestReviewContradictsByNow(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(1)
		b := buttons(w.give(gina, subProposals).message())
		w.book.file.Nodes[0].Aspects[0].Key = "state 1"
		a := w.press(gina, b["Approve: who was there"])
		wantText(t, "the answer", a.text(), "established meanwhile contradicts", "⚠ contradicts: Lamp: state 1 = Is broken.")
		if w.book.applied != 0 {
			t.Errorf("applied %d", w.book.applied)
		}
		a = w.press(gina, buttons(a.message())["What becomes of the contradiction?"], forNobody)
		wantText(t, "rejected in the menu", a.text(), "Rejected: ")
	})
}

func TestReviewUndo(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(1)
		a := w.press(gina, buttons(w.give(gina, subProposals).message())["Reject"])
		undo := buttons(a.message())["Undo"]
		if undo == "" {
			t.Fatalf("no undo below %q", a.text())
		}
		pass(knowledge.UndoFor - time.Second)
		if again := buttons(w.give(gina, subProposals).message())["Undo"]; again != undo {
			t.Errorf("whoever has closed the card finds %q, want %q", again, undo)
		}
		wantText(t, "undone", w.press(gina, undo).text(), "Taken back: it waits again.", "1 of 1")
		wantText(t, "undone twice", w.press(gina, undo).text(), "taken back before", "1 of 1")

		a = w.press(gina, buttons(w.give(gina, subProposals).message())["Reject"])
		pass(knowledge.UndoFor + time.Second)
		wantText(t, "too late", w.press(gina, buttons(a.message())["Undo"]).text(), "more than 15 minutes ago")
		if b := buttons(w.give(gina, subProposals).message()); b["Undo"] != "" {
			t.Error("it is offered although it is too late")
		}
	})
}

func TestReviewBulk(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(20)
		w.book.proposals[19].Session = "another"
		a := w.give(gina, subProposals)
		b := buttons(a.message())
		got := w.press(gina, b["Decide on many at once"], item(t, a.message(), "Approve all 19 of this session"))
		wantText(t, "the answer", got.text(), "Approved 18; 1 contradicts something and waits for your own word.", "1 of 2")
		undo := buttons(got.message())["Undo all 18"]
		wantText(t, "undone", w.press(gina, undo).text(), "Taken back: 18 wait again.", "1 of 12")

		a = w.give(gina, subProposals)
		w.book.proposals[3].Status = knowledge.Rejected // another GM
		got = w.press(gina, b["Decide on many at once"], item(t, a.message(), "Reject all 20 of Bart"))
		wantText(t, "the answer", got.text(), "Rejected 19.", "Nothing waits")
		wantText(t, "again", w.press(gina, b["Decide on many at once"], item(t, a.message(), "Reject all 20 of Bart")).text(), "Rejected 0.")
		wantText(t, "what no menu says", w.press(gina, b["Decide on many at once"], "nonsense").text(), "do not know this button")
	})
}

// A line that never happened leaves the memory of the table that plays, too.
func TestReviewNeverHappened(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.reviewing(1)
		s.took()
		a := w.press(gina, buttons(w.give(gina, subProposals).message())["Never happened"])
		wantText(t, "the answer", a.text(), "It never happened: its line is gone from memory, search and recap: About Lamp")
		if got := s.took(); got != "unsay s/1=true" {
			t.Errorf("the session was told %q", got)
		}
		w.press(gina, buttons(a.message())["Undo"])
		if got := s.took(); got != "unsay s/1=false" {
			t.Errorf("after undo the session was told %q", got)
		}
	})
}

// What cannot be approved says so, alone and among many.
func TestReviewStuck(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(3)
		w.book.proposals[0].Write.V = 99
		wantText(t, "one", w.press(gina, button(btnDecide, forAll, wayClear, string(lantern), "p1")).text(), "cannot be approved", "reject it")
		card := w.give(gina, subProposals).message()
		wantText(t, "many", w.press(gina, buttons(card)["Decide on many at once"], item(t, card, "Approve all 3")).text(),
			"Approved 1; 1 contradicts something and waits for your own word; 1 cannot be approved any more, only rejected.")
	})
}

func TestReviewMinor(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(40)
		w.book.proposals[39].Made = time.Now().Add(-knowledge.MinorFor - time.Minute)
		a := w.give(gina, subProposals)
		wantText(t, "the card", a.text(), "1 of 12")
		a = w.press(gina, buttons(a.message())["Minor (27)"])
		wantText(t, "the page", a.text(), "27 minor ones (page 1 of 3)", "1. **Bart:** About Lamp: state 13")
		if got := strings.Join(off(a.message()), ", "); got != "Back" {
			t.Errorf("off are %s", got)
		}
		a = w.press(gina, buttons(a.message())["Next page"])
		wantText(t, "the second page", a.text(), "page 2 of 3", "11. **Bart:**")
		last := w.press(gina, button(btnPage, "99", string(lantern)))
		wantText(t, "a page that is gone", last.text(), "page 3 of 3", "27. **Bart:** About Lamp: state 39")
		card := w.press(gina, buttons(last.message())["Look at one of them"], item(t, last.message(), "27."))
		wantText(t, "one of them", card.text(), "one of 27 minor ones", "Is lit by 39.")
		wantText(t, "back", w.press(gina, buttons(last.message())["To the important ones"]).text(), "1 of 12")
		wantText(t, "what is gone", w.press(gina, button(btnShow, string(lantern), "p40")).text(), "more than 30 days")
		got := w.press(gina, buttons(card.message())["Decide on many at once"], item(t, card.message(), "Reject all 27"))
		wantText(t, "all of them rejected", got.text(), "Rejected 27.", "1 of 12")
	})
}

// Where proposals are listed for another reason, the review begins at the one
// that is chosen, beside the list.
func TestReviewLookAt(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(3)
		for _, spoilers := range []bool{false, true} {
			rows := derivedRows(lantern, campaign.Screen{Spoilers: spoilers}, w.book.proposals, "")
			m := discord.Message{Rows: rows}
			if spoilers { // a menu covers nothing
				wantText(t, "the first", w.press(gina, buttons(m)["Review"]).text(), "1 of 2")
				continue
			}
			a := w.press(gina, buttons(m)["Look at one of them"], item(t, m, "About Lamp: state 1"))
			wantText(t, "the second", a.text(), "Is lit by 1.")
			if got := strings.Join(a.did(), ", "); got != "hold, follow up" {
				t.Errorf("calls %s", got)
			}
			w.press(gina, buttons(a.message())["Reject"])
			wantText(t, "once decided", w.press(gina, buttons(m)["Look at one of them"], "p1").text(), "rejected before (by you")
		}
	})
}

func TestReviewReword(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.reviewing(3)
		a := w.give(gina, subProposals)
		id := buttons(a.message())["Edit"]
		w.shelf.delay = 5 * time.Second // the form does not wait for the store
		c, open := w.call(gina)
		formed := &opener{answer: open}
		c.Answer = formed
		w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: id})
		settle()
		w.shelf.delay = 0
		if len(formed.form.Fields) != 2 || formed.form.Fields[1].Text != "Is lit by 2." {
			t.Fatalf("the form is %+v", formed.form)
		}
		send := func(who transcript.SpeakerID, fields map[string]string) *answer {
			c, a := w.call(who)
			w.desk.Handle(t.Context(), discord.Submitted{Call: c, Form: formed.form.ID, Fields: fields, Message: 9})
			settle()
			return a
		}
		wantText(t, "a player's", send(kim, map[string]string{fldText: "Mine."}).text(), "for the GM")
		got := send(gina, map[string]string{fldLabel: "colour", fldText: "  Is\u202e blue,\nlike <@3> `x`  "})
		wantText(t, "the answer", got.text(), "Changed. It still waits", "⚠ contradicts: Lamp: colour = Green.")
		if calls := strings.Join(got.did(), ", "); calls != "hold, update" {
			t.Errorf("calls %s", calls)
		}
		if strings.ContainsAny(got.text(), "\u202e") || strings.Contains(got.text(), "like <@3>") {
			t.Errorf("shown as it was written: %q", got.text())
		}
		wantText(t, "nothing", send(gina, map[string]string{fldText: "…"}).text(), "leaves nothing to remember")
		w.book.proposals[0].Write.Text = "Twin."
		w.book.proposals[0].Digest = "twin"
		w.press(gina, button(btnDecide, forNobody, wayClear, string(lantern), "p2"))
		wantText(t, "decided meanwhile", send(gina, map[string]string{fldText: "Late."}).text(), "rejected before (by you")
		w.book.proposals = nil
		wantText(t, "deleted meanwhile", send(gina, map[string]string{fldText: "Late."}).text(), "not there any more")
	})
}

// What a proposal says at more length than a form can hold is not cut by changing
// the rest of it.
func TestReviewRewordKeepsWhatDoesNotFit(t *testing.T) {
	for name, tt := range map[string]struct {
		label, text int // how long they are
		fields      []string
	}{
		"all fits":         {200, 4000, []string{fldLabel, fldText}},
		"not its label":    {201, 10, []string{fldText}},
		"not what it says": {10, 4001, []string{fldLabel}},
		"nothing":          {201, 4001, nil},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.reviewing(1)
				was := &w.book.proposals[0].Write
				was.Key, was.Text = strings.Repeat("k", tt.label), strings.Repeat("x", tt.text)
				want := *was
				a := w.give(gina, subProposals)
				a = w.press(gina, buttons(a.message())["Edit"])
				if tt.fields == nil {
					wantText(w.t, "the answer", a.text(), "longer than a form can hold")
					return
				}
				var fields []string
				changed := map[string]string{}
				for _, f := range a.form().Fields {
					fields = append(fields, f.ID)
					changed[f.ID] = "new"
				}
				if !slices.Equal(fields, tt.fields) {
					w.t.Errorf("the form has %q, want %q", fields, tt.fields)
				}
				w.sendForm(gina, a.form(), changed)
				for _, f := range fields {
					*map[string]*string{fldLabel: &want.Key, fldText: &want.Text}[f] = "new"
				}
				if got := w.book.proposals[0].Write; got.Key != want.Key || got.Text != want.Text {
					w.t.Errorf("it says %d and %d letters, want %d and %d", len(got.Key), len(got.Text), len(want.Key), len(want.Text))
				}
			})
		})
	}
}
