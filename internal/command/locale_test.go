package command

import (
	"slices"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Each reads their own language: the answer to a command, a complaint, and help.
func TestLocale(t *testing.T) {
	for _, tt := range []struct {
		name       string
		group, sub string
		args       discord.Args
		en, de     string
	}{
		{"an answer", "", subMute, discord.Args{optNPC: "bart"}, "does not answer any more. `/glyphoxa unmute`", "antwortet nicht mehr. `/glyphoxa stumm-aus`"},
		{"a complaint", "", subMute, discord.Args{optNPC: "Zoe"}, "There is nobody called **Zoe**", "Hier heißt niemand **Zoe**"},
		{"a picture", grpScene, subSceneShow, nil, "**The Lanterns**, now: ", "**The Lanterns**, jetzt: "},
		{"help", "", subHelp, nil, "`/glyphoxa end` End the session", "`/glyphoxa ende` Beende die Sitzung"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for locale, want := range map[string]string{"de": tt.de, "en-GB": tt.en, "pl": tt.en, "": tt.en} {
				inBubble(t, Options{}, func(w *world) {
					w.locale = map[transcript.SpeakerID]string{gina: locale}
					w.here(w.playing(kim), "Bart")
					wantText(w.t, "in "+locale, w.order(gina, tt.group, tt.sub, tt.args).text(), want)
				})
			}
		})
	}
}

// What somebody presses in German is answered in German, down to the menus.
func TestLocalePressed(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.locale = map[transcript.SpeakerID]string{gina: "de"}
		w.here(w.playing(kim), "Bart")
		a := w.press(gina, button(btnEnter, string(lantern)), "wall")
		wantText(w.t, "the card", a.text(), "jetzt: **The Wall**")
		if _, ok := buttons(a.message())["In eine andere Szene gehen"]; !ok {
			w.t.Errorf("the menus are %v", buttons(a.message()))
		}
	})
}

// What a form holds already can be sent off as it stands, in each language.
func TestLocaleForms(t *testing.T) {
	for _, locale := range texts.Languages() {
		if who := say("know.form.who-gm").In(locale); !slices.Contains(gmWords, campaign.Fold(who)) {
			t.Errorf("in %s %q is nobody who may know something", locale, who)
		}
		for _, talk := range []campaign.Talk{campaign.TalkBrief, campaign.TalkNormal, campaign.TalkLong} {
			shown := npcDraft{fieldName: "Odo", fieldTalk: string(talk)}.shownTalk(locale)
			if got, err := (npcDraft{fieldName: "Odo", fieldTalk: shown}).clean(); err != nil || got[fieldTalk] != string(talk) {
				t.Errorf("in %s %s is shown as %q and taken as %q, %v", locale, talk, shown, got[fieldTalk], err)
			}
		}
	}
	if got := (npcDraft{fieldTalk: "much"}).shownTalk("de"); got != "much" {
		t.Errorf("what somebody wrote comes back as %q", got)
	}
}

// What stands in the channel for everybody is in the campaign's language.
func TestLocalePublic(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Campaign.Language = "de"
		w.locale = map[transcript.SpeakerID]string{gina: "en-US", kim: "fr"}
		w.playing(kim)
		card := w.readsOn(tavern, "**Gehört:** nur wer *Ich bin dabei*")
		for _, label := range []string{"Ich bin dabei", "Hören, nichts aufbewahren", "Ohne mich", "Stopp", "Unter uns", "X-Karte", "Ich nutze Lautsprecher"} {
			if buttons(card.Message)[label] == "" {
				w.t.Errorf("the card has no button %q: %v", label, buttons(card.Message))
			}
		}
		wantText(w.t, "a press", w.press(kim, yes).text(), "You are in", "*Ohne mich* takes it back")
	})
}

// Of two GMs each reads the GM screen in the language in which they last gave a
// command; who has given none reads the campaign's.
func TestLocaleScreen(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Campaign.CoGMs = []transcript.SpeakerID{lea}
		w.locale = map[transcript.SpeakerID]string{gina: "de"}
		s := w.here(w.playing(lea), "Bart")
		s.notice(heldTurn("t1"))
		settle()
		p := w.readsOn(mailOf(gina), "zu ")
		if buttons(p.Message)["Abspielen"] == "" {
			w.t.Errorf("the buttons are %v", buttons(p.Message))
		}
		if p := w.readsOn(mailOf(lea), " to "); buttons(p.Message)["Play"] == "" {
			w.t.Errorf("the buttons are %v", buttons(p.Message))
		}
	})
}
