package bench

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asChild {
		os.Exit(beChild(os.Args[2]))
	}
	goleak.VerifyTestMain(m)
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestRun measures everything that does not happen in real time, and reads what
// is written of it.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	server := os.Getenv("BOT_TEST_POSTGRES")
	if server == "" && strings.Contains(os.Getenv("REQUIRE"), "postgres") {
		t.Fatal("REQUIRE names postgres, but BOT_TEST_POSTGRES is empty")
	}
	opts := Options{Only: []Part{Work, Databases}, Lines: 1500, Quick: true, Postgres: server}
	r, err := Run(t.Context(), quiet(), &out, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", out.Bytes())
	for _, c := range r.Work {
		if c.Micros <= 0 {
			t.Errorf("%s takes %v µs", c.What, c.Micros)
		}
		if c.Share > 0 && c.Allocs != 0 {
			t.Errorf("%s allocates %d times", c.What, c.Allocs)
		}
	}
	for _, d := range r.Databases {
		if d.Lines != 1500 {
			t.Errorf("%s has %d lines, want 1500", d.Engine, d.Lines)
		}
		for _, s := range d.Searches {
			if want := 10; s.Reader == "the GM" && strings.HasPrefix(s.Words, "1st") && s.Found != want {
				t.Errorf("%s: %s as %s: found %d, want %d", d.Engine, s.Words, s.Reader, s.Found, want)
			}
			if s.Took.P95 <= 0 {
				t.Errorf("%s: %s as %s took %v", d.Engine, s.Words, s.Reader, s.Took)
			}
		}
	}
	if server != "" {
		wantNoSchemas(t, server)
	}

	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"cores":`, `"arch":"`, `"go":"go1.`, `"share_of_real_time":`, `"p95_ms":`} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}

// wantNoSchemas checks that nothing was left on the server.
func wantNoSchemas(t *testing.T, server string) {
	t.Helper()
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	var n int
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'bench\_%'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n != 0 {
		t.Errorf("%d schemas were left on the server", n)
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, quiet(), &bytes.Buffer{}, Options{}); err == nil {
		t.Error("Run does not mind that it was stopped")
	}
}

// A database that could not be measured is not left behind.
func TestEngineRemoves(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := engines("")[0].measure(ctx, quiet(), Options{Lines: 10, Quick: true}); err == nil {
		t.Error("measure does not mind that it was stopped")
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 0 {
		t.Errorf("%v was left behind", left)
	}
}

func TestSpread(t *testing.T) {
	for _, tt := range []struct {
		name     string
		n        int
		p50, p95 Millis
	}{
		{"one", 1, 1, 1},
		{"two", 2, 1, 2},
		{"twenty", 20, 10, 19},
		{"sixty", 60, 30, 57},
	} {
		t.Run(tt.name, func(t *testing.T) {
			took := make([]time.Duration, tt.n)
			for i := range took {
				took[i] = time.Duration(tt.n - i)
			}
			got, want := spread(took), Spread{tt.p50, tt.p95, Millis(tt.n)}
			if got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestCorpus checks that words are as frequent as they are said to be.
func TestCorpus(t *testing.T) {
	seen := map[string]int{}
	for rank := range vocabulary {
		seen[word(rank+1)]++
	}
	if len(seen) != vocabulary {
		t.Errorf("%d words are %d different ones", vocabulary, len(seen))
	}
	clear(seen)
	c := newCorpus()
	for range 20_000 {
		for w := range strings.FieldsSeq(c.line()) {
			seen[w]++
		}
	}
	first := seen[word(1)]
	for _, rank := range []int{10, 50, 500} {
		got := float64(first) / float64(seen[word(rank)])
		if want := float64(rank); got < 0.5*want || got > 1.5*want {
			t.Errorf("word 1 is %.0f times as frequent as word %d", got, rank)
		}
	}
}
