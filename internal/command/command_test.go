package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// Everything is acknowledged before any I/O, however slow that is.
// Case: D01, D02.
func TestAcknowledgedFirst(t *testing.T) {
	for _, sub := range []string{subStart, subEnd, subRecap, subProposals, subStatus, "unknown"} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.playing()
			w.shelf.delay = 10 * time.Second
			at := time.Now()
			a := w.give(gina, sub)
			if a.acked != at || !strings.HasPrefix(a.did()[0], "defer") {
				t.Errorf("%s was acknowledged at %v by %q, want at once", sub, a.acked.Sub(at), a.did())
			}
			pass(3 * time.Minute)
			if len(a.did()) < 2 {
				t.Errorf("%s was never answered", sub)
			}
		})
	}
	for _, id := range []string{yes, button(btnExample), button(btnPage, "0", string(lantern))} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.shelf.delay = 10 * time.Second
			at := time.Now()
			a := w.press(gina, id)
			if a.acked != at || a.did()[0] != "hold" {
				t.Errorf("%s was acknowledged at %v by %q, want at once", id, a.acked.Sub(at), a.did())
			}
			pass(time.Minute)
		})
	}
}

// Answered by another process, or too late: nothing is done, and nothing
// breaks. Case: D02.
func TestAnsweredElsewhere(t *testing.T) {
	for _, cause := range []error{discord.ErrAnswered, discord.ErrExpired} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			s := w.playing()
			before := w.shelf.calls
			c, a := w.call(gina)
			a.deferErr = cause
			w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subEnd})
			settle()
			c, b := w.call(gina)
			b.deferErr = cause
			w.desk.Handle(t.Context(), discord.Pressed{Call: c, Button: button(btnExample)})
			settle()
			if !s.endedAt().IsZero() || w.shelf.calls != before || len(a.did())+len(b.did()) != 0 {
				t.Errorf("something was done: %d queries, %q, %q", w.shelf.calls-before, a.did(), b.did())
			}
		})
	}
}

func TestStrangeInteractions(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		c, a := w.call(gina)
		c.Guild = 0
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Sub: subStart})
		settle()
		wantText(t, "in a direct message", a.text(), "server's voice channels")
		for _, id := range []string{"", ":", "consent", "consent:yes", "begin:", "page:x:c1", "decide:shred:0:c1:p1", "consent:maybe:c1", strings.Repeat("x", 500)} {
			w.press(gina, id) // must not break anything
		}
		c, a = w.call(gina)
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: "another"})
		settle()
		if len(a.did()) != 0 {
			t.Errorf("a command of another name was answered: %v", a.did())
		}
	})
}

func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		name  string
		who   transcript.SpeakerID
		lines int
		ends  bool
		want  []string
	}{
		{"the GM", gina, 34, true, []string{"34 lines were kept", "/glyphoxa recap"}},
		{"too little for a recap", gina, 3, true, []string{"3 lines were kept: too few for a recap, which needs four"}},
		{"a single line", gina, 1, true, []string{"One line was kept: too few"}},
		{"who may manage the server", admin, 0, true, []string{"No line was kept"}},
		{"a player", kim, 9, false, []string{"The GM of **The Lanterns** is <@1152921504606846977>", "manage the server can end"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				t := w.t
				s := w.playing(kim)
				w.book.lines = make([]transcript.Line, tt.lines)
				a := w.give(tt.who, subEnd)
				wantText(t, "the answer", a.text(), tt.want...)
				if got := !s.endedAt().IsZero(); got != tt.ends {
					t.Errorf("ended %v, want %v", got, tt.ends)
				}
			})
		})
	}
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "without a session", w.give(gina, subEnd).text(), "No session is running", "/glyphoxa start")
	})
}

// A teller that is asked what it is to tell.
type teller struct {
	text  string
	err   error
	asked []transcript.SessionID
}

func (t *teller) Tell(_ context.Context, id transcript.SessionID) (transcript.Recap, error) {
	t.asked = append(t.asked, id)
	return transcript.Recap{Session: id, Text: t.text}, t.err
}

func TestRecap(t *testing.T) {
	tell := &teller{text: "They found the lantern."}
	inBubble(t, Options{Recaps: func(campaign.Campaign) Teller { return tell }}, func(w *world) {
		t := w.t
		wantText(t, "before anything was played", w.give(kim, subRecap).text(), "Nothing has been played in this channel yet")
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		wantText(t, "before a session has ended", w.give(kim, subRecap).text(), "No session of **The Lanterns** has ended yet")
		w.book.ended = []transcript.Session{{ID: "old"}, {ID: "new", Started: time.Unix(1772910000, 0)}}
		a := w.give(kim, subRecap)
		wantText(t, "the recap", a.text(), "**The Lanterns**, <t:1772910000:D>", "They found the lantern.")
		if got := strings.Join(a.did(), ", "); got != "defer private=false, reply" {
			t.Errorf("calls %s", got)
		}
		if got := fmt.Sprint(tell.asked); got != "[new]" {
			t.Errorf("told %s, want the last session", got)
		}
		tell.err = errors.New("POST https://api/secret: 500")
		if got := w.give(kim, subRecap).text(); strings.Contains(got, "secret") {
			t.Errorf("leaked: %q", got)
		}
		tell.err = complain("Brainy does not answer. Try again later.")
		wantText(t, "a provider's fault", w.give(kim, subRecap).text(), "Brainy does not answer")
	})
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		wantText(t, "without a model", w.give(kim, subRecap).text(), "no language model")
	})
}

// pending are n proposals; each is about the lamp.
func pending(n int) []knowledge.Proposal {
	var list []knowledge.Proposal
	for i := range n {
		p := knowledge.Proposal{
			ID: transcript.ProposalID(fmt.Sprintf("p%d", i+1)), Session: "s", Line: int64(i + 1), Agent: "bart",
			Status: knowledge.Pending, Made: time.Unix(1772910000, 0),
		}
		p.Write.V, p.Write.Kind, p.Write.Node, p.Write.Subject = 1, "fact", "lamp", "Lamp"
		p.Write.Key, p.Write.Text = "state", fmt.Sprintf("Is lit by %d.", i+1)
		list = append(list, p)
	}
	return list
}

func TestProposals(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		wantText(t, "without any", w.give(gina, subProposals).text(), "Nothing waits for your decision in **The Lanterns**")
		w.book.proposals = pending(5)
		w.book.file.Nodes = []campaign.Node{{ID: "lamp", Name: "Lamp", Aspects: []campaign.Aspect{{Key: "State", Text: "Is broken."}}}}
		w.book.lines = []transcript.Line{{N: 1, Name: "Kim", Text: "@everyone **I** lit it"}, {N: 2, Name: "Lea", Text: "And I"}}

		a := w.give(gina, subProposals)
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		wantText(t, "the first page", a.text(), "5 wait for your decision (page 1 of 2)", "**1. Bart:** About Lamp: state = Is lit by 1.",
			`> Kim: \@everyone \*\*I\*\* lit it`, "⚠ contradicts: Lamp: State = Is broken.", "> (its line is not in the transcript)")
		if len(a.message().Rows) != 4 {
			t.Fatalf("%d rows, want 3 and one to turn the page", len(a.message().Rows))
		}
		b := buttons(a.message())

		got := w.press(gina, b["Approve 2"])
		wantText(t, "the answer", got.text(), "Approved: About Lamp: state = Is lit by 2.", "4 wait")
		if calls := strings.Join(got.did(), ", "); calls != "hold, update" {
			t.Errorf("calls %s", calls)
		}
		if p := w.book.proposals[1]; p.Status != knowledge.Approved || p.By != "1152921504606846977" {
			t.Errorf("the proposal is %s by %q", p.Status, p.By)
		}

		// Twice applies once, and both are told the truth.
		wantText(t, "pressed again", w.press(gina, b["Approve 2"]).text(), "That was approved before (by you", "nothing was changed")
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		wantText(t, "the other GM", w.press(lea, b["Reject 2"]).text(), "That was approved before (by <@1152921504606846977>")
		if w.book.applied != 1 {
			t.Errorf("applied %d times, want once", w.book.applied)
		}
		wantText(t, "a rejection", w.press(gina, b["Reject 1"]).text(), "Rejected: ", "3 wait")

		// The last page goes with its last proposal.
		page := w.press(gina, button(btnPage, "1", string(lantern)))
		wantText(t, "a page that is gone", page.text(), "3 wait for your decision. ")
	})
}

// Rights are looked at for each command and each button. Case: F50.
func TestProposalsAreTheGMs(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.book.proposals = pending(2)
		b := buttons(w.give(gina, subProposals).message())
		for _, who := range []transcript.SpeakerID{kim, admin} {
			for _, a := range []*answer{w.give(who, subProposals), w.press(who, b["Approve 1"]), w.press(who, button(btnPage, "0", string(lantern)))} {
				wantText(t, "the answer", a.text(), "for the GM")
				if strings.Contains(a.text(), "Lamp") {
					t.Errorf("a player reads %q", a.text())
				}
			}
		}
		w.book.file.Campaign.Owner = lea // since the list was shown
		wantText(t, "whoever was GM", w.press(gina, b["Approve 1"]).text(), "for the GM")
		w.book.file.Campaign.Owner = gina
		w.book.guild = other // an ID of another guild's
		wantText(t, "from another guild", w.press(gina, b["Approve 1"]).text(), "no such campaign")
		if w.book.applied != 0 {
			t.Errorf("applied %d", w.book.applied)
		}
		w.book.guild = guild
		w.book.proposals = nil
		wantText(t, "a proposal that is gone", w.press(gina, b["Approve 1"]).text(), "not there any more")
	})
}

// The longest of pages fits one message, or its buttons would stand under
// something else. Case: D04.
func TestProposalsFitOneMessage(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		long := strings.Repeat("🕯", 3000)
		w.book.file.Agents[0].Name = long
		w.book.file.Campaign.Name = long
		w.book.proposals = pending(4)
		w.book.file.Nodes = []campaign.Node{{ID: "lamp", Name: "Lamp"}}
		for i := range w.book.proposals {
			w.book.proposals[i].Write.Text = long
			w.book.lines = append(w.book.lines, transcript.Line{N: int64(i + 1), Name: long, Text: long})
			w.book.file.Nodes[0].Aspects = append(w.book.file.Nodes[0].Aspects, campaign.Aspect{Key: "state", Text: fmt.Sprint(i, long)})
		}
		a := w.give(gina, subProposals)
		a = w.press(gina, buttons(a.message())["Approve 1"])
		if n := len(utf16.Encode([]rune(a.message().Text))); n > 2000 {
			t.Errorf("a page is %d characters long, want at most 2000", n)
		}
		for _, row := range a.message().Rows {
			for _, c := range row {
				if b, ok := c.(discord.Button); ok && (len(b.ID) > maxID || len(b.Label) > maxLabel) {
					t.Errorf("button %q has a label of %d", b.ID, len(b.Label))
				}
			}
		}
	})
}

func TestStatus(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "without a session", w.give(gina, subStatus).text(), "No session is running", "42 ms")
		s := w.playing(kim, lea)
		w.press(kim, yes)
		w.press(lea, no)
		s.admit(kim)
		pass(7 * time.Second)
		s.status = Status{
			Voice: "connected", Scene: "The Inn", Present: []string{"Bart", "Mirela"},
			Stages: []Stage{{"packets", 900}, {"DAVE", 880}, {"Opus", 0}}, Stalled: "Opus",
			LastIn: time.Now(), Ping: 31 * time.Millisecond, Epoch: 4, Privacy: "12345 67890",
			Providers: []Provider{{"hears", "Sonic", false}, {"speaks", "flite", true}},
			Spending:  Spending{Amount: 3.5, Currency: "EUR", Warn: 3, Cap: 6, Lines: []string{"Sonic: 61 seconds"}},
			Troubles:  []Trouble{{time.Now().Add(-90 * time.Second), "Sonic did not answer: check the key."}},
		}
		got := w.give(gina, subStatus).text()
		wantText(t, "the GM's", got,
			"**The Lanterns** in <#11>, scene *The Inn* (Bart and Mirela)", "On the record.",
			"<@3>: heard; last packet 7 seconds ago", "<@4>: not heard, wants to be left out; no packet yet",
			"<@1152921504606846977> (GM): not heard, has not said yes",
			"voice connected, ping 31 ms, Discord 42 ms, last packet in just now, out never",
			"epoch 4, voice privacy code `12345 67890`",
			"packets 900 → DAVE 880 → Opus 0", "**Stands still: Opus.**",
			"hears: Sonic, speaks: flite (on this machine)",
			"Spent: 3.50 EUR of at most 6.00 (more than the 3.00", "Sonic: 61 seconds", "2 minutes ago: Sonic did not answer",
		)
		got = w.give(kim, subStatus).text()
		wantText(t, "a player's", got, "<@3>: heard", "voice privacy code")
		for _, secret := range []string{"Spent", "Stages", "Sonic"} {
			if strings.Contains(got, secret) {
				t.Errorf("a player reads %q in %q", secret, got)
			}
		}
		w.move(gina, 0)
		pass(time.Minute)
		wantText(t, "off the record", w.give(kim, subStatus).text(), "**Off the record:** no GM", "It ends in 9 minutes", "<@3>: not heard, off the record")
		s.status.Spending.Capped = true
		w.move(gina, tavern)
		wantText(t, "at the cap", w.give(gina, subStatus).text(), "answers are text only")
	})
}
