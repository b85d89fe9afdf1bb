package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"glyphoxa/internal/transcript"
)

func TestMain(m *testing.M) {
	testscript.Main(leakFree{m}, map[string]func(){"bot": bot})
}

// exitLeaked is the exit code of a bot that left a goroutine behind. No script
// expects it.
const exitLeaked = 99

// bot is the program as main starts it, but it looks about before it exits.
func bot() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	a := &app{in: os.Stdin, out: os.Stdout, errOut: os.Stderr}
	hangUp := a.simulate()
	code := a.run(ctx, os.Args[1:])
	stop()
	hangUp()
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = exitLeaked
	}
	os.Exit(code)
}

// leakFree fails when tests that pass leave goroutines behind.
type leakFree struct{ *testing.M }

func (m leakFree) Run() int {
	onlyGolden()
	code := m.M.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// TestScripts drives the program as a person at a shell would. Voices and
// recognisers are stand-ins there: see TestLiveScripts.
//
// Case: F49 (campaign_mistakes.txt, doctor.txt)
func TestScripts(t *testing.T) { testScripts(t, "testdata/script") }

// TestLiveScripts drives it with real programs that speak and listen.
func TestLiveScripts(t *testing.T) {
	t.Parallel()
	testScripts(t, "testdata/live")
}

// TestLiveDiscordScripts drives it against a simulated Discord: see the command
// discord.
func TestLiveDiscordScripts(t *testing.T) {
	t.Parallel()
	testScripts(t, "testdata/discord")
}

func testScripts(t *testing.T, dir string) {
	t.Helper()
	campaigns, err := filepath.Abs("../../campaigns")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                seeds,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CAMPAIGNS", campaigns)
			// The race detector sleeps for a second before a program exits.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return setupPostgres(env)
		},
		Condition: func(cond string) (bool, error) {
			if cond == "postgres" {
				return os.Getenv("BOT_TEST_POSTGRES") != "", nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// setupPostgres gives a script a schema of its own, if there is a server, and
// its address in $POSTGRES.
func setupPostgres(env *testscript.Env) (err error) {
	server := os.Getenv("BOT_TEST_POSTGRES")
	if server == "" {
		return nil
	}
	u, err := url.Parse(server)
	if err != nil {
		return err
	}
	// The store registers the driver.
	db, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	schema := "script_" + strings.ReplaceAll(transcript.NewID(), "-", "")
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		return fmt.Errorf("make a schema: %w", err)
	}
	env.Defer(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			env.T().Log("drop schema: ", err)
		}
		if err := db.Close(); err != nil {
			env.T().Log("close database: ", err)
		}
	})
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	env.Setenv("POSTGRES", u.String())
	return nil
}
