package main

import (
	"fmt"
	"io"

	"glyphoxa/internal/config"
	"glyphoxa/internal/meter"
)

// newMeter makes the meter of one session.
func newMeter(cfg *config.Config) *meter.Meter { return meter.New(meterOptions(cfg)) }

// meterOptions are the configured prices and limits.
func meterOptions(cfg *config.Config) meter.Options {
	o := meter.Options{
		Currency: cfg.Spending.Currency.Value,
		Warn:     cfg.Spending.Warn.Value,
		Cap:      cfg.Spending.Cap.Value,
	}
	for _, p := range cfg.Prices {
		o.Prices = append(o.Prices, meter.Price{
			Provider: p.Provider.Value, Unit: meter.Unit(p.Unit.Value), Per: p.Per.Value, Price: p.Price.Value,
		})
	}
	return o
}

// printSpending prints what a session has used, if any of it costs money or may.
func printSpending(out io.Writer, b meter.Bill) {
	if b.Worthy() {
		fmt.Fprintf(out, "Used: %s.\n", b.Summary())
	}
}
