package command

import (
	"fmt"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Two NPCs talk to each other at the GM's word, and the GM hears why they stopped.
func TestExchange(t *testing.T) {
	for locale, want := range map[string][4]string{
		"":   {"talks to", "Nobody talks to themselves", "I can do 2 to 4 turns", "stopped after 1 of 3 turns: Kara spoke to an NPC."},
		"de": {"redet mit", "Niemand redet mit sich selbst", "2 bis 4 Beiträge", "haben nach 1 von 3 Beiträgen aufgehört: Kara hat einen NSC angesprochen."},
	} {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.locale = map[transcript.SpeakerID]string{gina: locale}
			s := w.here(w.playing(kim), "Bart")
			other := w.other("bart")
			a := w.order(gina, grpScene, subExchange, discord.Args{optNPC: "bart", optWith: string(other.ID), optTopic: " the\nmill "})
			wantText(t, "the answer", a.text(), want[0])
			if got, want := s.took(), fmt.Sprintf("exchange bart %s %q 3", other.ID, "the mill"); got != want {
				t.Errorf("the table was told %q, want %q", got, want)
			}
			wantText(t, "with itself", w.order(gina, grpScene, subExchange, discord.Args{optNPC: "bart", optWith: "bart"}).text(), want[1])
			wantText(t, "too many", w.order(gina, grpScene, subExchange, discord.Args{optNPC: "bart", optWith: string(other.ID), optTurns: "5"}).text(), want[2])
			w.order(kim, grpScene, subExchange, discord.Args{optNPC: "bart", optWith: string(other.ID)})
			if got := s.took(); got != "" {
				t.Errorf("the table was told %q", got)
			}
			s.notice(ExchangeEnded{First: "Bart", Second: "Greta", Heard: 3, Of: 3, End: conversation.ExchangeDone})
			s.notice(ExchangeEnded{First: "Bart", Second: "Greta", Heard: 1, Of: 3, End: conversation.ExchangeAddressed, Who: "Kara"})
			settle()
			w.readsOn(mailOf(gina), want[3])
		})
	}
}

// other is an NPC of the campaign that is not id.
func (w *world) other(id transcript.AgentID) campaign.Agent {
	for _, a := range npcs(w.book.file.Agents) {
		if a.ID != id {
			return a
		}
	}
	w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "greta", Kind: campaign.NPC, Name: "Greta"})
	return w.book.file.Agents[len(w.book.file.Agents)-1]
}

// Who cannot talk to anybody is named, and why.
func TestExchangeRefused(t *testing.T) {
	for _, tt := range []struct{ name, npc, with, en, de string }{
		{"somebody absent", "bart", "greta", "Not here: **Greta**. `/glyphoxa scene add`", "Nicht hier: **Greta**. Wer fehlt, den holt `/glyphoxa szene hinzufügen`."},
		{"both absent", "orlo", "greta", "Not here: **Orlo** and **Greta**.", "Nicht hier: **Orlo** und **Greta**."},
		{"the Butler", "bart", "jeeves", "**Jeeves** is the Butler", "**Jeeves** ist der Butler"},
		{"nobody", "bart", "Gerta", "Did you mean **Greta**?", "Meintest du **Greta**?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for locale, want := range map[string]string{"": tt.en, "de": tt.de} {
				inBubble(t, Options{}, func(w *world) {
					w.locale = map[transcript.SpeakerID]string{gina: locale}
					w.book.file.Agents = append(w.book.file.Agents,
						campaign.Agent{ID: "greta", Kind: campaign.NPC, Name: "Greta"}, campaign.Agent{ID: "orlo", Kind: campaign.NPC, Name: "Orlo"},
						campaign.Agent{ID: "butler", Kind: campaign.Butler, Name: "Jeeves"})
					s := w.here(w.playing(kim), "Bart")
					s.fakeControls.err = ErrNobody
					wantText(w.t, "the answer", w.order(gina, grpScene, subExchange, discord.Args{optNPC: tt.npc, optWith: tt.with}).text(), want)
				})
			}
		})
	}
}

func TestExchangeEndedText(t *testing.T) {
	n := ExchangeEnded{First: "Bart", Second: "Greta", Of: 2, Why: "muted"}
	for end, want := range map[conversation.ExchangeEnd]string{
		conversation.ExchangeDone:     "",
		conversation.ExchangeReplaced: "",
		conversation.ExchangeCut:      "**Bart** and **Greta** stopped after 0 of 2 turns: they were interrupted: muted.",
		conversation.ExchangeMuted:    "**Bart** and **Greta** stopped after 0 of 2 turns: one of them is muted, which `/glyphoxa unmute` changes.",
	} {
		n.End = end
		if got := exchangeEndedText(n).String(); got != want {
			t.Errorf("%s: %q, want %q", end, got, want)
		}
	}
	n.End, n.Why = conversation.ExchangeMissed, "listen only"
	if got, want := exchangeEndedText(n).In("de"), "**Bart** und **Greta** haben nach 0 von 2 Beiträgen aufgehört: einer von ihnen hat nichts gesagt: nur zuhören."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
