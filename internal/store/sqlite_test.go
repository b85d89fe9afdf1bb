package store

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"glyphoxa/internal/transcript"
)

// Each trouble is one line that says what is wrong and what to do.
func TestTroubleOpening(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		check(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	whole := filepath.Join(dir, "whole.db")
	db, err := Open(t.Context(), quiet(), whole, Options{Migrate: true})
	check(t, err)
	check(t, db.Close())
	bytes, err := os.ReadFile(whole)
	check(t, err)
	for _, tt := range []struct{ name, url, want string }{
		{"no such file", filepath.Join(dir, "none.db"), "there is no database at"},
		{"no such directory", filepath.Join(dir, "none", "a.db"), "does not exist"},
		{"a directory", dir, "is a directory"},
		{"not a database", write("notes.txt", strings.Repeat("these are my notes. ", 100)), "not a Glyphoxa database"},
		{"damaged", write("cut.db", string(bytes[:4096])+strings.Repeat("x", len(bytes)-4096)), "damaged"},
		{"an empty name", "sqlite:", "needs a file"},
		{"in memory", ":memory:", "needs a file"},
		{"options", "a.db?mode=ro", "question mark"},
		{"another kind", "mysql://u:topsecret@h/db", "mysql"},
		{"a broken URL", "postgres://app:topsecret@h:port/db", "cannot be read"},
		{"nobody listens", "postgres://app:topsecret@127.0.0.1:1/db?sslmode=disable", "does not answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db, err := Open(t.Context(), quiet(), tt.url, Options{})
			if err == nil {
				check(t, db.Close())
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %q, want one line with %q", err, tt.want)
			}
			if strings.Contains(err.Error(), "topsecret") {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
	if got, err := os.ReadFile(filepath.Join(dir, "notes.txt")); err != nil || !strings.HasPrefix(string(got), "these are") {
		t.Errorf("the notes were changed: %v", err)
	}
}

func TestOddPaths(t *testing.T) {
	dir := t.TempDir()
	for _, url := range []string{
		filepath.Join(dir, "a b#c%20d&e.db"),
		"file:" + filepath.Join(dir, "f.db"),
		"sqlite:" + filepath.Join(dir, "s.db"),
		"sqlite://" + filepath.Join(dir, "ü.db"),
	} {
		db, err := Open(t.Context(), quiet(), url, Options{Migrate: true})
		check(t, err)
		if _, err := os.Stat(db.Where()); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		check(t, db.Close())
	}
}

func TestFullDisk(t *testing.T) {
	c, s, sc := played(t, sqliteURL, "bart")
	var pages int
	check(t, c.db.writer.QueryRowContext(t.Context(), `PRAGMA page_count`).Scan(&pages))
	limit := func(n int) {
		check(t, c.db.writer.QueryRowContext(t.Context(), `PRAGMA max_page_count = `+strconv.Itoa(n)).Scan(new(int)))
	}
	limit(pages + 5)
	kept := 0
	var err error
	for err == nil && kept < 10000 {
		l := transcript.Line{Session: s, Scene: sc, Text: strings.Repeat("a long story ", 20)}
		if err = c.Append(t.Context(), &l); err == nil {
			kept++
		}
	}
	if tr, ok := errors.AsType[*Trouble](err); !ok || !strings.Contains(tr.Error(), "full") || strings.Contains(err.Error(), "story") {
		t.Fatalf("got %v, want a Trouble about a full disk", err)
	}
	lines, err := c.Transcript(t.Context(), s)
	check(t, err)
	if len(lines) != kept {
		t.Errorf("%d lines are there, %d were kept", len(lines), kept)
	}
	limit(1 << 20) // space was made
	if n := say(t, c, s, sc, "go on"); n != int64(kept+1) {
		t.Errorf("N is %d, want %d", n, kept+1)
	}
}

func TestReadOnly(t *testing.T) {
	db := engine(sqliteURL).open(t)
	_, err := db.reader.ExecContext(t.Context(), `DELETE FROM campaigns`)
	if got := explainSQLite(err); !strings.Contains(got.Error(), "read-only") {
		t.Errorf("got %v, want a Trouble about a read-only database", got)
	}
}

func TestPragmas(t *testing.T) {
	db := engine(sqliteURL).open(t)
	for pragma, want := range map[string]string{"foreign_keys": "1", "journal_mode": "wal", "synchronous": "1", "busy_timeout": "5000"} {
		var w, r string
		check(t, db.writer.QueryRowContext(t.Context(), `PRAGMA `+pragma).Scan(&w))
		check(t, db.reader.QueryRowContext(t.Context(), `PRAGMA `+pragma).Scan(&r))
		if w != want || r != want {
			t.Errorf("%s is %s for the writer and %s for readers, want %s", pragma, w, r, want)
		}
	}
}
