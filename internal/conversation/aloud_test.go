package conversation

import (
	"strings"
	"testing"

	"glyphoxa/internal/spoken"
)

// TestAloud follows what models write of numbers to what a voice is given: filter,
// splitter and reader together. Pieces are divided by bars. Case: X01, X17.
func TestAloud(t *testing.T) {
	for _, tt := range []struct{ name, language, written, want string }{
		{"sum", "en", "So 5*3=15. *Never* mind.", "So five times three equals fifteen.|Never mind."},
		{"sum apart", "de", "Also 5 * 3 = 15. *Niemals!*", "Also fünf mal drei ist gleich fünfzehn.|Niemals!"},
		{"counter", "en", "You have 7/10 HP.", "You have seven of ten HP."},
		{"clause behind a number", "en", "The old lady at the inn has 3, and I have 2. Go.", "The old lady at the inn has three,|and I have two.|Go."},
		{"counter in bold", "de", "**TP:** 7/10", "TP: sieben von zehn"},
		{"time", "en", "Come at 6:30am. Bring 1/2 loaf.", "Come at six thirty a.m.|Bring one half loaf."},
		{"date", "en", "We met Mon., Dec. 3, 1492. Go.", "We met Monday, December third, fourteen ninety-two.|Go."},
		{"German date", "de", "Wir kommen am Fr., 5. Okt. um 8:00. Gut.", "Wir kommen am Freitag, fünften Oktober um acht Uhr.|Gut."},
		{"floor", "de", "Er wohnt, glaube ich, 3. Stock links. Gut.", "Er wohnt, glaube ich,|dritter Stock links.|Gut."},
		{"rank", "de", "Friedrich II. war da, im II. Rang. Gut.", "Friedrich der Zweite war da,|im zweiten Rang.|Gut."},
		{"the second", "de", "Das ist der 2. Wir gehen.", "Das ist der zweite.|Wir gehen."},
		{"about", "en", "It is ~5 gp at the #3 inn.", "It is about five gold pieces at the number three inn."},
		{"price in italics", "en", "*5 gold pieces.* Take it.", "five gold pieces.|Take it."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := spoken.NewReader(tt.language, nil)
			if got := strings.Join(streamOf(tt.language, false, r, tt.written).said, "|"); got != tt.want {
				t.Errorf("%q\n got %q\nwant %q", tt.written, got, tt.want)
			}
			for i := range len(tt.written) {
				if got := strings.Join(streamOf(tt.language, false, r, tt.written[:i], tt.written[i:]).said, "|"); got != tt.want {
					t.Fatalf("%q cut at %d: got %q", tt.written, i, got)
				}
			}
		})
	}
}
