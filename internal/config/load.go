package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options says what to load. The zero Options is ready to use.
type Options struct {
	// File is the file to read, which must exist. Empty means [DefaultFile],
	// or all defaults if that does not exist.
	File string
	// LLM, STT and TTS override the providers of the file: they come from the
	// command line. Empty means no.
	LLM, STT, TTS string
}

// Load reads and checks a configuration. Its error holds every [Mistake].
func Load(o Options) (*Config, error) {
	file := o.File
	if file == "" {
		file = DefaultFile
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && o.File == "" {
		data, err = nil, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Mistake{
			File: file, Problem: "there is no such file",
			Remedy: "copy config.example.yaml there, or leave the option out to use the defaults",
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	c, r := read(file, data)
	override(&c.LLM.Provider, o.LLM)
	override(&c.STT.Provider, o.STT)
	override(&c.TTS.Provider, o.TTS)
	c.fetch(r, os.Getenv, os.ReadFile)
	c.check(r)
	if err := r.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// Parse reads a configuration from data and looks at nothing else: secrets
// that lie elsewhere stay empty. file is used in messages and for relative
// paths. The error holds every [Mistake].
func Parse(file string, data []byte) (*Config, error) {
	c, r := read(file, data)
	if err := r.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// read returns the values in data over the defaults, and what was wrong so
// far.
func read(file string, data []byte) (*Config, *report) {
	c, r := Default(), &report{file: file}
	c.File = file
	r.decode(data, c)
	if url := &c.Database.URL.Value; *url != "" && !strings.Contains(*url, "://") && !c.Database.miswritten() {
		*url = c.beside(*url)
	}
	c.settle()
	return c, r
}

// Postgres says whether the database is a PostgreSQL server; otherwise it is
// an SQLite file.
func (d Database) Postgres() bool {
	scheme, _, ok := strings.Cut(d.URL.Value, "://")
	return ok && (scheme == "postgres" || scheme == "postgresql")
}

// miswritten reports whether the database is meant to be a server, and is not
// written as one. As the path of a file it would be shown, with its password.
func (d Database) miswritten() bool {
	return slices.ContainsFunc([]string{"postgres", "postgresql"}, func(scheme string) bool {
		rest, ok := strings.CutPrefix(strings.ToLower(d.URL.Value), scheme)
		return ok && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "//"))
	}) && !strings.Contains(d.URL.Value, "://")
}

// settle moves defaults that are in the way of what somebody wrote.
func (c *Config) settle() {
	// The defaults are one to two.
	if s := &c.Spending; s.Cap.Line == 0 && s.Warn.Value >= s.Cap.Value {
		s.Cap.Value = 2 * s.Warn.Value
	}
	first, total := &c.LLM.TimeoutFirst, &c.LLM.TimeoutTotal
	switch {
	case first.Value <= total.Value:
	case total.Line == 0:
		total.Value += first.Value
	case first.Line == 0:
		first.Value = max(total.Value, leastTimeout)
	}
}

// beside returns path as seen from the configuration file's directory.
func (c *Config) beside(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.File), path)
}

// override replaces a provider that the command line names. Its line goes too:
// a mistake in it is not the file's.
func override(f *Field[string], provider string) {
	if provider != "" {
		f.Value, f.Line = provider, 0
	}
}
