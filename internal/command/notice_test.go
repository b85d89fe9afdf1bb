package command

import (
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// An answer that waits: Play, Redo with a note, Drop and Hm… do it, once; the
// card says who has decided and what became of it, without buttons.
func TestHeldTurn(t *testing.T) {
	tests := []struct {
		label, told, says string
		outcome           transcript.Outcome
	}{
		{"Play", "play t1", "lets it be heard", transcript.Spoken},
		{"Drop", "dismiss t1", "has dropped it", transcript.Declined},
		{"Redo…", `redo t1 "shorter, and ruder"`, "wants another answer", transcript.Superseded},
	}
	for _, tt := range tests {
		t.Run(tt.label, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				t := w.t
				w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
				s := w.playing(kim, lea)
				s.notice(heldTurn("t1"))
				settle()
				s.took()
				p := w.readsOn(mailOf(gina), "under the mat")
				id := buttons(p.Message)[tt.label]
				press := func(who transcript.SpeakerID) *answer {
					a := w.pressHome(who, id)
					if tt.label != "Redo…" {
						return a
					}
					if got := strings.Join(a.did(), ", "); got != "open" {
						t.Fatalf("calls %s", got)
					}
					return w.submitHome(who, a.forms[0], map[string]string{fieldNote: " shorter,\nand ruder "})
				}
				a := press(gina)
				if got := s.took(); got != tt.told {
					t.Errorf("the session was told %q, want %q", got, tt.told)
				}
				for _, who := range []transcript.SpeakerID{gina, lea} {
					p := w.readsOn(mailOf(who), "under the mat", userTag(gina)+" "+tt.says)
					if len(p.Rows) != 0 {
						t.Errorf("there are still buttons: %v", buttons(p.Message))
					}
				}
				if tt.label == "Redo…" {
					wantText(t, "the form's answer", a.text(), "Another answer is being made")
				}
				wantText(t, "the other GM", press(lea).text(), userTag(gina)+" "+tt.says)
				if got := s.took(); got != "" {
					t.Errorf("the session was told %q by the second press", got)
				}
				s.notice(EndedTurn{transcript.Turn{ID: "t1", Outcome: tt.outcome}})
				settle()
				wantText(t, "afterwards", press(lea).text(), "")
				if got := s.took(); got != "" {
					t.Errorf("the session was told %q when it was over", got)
				}
			})
		})
	}
}

// While the GM reads, a sound of thinking; the answer goes on waiting.
func TestHm(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim)
		s.notice(heldTurn("t1"))
		settle()
		s.took()
		p := w.readsOn(mailOf(gina), "under the mat")
		for range 2 {
			w.pressHome(gina, buttons(p.Message)["Hm…"])
		}
		if got := s.took(); got != "hm bart; hm bart" {
			w.t.Errorf("the session was told %q", got)
		}
		if p := w.readsOn(mailOf(gina), "under the mat"); len(p.Rows) == 0 {
			w.t.Error("there are no buttons any more")
		}
	})
}

// An answer that does not wait any more says so, whatever the GM's screen shows.
func TestHeldTurnPassed(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		s.notice(heldTurn("t1"))
		settle()
		s.fakeControls.err = ErrPassed
		p := w.readsOn(mailOf(gina), "under the mat")
		a := w.pressHome(gina, buttons(p.Message)["Play"])
		wantText(t, "the answer", a.text(), ErrPassed.Error())
		p = w.readsOn(mailOf(gina), "It does not wait any more.")
		if len(p.Rows) != 0 {
			t.Error("there are still buttons")
		}
		s.notice(heldTurn("t2"))
		s.notice(EndedTurn{transcript.Turn{ID: "t2", Outcome: transcript.Superseded}})
		settle()
		if p := w.readsOn(mailOf(gina), "It does not wait any more."); len(p.Rows) != 0 {
			t.Error("there are still buttons")
		}
	})
}

// More text of an answer that waits is shown in its place; another answer after
// Redo waits anew.
func TestHeldTurnGrows(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		one := heldTurn("t1")
		one.Whole = false
		s.notice(one)
		settle()
		p := w.readsOn(mailOf(gina), "under the mat. …")
		one.Whole, one.Text = true, one.Text+" Take it."
		s.notice(one)
		settle()
		if q := w.readsOn(mailOf(gina), "Take it."); q.id != p.id {
			t.Errorf("message %d, want it in place of %d", q.id, p.id)
		}
		w.submitHome(gina, discord.Form{ID: button(formRedo, string(lantern), "t1")}, nil)
		one.Text = "What key?"
		s.notice(one)
		settle()
		if q := w.readsOn(mailOf(gina), "What key?"); len(q.Rows) == 0 {
			t.Error("the other answer has no buttons")
		}
	})
}

// Somebody is called who is not here: the GM is asked once, brings them in or
// ignores it.
func TestAbsentCalled(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		called := AbsentCalled{Line: transcript.Line{Name: "Kara", Text: "Bart, are you there?"}, Agent: "bart", Name: "Bart"}
		for range 3 {
			s.notice(called)
		}
		settle()
		s.took()
		asked := 0
		for _, p := range w.room.reads(mailOf(gina)) {
			if strings.Contains(p.Text, "Kara called **Bart**, who is not here") {
				asked++
			}
		}
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
		p := w.readsOn(mailOf(gina), "Kara called")
		w.pressHome(gina, buttons(p.Message)["Bring in"])
		if got := s.took(); got != "bring bart" {
			t.Errorf("the session was told %q", got)
		}
		if p := w.readsOn(mailOf(gina), "Kara called", "has brought them in"); len(p.Rows) != 0 {
			t.Error("there are still buttons")
		}
		s.notice(called) // gone again, and called again
		settle()
		p = w.readsOn(mailOf(gina), "Kara called")
		w.pressHome(gina, buttons(p.Message)["Ignore"])
		if got := s.took(); got != "" {
			t.Errorf("the session was told %q", got)
		}
		w.readsOn(mailOf(gina), "Kara called", "Ignored.")
	})
}

// What was cut off can be said again, the latest.
func TestSayAgain(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		for _, id := range []transcript.TurnID{"t1", "t2"} {
			s.notice(EndedTurn{transcript.Turn{ID: id, Name: "Bart", Outcome: transcript.Cut, Unheard: "and " + string(id)}})
		}
		s.notice(EndedTurn{transcript.Turn{ID: "t3", Name: "Bart", Outcome: transcript.Cut}})
		s.notice(EndedTurn{transcript.Turn{ID: "t4", Name: "Bart", Outcome: transcript.Spoken}})
		settle()
		s.took()
		if p := w.readsOn(mailOf(gina), "and t1"); len(p.Rows) != 0 {
			t.Error("the earlier one still has a button")
		}
		p := w.readsOn(mailOf(gina), "**Bart** was cut off. Unheard: and t2")
		wantText(t, "the press", w.pressHome(gina, buttons(p.Message)["Say it again"]).text(), "It is said again as soon as nobody talks.")
		if got := s.took(); got != "again t2" {
			t.Errorf("the session was told %q", got)
		}
		w.silent(mailOf(gina), "t3")
	})
}

// cutOff has the GM read what was cut off, and returns the session and the buttons
// under that.
func (w *world) cutOff() (s *session, shown map[string]string) {
	s = w.playing(kim)
	s.notice(EndedTurn{transcript.Turn{ID: "t1", Name: "Bart", Outcome: transcript.Cut, Unheard: "and so on"}})
	settle()
	s.took()
	return s, buttons(w.readsOn(mailOf(gina), "and so on").Message)
}

// Of two GMs who press at the same moment the second is told what the first did.
func TestDropRestTwice(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s, shown := w.cutOff()
		w.pressHome(gina, shown["Drop"])
		for _, label := range []string{"Drop", "Say it again"} {
			wantText(t, label, w.pressHome(gina, shown[label]).text(), "**Bart** was cut off. "+userTag(gina)+" has dropped the rest.")
		}
		if got := s.took(); got != "drop rest t1" {
			t.Errorf("the session was told %q", got)
		}
	})
}

// What was cut off can be dropped, and then it is not there to be read either.
func TestDropRest(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s, shown := w.cutOff()
		w.pressHome(gina, shown["Drop"])
		settle()
		if got := s.took(); got != "drop rest t1" {
			t.Errorf("the session was told %q", got)
		}
		p := w.readsOn(mailOf(gina), "**Bart** was cut off. "+userTag(gina)+" has dropped the rest.")
		if len(p.Rows) != 0 || strings.Contains(p.Text, "and so on") {
			t.Errorf("it reads %+v", p)
		}
	})
}

// A whisper is for one person. Who cannot be reached is asked in public for
// leave, and nothing of it is told.
func TestWhisper(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim, lea)
		s.notice(Whispered{To: kim, Name: "Bart", Text: "It is a trap."})
		settle()
		w.readsOn(mailOf(kim), "**Bart**: It is a trap.")
		w.silent(mailOf(gina), "trap")
		w.room.mu.Lock()
		w.room.curtains.directErr = map[transcript.SpeakerID]error{lea: discord.ErrDirect}
		w.room.mu.Unlock()
		s.notice(Whispered{To: lea, Name: "Bart", Text: "It is a trap."})
		settle()
		w.readsOn(tavern, userTag(lea)+", there is an answer for you alone")
		w.silent(tavern, "trap")
	})
}

// Who is heard and not kept is not quoted on the GM screen, not even by empty
// quotation marks.
func TestAbsentCalledUnkept(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim)
		s.notice(AbsentCalled{Line: transcript.Line{Name: "Kara"}, Agent: "ann", Name: "Ann"})
		settle()
		p := w.readsOn(mailOf(gina), "Kara called")
		if want := "Kara called **Ann**, who is not here."; p.Text != want {
			w.t.Errorf("the GM reads %q, want %q", p.Text, want)
		}
	})
}

// Words that a question on the GM screen quotes go when whoever said them has
// them deleted, and when the question is answered. Case: H10.
func TestAbsentCalledForgotten(t *testing.T) {
	for name, end := range map[string]func(w *world){
		"deleted": func(w *world) { w.press(kim, button(btnForget, string(lantern))) },
		"struck":  func(w *world) { w.press(gina, button(btnStrike, string(lantern), "5")) },
		"ignored": func(w *world) { w.press(gina, button(btnIgnore, string(lantern), "ann")) },
	} {
		inBubble(t, Options{}, func(w *world) {
			s := w.playing(kim)
			s.notice(AbsentCalled{Line: transcript.Line{Speaker: kim, Name: "Kara", Text: "Ann, my secret!"}, Agent: "ann", Name: "Ann"})
			settle()
			if p := w.readsOn(mailOf(gina), "Kara called"); !strings.Contains(p.Text, "my secret") {
				w.t.Fatalf("%s: the GM is asked %q", name, p.Text)
			}
			end(w)
			settle()
			if p := w.readsOn(mailOf(gina), "Kara called"); strings.Contains(p.Text, "my secret") {
				w.t.Errorf("%s: the GM still reads %q", name, p.Text)
			}
		})
	}
}

// The end takes the buttons off all that asks something.
func TestScreenCloses(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.playing(kim)
		s.notice(heldTurn("t1"))
		s.notice(AbsentCalled{Line: transcript.Line{Name: "Kara"}, Agent: "ann", Name: "Ann"})
		s.notice(EndedTurn{transcript.Turn{ID: "t2", Name: "Bart", Outcome: transcript.Cut, Unheard: "and so on"}})
		settle()
		w.give(gina, subEnd)
		settle()
		for _, p := range w.room.reads(mailOf(gina)) {
			if len(p.Rows) != 0 {
				w.t.Errorf("%q still has buttons", p.Text)
			}
		}
	})
}

// However an answer is made, its note is one message that is shown as it is: it
// is edited, and what did not fit would come anew each time. Case: D04.
func TestHostileAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"escapes":       strings.Repeat("*_|`", 1000),
		"emoji":         strings.Repeat("🗝️", 2000),
		"right to left": strings.Repeat("\u202eabc ", 800),
		"a fence":       "```\n" + strings.Repeat("x ", 2000) + "\n```",
		"mentions":      strings.Repeat("<@&1> @everyone ", 300),
		"nothing":       "\u200b\u200b",
	} {
		t.Run(name, func(t *testing.T) {
			h := &heldNote{HeldTurn: HeldTurn{Name: "Bart", Whom: "Tamsin", Text: text, Whole: true}}
			for _, got := range []string{
				heldText(h, campaign.Screen{Spoilers: true}).String(),
				cutText(transcript.Turn{Name: "Bart", Unheard: text}, 0, campaign.Screen{Spoilers: true}).String(),
				whisperText(Whispered{Name: "Bart", Text: text}),
			} {
				if n := discord.Units(got); n > maxMessage {
					t.Errorf("%d units, Discord takes %d", n, maxMessage)
				}
				if strings.Contains(got, "```") || strings.Contains(got, "\u202e") || strings.Contains(got, "<@&") {
					t.Errorf("it is not shown as it is: %.60q", got)
				}
			}
		})
	}
}
