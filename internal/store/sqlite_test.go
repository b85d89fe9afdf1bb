package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

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
		{"a password as a setting", "postgres://app@127.0.0.1:1/db?Password=topsecret&sslmode=disable", "does not answer"},
		{"of a key", "postgres://app@127.0.0.1:1/db?sslmode=disable&sslpassword=topsecret", "does not answer"},
		{"no such setting", "postgres://app@127.0.0.1:1/db?sslpassword=topsecret&sslmode=bogus", "sslmode"},
		{"a password of two", "postgres://app:1/topsecret@h/db", "cannot be read"},
		{"and behind a host", "postgres://app:1@2?topsecret@h/db", "cannot be read"},
		{"behind a hash", "postgres://app:1#topsecret@h/db", "cannot be read"},
		{"a list of settings", "host=127.0.0.1 user=app password=topsecret dbname=db", "postgres://"},
		{"and spaces in it", " password = topsecret", "postgres://"},
		{"too few slashes", "postgres:app:topsecret@h/db", "postgres://"},
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

// What people say is for nobody else on the machine, and a file that its owner
// has opened to others stays so.
func TestFilesAreTheirOwners(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	dir := t.TempDir()
	db := openURL(t, filepath.Join(dir, "t.db"))
	_, err := db.SaveCampaign(t.Context(), sample())
	check(t, err)
	_, err = db.CopyBeside(t.Context())
	check(t, err)
	check(t, db.Backup(t.Context(), filepath.Join(dir, "backup.db")))
	files, err := os.ReadDir(dir)
	check(t, err)
	if len(files) != 5 {
		t.Errorf("%d files, want the database, its two beside it and two copies", len(files))
	}
	for _, f := range files {
		info, err := f.Info()
		check(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s is %v", f.Name(), mode)
		}
	}
	shared := filepath.Join(dir, "backup.db")
	check(t, os.Chmod(shared, 0o640))
	openURL(t, shared)
	info, err := os.Stat(shared)
	check(t, err)
	if info.Mode().Perm() != 0o640 {
		t.Errorf("a file that is shared is %v now", info.Mode())
	}
}

// Words that are deleted are in none of the files from then on, while the
// database is open and afterwards.
func TestDeletedWordsAreInNoFile(t *testing.T) {
	const word = "Perivantine" // no part of it is a word of the schema
	for _, tt := range []struct {
		name string
		do   func(c *Campaign) error
	}{
		{"forgotten", func(c *Campaign) error { _, _, err := c.Forget(t.Context(), 7, at(50)); return err }},
		{"too old", func(c *Campaign) error { _, err := c.Expire(t.Context(), at(50).AddDate(0, 0, 9)); return err }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s, sc := played(t, sqliteURL, "bart")
			check(t, c.SetRetention(t.Context(), 1))
			for i := range 300 {
				say(t, c, s, sc, strings.Repeat("and so on ", i%50)+word+strconv.Itoa(i))
			}
			check(t, c.AddTurn(t.Context(), transcript.Turn{ID: "t", Session: s, Scene: sc}))
			check(t, c.End(t.Context(), s, at(10)))
			left := func() (n int) {
				files, err := filepath.Glob(c.db.Where() + "*")
				check(t, err)
				for _, f := range files {
					b, err := os.ReadFile(f)
					check(t, err)
					n += bytes.Count(bytes.ToLower(b), []byte(strings.ToLower(word)))
				}
				return n
			}
			if left() == 0 {
				t.Fatal("the words are not in the files as they are")
			}
			check(t, tt.do(c))
			if n := left(); n > 0 {
				t.Errorf("a word that was deleted is there %d times", n)
			}
			check(t, c.db.Close())
			if n := left(); n > 0 {
				t.Errorf("and %d times when the database is closed", n)
			}
		})
	}
}

// Whoever recovers from a panic, as somebody who answers commands does, can
// still write.
func TestPanicFreesTheWriter(t *testing.T) {
	c, s, sc := played(t, sqliteURL, "bart")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("there was no panic")
			}
		}()
		_ = c.db.write(t.Context(), func(tx conn) error {
			_, err := c.lock(t.Context(), tx)
			check(t, err)
			panic("a mistake")
		})
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	l := transcript.Line{Session: s, Scene: sc, Text: "go on"}
	if err := c.Append(ctx, &l); err != nil {
		t.Errorf("a line afterwards: %v", err)
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
	var secure int
	check(t, db.writer.QueryRowContext(t.Context(), `PRAGMA secure_delete`).Scan(&secure))
	if secure != 1 {
		t.Errorf("secure_delete is %d for the writer, want 1", secure)
	}
}
