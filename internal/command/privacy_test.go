package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// The three levels hold from the next packet on, whatever the database does,
// and in the sessions to come. Case: H10.
func TestPrivacyLevels(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim, lea)
		for _, step := range []struct {
			level transcript.Consent
			heard bool
			took  string
			text  string
		}{
			{transcript.ConsentUnkept, true, "came 3 unkept", "**Heard, but not kept**, in **The Lanterns**"},
			{transcript.ConsentYes, true, "came 3 yes", "**Heard and kept**"},
			{transcript.ConsentUnkept, true, "came 3 unkept", "thrown away once you have your answer"},
			{transcript.ConsentNo, false, "drop 3; came 3 no", "**Not heard**"},
		} {
			s.took()
			w.shelf.delay = 10 * time.Second
			c, a := w.call(kim)
			w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Group: groupPrivacy, Sub: privacySet, Args: discord.Args{optLevel: string(step.level)}})
			if got := s.admit(kim); got != step.heard { // before anything else has been done
				t.Errorf("%s: the next packet is let in: %v", step.level, got)
			}
			if got := s.took(); got != step.took {
				t.Errorf("%s: the session was told %q, want %q", step.level, got, step.took)
			}
			pass(2 * time.Minute)
			w.shelf.delay = 0
			wantText(t, string(step.level), a.text(), step.text)
			if got := w.book.said[kim]; got != step.level {
				t.Errorf("kept %q, want %q", got, step.level)
			}
		}
		w.own(kim, groupPrivacy, privacySet, optLevel, "unkept")
		w.give(gina, subEnd)
		s = w.playing(kim, lea)
		if p := w.sess.begun[1].People[1]; p.ID != kim || p.Consent != transcript.ConsentUnkept || !s.admit(kim) || s.admit(lea) {
			t.Errorf("the next session begins with %+v", p)
		}
		wantText(t, "nonsense", w.own(kim, groupPrivacy, privacySet, optLevel, "maybe").text(), "I do not know this choice")
	})
}

// That somebody does not want to be heard is kept although Discord takes no
// answer any more. Case: D02.
func TestPrivacyLate(t *testing.T) {
	for name, send := range map[string]func(w *world, c discord.Call){
		"command": func(w *world, c discord.Call) {
			w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: groupPrivacy, Sub: privacySet, Args: discord.Args{optLevel: "no"}})
		},
		"button": func(w *world, c discord.Call) {
			w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: button(btnConsent, "no", string(lantern))})
		},
	} {
		for cause, want := range map[error]transcript.Consent{discord.ErrExpired: transcript.ConsentNo, discord.ErrAnswered: transcript.ConsentYes} {
			inBubble(t, Options{}, func(w *world) {
				s := w.playing(kim)
				w.own(kim, groupPrivacy, privacySet, optLevel, "yes")
				c, a := w.call(kim)
				a.deferErr = cause
				send(w, c)
				settle()
				if got := w.book.said[kim]; got != want || s.admit(kim) {
					w.t.Errorf("%s, %v: kept %q, want %q; admitted %v", name, cause, got, want, s.admit(kim))
				}
			})
		}
	}
}

// Of two commands that come one after the other the later one is kept, however
// the database treats them. The button under what is shown does the same.
func TestPrivacyLastCounts(t *testing.T) {
	inBubble(t, Options{Consent: Notice}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		w.shelf.delay = time.Second
		for _, level := range []string{"unkept", "no", "yes", "no"} {
			c, _ := w.call(kim)
			w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Group: groupPrivacy, Sub: privacySet, Args: discord.Args{optLevel: level}})
		}
		pass(time.Minute)
		w.shelf.delay = 0
		if got := w.book.said[kim]; got != transcript.ConsentNo || s.admit(kim) {
			t.Errorf("kept %q, admitted %v", got, s.admit(kim))
		}
		a := w.own(kim, groupPrivacy, privacyShow)
		w.press(kim, buttons(a.message())["Heard, but not kept"])
		if got := w.book.said[kim]; got != transcript.ConsentUnkept || !s.admit(kim) {
			t.Errorf("the button: kept %q, admitted %v", got, s.admit(kim))
		}
	})
}

// What somebody says in the moment in which a session begins holds in it, though
// what was kept before is read for it.
func TestSaidWhileASessionBegins(t *testing.T) {
	const slow = 10 * time.Second // is each access to the database
	command := func(w *world, c discord.Call) {
		w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: groupPrivacy, Sub: privacySet, Args: discord.Args{optLevel: "no"}})
	}
	press := func(id string, values ...string) func(w *world, c discord.Call) {
		return func(w *world, c discord.Call) {
			w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id, Values: values})
		}
	}
	refused := func(w *world, s *session) bool { return w.book.said[kim] == transcript.ConsentNo && !s.admit(kim) }
	loud := func(w *world, s *session) bool {
		begun := w.sess.begun[0].Loudspeakers[kim] == transcript.LoudspeakerOn
		return w.book.loud[kim] == transcript.LoudspeakerOn && (begun || strings.Contains(s.took(), "loud 3 on"))
	}
	for name, tt := range map[string]struct {
		send  func(w *world, c discord.Call)
		holds func(w *world, s *session) bool
	}{
		"no by command":      {command, refused},
		"no by a button":     {press(no), refused},
		"that they are loud": {press(button(btnSound, string(lantern), "3"), "on"), loud},
	} {
		for after := time.Duration(0); after < 4*slow; after += slow / 2 {
			inBubble(t, Options{}, func(w *world) {
				w.book.said = map[transcript.SpeakerID]transcript.Consent{kim: transcript.ConsentYes}
				w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
				for _, p := range []transcript.SpeakerID{gina, bot, kim} {
					w.move(p, tavern)
				}
				w.shelf.delay = slow
				c, _ := w.call(kim)
				tt.send(w, c)
				pass(after)
				w.shelf.delay = 0
				w.give(gina, subStart)
				pass(time.Minute)
				if s := w.sess.last(); s == nil || !tt.holds(w, s) {
					w.t.Errorf("%s, %v before the session began, does not hold in it", name, after)
				}
			})
		}
	}
}

// kept makes lines in the book.
func (w *world) kept(who transcript.SpeakerID, n int) {
	for i := range n {
		w.book.lines = append(w.book.lines, transcript.Line{Session: "s1", N: int64(i + 1), Speaker: who, Text: "words", At: time.Unix(1e9, 0)})
	}
}

// A person sees what is kept of them and deletes it; what came of it is the
// GM's to decide, and what cannot be removed is said. Case: H10.
func TestPrivacyDelete(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "nothing", w.own(kim, groupPrivacy, privacyDelete).text(), "Nothing of what you said is kept")
		s := w.playing(kim, lea)
		w.kept(kim, 3)
		w.kept(lea, 2)
		w.book.roll.stale = 1
		w.book.roll.derived = []knowledge.Proposal{{Status: knowledge.Pending}, {Status: knowledge.Approved}}
		for i := range w.book.roll.derived {
			w.book.roll.derived[i].Write.Kind = tool.WriteFact
			w.book.roll.derived[i].Write.Subject, w.book.roll.derived[i].Write.Text = "Lamp", fmt.Sprintf("`@everyone` fact %d", i)
		}
		a := w.own(kim, groupPrivacy, privacyShow)
		wantText(t, "show", a.text(), "3 lines that you said, in 1 session", "2 notes that characters made", "Sound is not kept", "You are: **Not heard**. You have not said yes yet.")
		a = w.own(kim, groupPrivacy, privacyDelete)
		wantText(t, "the question", a.text(), "This deletes the words of 3 lines", "cannot be undone", "Not removed:", "recaps that were told", "copies of the database")
		if !a.message().Private {
			t.Error("the question is for all")
		}
		id := buttons(a.message())["Delete my words for good"]
		s.took()
		a = w.press(kim, id)
		wantText(t, "the answer", a.text(), "Deleted: the words of 3 lines", "1 recap of those sessions had been told and is marked as stale", "The GM has the list of 2 notes", "Not removed:")
		if got := strings.Join(a.did(), ", "); got != "hold, update" {
			t.Errorf("calls %s", got)
		}
		if got := s.took(); got != "forget 3" {
			t.Errorf("the session was told %q", got)
		}
		for _, l := range w.book.lines {
			if (l.Text == transcript.Withdrawn) != (l.Speaker == kim) {
				t.Errorf("a line of %d says %q", l.Speaker, l.Text)
			}
		}
		var screen string
		for _, p := range w.room.posts {
			if p.channel != tavern && strings.Contains(p.Text, "has deleted what they said") {
				screen = p.Text
				if buttons(p.Message)["Look at one of them"] == "" {
					t.Errorf("the GM cannot decide there: %v", p.Rows)
				}
			} else if strings.Contains(p.Text, "has deleted") {
				t.Errorf("everybody is told: %q", p.Text)
			}
		}
		wantText(t, "the GM's list", screen, "<@3> has deleted what they said. 1 recap", "fact 0 (waits", "fact 1 (approved", "\\`\\@everyone\\`")
		wantText(t, "a second press", w.press(kim, id).text(), "Nothing of what you said is kept")
		wantText(t, "afterwards", w.own(kim, groupPrivacy, privacyShow).text(), "Nothing of what you said", "The place of 3 lines whose words are deleted")

		// With the ID of a campaign that is not this server's it leads nowhere.
		w.shelf.books = append(w.shelf.books, &book{shelf: w.shelf, guild: other, file: campaign.File{Campaign: campaign.Campaign{ID: "theirs", Name: "Theirs"}}, lines: []transcript.Line{{Speaker: kim, Text: "words"}}})
		wantText(t, "another server's", w.press(kim, button(btnForget, "theirs")).text(), "is not there any more")
		if got := w.shelf.books[1].lines[0].Text; got != "words" {
			t.Errorf("their line says %q", got)
		}
	})
}

// A GM sets how long words are kept; what is older goes after each session.
func TestRetention(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim)
		wantText(t, "a player", w.own(kim, groupPrivacy, privacyRetention, optDays, "1").text(), "That is for the GM")
		wantText(t, "Manage Server", w.own(admin, groupPrivacy, privacyRetention, optDays, "1").text(), "That is for the GM")
		for _, days := range []string{"-1", "3651"} {
			wantText(t, days, w.own(gina, groupPrivacy, privacyRetention, optDays, days).text(), "from 0, which keeps")
		}
		if got := w.book.roll.privacy.RetentionDays; got != 0 {
			t.Errorf("%d days", got)
		}
		wantText(t, "the GM", w.own(gina, groupPrivacy, privacyRetention, optDays, "30").text(), "deleted 30 days after the end of its session")
		wantText(t, "a player's view", w.own(kim, groupPrivacy, privacyShow).text(), "deleted 30 days after its end")
		if n := len(w.book.roll.expired); n != 0 {
			t.Errorf("expired %d times before the end", n)
		}
		w.give(gina, subEnd)
		if n := len(w.book.roll.expired); n != 1 {
			t.Errorf("expired %d times after the end", n)
		}
		wantText(t, "for good", w.own(gina, groupPrivacy, privacyRetention, optDays, "0").text(), "kept for good")
	})
}

// What came of deleted words, and names that sound like a player's, are secrets:
// on the screen of a GM who streams they are wrapped.
func TestGMTextsAreVeiled(t *testing.T) {
	veil := campaign.Screen{Spoilers: true}
	list := []knowledge.Proposal{{Write: tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Subject: "Lamp", Text: "Is cursed."}}}
	for name, tt := range map[string]struct{ text, secret string }{
		"derived":   {derivedText(veil, kim, list, 0, ""), "cursed"},
		"character": {newCharacterText(veil, kim, campaign.Character{Name: "Vexander"}, []string{"Vexandra"}, ""), "Vexandra"},
	} {
		parts := strings.Split(tt.text, "||")
		if len(parts) != 3 || !strings.Contains(parts[1], tt.secret) || strings.Contains(parts[0]+parts[2], tt.secret) {
			t.Errorf("%s: %q does not wrap %q", name, tt.text, tt.secret)
		}
	}
}

// captions returns what was mirrored into the tavern's chat.
func (w *world) captions() (out []string) {
	for _, text := range w.room.said(tavern) {
		if strings.HasPrefix(text, "**") && strings.Contains(text, ":** ") && !strings.Contains(text, "at the table") {
			out = append(out, text)
		}
	}
	return out
}

// Lines are mirrored as the GM has set it: what NPCs say unless something else
// is said, everybody's, or none. Case: H11.
func TestCaptions(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim)
		line := func(role transcript.Role, name, text string) KeptLine {
			l := transcript.Line{Role: role, Name: name, Text: text, Speaker: kim}
			if role == transcript.NPC {
				l.Speaker, l.Agent = 0, "bart"
			}
			return KeptLine{Line: l}
		}
		talk := func() string {
			before := len(w.captions())
			s.notice(line(transcript.Player, "Tamsin", "Good `evening` @everyone"))
			s.notice(line(transcript.NPC, "Bart", "Evening, <@3>.\u202e\n# Big"))
			written := line(transcript.NPC, "Bart", "in writing")
			written.Written = true
			s.notice(written)
			settle()
			return strings.Join(w.captions()[before:], "\n")
		}
		npc := `**Bart:** Evening, \<\@3\>. \# Big`
		all := "**Tamsin:** Good \\`evening\\` \\@everyone\n" + npc
		if got := talk(); got != npc {
			t.Errorf("by default %q, want %q", got, npc)
		}
		wantText(t, "a player", w.own(kim, groupPrivacy, privacyCaptions, optCaptions, "off").text(), "That is for the GM")
		for _, step := range []struct{ mode, want string }{{"all", all}, {"off", ""}, {"npc", npc}, {"all", all}} {
			w.own(gina, groupPrivacy, privacyCaptions, optCaptions, step.mode)
			if got := talk(); got != step.want {
				t.Errorf("%s: %q, want %q", step.mode, got, step.want)
			}
		}
		wantText(t, "nonsense", w.own(gina, groupPrivacy, privacyCaptions, optCaptions, "loud").text(), "I do not know this choice")
		cut := line(transcript.NPC, "Bart", "I was")
		cut.Line.Cut = true
		s.notice(cut)
		settle()
		if got := w.captions(); got[len(got)-1] != "**Bart:** I was —" {
			t.Errorf("cut: %q", got[len(got)-1])
		}
		w.give(gina, subEnd)
		s = w.playing(kim)
		if got := talk(); got != all {
			t.Errorf("in the next session %q, want %q", got, all)
		}
	})
}

// What is struck while it waits to be mirrored is not shown any more.
func TestCaptionsStruck(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.playing(kim)
		m := &w.desk.stay(guild).mirror
		for i, text := range []string{"old", "new"} {
			m.take(KeptLine{Line: transcript.Line{Role: transcript.NPC, Name: "Bart", Text: text, At: time.Now().Add(time.Duration(i-1) * 3 * time.Minute)}})
		}
		w.press(gina, button(btnStrike, string(lantern), "2"))
		settle()
		if got := strings.Join(w.captions(), "\n"); got != "**Bart:** old" {
			w.t.Errorf("mirrored %q, want the old line alone", got)
		}
	})
}

// A lively table is mirrored in few messages, each within Discord's limit, and
// what somebody has deleted meanwhile is not.
func TestMirror(t *testing.T) {
	var m mirror
	m.set(campaign.CaptionsAll)
	for i := range maxMirrored + 5 {
		who := kim
		if i%2 == 1 {
			who = lea
		}
		m.take(KeptLine{Line: transcript.Line{Role: transcript.Player, Speaker: who, Name: "x", Text: fmt.Sprintf("%d %s", i, strings.Repeat("*", 90))}})
	}
	m.drop(lea)
	n := 0
	for text := m.page(); text != ""; text = m.page() {
		if len([]rune(text)) > 2000 {
			t.Errorf("a message of %d characters", len([]rune(text)))
		}
		for line := range strings.SplitSeq(text, "\n") {
			var i int
			if _, err := fmt.Sscanf(line, "**x:** %d", &i); err != nil || i%2 == 1 || i < 5 {
				t.Errorf("line %.20q, %v", line, err)
			}
			n++
		}
	}
	if n != maxMirrored/2 {
		t.Errorf("%d lines, want %d", n, maxMirrored/2)
	}
	m.set(campaign.CaptionsNPC)
	if m.take(KeptLine{Line: transcript.Line{Role: transcript.Player, Text: "x"}}) || !m.take(KeptLine{Line: transcript.Line{Role: transcript.NPC, Text: "x"}}) {
		t.Error("npc mirrors the wrong ones")
	}
}

// Somebody whose Discord is German reads in German what is kept of them, is asked
// in German, and the GM is told in the language they had last.
func TestPrivacyInGerman(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
		w.locale = map[transcript.SpeakerID]string{kim: "de"}
		w.book.lines = append(w.book.lines, transcript.Line{Session: "s1", N: 1, Speaker: kim, Text: "words", At: time.Unix(1e9, 0)})
		a := w.order(kim, groupPrivacy, privacyShow, nil)
		wantText(t, "what is kept", a.text(), "**Was ich in The Lanterns von dir aufbewahre**", "Von dir gesagt: 1 Zeile, aus 1 Sitzung", "Deine Stimme: nie.")
		if buttons(a.message())["Gehört, nicht aufbewahrt"] == "" {
			t.Errorf("the buttons are %v", buttons(a.message()))
		}
		ask := w.order(kim, groupPrivacy, privacyDelete, nil)
		wantText(t, "the question", ask.text(), "lässt sich nicht zurücknehmen")
		got := w.press(kim, buttons(ask.message())["Meine Worte für immer löschen"])
		wantText(t, "the deletion", got.text(), "Gelöscht in **The Lanterns**: die Worte von 1 Zeile.")
	})
}
