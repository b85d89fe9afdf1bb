package config

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// FuzzParse: no text makes it panic, and every mistake names the file and,
// unless the file is no YAML at all, what is wrong with which key.
func FuzzParse(f *testing.F) {
	example, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(example))
	for _, s := range []string{
		"", "a", "llm: {provider: openai, key: {env: X}}", "prices:\n  - {per: 1}\n  -\n", "? a\n: b\n", "- - -",
		"llm: &a {model: *a}", "<<: {language: de}", "language: !!str 5", "language: |\n  de\n", "a: \"\n", "---\n---\n", "{", "0x: 1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("dir/fuzz.yaml", []byte(text))
		if (c == nil) == (err == nil) {
			t.Fatalf("got %v and %v, want one of them", c, err)
		}
		if err == nil {
			return
		}
		for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
			m, ok := errors.AsType[*Mistake](e)
			if !ok {
				t.Fatalf("got %T, want *Mistake", e)
			}
			if !strings.HasPrefix(m.Error(), "dir/fuzz.yaml") || m.Problem == "" {
				t.Errorf("%q does not say where and what", m.Error())
			}
		}
	})
}
