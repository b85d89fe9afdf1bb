package spoken

import "strings"

// germanClock says "zwanzig Uhr fünfzehn".
func germanClock(hour, minute uint64, rest string) (said string, n int) {
	if following(rest) == "Uhr" {
		n = spaces(rest) + len("Uhr")
	}
	if strings.HasPrefix(rest, "h") || following(rest) == "h" {
		n = spaces(rest) + len("h")
	}
	said = germanStem(hour) + " Uhr"
	if minute > 0 {
		said += " " + germanCardinal(minute)
	}
	return said, n
}
