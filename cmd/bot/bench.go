package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"glyphoxa/internal/bench"
)

type benchCmd struct {
	Out      string   `help:"Write the figures to this file, as JSON." default:"bench.json" type:"path"`
	Only     []string `help:"Measure only these: work, connection, databases, answers, table, real." enum:"work,connection,databases,answers,table,real" placeholder:"PART,..."`
	Lines    int      `help:"Fill each database with so many lines." default:"1000000" placeholder:"N"`
	Turns    int      `help:"Ask so many questions in each case." default:"40" placeholder:"N"`
	Postgres string   `help:"Measure this PostgreSQL server, too. What is in it is left alone." env:"BOT_TEST_POSTGRES" placeholder:"URL"`
	Peer     string   `help:"Compare with Node's encryption, by the script in this directory." default:"internal/voice/voicetest/peer" placeholder:"DIR" type:"path"`
	Quick    bool     `help:"Measure so little that only the program is tried, not the machine."`
	Guard    bool     `help:"Fail when a figure is over its budget."`
}

// Validate is called by the parser.
func (c *benchCmd) Validate() error {
	if c.Lines < 1 || c.Turns < 1 {
		return fmt.Errorf("--lines and --turns are at least 1")
	}
	return nil
}

// Run measures. It reads no configuration: what is configured would be
// measured with it.
func (c *benchCmd) Run(ctx context.Context, a *app) error {
	if err := needDir(c.Out); err != nil { // said before minutes are spent
		return fmt.Errorf("write %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	opts := bench.Options{
		Lines: c.Lines, Turns: c.Turns, Postgres: c.Postgres, Quick: c.Quick,
		Peer: c.Peer, Child: []string{self, holdSessions}, Starts: a.beginnings(), Real: a.realProviders(),
	}
	for _, part := range c.Only {
		opts.Only = append(opts.Only, bench.Part(part))
	}
	log := slog.New(slog.NewTextHandler(a.errOut, &slog.HandlerOptions{Level: slog.LevelWarn}))
	report, err := bench.Run(ctx, log, a.out, opts)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(report, "", "\t")
	if err != nil {
		return fmt.Errorf("write the figures as JSON: %w", err)
	}
	if err := saveFile(c.Out, append(data, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\nThe figures are in %s.\n", c.Out)

	over := report.Excesses()
	for _, e := range over {
		fmt.Fprintf(a.errOut, "over budget: %s\n", e)
	}
	if c.Guard && len(over) > 0 {
		return fmt.Errorf("%d figures are over their budgets", len(over))
	}
	return nil
}
