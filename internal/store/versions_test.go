package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"glyphoxa/migrations"
)

func (e engine) testVersions(t *testing.T) {
	t.Run("an empty database needs migrating", func(t *testing.T) {
		url := e(t)
		if _, err := Open(t.Context(), quiet(), url, Options{}); !errors.Is(err, ErrEmpty) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without a database: %v, want that there is none, or ErrEmpty", err)
		}
		m, err := Migrate(t.Context(), quiet(), url, Options{})
		check(t, err)
		if m.From != 0 || m.To < 1 || m.Copy != "" {
			t.Errorf("first migration: %+v", m)
		}
		again, err := Migrate(t.Context(), quiet(), url, Options{})
		check(t, err)
		if again.From != m.To || again.To != m.To || again.Copy != "" {
			t.Errorf("second migration: %+v", again)
		}
		db, err := Open(t.Context(), quiet(), url, Options{})
		check(t, err)
		check(t, db.Close())
	})
	t.Run("at once", func(t *testing.T) {
		url := e(t)
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := Migrate(t.Context(), quiet(), url, Options{}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		check(t, openURL(t, url).checkVersion(t.Context()))
	})
	t.Run("a newer database is refused and left alone", func(t *testing.T) {
		url := e(t)
		db := openURL(t, url)
		_, err := db.writer.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, TRUE)`)
		check(t, err)
		for _, migrate := range []bool{true, false} {
			_, err := Open(t.Context(), quiet(), url, Options{Migrate: migrate})
			if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), "version 99") {
				t.Errorf("migrate %v: %v", migrate, err)
			}
		}
	})
	t.Run("an older one is copied, then upgraded", func(t *testing.T) {
		url := e(t)
		db := openURL(t, url)
		_, err := db.SaveCampaign(t.Context(), sample())
		check(t, err)
		p, err := db.provider(migrations.FS)
		check(t, err)
		next := nextVersion(t, `CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY);`)
		m, err := db.migrateFrom(t.Context(), next)
		check(t, err)
		if m.From != latest(p) || m.To != 90000 {
			t.Errorf("migration %+v", m)
		}
		if db.where.postgres != "" {
			return
		}
		copied := openURL(t, m.Copy) // of the old version, so that this program opens it
		if got, want := counts(t, copied), counts(t, db); got != want {
			t.Errorf("the copy has %s\nthe database  %s", got, want)
		}
	})
	t.Run("a step that fails leaves the version before", func(t *testing.T) {
		db := e.open(t)
		_, err := db.migrateFrom(t.Context(), nextVersion(t, `CREATE TABLE half (id TEXT NOT NULL PRIMARY KEY); SELECT nonsense FROM nowhere;`))
		if err == nil {
			t.Fatal("nonsense was migrated")
		}
		check(t, db.checkVersion(t.Context()))
		var n int
		if _, err := db.read().row(t.Context(), db.dialect.hasTable, []any{"half"}, &n); err != nil || n != 0 {
			t.Errorf("half a step is there: %d, %v", n, err)
		}
	})
}

// nextVersion is this program's migrations and one more.
func nextVersion(t *testing.T, sql string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	for _, dir := range []string{"sqlite", "postgres"} {
		entries, err := fs.ReadDir(migrations.FS, dir)
		check(t, err)
		for _, entry := range entries {
			b, err := fs.ReadFile(migrations.FS, path.Join(dir, entry.Name()))
			check(t, err)
			out[path.Join(dir, entry.Name())] = &fstest.MapFile{Data: b}
		}
		out[dir+"/90000_later.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)}
	}
	return out
}

func TestBackup(t *testing.T) {
	db, c := saved(t, sqliteURL)
	s := start(t, c, "live", t0)
	say(t, c, s, scene(t, c, s, "bart"), "ahoy")
	dir := t.TempDir()
	file := filepath.Join(dir, "it's a copy.db")
	check(t, db.Backup(t.Context(), file))
	copied := openURL(t, file)
	if got, want := counts(t, copied), counts(t, db); got != want {
		t.Errorf("the copy has %s\nthe database  %s", got, want)
	}
	if got := search(t, copied.Campaign(c.ID()), "ahoy", ""); got != "ahoy" {
		t.Errorf("search in the copy finds %q", got)
	}
	before, err := os.ReadFile(file)
	check(t, err)
	if err := db.Backup(t.Context(), file); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("overwriting: %v", err)
	}
	after, err := os.ReadFile(file)
	check(t, err)
	if string(before) != string(after) {
		t.Error("a refused backup changed the file")
	}
	if err := db.Backup(t.Context(), filepath.Join(dir, "none", "x.db")); err == nil {
		t.Error("a backup into no directory succeeded")
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.part"))
	check(t, err)
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A copy is made beside a transaction that writes, and does not wait for it.
func TestCopyBesideWriter(t *testing.T) {
	db, _ := saved(t, sqliteURL)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	check(t, db.write(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `UPDATE campaigns SET name = 'another'`); err != nil {
			return err
		}
		_, err := db.CopyBeside(ctx)
		return err
	}))
}

// What a killed process has left of a copy goes when it is old enough to be
// nobody's, and no other file does.
func TestPartsOfCopies(t *testing.T) {
	db, _ := saved(t, sqliteURL)
	old := time.Now().Add(-2 * partDead)
	const stamp = "20260301T190000.000000Z"
	for _, f := range []struct {
		name  string
		when  time.Time
		stays bool
	}{
		{".after-session-" + stamp + ".part", old, false},
		{".after-session-" + stamp + ".part-journal", old, false},
		{".after-session-20260302T190000.000000Z.part", time.Now(), true},
		{".before-upgrade-" + stamp + ".part", old, true}, // until there is such a copy
		{".part", old, true},
		{".after-session-mine.part", old, true},
	} {
		file := db.where.file + f.name
		check(t, os.WriteFile(file, nil, 0o600))
		check(t, os.Chtimes(file, f.when, f.when))
		defer func() {
			if _, err := os.Stat(file); (err == nil) != f.stays {
				t.Errorf("%s: %v, want it to stay: %v", f.name, err, f.stays)
			}
		}()
	}
	_, err := db.CopyBeside(t.Context())
	check(t, err)
}

func TestBackupPostgres(t *testing.T) {
	db := &DB{where: location{postgres: "x", shown: "postgres://app:xxxxx@h/db"}}
	err := db.Backup(t.Context(), "out.dump")
	want := `run: pg_dump --format=custom --file="out.dump" "postgres://app:xxxxx@h/db"`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestCopiesKept(t *testing.T) {
	for _, tt := range []struct {
		name         string
		copies, want int
	}{
		{"nothing said", 0, 3},
		{"one", 1, 1},
		{"more than are made", 9, 5},
		{"none", -1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db, err := Open(t.Context(), quiet(), sqliteURL(t), Options{Migrate: true, Copies: tt.copies})
			check(t, err)
			defer func() { check(t, db.Close()) }()
			var made []string
			for range 5 {
				file, err := db.CopyBeside(t.Context())
				check(t, err)
				made = append(made, file)
			}
			upgrade, err := db.copyBeside(t.Context(), "before-upgrade")
			check(t, err)
			got, err := filepath.Glob(db.where.file + ".after-session-*")
			check(t, err)
			if want := made[5-tt.want:]; !slices.Equal(got, want) {
				t.Errorf("kept %q, want %q", got, want)
			}
			if (upgrade == "") != (tt.want == 0) {
				t.Errorf("the copy before an upgrade is %q", upgrade)
			}
		})
	}
}
