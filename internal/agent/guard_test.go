package agent

import (
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	tests := []struct {
		name, in string
		broken   bool
	}{
		{"in character", "Good evening, love. What will it be?", false},
		{"an NPC's refusal", "I'm sorry, but I can't help you with that, love. Ask Bart.", false},
		{"an NPC's regret", "I cannot assist you, traveller. The gate is shut.", false},
		{"a guess about herself", "I'm a simple innkeeper. What would I know?", false},
		{"german, in character", "Es tut mir leid, die Küche ist zu. Ich bin müde.", false},
		{"short", "Sorry.", false},
		{"nothing", "", false},
		{"as an AI", "As an AI language model, I do not drink ale. But welcome!", true},
		{"I am an AI", "I’m an AI, so I have no name.", true},
		{"in quotation marks", "\"I am just an AI assistant\", she says.", true},
		{"a request", "I'm sorry, but I can't help with that request.", true},
		{"the well-known words", "I'm sorry, but I can't assist with that.", true},
		{"guidelines", "I cannot say that, as it is against my guidelines.", true},
		{"german", "Als KI kann ich dazu nichts sagen. Aber gern!", true},
		{"german, in full", "Es tut mir leid, ich bin nur ein Sprachmodell.", true},
		{"german, a request", "Ich kann bei dieser Anfrage nicht helfen.", true},
		{"after the first sentence it is too late", "Well. As an AI I drink nothing.", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{0, 1, 3} {
				var g guard
				got := through(tt.in, n, g.write, g.close)
				want := tt.in
				if tt.broken {
					want = ""
				}
				if got != want || g.broken != tt.broken {
					t.Errorf("in pieces of %d: got %q, broken %v; want %q, %v", n, got, g.broken, want, tt.broken)
				}
			}
		})
	}
}

// Only answers that begin like a refusal wait for their first sentence.
func TestGuardHoldsLittle(t *testing.T) {
	var g guard
	if got := g.write("Wel"); got != "Wel" {
		t.Errorf("got %q, want it at once", got)
	}
	g = guard{}
	if got := g.write("I'm a smith"); got != "" {
		t.Errorf("got %q before the sentence was whole", got)
	}
	if got := g.write(". I"); got != "I'm a smith. I" {
		t.Errorf("got %q", got)
	}
}

// TestGuardWaitsForSoMuch: a first sentence that does not end is waited for up to 300
// bytes, and judged by those.
func TestGuardWaitsForSoMuch(t *testing.T) {
	for _, tt := range []struct {
		begins string
		broken bool
	}{
		{"I'm sorry, love, but the cellar is flooded ", false},
		{"I'm sorry, but as an AI language model ", true},
	} {
		var g guard
		words := tt.begins + strings.Repeat("and so on ", 40)
		if got := g.write(words[:299]); got != "" || g.broken {
			t.Errorf("%q and so on: got %q after 299 bytes, broken %v", tt.begins, got, g.broken)
		}
		got, want := g.write(words[299:]), words
		if tt.broken {
			want = ""
		}
		if got != want || g.broken != tt.broken {
			t.Errorf("%q and so on: got %q, broken %v; want %v", tt.begins, got, g.broken, tt.broken)
		}
	}
}

// TestGuardBadBytes: what is not UTF-8 is no reason to fall over.
func TestGuardBadBytes(t *testing.T) {
	for _, words := range []string{"\xff", "So\xff", "Sorry, \xc3"} {
		var g guard
		if got := g.write(words) + g.close(); g.broken || len(got) < len(words) {
			t.Errorf("%q becomes %q", words, got)
		}
	}
}
