package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Mistake is one thing wrong with a configuration, in words for its owner.
type Mistake struct {
	File    string
	Line    int    // 0 if the file does not mention the key
	Column  int    // 0 unless the YAML itself is broken
	Key     string // such as "llm.model"; empty if the YAML itself is broken
	Problem string
	Remedy  string // what to do about it; may be empty when that is plain
}

// Error returns file:line: key: problem; remedy.
func (m *Mistake) Error() string {
	var b strings.Builder
	b.WriteString(m.File)
	if m.Line > 0 {
		fmt.Fprintf(&b, ":%d", m.Line)
	}
	if m.Column > 0 {
		fmt.Fprintf(&b, ":%d", m.Column)
	}
	b.WriteString(": ")
	if m.Key != "" {
		b.WriteString(m.Key + ": ")
	}
	b.WriteString(m.Problem)
	if m.Remedy != "" {
		b.WriteString("; " + m.Remedy)
	}
	return b.String()
}

// Mistake returns an error that points at f, a field of c. It is for what only
// shows when a value is used: a program that is not there, a voice that the
// provider does not have.
func (c *Config) Mistake(f Place, problem, remedy string) *Mistake {
	key, line := f.Where()
	return &Mistake{File: c.File, Line: line, Key: key, Problem: problem, Remedy: remedy}
}

// A report collects mistakes.
type report struct {
	file     string
	mistakes []*Mistake
}

func (r *report) add(line int, key, problem, remedy string) {
	r.mistakes = append(r.mistakes, &Mistake{File: r.file, Line: line, Key: key, Problem: problem, Remedy: remedy})
}

// at adds a mistake about f, unless f or its section already has one: a value
// that could not be read is still the default, and no use complaining about.
func (r *report) at(f Place, problem, remedy string) {
	key, line := f.Where()
	if !slices.ContainsFunc(r.mistakes, func(m *Mistake) bool { return m.Key == key || strings.HasPrefix(key, m.Key+".") }) {
		r.add(line, key, problem, remedy)
	}
}

// err returns the mistakes in the order of the file, those about absent keys
// first.
func (r *report) err() error {
	slices.SortStableFunc(r.mistakes, func(a, b *Mistake) int { return cmp.Compare(a.Line, b.Line) })
	errs := make([]error, len(r.mistakes))
	for i, m := range r.mistakes {
		errs[i] = m
	}
	return errors.Join(errs...)
}
