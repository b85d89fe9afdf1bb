package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A placeholder is a {name} in a program's arguments that the bot replaces.
type placeholder struct {
	name string

	// setting, if not empty, is the setting that gives the placeholder its
	// meaning, and other the one to change to without it: "input: file" and
	// "input: stdin". chosen says that the setting is the present one.
	setting, other string
	chosen         bool

	// everywhere means that the placeholder is replaced without the setting,
	// too. The setting still needs it.
	everywhere bool
}

// commands checks the programs of the sections whose provider is one. The words
// are those of internal/provider/command, which this package does not know: a
// test of cmd/bot holds the two together.
func (r *report) commands(c *Config) {
	hear, speak := &c.STT.Command, &c.TTS.Command
	oneOf(r, &hear.Input, "stdin", "file")
	oneOf(r, &hear.Format, "wav", "pcm")
	oneOf(r, &speak.Input, "stdin", "arg", "file")
	oneOf(r, &speak.Output, "stdout", "file")
	oneOf(r, &speak.Format, "wav", "pcm")
	within(r, &speak.Rate, 8000, 48000)

	if c.STT.Provider.Value == Command {
		r.args(&hear.Args,
			placeholder{name: "wav", setting: "input: file", other: "input: stdin", chosen: hear.Input.Value == "file"},
			placeholder{name: "language"}, placeholder{name: "names"}, placeholder{name: "rate"},
		)
		if hear.Input.Value == "file" && hear.Format.Value == "pcm" {
			r.at(&hear.Format, "is pcm, and a file is always wav", "remove it, or set input: stdin")
		}
	}
	if c.TTS.Provider.Value == Command {
		r.args(&speak.Args,
			placeholder{name: "text", setting: "input: arg", other: "input: stdin", chosen: speak.Input.Value == "arg", everywhere: true},
			placeholder{name: "textfile", setting: "input: file", other: "input: stdin", chosen: speak.Input.Value == "file"},
			placeholder{name: "out", setting: "output: file", other: "output: stdout", chosen: speak.Output.Value == "file"},
			placeholder{name: "voice"}, placeholder{name: "language"}, placeholder{name: "rate"},
		)
	}
}

var inBraces = regexp.MustCompile(`\{([a-z_]+)\}`)

// args checks a program's arguments. Each mistake in them is one of its own.
func (r *report) args(f *Field[[]string], known ...placeholder) {
	if len(f.Value) == 0 || f.Value[0] == "" {
		r.at(f, "names no program", "write the program and its arguments: [program, --flag, value]")
		return
	}
	if inBraces.MatchString(f.Value[0]) {
		r.add(f.Line, f.key, "begins with a placeholder", "begin it with the program's name")
		return
	}
	var names []string
	for _, p := range known {
		names = append(names, "{"+p.name+"}")
	}
	var used []string
	for _, m := range inBraces.FindAllStringSubmatch(strings.Join(f.Value, "\n"), -1) {
		if slices.Contains(used, m[1]) {
			continue
		}
		used = append(used, m[1])
		if !slices.Contains(names, m[0]) {
			r.add(f.Line, f.key, "has the placeholder "+m[0]+", which means nothing here", "those that do are "+and(names))
		}
	}
	for _, p := range known {
		switch there := slices.Contains(used, p.name); {
		case p.setting == "":
		case p.chosen && !there:
			r.add(f.Line, f.key, fmt.Sprintf("lacks {%s}, which %s needs", p.name, p.setting), fmt.Sprintf("write it where the program expects it, or set %s", p.other))
		case there && !p.chosen && !p.everywhere:
			r.add(f.Line, f.key, fmt.Sprintf("has {%s}, which is only there with %s", p.name, p.setting), fmt.Sprintf("set %s, or take it out", p.setting))
		}
	}
}

// and lists things: "a, b and c".
func and(things []string) string {
	last := len(things) - 1
	return strings.Join(things[:last], ", ") + " and " + things[last]
}
