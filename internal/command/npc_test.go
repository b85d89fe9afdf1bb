package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// atTavern has the tavern play the Lanterns, without a session.
func (w *world) atTavern() {
	w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
}

func TestNPCCreate(t *testing.T) {
	sings := &choir{voices: "alto bass tenor"}
	inBubble(t, Options{Voicer: sings}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Agents[0].Voices = map[string]campaign.Voice{"choir": {Name: "alto"}}
		a := w.group(gina, groupNPC, subCreate, nil)
		if got := strings.Join(a.did(), ", "); got != "open" {
			t.Fatalf("calls %s", got)
		}
		f := a.form()
		made := w.sendForm(gina, f, map[string]string{
			fieldName: "\u202e \u200bOld  Odo\n", fieldPersona: "You are grumpy.\r\n```@everyone```", fieldTalk: "Long", fieldKnownAs: "The Ferryman",
		})
		wantText(t, "the answer", made.text(), "**Old Odo** is new", `whom players know as **The Ferryman**`, "Talk: long", "grumpy. \\`\\`\\`\\@everyone")
		if got := strings.Join(made.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		odo := w.book.agent("Old Odo")
		if odo.ID != "old-odo" || odo.Persona != "You are grumpy.\n```@everyone```" || odo.Talk != campaign.TalkLong {
			t.Errorf("kept %+v", odo)
		}
		if v := odo.Voices["choir"].Name; v != "bass" && v != "tenor" {
			t.Errorf("the voice is %q, want one that nobody has", v)
		}
		// Sent off again: the second one is told the truth.
		again := w.sendForm(gina, f, map[string]string{fieldName: "Old Odo"})
		wantText(t, "the second answer", again.text(), "**Old Odo** already answers to", "Nothing was changed")
		if n := len(w.book.file.Agents); n != 2 {
			t.Errorf("%d agents", n)
		}
	})
}

// What cannot be taken is not lost: it comes back with the answer, and opens in
// the form again.
func TestNPCFormRefuses(t *testing.T) {
	long := strings.Repeat("ä", 4001)
	for _, tt := range []struct {
		name   string
		fields map[string]string
		want   string
	}{
		{"nothing", map[string]string{fieldName: "  "}, "at least one letter"},
		{"nothing that is seen", map[string]string{fieldName: "\u200b\u202e\u2066"}, "at least one letter"},
		{"punctuation", map[string]string{fieldName: "…!?"}, "at least one letter"},
		{"a known-as of nothing that could be said", map[string]string{fieldName: "Odo", fieldKnownAs: "***"}, "at least one letter"},
		{"somebody's name", map[string]string{fieldName: "BÁRT"}, "**Bart** already answers to “BÁRT”"},
		{"somebody's name, hidden", map[string]string{fieldName: "B\u200bart"}, "**Bart** already answers to “Bart”"},
		{"a character's name as disguise", map[string]string{fieldName: "Odo", fieldKnownAs: "tamsin"}, "**Tamsin** already answers to"},
		{"a name that is corrected", map[string]string{fieldName: "Grete"}, "“Grete” is always corrected to **Greta**"},
		{"too long a name", map[string]string{fieldName: long[:200]}, "has 100 characters"},
		{"too long a persona", map[string]string{fieldName: "Odo", fieldPersona: long}, "has 4001 characters"},
		{"no talk", map[string]string{fieldName: "Odo", fieldTalk: "chatterbox"}, "*brief*, *normal* or *long*"},
		{"no voice", map[string]string{fieldName: "Odo", fieldVoice: "kazoo"}, "There are alto, bass"},
		{"nearly a voice", map[string]string{fieldName: "Odo", fieldVoice: "Allto"}, "Did you mean `alto`?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{Voicer: &choir{voices: "alto bass"}}, func(w *world) {
				t := w.t
				w.atTavern()
				w.book.file.Names = []campaign.Name{{Text: "Greta", Heard: []string{"grete"}}}
				f := w.group(gina, groupNPC, subCreate, nil).form()
				a := w.sendForm(gina, f, tt.fields)
				wantText(t, "the answer", a.text(), tt.want, "Nothing was changed")
				if n := len(w.book.file.Agents); n != 1 {
					t.Errorf("%d agents, want the one that there was", n)
				}
				m := a.message()
				if len(m.Files) != 1 || !strings.Contains(string(m.Files[0].Data), tt.fields[fieldPersona]) || len(m.Text) > 2000 {
					t.Errorf("%d files, %d characters", len(m.Files), len(m.Text))
				}
				again := w.press(gina, buttons(m)["Open the form again"])
				if got := strings.Join(again.did(), ", "); got != "open" {
					t.Fatalf("calls %s", got)
				}
				for _, field := range again.form().Fields {
					if field.Text != tt.fields[field.ID] {
						t.Errorf("%s shows %d bytes, want what was written, %d", field.ID, len(field.Text), len(tt.fields[field.ID]))
					}
				}
				fixed := w.sendForm(gina, again.form(), map[string]string{fieldName: "Wenlow", fieldKnownAs: "", fieldTalk: "", fieldVoice: "", fieldPersona: ""})
				wantText(t, "the corrected one", fixed.text(), "**Wenlow** is new")
			})
		})
	}
}

// Two GMs who make the same NPC at once make one, and both are told the truth.
func TestNPCAtOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{kim}
		f := w.group(gina, groupNPC, subCreate, nil).form()
		w.shelf.delay = time.Second
		a := w.sendForm(gina, f, map[string]string{fieldName: "Odo"})
		b := w.sendForm(kim, f, map[string]string{fieldName: "Odo"})
		pass(time.Minute)
		if n := len(w.book.file.Agents); n != 2 {
			t.Errorf("%d agents", n)
		}
		texts := a.text() + b.text()
		wantText(t, "the answers", texts, "**Odo** is new", "**Odo** already answers to")
		w.shelf.delay = 0
	})
}

func TestNPCSoundsAlike(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		f := w.group(gina, groupNPC, subCreate, nil).form()
		wantText(t, "the answer", w.sendForm(gina, f, map[string]string{fieldName: "Old Barth"}).text(), "is new", "⚠ It sounds like **Bart**")
		got := w.sendForm(gina, f, map[string]string{fieldName: "Mirela"}).text()
		if strings.Contains(got, "sounds like") {
			t.Errorf("warned: %q", got)
		}
	})
}

func TestNPCEdit(t *testing.T) {
	inBubble(t, Options{Voicer: &choir{voices: "alto bass"}}, func(w *world) {
		t := w.t
		s := w.playing()
		w.book.file.Agents[0] = campaign.Agent{
			ID: "bart", Name: "Bart", Kind: campaign.NPC, Persona: "Dry.", Aliases: []string{"Bartholomew"}, KnownAs: "The Man",
			Voices: map[string]campaign.Voice{"choir": {Name: "bass", Options: map[string]string{"speed": "2"}}},
		}
		s.took()
		a := w.group(gina, groupNPC, subEdit, discord.Args{optName: "bart"})
		f := a.form()
		got := map[string]string{}
		for _, field := range f.Fields {
			got[field.ID] = field.Text
		}
		want := map[string]string{fieldName: "Bart", fieldPersona: "Dry.", fieldKnownAs: "The Man", fieldVoice: "bass", fieldTalk: ""}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("the form shows %v, want %v", got, want)
		}
		done := w.sendForm(gina, f, map[string]string{fieldPersona: "Wet."})
		wantText(t, "the answer", done.text(), "**Bart** is as you say now", "> Wet.")
		bart := w.book.agent("Bart")
		if bart.Persona != "Wet." || bart.Voices["choir"].Options["speed"] != "2" || len(bart.Aliases) != 1 {
			t.Errorf("kept %+v", bart)
		}
		if took := s.took(); took != "agent bart" {
			t.Errorf("the table was told %q", took)
		}
		// The same form once more changes nothing, and is no conflict.
		wantText(t, "twice", w.sendForm(gina, f, map[string]string{fieldPersona: "Wet."}).text(), "**Bart** is as you say now")

		// Another GM has changed it since the form was opened.
		old := w.sendForm(gina, f, map[string]string{fieldPersona: "Frozen."})
		wantText(t, "a form that is out of date", old.text(), "Somebody has changed **Bart**", "Nothing was changed")
		if p := w.book.agent("Bart").Persona; p != "Wet." {
			t.Errorf("the persona is %q", p)
		}
		over := w.press(gina, buttons(old.message())["Open the form again"]).form()
		wantText(t, "knowingly", w.sendForm(gina, over, nil).text(), "> Frozen.")

		// It is gone meanwhile.
		w.book.troupe.between = func(f *campaign.File) { f.Agents = nil }
		wantText(t, "gone in between", w.sendForm(gina, over, map[string]string{fieldPersona: "Gone."}).text(), "not there any more", "attached")
		wantText(t, "gone before", w.sendForm(gina, over, nil).text(), "not there any more")
		wantText(t, "to edit", w.group(gina, groupNPC, subEdit, discord.Args{optName: "bart"}).text(), "no NPC yet")
	})
}

// What a file says at more length than a form can hold is not cut by changing
// something else: the form does not have it, and it stays.
func TestNPCEditKeepsWhatDoesNotFit(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("He keeps the toll house. ", 300))
	name := strings.TrimSpace(strings.Repeat("Bartholomew ", 9))
	for what, tt := range map[string]struct {
		agent campaign.Agent
		lacks string
		left  bool // is said to have been left out
	}{
		"nothing":        {campaign.Agent{Name: "Bart", Persona: "Dry."}, "", false},
		"its persona":    {campaign.Agent{Name: "Bart", Persona: long}, fieldPersona, true},
		"emoji":          {campaign.Agent{Name: "Bart", Persona: strings.Repeat("🏮", 2001)}, fieldPersona, true},
		"its name":       {campaign.Agent{Name: name, Persona: "Dry."}, fieldName, true},
		"its other name": {campaign.Agent{Name: "Bart", KnownAs: name}, fieldKnownAs, true},
		"its voice":      {campaign.Agent{Name: "Bart", Voices: map[string]campaign.Voice{"choir": {Name: strings.Repeat("v", 101)}}}, fieldVoice, true},
	} {
		t.Run(what, func(t *testing.T) {
			inBubble(t, Options{Voicer: &choir{voices: "alto bass"}}, func(w *world) {
				w.atTavern()
				want := tt.agent
				want.ID, want.Kind = "bart", campaign.NPC
				w.book.file.Agents[0] = want
				f := w.group(gina, groupNPC, subEdit, discord.Args{optName: "bart"}).form()
				for _, field := range f.Fields {
					if field.ID == tt.lacks {
						w.t.Errorf("the form has %s", field.ID)
					}
				}
				a := w.sendForm(gina, f, map[string]string{fieldTalk: "long"})
				if got := strings.Contains(a.text(), "longer than a form can hold"); got != tt.left {
					w.t.Errorf("the answer is %q", a.text())
				}
				want.Talk = campaign.TalkLong
				got := w.book.file.Agents[0]
				if want.Voices == nil {
					want.Voices = got.Voices // an empty field has one chosen
				}
				if !cmp.Equal(got, want) {
					w.t.Errorf("kept %s", cmp.Diff(want, got))
				}
				// A form that is refused opens again without it.
				b := w.sendForm(gina, f, map[string]string{fieldTalk: "endless"})
				again := w.press(gina, buttons(b.message())["Open the form again"]).form()
				if len(again.Fields) != len(f.Fields) {
					w.t.Errorf("it opens again with %d fields, and had %d", len(again.Fields), len(f.Fields))
				}
			})
		})
	}
}

// Where the database takes its time, the interaction is acknowledged before.
// Case: D01.
func TestNPCEditSlowly(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.shelf.delay = 2 * time.Second
		began := time.Now()
		a := w.group(gina, groupNPC, subEdit, discord.Args{optName: "bart"})
		pass(20 * time.Second)
		if late := a.acked.Sub(began); late > 200*time.Millisecond {
			t.Errorf("acknowledged after %v", late)
		}
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Fatalf("calls %s", got)
		}
		began = time.Now()
		open := w.press(gina, buttons(a.message())["Open the form"])
		if got := strings.Join(open.did(), ", "); got != "open" || time.Since(began) > 0 {
			t.Errorf("calls %s after %v", got, time.Since(began))
		}
		// Nobody else opens it from memory.
		other := w.press(kim, buttons(a.message())["Open the form"])
		pass(20 * time.Second)
		wantText(t, "a player", other.text(), "for the GM")
		if len(other.forms) != 0 {
			t.Error("a player is shown the form")
		}
	})
}

func TestNPCShow(t *testing.T) {
	inBubble(t, Options{Voicer: &choir{voices: "alto"}}, func(w *world) {
		t := w.t
		w.atTavern()
		long := strings.Repeat("Dry. ", 800)
		w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "wim", Name: "Wim", KnownAs: "The *Stranger*", State: campaign.Dead, Persona: long})
		w.book.file.Scenes[0].Present = []transcript.AgentID{"wim"}
		wantText(t, "all", w.group(gina, groupNPC, subShow, nil).text(), "- **Bart**", `- **Wim** (The \*Stranger\*), dead`)
		for _, name := range []string{"wim", "WIM", "the stranger"} {
			a := w.group(gina, groupNPC, subShow, discord.Args{optName: name})
			wantText(t, name, a.text(), `**Wim**, whom players know as **The \*Stranger\***, dead`, "In The Inn", "> Dry.")
			m := a.message()
			if len(m.Files) != 1 || string(m.Files[0].Data) != long || len(m.Text) > 2000 {
				t.Errorf("%d files, %d characters", len(m.Files), len(m.Text))
			}
			if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
				t.Errorf("calls %s", got)
			}
		}
		wantText(t, "nobody", w.group(gina, groupNPC, subShow, discord.Args{optName: "Greta"}).text(), "Nobody here is called “Greta”. There is Bart and Wim")
	})
}

func TestNPCTry(t *testing.T) {
	sings := &choir{voices: "alto bass"}
	inBubble(t, Options{Voicer: sings}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Agents[0].Voices = map[string]campaign.Voice{"choir": {Name: "bass"}}
		a := w.group(gina, groupNPC, subTry, discord.Args{optName: "bart"})
		if m := a.message(); len(m.Files) != 1 || m.Files[0].Name != "voice.wav" || a.did()[0] != "defer private=true" {
			t.Errorf("answered %+v after %s", m, a.did())
		}
		w.group(gina, groupNPC, subTry, discord.Args{optName: "bart", optText: "Who goes\u200b there?"})
		card := w.group(gina, groupNPC, subShow, discord.Args{optName: "bart"})
		p := w.press(gina, buttons(card.message())["Hear its voice"])
		if m := p.message(); len(m.Files) != 1 || !m.Private {
			t.Errorf("the button answers %+v", m)
		}
		if want := []string{"bass: They call me Bart. This is how I sound when I have something to say.", "bass: Who goes there?"}; !slices.Equal(sings.said[:2], want) {
			t.Errorf("said %q", sings.said)
		}
		w.book.file.Agents[0].Voices = map[string]campaign.Voice{"choir": {Name: "broken"}}
		wantText(t, "a fault", w.group(gina, groupNPC, subTry, discord.Args{optName: "bart"}).text(), "could not make the clip")
	})
	inBubble(t, Options{}, func(w *world) {
		w.atTavern()
		wantText(w.t, "without a voice", w.group(gina, groupNPC, subTry, discord.Args{optName: "bart"}).text(), "no voice to speak with")
	})
}

func TestNPCState(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing()
		s.took()
		a := w.group(gina, groupNPC, subState, discord.Args{optName: "bart", optState: "dead"})
		wantText(t, "the answer", a.text(), "**Bart** is dead, and in no scene", "**Bart**, dead")
		wantText(t, "twice", w.group(gina, groupNPC, subState, discord.Args{optName: "bart", optState: "dead"}).text(), "is dead already")
		back := w.press(gina, buttons(a.message())["Alive"])
		wantText(t, "the button", back.text(), "**Bart** is alive")
		if got := strings.Join(back.did(), ", "); got != "hold, update" {
			t.Errorf("calls %s", got)
		}
		if got := s.took(); got != "agent bart; agent bart; agent bart" {
			t.Errorf("the table was told %q", got)
		}
		wantText(t, "no state", w.press(gina, button(btnNPCState, string(lantern), refOf("bart"), "asleep")).text(), "I do not know this button any more.")
		s.fakeControls.err = refuse(lit("The table is busy."))
		wantText(t, "a table that cannot", w.group(gina, groupNPC, subState, discord.Args{optName: "bart", optState: "away"}).text(), "is away", "The table is busy")
	})
}

func TestNPCReveal(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.atTavern()
		w.book.file.Agents[0].KnownAs = "The Hooded Man"
		card := w.group(gina, groupNPC, subShow, discord.Args{optName: "bart"})
		first := w.press(gina, buttons(card.message())["Reveal its name"])
		wantText(t, "the button", first.text(), "**Bart** is no longer The Hooded Man")
		wantText(t, "again", w.group(gina, groupNPC, subReveal, discord.Args{optName: "the hooded man"}).text(), "goes by its true name already")
		bart := w.book.agent("Bart")
		if bart.Shown() != "Bart" || !slices.Equal(bart.Aliases, []string{"The Hooded Man"}) {
			t.Errorf("kept %+v", bart)
		}
	})
}

// Rights are looked at for each command, button and form, in this guild alone.
// Case: F50.
func TestNPCsAreTheGMs(t *testing.T) {
	inBubble(t, Options{Voicer: &choir{voices: "alto"}}, func(w *world) {
		t := w.t
		w.playing(kim, admin)
		w.book.file.Agents[0].Persona = "A secret smuggler."
		w.book.file.Agents[0].KnownAs = "The Hooded Man"
		card := w.group(gina, groupNPC, subShow, discord.Args{optName: "bart"}).message()
		form := w.group(gina, groupNPC, subEdit, discord.Args{optName: "bart"}).form()
		create := w.group(gina, groupNPC, subCreate, nil).form()
		before := fmt.Sprint(w.book.file)
		deny := func(who transcript.SpeakerID, want string) {
			t.Helper()
			var all []*answer
			for _, sub := range []string{subEdit, subShow, subTry, subQuick, subState, subReveal} {
				all = append(all, w.group(who, groupNPC, sub, discord.Args{optName: "bart", optState: "dead", optWords: "a spy"}))
			}
			all = append(all, w.group(who, groupCampaign, subExport, nil))
			for _, id := range buttons(card) {
				all = append(all, w.press(who, id))
			}
			all = append(all, w.sendForm(who, form, map[string]string{fieldPersona: "Changed."}), w.sendForm(who, create, map[string]string{fieldName: "Odo"}),
				w.press(who, button(btnNPCKeep, string(lantern), refOf("bart"))))
			for _, a := range all {
				if got := a.text(); !strings.Contains(got, want) {
					t.Errorf("%d is told %q, want %q", who%1000, got, want)
				}
				for _, secret := range []string{"smuggler", "Hooded", "Bart"} {
					if strings.Contains(a.text(), secret) || len(a.message().Files) > 0 || len(a.forms) > 0 {
						t.Errorf("%d learns of %s: %q", who%1000, secret, a.text())
					}
				}
			}
		}
		deny(kim, "for the GM")
		deny(admin, "for the GM")
		w.book.guild = other // an ID of another guild's
		for label, id := range buttons(card) {
			wantText(t, label, w.press(gina, id).text(), "no such campaign")
		}
		wantText(t, "the form", w.sendForm(gina, form, map[string]string{fieldPersona: "Changed."}).text(), "no such campaign")
		w.book.guild = guild
		if after := fmt.Sprint(w.book.file); after != before {
			t.Errorf("changed: %s", after)
		}
	})
}

func TestNPCIDsFit(t *testing.T) {
	uuid := strings.Repeat("0", 36)
	ref := refOf(transcript.AgentID(strings.Repeat("悬", 64)))
	for _, id := range []string{
		button(btnNPCForm, uuid, ref, npcDraft{}.digest()), button(formNPC, uuid, ref, npcDraft{}.digest()),
		button(btnNPCState, uuid, ref, string(campaign.Alive)), button(btnNPCReveal, uuid, ref),
	} {
		if _, _, ok := parseID(id); !ok {
			t.Errorf("%q, %d characters, is none of ours", id, len(id))
		}
	}
}
