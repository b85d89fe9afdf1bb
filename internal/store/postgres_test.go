package store

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

func TestTroublePostgres(t *testing.T) {
	good, err := url.Parse(postgresURL(t))
	check(t, err)
	for _, tt := range []struct {
		name string
		set  func(*url.URL)
		want string
	}{
		{"no such database", func(u *url.URL) { u.Path = "/nothing" }, "no such database"},
		{"no such user", func(u *url.URL) { u.User = url.UserPassword("nobody", "topsecret") }, "refuses the user"},
		{"no server", func(u *url.URL) { u.Host = "127.0.0.1:1"; u.RawQuery = "" }, "does not answer"},
		{"a number that is none", func(u *url.URL) { u.RawQuery = "connect_timeout=soon&password=topsecret" }, "read database URL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := *good
			tt.set(&u)
			_, err := Open(t.Context(), quiet(), u.String(), Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.ContainsAny(err.Error(), "\n\t") {
				t.Errorf("got %v, want one line with %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "topsecret") {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
	t.Run("read-only", func(t *testing.T) {
		db := openURL(t, good.String())
		err := db.snapshot(t.Context(), func(tx conn) error {
			_, err := tx.exec(t.Context(), `CREATE TABLE x (id TEXT)`)
			return err
		})
		if tr, ok := errors.AsType[*Trouble](err); !ok || !strings.Contains(tr.What, "read-only") {
			t.Errorf("got %v, want a Trouble about a read-only server", err)
		}
	})
}
