package internal

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"
)

// TestNotices holds the table of THIRD_PARTY_NOTICES.md to go.mod.
func TestNotices(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json", "../go.mod").Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../THIRD_PARTY_NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z0-9.-]+\.[a-z]+/\S+) \| (\S+) \| [^|]+ \| [^|]+ \|$`).FindAllStringSubmatch(string(text), -1) {
		listed[m[1]] = true
	}
	for _, r := range mod.Require {
		if !listed[r.Path] {
			t.Errorf("THIRD_PARTY_NOTICES.md lacks %s: read its licence and add a row", r.Path)
		}
		delete(listed, r.Path)
	}
	for _, path := range slices.Sorted(maps.Keys(listed)) {
		t.Errorf("THIRD_PARTY_NOTICES.md lists %s, which is not in go.mod", path)
	}
}
