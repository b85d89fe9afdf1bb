package command

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// Respell notes what is corrected and says that two lines were, a proposal and a
// recap, but for Nowhere.
func (b *book) Respell(_ context.Context, heard, right string, setOff bool) (knowledge.Respelt, error) {
	defer b.shelf.enter()()
	b.respelt = append(b.respelt, respelling{heard, right, setOff})
	if b.respells != nil {
		b.respells()
	}
	if heard == "Nowhere" {
		return knowledge.Respelt{}, nil
	}
	return knowledge.Respelt{Lines: 2, Proposals: 1, Recaps: 3}, nil
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
		wantText(t, "the answer", a.text(), "“Gretta” is **Greta** from now on.\nI have corrected 2 lines of what was said.\nI have corrected it in 1 proposal")
		wantText(t, "the recaps", a.text(), "In recaps it is right now, too")
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
		w.book.file.Characters = append(w.book.file.Characters, campaign.Character{ID: "lady", Name: "Lady Bexwold"})
		wantText(t, "a part of the right name", w.order(gina, groupNames, "add", discord.Args{optHeard: "Bexwold", optRight: "Lady Bexwold"}).text(), "“Bexwold” is **Lady Bexwold**")
		w.order(gina, groupNames, "remove", discord.Args{optHeard: "Bexwold"})
		a = w.order(gina, groupNames, "add", discord.Args{optHeard: "Nowhere", optRight: "Bart"})
		wantText(t, "in no line", a.text(), "“Nowhere” is **Bart** from now on.\nIt is in no line")
		if got := a.text(); strings.Contains(got, "proposal") || strings.Contains(got, "recap") {
			t.Errorf("nothing was corrected: %q", got)
		}
		w.order(gina, groupNames, "remove", discord.Args{optHeard: "Nowhere"})
		w.order(gina, groupNames, "remove", discord.Args{optHeard: "Grete"})
		if got, want := w.book.file.Names, []campaign.Name{{Text: "Bart", Heard: []string{"part"}}}; !reflect.DeepEqual(got, want) {
			t.Errorf("the list is %v, want %v", got, want)
		}
	})
}

// The table has the correction before what was said is put right, so that no line is
// kept wrongly in between.
func TestNamesTableFirst(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.here(w.playing(kim), "Bart")
		before := ""
		w.book.respells = func() { before = s.took() }
		w.order(gina, groupNames, "add", discord.Args{optHeard: "Gretta", optRight: "Greta"})
		if want := `respell [{Greta  [Gretta]}] "Gretta" "Greta"`; before != want {
			w.t.Errorf("before the lines were corrected the table was told %q, want %q", before, want)
		}
	})
}

// What a GM edits after a correction has it, though it was shown before.
func TestNamesDraftAtHand(t *testing.T) {
	var c draftsCache
	c.keep(campaign.Campaign{ID: "here"}, transcript.Draft{N: 1, Recap: transcript.Recap{Text: "They met Gretta's sister."}})
	c.keep(campaign.Campaign{ID: "there"}, transcript.Draft{N: 1, Recap: transcript.Recap{Text: "Gretta left."}})
	c.respell("here", "gretta", "Greta", false)
	for id, want := range map[transcript.CampaignID]string{"here": "They met Greta's sister.", "there": "Gretta left."} {
		if d, _ := c.find(id, "1"); d.draft.Text != want {
			t.Errorf("%s: %q, want %q", id, d.draft.Text, want)
		}
	}
}

// A name is corrected without a session as well, and moves from one to another.
func TestNamesMove(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.book.file.Names = []campaign.Name{{Text: "Greta", Say: "GRAY-ta", Heard: []string{"Gretta"}}}
		a := w.order(gina, groupNames, "add", discord.Args{optHeard: "Gretta", optRight: "Margret"})
		wantText(w.t, "the answer", a.text(), "“Gretta” is **Margret** from now on.\nUntil now it was **Greta**.")
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
		{"no letters", gina, "add", discord.Args{optHeard: "?!", optRight: "Greta"}, "cannot be a name: it needs letters, 60 at most"},
		{"too long", gina, "add", discord.Args{optHeard: strings.Repeat("x", 61), optRight: "Greta"}, "cannot be a name: it needs letters, 60 at most"},
		{"the same", gina, "add", discord.Args{optHeard: "GRETA", optRight: "Greta"}, "the same name"},
		{"nothing", gina, "add", discord.Args{optHeard: "Gretta", optRight: "  "}, "“” cannot be a name"},
		{"somebody's", gina, "add", discord.Args{optHeard: "Bart", optRight: "Burt"}, "“Bart” is a name of **Bart**"},
		{"a place's", gina, "add", discord.Args{optHeard: "the old  MILL", optRight: "Oldmill"}, "is a name of **The Old Mill**"},
		{"a place's other name", gina, "add", discord.Args{optHeard: "Mill House", optRight: "Milhaus"}, "is a name of **The Old Mill**"},
		{"a part of a name", gina, "add", discord.Args{optHeard: "Bexwold", optRight: "Bexwick"}, "“Bexwold” is a part of the name **Lady Bexwold**"},
		{"right by the list", gina, "add", discord.Args{optHeard: "Thornwick", optRight: "Thornwyck"}, "By your list “Thornwick” is right"},
		{"wrong by the list", gina, "add", discord.Args{optHeard: "Sornwick", optRight: "thorn-wig"}, "“thorn-wig” is itself corrected, to **Thornwick**"},
		{"not in the list", gina, "remove", discord.Args{optHeard: "Gretta"}, "Nothing is corrected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.book.file.Nodes = append(w.book.file.Nodes, campaign.Node{ID: "mill", Name: "The Old Mill", Aliases: []string{"mill house"}})
				w.book.file.Characters = append(w.book.file.Characters, campaign.Character{ID: "lady", Name: "Lady Bexwold"})
				w.book.file.Names = []campaign.Name{{Text: "Thornwick", Heard: []string{"Thorn Wig"}}}
				a := w.order(tt.who, groupNames, tt.sub, tt.args)
				wantText(w.t, "the answer", a.text(), tt.want)
				if len(w.book.respelt) > 0 || len(w.book.file.Names) > 1 || len(w.book.file.Names[0].Heard) > 1 {
					w.t.Errorf("it was corrected: %v", w.book.respelt)
				}
			})
		})
	}
}

func TestTimesText(t *testing.T) {
	turn := transcript.Turn{Cost: 0.00213, Stages: transcript.Stages{
		Recognise: 300 * time.Millisecond, Address: 2 * time.Millisecond, FirstWord: 412 * time.Millisecond,
		FirstSound: 1234 * time.Millisecond, Play: 3210 * time.Millisecond,
	}}
	const want = "(words: 300 ms, whom: 2 ms, first word: 412 ms, first sound: 1234 ms, heard for 3.2 s, cost 0.0021)"
	if got := timesText(turn, "").String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	const german = "(Worte: 300 ms, an wen: 2 ms, erstes Wort: 412 ms, erster Ton: 1234 ms, 3,2 s zu hören, Kosten 0,0021 €)"
	if got := timesText(turn, "€").In("de"); got != german {
		t.Errorf("got %q, want %q", got, german)
	}
	if !timesText(transcript.Turn{}, "$").Empty() {
		t.Error("a turn without times has some")
	}
}
