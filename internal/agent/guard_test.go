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
		{"short, in character", "Sorry! Kitchen's shut. I'm off to bed.", false},
		{"an apology and in character", "I'm so sorry to hear that, love. I can't bring him back. I won't try.", false},
		{"three regrets", "Sorry. I can't. I won't. As an AI I may not.", false}, // so far nobody waits
		{"a gesture, in character", "*sighs* As a girl I sailed. (wipes a mug) Never again.", false},
		{"emphasis", "*Never* again. As an AI I drink nothing.", true},
		{"a list", "* one\n* two", false},
		{"a gesture without an end", "*shrugs and walks off, muttering about the price of ale in this town and all the others, and slams the door. As an AI", false},
		{"after an apology", "I'm sorry. As an AI language model, I cannot continue this conversation.", true},
		{"after an exclamation", "Sorry! As an AI, I can't do that.", true},
		{"after a long apology", "I apologise for the confusion, traveller. As an AI I have no name.", true},
		{"after two", "I'm sorry. Sorry! As an AI I have no name.", true},
		{"after an interjection", "Hmm. As a large language model I cannot help with this request.", true},
		{"after dots", "Well... As an AI I drink nothing.", true},
		{"after a gesture", "*sighs* As an AI language model, I can't do that.", true},
		{"after a gesture in brackets", "(She looks up. A pause.) [sighs] I'm an AI.", true},
		{"after an apology and a gesture", "I'm sorry. *sighs* As an AI, I can't.", true},
		{"an apology in asterisks", "*I'm sorry.* As an AI, I can't.", true},
		{"german, after an apology", "Es tut mir leid. Als KI-Sprachmodell kann ich das nicht.", true},
		{"german, a long apology", "Es tut mir wirklich sehr leid, mein Freund. Als KI darf ich das nicht.", true},
		{"after a whole sentence it is too late", "Let me tell you a thing. As an AI I drink nothing.", false},
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

// Only answers that begin like a refusal wait for their first sentence. Of others
// less is held back than a voice begins with.
func TestGuardHoldsLittle(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps [][2]string // written, and what comes of it
	}{
		{"an ordinary answer", [][2]string{{"The wind is cold", ""}, {" ", "The wind is cold "}, {"I can't sleep.", "I can't sleep."}}},
		{"a suspect", [][2]string{{"I'm a smith", ""}, {". I'm", ""}, {" a good one. Ask", "I'm a smith. I'm a good one. Ask"}}},
		{"a short sentence", [][2]string{{"Aye.", ""}, {" ", ""}, {"The ", "Aye. The "}}},
		{"an apology", [][2]string{{"I'm sorry, love, the kitchen is shut.", ""}, {" B", "I'm sorry, love, the kitchen is shut. B"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var g guard
			for _, s := range tt.steps {
				if got := g.write(s[0]); got != s[1] {
					t.Errorf("after %q came %q, want %q", s[0], got, s[1])
				}
			}
		})
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
