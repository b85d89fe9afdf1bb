package meter

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

// TestBill holds the words for the GM: nothing that may cost money is ever shown
// as nothing.
func TestBill(t *testing.T) {
	in := Price{Provider: "openai", Unit: InputTokens, Per: 1_000_000, Price: 1}
	said := Price{Provider: "openai", Unit: Characters, Per: 1000, Price: 1}
	local := map[string][]use{
		"offline":      {{InputTokens, 900, true}, {OutputTokens, 1, true}},
		"pocketsphinx": {{Seconds, 754.4, false}},
	}
	cloud := map[string][]use{
		"openai":       {{Characters, 912, false}, {InputTokens, 4210, true}},
		"pocketsphinx": {{Seconds, 1, false}},
	}
	for _, tt := range []struct {
		name           string
		o              Options
		used           map[string][]use
		total, summary string
		worthy         bool
	}{
		{"nothing", Options{Cap: 6}, nil, "", "", false},
		{
			"all local",
			Options{Cap: 6},
			local,
			"nothing to pay", "nothing to pay", false,
		},
		{
			"no prices",
			Options{Warn: 3, Cap: 6},
			cloud,
			"nothing is priced, so no limit of spending can be kept: fill in prices in the configuration",
			"openai: about 4210 tokens read (unpriced), 912 characters spoken (unpriced); " +
				"nothing is priced, so no limit of spending can be kept: fill in prices in the configuration",
			true,
		},
		{
			"no prices, no limits",
			Options{},
			map[string][]use{"openai": {{Seconds, 3, false}}},
			"nothing is priced: fill in prices in the configuration",
			"openai: 3s heard (unpriced); nothing is priced: fill in prices in the configuration", true,
		},
		{
			"some prices",
			Options{Prices: []Price{in}, Currency: "$", Cap: 6},
			cloud,
			"less than $0.01, and what is unpriced on top",
			"openai: about 4210 tokens read (less than $0.01), 912 characters spoken (unpriced); less than $0.01, and what is unpriced on top",
			true,
		},
		{
			"all prices",
			Options{Prices: []Price{in, said}, Currency: "EUR", Cap: 6},
			cloud,
			"EUR 0.92 in all",
			"openai: about 4210 tokens read (less than EUR 0.01), 912 characters spoken (EUR 0.91); EUR 0.92 in all", true,
		},
		{
			"two that charge, and one at zero",
			Options{Prices: []Price{{Provider: "openai", Unit: Seconds}, {Provider: "piper", Unit: Characters, Price: 0.5}}},
			map[string][]use{"openai": {{Seconds, 2, false}}, "piper": {{Characters, 3, false}}},
			"1.50 in all",
			"openai: 2s heard (0.00); piper: 3 characters spoken (1.50); 1.50 in all", true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := New(tt.o)
			for provider, uses := range tt.used {
				m.add(provider, uses...)
			}
			b := m.Bill()
			want := []string{tt.total, tt.summary}
			if diff := cmp.Diff(want, []string{b.Total(), b.Summary()}); diff != "" {
				t.Errorf("total, summary (-want +got):\n%s", diff)
			}
			if b.Worthy() != tt.worthy {
				t.Errorf("worth telling: %v, want %v", b.Worthy(), tt.worthy)
			}
		})
	}
}

// What a store kept is reckoned as a meter does it, and has no limits.
func TestReckon(t *testing.T) {
	o := Options{Prices: []Price{{Provider: "openai", Unit: Characters, Per: 1000, Price: 2}}, Currency: "$", Warn: 0.1, Cap: 0.2}
	b := Reckon(o, []transcript.Usage{
		{Session: "a", Provider: "openai", Unit: "characters", Amount: 500},
		{Session: "b", Provider: "openai", Unit: "characters", Amount: 500},
		{Provider: "openai", Unit: "seconds", Amount: 61},
		{Provider: "flite", Unit: "characters", Amount: 9},
		{Provider: "openai", Unit: "input_tokens"},
	})
	if got, want := b.Summary(), "openai: 1m1s heard (unpriced), 1000 characters spoken ($2.00); $2.00, and what is unpriced on top"; got != want || b.Level != Within {
		t.Errorf("%q at level %v, want %q", got, b.Level, want)
	}
}
