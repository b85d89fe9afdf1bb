package main

import (
	"math"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/meter"
)

// billLines are what was used and what it costs, one for each provider and unit,
// for a GM.
func billLines(b meter.Bill) []texts.Text {
	lines := make([]texts.Text, len(b.Uses))
	for i, u := range b.Uses {
		lines[i] = texts.Say("bill.line", "provider", command.Plain(u.Provider), "amount", amountText(u), "charge", chargeText(b, u))
	}
	return lines
}

// billTotal is the cost in words that leave no doubt about what is not in it.
// It says nothing when nothing was used.
func billTotal(b meter.Bill) texts.Text {
	switch priced, unpriced := b.Known(meter.Priced), b.Known(meter.Unpriced); {
	case priced && unpriced:
		return texts.Say("bill.total-and-more", "sum", moneyText(b, b.Cost))
	case priced:
		return texts.Say("bill.total", "sum", moneyText(b, b.Cost))
	case unpriced && (b.Warn > 0 || b.Cap > 0):
		return texts.Say("bill.unlimited")
	case unpriced:
		return texts.Say("bill.unpriced")
	case len(b.Uses) > 0:
		return texts.Say("bill.nothing")
	}
	return texts.Text{}
}

// spentText says that a limit of spending was reached.
func spentText(b meter.Bill) texts.Text {
	cost := moneyText(b, b.Cost)
	if b.Known(meter.Unpriced) {
		cost = texts.Say("bill.at-least", "sum", cost)
	}
	switch {
	case b.Level == meter.Capped:
		return texts.Say("bill.capped", "sum", cost, "cap", moneyText(b, b.Cap))
	case b.Level == meter.Warned && b.Cap > 0:
		return texts.Say("bill.warned", "sum", cost, "cap", moneyText(b, b.Cap))
	case b.Level == meter.Warned:
		return texts.Say("bill.warned-only", "sum", cost)
	}
	return texts.Text{}
}

func chargeText(b meter.Bill, u meter.Use) texts.Text {
	switch u.Charge {
	case meter.Priced:
		return moneyText(b, u.Cost)
	case meter.Free:
		return texts.Say("bill.charge-free")
	case meter.Unpriced:
	}
	return texts.Say("bill.charge-unpriced")
}

// moneyText writes a sum. What is too little to show is not shown as nothing.
func moneyText(b meter.Bill, sum float64) texts.Text {
	if sum > 0 && sum < 0.01 {
		return texts.Say("bill.less", "sum", texts.Number(b.Money(0.01)))
	}
	return texts.Number(b.Money(sum))
}

// amountText writes how much was used, of what.
func amountText(u meter.Use) texts.Text {
	n := int(math.Round(u.Amount))
	var amount texts.Text
	switch u.Unit {
	case meter.Seconds:
		amount = texts.Say("bill.heard", "time", time.Duration(n)*time.Second)
	case meter.InputTokens:
		amount = texts.Say("bill.read", "n", n)
	case meter.OutputTokens:
		amount = texts.Say("bill.written", "n", n)
	case meter.Characters:
		amount = texts.Say("bill.spoken", "n", n)
	default:
		amount = texts.Say("bill.other", "n", n, "unit", string(u.Unit))
	}
	if u.Estimated {
		return texts.Say("bill.about", "amount", amount)
	}
	return amount
}
