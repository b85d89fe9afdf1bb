package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

func TestBest(t *testing.T) {
	var all []discord.Choice
	for _, name := range []string{"Anna the Brave", "Bart", "Old Bart", "Kabart", "Mirela"} {
		all = append(all, discord.Choice{Name: name, Value: name})
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", []string{"Anna the Brave", "Bart", "Old Bart", "Kabart", "Mirela"}},
		{"bart", []string{"Bart", "Old Bart", "Kabart"}},
		{"BÁRT", []string{"Bart", "Old Bart", "Kabart"}},
		{"brave", []string{"Anna the Brave"}},
		{"mirella", []string{"Mirela"}},
		{"xyz", nil},
	} {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for _, c := range best(all, tt.text) {
				got = append(got, c.Name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	var many []discord.Choice
	for i := range 100 {
		many = append(many, discord.Choice{Name: fmt.Sprint("name ", i), Value: "v"})
	}
	if got := len(best(many, "name")); got != maxChoices {
		t.Errorf("%d were suggested, want %d", got, maxChoices)
	}
}

// However many names there are, how long or how empty, the 25 that fit best are
// suggested, and what Discord refuses takes the place of none. Case: D06.
func TestBestOfMany(t *testing.T) {
	all := []discord.Choice{
		{Name: " ", Value: "blank"},
		{Name: "", Value: "empty"},
		{Name: "Bart the Nameless", Value: ""},
		{Name: "Bart the Endless", Value: strings.Repeat("v", maxChoice+1)},
	}
	for i := range 40 {
		all = append(all, discord.Choice{Name: fmt.Sprintf("Old Bart %d", i), Value: fmt.Sprint(i)})
	}
	long := "Bart " + strings.Repeat("n", 120)
	all = append(all, discord.Choice{Name: long, Value: "long"}, discord.Choice{Name: "Bart", Value: "bart"})
	for _, tt := range []struct {
		text, first, second string
		n                   int
	}{
		{"bart", "long", "bart", maxChoices}, // they begin with it
		{"", "0", "1", maxChoices},
		{"old bart 3", "3", "30", 11},
	} {
		got := best(all, tt.text)
		if got[0].Value != tt.first || got[1].Value != tt.second {
			t.Errorf("%q: the first are %q and %q; want %q and %q", tt.text, got[0].Value, got[1].Value, tt.first, tt.second)
		}
		if len(got) != tt.n {
			t.Errorf("%q: %d were suggested, want %d", tt.text, len(got), tt.n)
		}
		for _, c := range got {
			if n := discord.Units(c.Name); n == 0 || n > maxChoice || strings.TrimSpace(c.Name) == "" {
				t.Errorf("%q: suggested %q, of %d units", tt.text, c.Name, n)
			}
		}
	}
}

// The names come from memory: however slow the store is, and whoever asks, the
// answer is there within 300 ms.
func TestCompleteInTime(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim)
		w.shelf.delay = time.Second
		asked := time.Now()
		a := w.typing(gina, "", subSay, optNPC, "b")
		pass(300 * time.Millisecond)
		if d := a.acked.Sub(asked); a.acked.IsZero() || d > 300*time.Millisecond {
			t.Errorf("answered after %v", d)
		}
		if got := a.suggested(); got != nil {
			t.Errorf("suggested %q before anything was read", got)
		}
		pass(time.Minute) // read meanwhile
		for range 3 {
			asked = time.Now()
			a = w.typing(gina, "", subSay, optNPC, "b")
			if got := a.suggested(); !a.acked.Equal(asked) || !slices.Equal(got, []string{"Bart"}) {
				t.Errorf("suggested %q after %v, want Bart at once", got, a.acked.Sub(asked))
			}
		}
		pass(time.Minute)
	})
}

// What a command changes is suggested after it.
func TestCompleteAfterChange(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim)
		w.typing(gina, grpScene, subSceneEnter, optScene, "")
		w.order(gina, grpScene, subSceneNew, discord.Args{optName: "The Mill"})
		w.typing(gina, grpScene, subSceneEnter, optScene, "") // from memory; read again behind it
		if got := w.typing(gina, grpScene, subSceneEnter, optScene, "").suggested(); !slices.Contains(got, "The Mill") {
			t.Errorf("suggested %q", got)
		}
		w.book.file.Scenes = w.book.file.Scenes[:1] // by another program
		pass(indexLife)
		w.typing(gina, grpScene, subSceneEnter, optScene, "")
		if got := w.typing(gina, grpScene, subSceneEnter, optScene, "").suggested(); !slices.Equal(got, []string{"The Inn"}) {
			t.Errorf("suggested %q, want The Inn", got)
		}
	})
}

// One reader at a time reads a guild.
func TestCompleteReadsOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim)
		w.shelf.delay = 100 * time.Millisecond
		before := w.shelf.calls
		for range 20 {
			w.typing(gina, "", subSay, optNPC, "b")
		}
		pass(10 * time.Second)
		if got := w.shelf.calls - before; got > 5 {
			t.Errorf("the store was asked %d times", got)
		}
	})
}

// Who is no GM of the campaign is suggested nothing of the GM's.
func TestCompleteRights(t *testing.T) {
	for _, tt := range []struct {
		name            string
		who             transcript.SpeakerID
		group, sub, opt string
		guild           transcript.GuildID
		want            []string
		from            transcript.ChannelID // where they are
	}{
		{name: "the GM", who: gina, sub: subSay, opt: optNPC, guild: guild, want: []string{"Bart", "Count Orlo"}, from: tavern},
		{name: "a player", who: kim, sub: subSay, opt: optNPC, guild: guild, from: tavern},
		{name: "the server's owner", who: admin, sub: subSay, opt: optNPC, guild: guild, from: tavern},
		{name: "scenes for a player", who: kim, group: grpScene, sub: subSceneEnter, opt: optScene, guild: guild, from: tavern},
		{name: "the GM in another guild", who: gina, sub: subSay, opt: optNPC, guild: other, from: tavern},
		{name: "the GM in a direct message", who: gina, sub: subSay, opt: optNPC, from: tavern},
		{name: "unknown command", who: gina, sub: "unknown", opt: optNPC, guild: guild, from: tavern},
		{name: "whom a player may tell", who: kim, sub: subTell, opt: optNPC, guild: guild, want: []string{"Bart", "The Stranger"}, from: tavern},
		{name: "a player elsewhere", who: kim, sub: subTell, opt: optNPC, guild: guild, from: cellar},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "orlo", Name: "Count Orlo", KnownAs: "The Stranger", Kind: campaign.NPC})
				w.here(w.playing(kim, admin), "Bart", "The Stranger")
				w.move(tt.who, tt.from)
				c, a := w.call(tt.who)
				c.Guild = tt.guild
				w.desk.Handle(w.t.Context(), discord.Completing{Call: c, Name: Name, Group: tt.group, Sub: tt.sub, Focus: tt.opt})
				settle()
				if got := a.suggested(); !slices.Equal(got, tt.want) {
					w.t.Errorf("suggested %q, want %q", got, tt.want)
				}
				for _, choice := range a.choices {
					if tt.who == kim && choice.Value == "orlo" {
						w.t.Errorf("a player was sent %q", choice.Value)
					}
				}
				if !slices.Equal(a.did(), []string{"suggest"}) {
					w.t.Errorf("answered by %q", a.did())
				}
			})
		})
	}
}
