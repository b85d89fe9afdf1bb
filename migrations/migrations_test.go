package migrations

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// TestSame: both engines have the same steps, and a step says the same to
// both but for the words that they have for a type.
func TestSame(t *testing.T) {
	names := func(dir string) (out []string) {
		entries, err := fs.ReadDir(FS, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	lite, post := names("sqlite"), names("postgres")
	if got, want := strings.Join(post, " "), strings.Join(lite, " "); got != want {
		t.Fatalf("postgres has %s\nsqlite has   %s", got, want)
	}
	for _, name := range lite {
		got, want := neutral(t, "postgres/"+name), neutral(t, "sqlite/"+name)
		for i := range max(len(got), len(want)) {
			var g, w string
			if i < len(got) {
				g = got[i]
			}
			if i < len(want) {
				w = want[i]
			}
			if g != w {
				t.Fatalf("%s: postgres says\n\t%s\nwhere sqlite says\n\t%s", name, g, w)
			}
		}
	}
}

var (
	comment = regexp.MustCompile(`(?m)--.*$`)
	integer = regexp.MustCompile(`\b(BIGINT|BOOLEAN|INTEGER)\b`)
	float   = regexp.MustCompile(`\b(DOUBLE PRECISION|REAL)\b`)
	table   = regexp.MustCompile(`\) STRICT(, WITHOUT ROWID)?;`)
)

// neutral returns the lines of a step without what may differ.
func neutral(t *testing.T, file string) []string {
	t.Helper()
	b, err := fs.ReadFile(FS, file)
	if err != nil {
		t.Fatal(err)
	}
	s := comment.ReplaceAllString(string(b), "")
	s = integer.ReplaceAllString(s, "INT")
	s = float.ReplaceAllString(s, "FLOAT")
	s = table.ReplaceAllString(s, ");")
	var out []string
	for line := range strings.Lines(s) {
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, strings.Join(f, " "))
		}
	}
	return out
}
