package command

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// Respell notes what is corrected and says that two lines were.
func (b *book) Respell(_ context.Context, heard, right string, setOff bool) (int, error) {
	defer b.shelf.enter()()
	b.respelt = append(b.respelt, respelling{heard, right, setOff})
	return 2, nil
}

type respelling struct {
	heard, right string
	setOff       bool
}

// A correction is kept in the campaign, made in what was said, and taken in by the
// table that plays.
func TestNamesCommand(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.here(w.playing(kim), "Bart")
		a := w.order(gina, groupNames, "add", discord.Args{optHeard: " Gretta ", optRight: "Greta"})
		wantText(t, "the answer", a.text(), "“Gretta” is **Greta** from now on.\nI have corrected 2 lines")
		if got, want := w.book.respelt, []respelling{{"Gretta", "Greta", false}}; !reflect.DeepEqual(got, want) {
			t.Errorf("corrected %v, want %v", got, want)
		}
		if got, want := s.took(), `respell [{Greta  [Gretta]}] "Gretta" "Greta"`; got != want {
			t.Errorf("the table was told %q, want %q", got, want)
		}
		w.order(gina, groupNames, "add", discord.Args{optHeard: "Grete", optRight: "greta"})
		a = w.order(gina, groupNames, "add", discord.Args{optHeard: "part", optRight: "Bart"})
		wantText(t, "a word", a.text(), "“part” is a word, too")
		if !w.book.respelt[2].setOff {
			t.Error("a word is corrected wherever it stands")
		}
		wantText(t, "the list", w.order(gina, groupNames, "list", nil).text(), "- **Greta**: Gretta, Grete\n- **Bart**: part")
		s.took()
		wantText(t, "taken out", w.order(gina, groupNames, "remove", discord.Args{optHeard: "gretta"}).text(), "not corrected any more")
		if got, want := s.took(), `respell [{Greta  [Grete]} {Bart  [part]}] "" ""`; got != want {
			t.Errorf("the table was told %q, want %q", got, want)
		}
		w.order(gina, groupNames, "remove", discord.Args{optHeard: "Grete"})
		if got, want := w.book.file.Names, []campaign.Name{{Text: "Bart", Heard: []string{"part"}}}; !reflect.DeepEqual(got, want) {
			t.Errorf("the list is %v, want %v", got, want)
		}
	})
}

// A name is corrected without a session as well, and moves from one to another.
func TestNamesMove(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Names = []campaign.Name{{Text: "Greta", Say: "GRAY-ta", Heard: []string{"Gretta"}}}
		w.order(gina, groupNames, "add", discord.Args{optHeard: "Gretta", optRight: "Margret"})
		want := []campaign.Name{{Text: "Greta", Say: "GRAY-ta", Heard: []string{}}, {Text: "Margret", Heard: []string{"Gretta"}}}
		if got := w.book.file.Names; !reflect.DeepEqual(got, want) {
			w.t.Errorf("the list is %v, want %v", got, want)
		}
	})
}

func TestNamesRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		who  transcript.SpeakerID
		sub  string
		args discord.Args
		want string
	}{
		{"a player", kim, "add", discord.Args{optHeard: "Gretta", optRight: "Greta"}, ""},
		{"no letters", gina, "add", discord.Args{optHeard: "?!", optRight: "Greta"}, "A name has letters"},
		{"too long", gina, "add", discord.Args{optHeard: strings.Repeat("x", 61), optRight: "Greta"}, "A name has letters"},
		{"the same", gina, "add", discord.Args{optHeard: "GRETA", optRight: "Greta"}, "the same name"},
		{"somebody's", gina, "add", discord.Args{optHeard: "Bart", optRight: "Burt"}, "is called so"},
		{"not in the list", gina, "remove", discord.Args{optHeard: "Gretta"}, "Nothing is corrected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				a := w.order(tt.who, groupNames, tt.sub, tt.args)
				wantText(w.t, "the answer", a.text(), tt.want)
				if len(w.book.respelt) > 0 || len(w.book.file.Names) > 0 {
					w.t.Errorf("it was corrected: %v", w.book.respelt)
				}
			})
		})
	}
}

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

func TestExchangeEndedText(t *testing.T) {
	n := ExchangeEnded{First: "Bart", Second: "Greta", Of: 2, Why: "muted"}
	for end, want := range map[conversation.ExchangeEnd]string{
		conversation.ExchangeDone:     "",
		conversation.ExchangeReplaced: "",
		conversation.ExchangeCut:      "**Bart** and **Greta** stopped after 0 of 2 turns: they were interrupted: muted.",
		conversation.ExchangeMissed:   "**Bart** and **Greta** stopped after 0 of 2 turns: one of them said nothing: muted.",
	} {
		n.End = end
		if got := exchangeEndedText(n).String(); got != want {
			t.Errorf("%s: %q, want %q", end, got, want)
		}
	}
}

func TestTimesText(t *testing.T) {
	turn := transcript.Turn{Cost: 0.00213, Stages: transcript.Stages{
		Recognise: 300 * time.Millisecond, Address: 2 * time.Millisecond, FirstWord: 412 * time.Millisecond,
		FirstSound: 1234 * time.Millisecond, Play: 3210 * time.Millisecond,
	}}
	const want = "(words: 300 ms, whom: 2 ms, first word: 412 ms, first sound: 1234 ms, heard for 3.2 s, cost 0.0021)"
	if got := timesText(turn).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !timesText(transcript.Turn{}).Empty() {
		t.Error("a turn without times has some")
	}
}
