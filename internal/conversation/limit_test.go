package conversation

import (
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
)

// Case: X12.
func TestLimiter(t *testing.T) {
	const ten = "One two three four five six seven eight nine ten "
	tests := []struct {
		name string
		in   limiter
		text string
		want []string
	}{
		{"two sentences", limiter{}, "One. Two. Three. Four.", []string{"One.", "Two."}},
		{"five sentences", limiter{talk: campaign.TalkNormal}, "One. Two. Three. Four. Five. Six.", []string{"One.", "Two.", "Three.", "Four.", "Five."}},
		{
			"X12 decimals and titles are no sentences",
			limiter{talk: campaign.TalkNormal},
			"AC is 3.5. Dr. Who rolls 2.5. It takes e.g. Bart. At 9 a.m. on Mt. Then run. Never said.",
			[]string{"AC is 3.5.", "Dr. Who rolls 2.5.", "It takes e.g. Bart.", "At 9 a.m. on Mt.", "Then run."},
		},
		{"words", limiter{}, "Well: " + strings.Repeat(ten, 3) + "end. " + strings.Repeat(ten, 2) + "end.", []string{"Well: " + strings.Repeat(ten, 3) + "end."}},
		{"a shorter sentence does not slip in", limiter{}, "Aye. " + strings.Repeat(ten, 5) + "end. B.", []string{"Aye."}},
		{"one long sentence is finished", limiter{}, strings.Repeat(ten, 6) + "end. No.", nil},
		{"no full stop", limiter{}, strings.Repeat(ten, 40), nil},
		{"a clause belongs to its sentence", limiter{}, "The old mill burned down last night, they say. Nobody died. Three.", []string{"The old mill burned down last night,", "they say.", "Nobody died."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range splitAll(splitter{first: true}, tt.text) {
				if tt.in.take(piece{text: p}) {
					got = append(got, p)
				}
			}
			if tt.want == nil { // long: told by its length
				if n := countWords(strings.Join(got, " ")); n < 40 || n > 80 {
					t.Errorf("%d words were said, want a finished sentence of 40 to 80", n)
				}
				return
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("limit %q\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestCountWords(t *testing.T) {
	for text, want := range map[string]int{
		"":                     0,
		"— ... !":              0,
		"don't go, Dr. Hale":   4,
		"水車小屋":                 2,
		"Er zahlt 3,50 Kronen": 4,
	} {
		if got := countWords(text); got != want {
			t.Errorf("countWords(%q) = %d, want %d", text, got, want)
		}
	}
}
