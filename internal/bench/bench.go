// Package bench measures this program on the machine that it runs on, against
// the budgets of its design.
//
// There are six kinds of figure:
//
//   - what a piece of work costs (work.go): the voice activity detector, Opus,
//     resampling, cutting an answer into sentences. Where the work is on sound,
//     its share of the time that the sound lasts is given too: a share of 1 %
//     says on any machine that a hundred speakers fill a core.
//
//   - what it takes to be in a voice channel (connection.go): a packet on its way
//     through the transport's encryption, that between the members, and Opus
//     (packets.go, packetsteps.go), beside what another make takes (peer.go);
//     whole sessions, held by a program of their own (sessions.go, crowd.go,
//     holder.go; child.go is that program); and how long the bot is deaf and
//     mute when something befalls the connection (call.go, recovery.go). The
//     Discord is a simulated one, on this machine.
//
//   - a database with a million lines in it (database.go): how fast it fills,
//     how long one more line takes, how long a search takes. The lines are made
//     up (corpus.go), with words as frequent as those of a language.
//
//   - how long a table waits for an answer (answers.go): a member speaks a
//     recorded question (clip.go) into a real table, in real time, in real
//     packets; recogniser, mind and voice are stand-ins that take exactly as
//     long as they are told to. From the last voiced sample of the question to
//     the first voiced packet of the answer there is then a sum of parts that
//     nobody can do anything about, and what is beyond it is ours.
//
//   - how a table behaves when people are people (table.go): they interrupt, cough,
//     laugh and have their loudspeakers on (over.go, interrupt.go), pause in the
//     midst of what they say (splits.go), and speak two at once (pairs.go). Package
//     clip is what they sound like, and the stenographer (stenographer.go) writes
//     down what is left of it.
//
//   - the same with real providers (real.go), beside the sum of what each of them
//     takes by itself.
//
// People are in rooms (room.go): in calls at a simulated Discord, over sockets of
// this machine, where it is measured; with nothing in between where it is tested.
// What the design allows is compared with all of it in the end (verdict.go).
//
// The guard (guard.go) compares a [Report] with the sum of its parts and with
// the budgets, and names each stage that takes longer. It goes by medians and
// differences: on a machine that others use as well, one late timer is not a
// slow stage. That it notices each stage when it is slow is shown by tests: in fake
// time, where it is exact, or where work is measured with more than enough of it.
//
// The package reaches no provider, and nothing beyond this machine.
package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"
)

// A Part is one of the kinds of figure.
type Part string

// The parts.
const (
	Work       Part = "work"
	Connecting Part = "connection"
	Databases  Part = "databases"
	Answering  Part = "answers"
	Behaving   Part = "table"
	Really     Part = "real"
)

// Options say how much to measure. A zero field means what its comment says.
type Options struct {
	// Only are the parts to measure: all of them.
	Only []Part
	// Lines is how many lines to fill a database with: 1,000,000.
	Lines int
	// Turns is how many questions to ask in each case: 40.
	Turns int
	// Postgres is the URL of a server to measure beside SQLite: none. What is
	// in it is left alone: the lines go into a schema of their own, which is
	// dropped afterwards.
	Postgres string
	// Child is the command line of a program that calls [HoldSessions]. Without
	// it sessions are not measured.
	Child []string
	// Starts have the whole bot come. Without any that is not measured.
	Starts []Beginning
	// Real makes real providers. Without any only stand-ins are measured.
	Real []Opening
	// Peer is the directory of voicetest's script for Node, with what it needs
	// installed. Without that there is nothing to compare with.
	Peer string
	// Quick measures so little that only the program is tried, not the machine.
	Quick bool
}

func (o Options) withDefaults() Options {
	if len(o.Only) == 0 {
		o.Only = []Part{Work, Connecting, Databases, Answering, Behaving, Really}
	}
	if o.Lines == 0 {
		o.Lines = 1_000_000
	}
	if o.Turns == 0 {
		o.Turns = 40
	}
	if o.Quick {
		o.Lines, o.Turns = min(o.Lines, 20_000), min(o.Turns, 2)
	}
	return o
}

// Run measures, and prints each figure on out when it has it. All of it takes
// some minutes: the million lines, and the questions, which are asked in real
// time.
func Run(ctx context.Context, log *slog.Logger, out io.Writer, opts Options) (Report, error) {
	opts = opts.withDefaults()
	var r Report
	var err error
	if r.Machine, err = thisMachine(ctx); err != nil {
		return Report{}, err
	}
	p := printer{out}
	p.machine(r.Machine)
	if slices.Contains(opts.Only, Work) {
		if r.Work, err = measureWork(ctx, opts.Quick); err != nil {
			return Report{}, fmt.Errorf("measure the work on sound and text: %w", err)
		}
		p.costs("Work", r.Work)
	}
	if slices.Contains(opts.Only, Connecting) {
		if r.Connection, err = measureConnection(ctx, log, p, opts); err != nil {
			return Report{}, fmt.Errorf("measure the connection: %w", err)
		}
	}
	if slices.Contains(opts.Only, Databases) {
		for _, e := range engines(opts.Postgres) {
			d, err := e.measure(ctx, log, opts)
			if err != nil {
				return Report{}, fmt.Errorf("measure %s: %w", e.name, err)
			}
			r.Databases = append(r.Databases, d)
			p.database(d)
		}
		if opts.Postgres == "" {
			p.missing("PostgreSQL", "no server was named")
		}
	}
	if slices.Contains(opts.Only, Answering) {
		for _, c := range cases {
			a, err := c.measure(ctx, log, opts.Turns)
			if err != nil {
				return Report{}, fmt.Errorf("measure answers with %s: %w", c, err)
			}
			r.Answers = append(r.Answers, a)
			p.answers(a)
		}
	}
	if slices.Contains(opts.Only, Behaving) {
		t, err := measureTable(ctx, log, opts.crowdedness())
		if err != nil {
			return Report{}, fmt.Errorf("measure a table: %w", err)
		}
		r.Table = &t
		p.table(t)
	}
	if slices.Contains(opts.Only, Really) {
		for _, open := range opts.Real {
			t, name, err := measureReal(ctx, log, open, opts.realCrowdedness())
			if err != nil {
				return Report{}, fmt.Errorf("measure a table with %s: %w", name, err)
			}
			r.Real = append(r.Real, t)
			p.real(t)
		}
		if len(opts.Real) == 0 {
			p.missing("Real providers", "none are installed")
		}
	}
	r.Verdicts = r.verdicts()
	p.verdicts(r.Verdicts)
	return r, nil
}

// pause waits for a moment, or for the end of ctx.
func pause(ctx context.Context, until time.Time) error {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
