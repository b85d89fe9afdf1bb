package config

import (
	"iter"
	"reflect"
	"strings"

	"glyphoxa/internal/nearest"
)

// suggest returns a remedy for a key that does not exist: the key that was
// probably meant.
func suggest(path string) string {
	section, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		section, name = path[:i], path[i+1:]
	}
	var here, elsewhere []string
	for known := range paths(reflect.TypeFor[Config](), "") {
		inSection, knownName := "", known
		if i := strings.LastIndexByte(known, '.'); i >= 0 {
			inSection, knownName = known[:i], known[i+1:]
		}
		switch {
		case inSection == plain(section):
			here = append(here, knownName)
		case knownName == name:
			elsewhere = append(elsewhere, known)
		}
	}
	best := nearest.Word(name, here)
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
