package main

import (
	"strings"
	"testing"
)

func TestTally(t *testing.T) {
	const (
		passes  = `{"Action":"pass","Package":"p","Test":"TestA"}` + "\n"
		skips   = `{"Action":"output","Package":"p","Test":"TestDB","Output":"    db_test.go:9: BOT_TEST_POSTGRES is not set\n"}` + "\n" + `{"Action":"skip","Package":"p","Test":"TestDB"}` + "\n"
		voice   = `{"Action":"output","Package":"p","Test":"TestLive","Output":"    a_test.go:9: flite is not installed\n"}` + "\n" + `{"Action":"skip","Package":"p","Test":"TestLive"}` + "\n"
		fails   = `{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: got 1, want 2\n"}` + "\n" + `{"Action":"fail","Package":"p","Test":"TestB"}` + "\n"
		panics  = `{"Action":"output","Package":"p","Test":"TestC","Output":"panic: oh\n"}` + "\n" + `{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n"
		unbuilt = `{"ImportPath":"p","Action":"build-output","Output":"p/x.go:1: undefined: y\n"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n"
		closes  = `{"Action":"pass","Package":"p","Elapsed":1.5}` + "\n"
	)
	for _, tt := range []struct {
		name, in, require string
		ok                bool
		want              string // part of the output
		last              string
	}{
		{"all pass", passes + closes, "", true, "ok  \tp\t1.5s\t1 run, 0 skipped\n", "1 passed, 0 failed, 0 skipped"},
		{"a failure", passes + fails + closes, "", false, "--- FAIL: TestB (0.00s)\n    b_test.go:3: got 1, want 2\n", "1 passed, 1 failed, 0 skipped"},
		{"a skip", passes + skips + closes, "", true, "skipped: p.TestDB: db_test.go:9: BOT_TEST_POSTGRES is not set\n", "1 passed, 0 failed, 1 skipped"},
		{"a skip of what is required", passes + skips + closes, "postgres,speech", false, "suite postgres is required (REQUIRE), and 1 of its tests", "1 passed, 0 failed, 1 skipped"},
		{"a skip by a program's name", passes + voice + closes, "speech", false, "suite speech is required", "1 passed, 0 failed, 1 skipped"},
		{"a skip of something else", passes + skips + closes, "speech,node", true, "", "1 passed, 0 failed, 1 skipped"},
		{"a suite that does not exist", passes + closes, "postgers", false, `"postgers", which is no suite`, "1 passed, 0 failed, 0 skipped"},
		{"a panic", passes + panics, "", false, "panic: oh\n", "1 passed, 0 failed, 0 skipped"},
		{"does not build", passes + unbuilt, "", false, "undefined: y\n", "1 passed, 0 failed, 0 skipped"},
		{"nothing", "", "", false, "was anything run?", "0 passed, 0 failed, 0 skipped"},
		{"not an event", "go: no such tool\n" + passes, "", true, "go: no such tool\n", "1 passed, 0 failed, 0 skipped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			var require []string
			if tt.require != "" {
				require = strings.Split(tt.require, ",")
			}
			tl := newTally(&out, require)
			if err := tl.read(strings.NewReader(tt.in)); err != nil {
				t.Fatal(err)
			}
			if got := tl.report(); got != tt.ok {
				t.Errorf("ok: got %v, want %v", got, tt.ok)
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("got\n%s\nwant it to contain %q", out.String(), tt.want)
			}
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if got := lines[len(lines)-1]; got != tt.last {
				t.Errorf("last line: got %q, want %q", got, tt.last)
			}
		})
	}
}
