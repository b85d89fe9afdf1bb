package conversation

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// TestAddressWorld: a word that tells of the room they sit in does not where the world
// that they play in has it, or an agent has just said it.
func TestAddressWorld(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	scenes := addressScenes()
	world := wordsIn([]string{"The year is 2080. Every flat has a computer, a fridge and two phones.", "The taxi waits at Samstag's."})
	for _, tt := range []struct {
		addressCase
		there bool // in that world
	}{
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "is there a phone in here"}, true},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "can i borrow your computer"}, true},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "what's in the fridge"}, true},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "did the taxi come already"}, true},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "mum the fridge is broken"}, false},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "can you turn the dishwasher off"}, false},
		{addressCase{scene: "duo", before: "anna>bart+3s", text: "how many hit points does he have"}, false},
		{addressCase{scene: "inn", before: "tom: the pizza is here", text: "put it into the fridge"}, false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			tt.who = "anna"
			company := scenes[tt.scene]
			d, _ := address(tt.heard(now), company, tt.remember(t, company, now))
			if len(d.Agents) > 0 {
				t.Errorf("in a world without: %v, because %s", d.Agents, d.Reason)
			}
			company.World = func(w string) bool { return world[w] }
			d, _ = address(tt.heard(now), company, tt.remember(t, company, now))
			if got := slices.Contains(d.Agents, "bart"); got != tt.there {
				t.Errorf("in a world with it: %v, because %s", d.Agents, d.Reason)
			}
		})
	}
}

// TestAddressOffered: what an agent has just spoken of may be spoken of to it, and what
// the campaign tells of, too.
func TestAddressOffered(t *testing.T) {
	ask := func(opts Options, answer string) (turns int) {
		tb := table{
			lines: []said{
				{kara, 0, time.Second, "Bart, hello."},
				{kara, 6 * time.Second, time.Second, "and how much is the pizza"},
			},
			mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] { return says(0, answer)(ctx, q) }),
			opts: opts, end: 14 * time.Second,
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		for _, turn := range tb.book.turns {
			if turn.Outcome == transcript.Spoken {
				turns++
			}
		}
		return turns
	}
	if n := ask(Options{}, "Good day."); n != 1 {
		t.Errorf("%d answers, want that to the greeting", n)
	}
	if n := ask(Options{}, "Good day. I can offer you a pizza."); n != 2 {
		t.Errorf("it was offered: %d answers, want 2", n)
	}
	if n := ask(Options{World: []string{"The pizzas of Fennick are known far and wide."}}, "Good day."); n != 2 {
		t.Errorf("it is of the world: %d answers, want 2", n)
	}
}
