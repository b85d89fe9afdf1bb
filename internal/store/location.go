package store

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
)

// A location is a parsed database URL.
type location struct {
	file     string // of SQLite, absolute; empty for PostgreSQL
	postgres string // the URL as given; empty for SQLite
	shown    string // for people: never a password
}

// connectionString matches the other ways to name a PostgreSQL database, which
// some programs take. As a file path they would be shown with their password.
var connectionString = regexp.MustCompile(`^(\s*\w+\s*=|(?i:postgres(ql)?):)`)

// redacted is u without any password.
func redacted(u *url.URL) string {
	shown := *u
	q := u.Query()
	for key := range q {
		if strings.Contains(strings.ToLower(key), "password") {
			q.Set(key, "xxxxx")
		}
	}
	// Written anew in any case: what Query cannot read would stay as it is.
	shown.RawQuery, shown.Fragment, shown.RawFragment = q.Encode(), "", ""
	return shown.Redacted()
}

func parseURL(s string) (location, error) {
	if strings.HasPrefix(s, "postgres://") || strings.HasPrefix(s, "postgresql://") {
		u, err := url.Parse(s)
		// An @ behind the host is one of a password that is not written as %40, and
		// what stands before it is more of that.
		if err != nil || strings.Contains(u.EscapedPath()+u.RawQuery+u.EscapedFragment(), "@") {
			// The error of url.Parse would quote the password.
			return location{}, errors.New("the database URL cannot be read: it should look like postgres://user:password@host:5432/name, with special characters of the password as %XX")
		}
		return location{postgres: s, shown: redacted(u)}, nil
	}
	if connectionString.MatchString(s) {
		return location{}, errors.New("the database is given as a list of settings: write it as postgres://user:password@host:5432/name instead, or ./ before a file of such a name")
	}
	file := s
	for _, scheme := range []string{"sqlite://", "sqlite:", "file://", "file:"} {
		if rest, ok := strings.CutPrefix(file, scheme); ok {
			file = rest
			break
		}
	}
	switch {
	case strings.Contains(file, "://"):
		scheme, _, _ := strings.Cut(file, ":")
		return location{}, fmt.Errorf("databases of the kind %q are not supported: give a file path for SQLite, or postgres://…", scheme)
	case file == "", file == ":memory:":
		return location{}, errors.New("the database needs a file: give its path, such as glyphoxa.db")
	case strings.ContainsRune(file, '?'):
		return location{}, errors.New("the database path contains a question mark: options cannot be given there")
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return location{}, fmt.Errorf("find database file: %w", err)
	}
	return location{file: abs, shown: abs}, nil
}
