package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/meter"
)

// Nothing that may cost money is ever shown as nothing.
func TestBillLines(t *testing.T) {
	b := meter.Bill{Currency: "$", Cost: 0.915, Uses: []meter.Use{
		{Provider: "openai", Unit: meter.InputTokens, Amount: 4210, Estimated: true, Charge: meter.Priced, Cost: 0.004},
		{Provider: "openai", Unit: meter.Characters, Amount: 1, Charge: meter.Priced, Cost: 0.91},
		{Provider: "a_b", Unit: meter.Seconds, Amount: 61, Charge: meter.Unpriced},
		{Provider: "pocketsphinx", Unit: meter.Seconds, Amount: 1, Charge: meter.Free},
	}}
	for locale, want := range map[string][]string{
		"en": {
			"openai: about 4210 tokens read, less than $0.01", "openai: 1 character spoken, $0.91", `a\_b: 1m1s heard, unpriced`, "pocketsphinx: 1s heard, free",
			"$0.92, and what is unpriced on top",
		},
		"de": {
			"openai: etwa 4210 Token gelesen, weniger als $0,01", "openai: 1 Zeichen gesprochen, $0,91", `a\_b: 1m1s gehört, ohne Preis`, "pocketsphinx: 1s gehört, frei",
			"$0,92, dazu kommt, was keinen Preis hat",
		},
	} {
		var got []string
		for _, l := range append(billLines(b), billTotal(b)) {
			got = append(got, l.In(locale))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", locale, diff)
		}
	}
}

func TestSpentText(t *testing.T) {
	for _, tt := range []struct {
		name string
		b    meter.Bill
		want string
	}{
		{"within", meter.Bill{Cost: 1, Warn: 3, Cap: 6}, ""},
		{"warned", meter.Bill{Cost: 3.014, Warn: 3, Cap: 6, Level: meter.Warned, Currency: "$"}, "This session has cost $3.01 so far. At $6.00 it goes on as text only."},
		{"warned without a cap", meter.Bill{Cost: 3, Warn: 3, Level: meter.Warned, Currency: "€"}, "This session has cost €3.00 so far. There is no limit."},
		{
			"capped",
			meter.Bill{Cost: 6.5, Cap: 6, Level: meter.Capped, Currency: "$", Uses: []meter.Use{{Charge: meter.Unpriced}}},
			"This session has cost at least $6.50, and its limit is $6.00: from here on there is text only. spending.cap in the configuration is that limit.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := spentText(tt.b).String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// What a bill says with nothing priced.
func TestBillTotal(t *testing.T) {
	unpriced := []meter.Use{{Provider: "openai", Charge: meter.Unpriced}}
	for _, tt := range []struct {
		name string
		b    meter.Bill
		want texts.Text
	}{
		{"nothing was used", meter.Bill{}, texts.Text{}},
		{"nothing to pay", meter.Bill{Uses: []meter.Use{{Charge: meter.Free}}}, texts.Say("bill.nothing")},
		{"no prices", meter.Bill{Uses: unpriced}, texts.Say("bill.unpriced")},
		{"no prices, and a limit", meter.Bill{Uses: unpriced, Cap: 6}, texts.Say("bill.unlimited")},
	} {
		if got, want := billTotal(tt.b).String(), tt.want.String(); got != want {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}
