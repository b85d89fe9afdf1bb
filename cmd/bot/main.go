package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"glyphoxa/internal/config"
	"glyphoxa/internal/voice"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	exitFailed = 1 // it did not work; one line says what and what to do
	exitUsage  = 2 // the command line is wrong
)

// errSilent fails a command that has said why itself.
var errSilent = errors.New("said already")

// run carries out one command line and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	a := &app{in: in, out: out, errOut: errOut}
	return a.run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	var c cli
	exited := -1
	parser, err := kong.New(
		&c,
		kong.Name("bot"),
		kong.Description("Glyphoxa: voiced characters for tabletop groups on Discord."),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(a.out, a.errOut),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"config": config.DefaultFile},
	)
	if err != nil {
		panic(fmt.Sprintf("bot: command tree: %v", err))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 { // --help has been printed
		return exited
	}
	if err != nil {
		fmt.Fprintf(a.errOut, "bot: %v: see %s --help\n", err, wrongIn(err))
		return exitUsage
	}
	a.options = c.Globals
	if a.options.LogSpeech {
		fmt.Fprintln(a.errOut, "warning: --log-speech writes what people say into the log")
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	err = parsed.Run(a)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errSilent):
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(a.errOut, "bot: stopped")
	default:
		fmt.Fprintf(a.errOut, "bot: %v\n", err)
	}
	return exitFailed
}

// wrongIn names the command whose line err finds wrong.
func wrongIn(err error) string {
	if e, ok := errors.AsType[*kong.ParseError](err); ok {
		if command := e.Context.Selected(); command != nil {
			return command.FullPath()
		}
	}
	return "bot"
}

// An app is what every command works with.
type app struct {
	in          io.Reader
	out, errOut io.Writer
	options     Globals

	// discordHTTP reaches Discord, and dialers its voice servers. Zero means the
	// network; tests put a Discord of their own there.
	discordHTTP *http.Client
	dialers     voice.Dialers
}

// config reads the configuration and applies what the command line overrides.
func (a *app) config(over config.Options) (*config.Config, error) {
	over.File = a.options.Config
	return config.Load(over)
}

// logger returns the program's log, which goes beside what commands print.
func (a *app) logger(cfg *config.Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Log.Level.Value)); err != nil {
		level = slog.LevelInfo // the configuration has been checked
	}
	opts := &slog.HandlerOptions{Level: level}
	if cfg.Log.Format.Value == "json" {
		return slog.New(slog.NewJSONHandler(a.errOut, opts))
	}
	return slog.New(slog.NewTextHandler(a.errOut, opts))
}

// shown returns the log of a table at which everything is printed as it happens,
// faults included: there the log would only say it again. It is silent unless
// somebody looks for faults.
func (a *app) shown(ctx context.Context, log *slog.Logger) *slog.Logger {
	if a.options.LogSpeech || log.Enabled(ctx, slog.LevelDebug) {
		return log
	}
	return slog.New(slog.DiscardHandler)
}
