package conversation

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestEchoes: what a recogniser makes of an agent's words is told from what
// people say about them.
func TestEchoes(t *testing.T) {
	const answer = `Well. Edith Marsh leads the Lantern Guild and has not been seen for three days.
		Edith is hiding in the old chapel on the hill. A room costs two silver.`
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"Edith Marsh leads the Lantern Guild and has not been seen for three days.", true},
		{"eden marsh leads the lantern guilt and has not been seen", true},
		{"and has not been seen for three days edith is hiding in the", true},
		{"leads the land turn guild", true},
		{"is hiding and the old chapel", true},
		{"a room cost to silver", true},
		{"two silver", true},
		{"lantern guild", true},
		{"lantern", true},
		{"the hill a room", true},

		{"", false},
		{"lanterns", false},
		{"no", false}, // in "not", in "known"
		{"old", true},
		{"Where is the old chapel?", false},
		{"who leads the lantern guild", false},
		{"what about the lantern guild", false},
		{"Bart, two silver?", false},
		{"i will not pay two silver for a room", false},
		{"the chapel on the hill is empty", false},
		{"is edith in the chapel now", false},
		{"two silver is too much", false},
		{"i have not seen her", false},
		{"Edith Marsh is dead, I buried her myself", false},
	} {
		line, spoken := lineWords(tt.line), lineWords(answer)
		if got := echoes(line, spoken) && !asks(line, spoken, english); got != tt.want {
			t.Errorf("%q: echo is %v, want %v", tt.line, got, tt.want)
		}
	}
}

// TestNoEchoByChance: no line of people who talk to each other is taken for an
// echo of an answer about something else.
func TestNoEchoByChance(t *testing.T) {
	lines, err := os.ReadFile("testdata/address.txt")
	if err != nil {
		t.Fatal(err)
	}
	lore, err := os.ReadFile("../../campaigns/lanterns.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var facts []string
	for _, m := range regexp.MustCompile(`text: ([A-Z][^}\n]*)`).FindAllStringSubmatch(string(lore), -1) {
		facts = append(facts, m[1])
	}
	if len(facts) < 20 {
		t.Fatalf("%d facts in the example campaign", len(facts))
	}
	n := 0
	for l := range strings.Lines(string(lines)) {
		fields := strings.Split(l, "|")
		if len(fields) != 5 || strings.HasPrefix(l, "#") {
			continue
		}
		words := lineWords(fields[3])
		if len(words) < 2 {
			continue // a name may well be said by both
		}
		n++
		for i := range len(facts) - 2 {
			if answer := strings.Join(facts[i:i+3], " "); echoes(words, lineWords(answer)) {
				t.Errorf("%q is taken for an echo of %q", strings.TrimSpace(fields[3]), answer)
			}
		}
	}
	if n < 300 {
		t.Errorf("%d lines to compare", n)
	}
}

// FuzzEchoes: every part of what was said, whole words of it, is an echo of it,
// and nothing panics.
func FuzzEchoes(f *testing.F) {
	f.Add("A room costs two silver.", "two silver", 1, 3)
	f.Add("Schöne Grüße! 旅館は二銀です。", "", 0, 2)
	f.Fuzz(func(t *testing.T, spoken, line string, from, to int) {
		words := lineWords(spoken)
		echoes(lineWords(line), words)
		if from >= 0 && from < to && to <= len(words) && !echoes(words[from:to], words) {
			t.Errorf("%q is no echo of %q", spaced(words[from:to]), spaced(words))
		}
	})
}
