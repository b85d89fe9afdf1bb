package store

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// A location is a parsed database URL.
type location struct {
	file     string // of SQLite, absolute; empty for PostgreSQL
	postgres string // the URL as given; empty for SQLite
	shown    string // for people: never a password
}

func parseURL(s string) (location, error) {
	if strings.HasPrefix(s, "postgres://") || strings.HasPrefix(s, "postgresql://") {
		u, err := url.Parse(s)
		if err != nil {
			// The error of url.Parse would quote the password.
			return location{}, errors.New("the database URL cannot be read: it should look like postgres://user:password@host:5432/name, with special characters of the password as %XX")
		}
		q := u.Query()
		if q.Has("password") {
			q.Set("password", "xxxxx")
			u.RawQuery = q.Encode()
		}
		return location{postgres: s, shown: u.Redacted()}, nil
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
