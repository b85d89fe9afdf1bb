package config

import (
	"iter"
	"reflect"
	"strings"
)

// suggest returns a remedy for a key that does not exist: the key that was
// probably meant.
func suggest(path string) string {
	section, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		section, name = path[:i], path[i+1:]
	}
	best, bestDistance := "", 1+len(name)/3 // one slip in three letters, and one more
	var elsewhere []string
	for known := range paths(reflect.TypeFor[Config](), "") {
		inSection, knownName := "", known
		if i := strings.LastIndexByte(known, '.'); i >= 0 {
			inSection, knownName = known[:i], known[i+1:]
		}
		if inSection != plain(section) {
			if knownName == name {
				elsewhere = append(elsewhere, known)
			}
			continue
		}
		if d := distance(strings.ToLower(name), knownName); d <= bestDistance {
			best, bestDistance = knownName, d-1 // the first of the nearest
		}
	}
	switch {
	case best != "":
		return "did you mean " + join(section, best) + "?"
	case len(elsewhere) > 0: // as when a key is not indented
		return "did you mean " + or(elsewhere) + "?"
	}
	return "config.example.yaml lists every key"
}

// or lists choices: "a, b or c".
func or(choices []string) string {
	last := len(choices) - 1
	if last == 0 {
		return choices[0]
	}
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}

// plain returns a section's path without the indexes of lists.
func plain(path string) string {
	path, _, _ = strings.Cut(path, "[")
	return path
}

// paths yields every key of a struct type, sections and lists included.
func paths(t reflect.Type, section string) iter.Seq[string] {
	return func(yield func(string) bool) { pathsOf(t, section, yield) }
}

func pathsOf(t reflect.Type, section string, yield func(string) bool) bool {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[leaf]()) {
		return true
	}
	for f := range t.Fields() {
		key := f.Tag.Get("key")
		if key == "-" {
			continue
		}
		if !yield(join(section, key)) || !pathsOf(f.Type, join(section, key), yield) {
			return false
		}
	}
	return true
}

// distance is how many letters must be changed, added or left out to make a
// into b (Levenshtein's).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
