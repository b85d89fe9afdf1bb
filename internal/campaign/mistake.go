package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxMistakes is how many mistakes one report shows: more are not read, and
// they are mostly consequences of the first.
const maxMistakes = 50

// A Mistake is one thing wrong with a campaign, in words for its GM.
type Mistake struct {
	File   string // empty when the campaign did not come from a file
	Line   int    // from 1; 0 if unknown
	Path   string // such as "agents.mirela.tools[1]", lists counted from 1; may be empty
	What   string
	Remedy string // what to do about it; may be empty when that is plain
}

// Error returns file:line: path: what; remedy.
func (m *Mistake) Error() string {
	var b strings.Builder
	if m.File != "" {
		b.WriteString(m.File)
		if m.Line > 0 {
			fmt.Fprintf(&b, ":%d", m.Line)
		}
		b.WriteString(": ")
	}
	if m.Path != "" {
		b.WriteString(m.Path + ": ")
	}
	b.WriteString(m.What)
	if m.Remedy != "" {
		b.WriteString("; " + m.Remedy)
	}
	return b.String()
}

// A report collects mistakes, and the lines to which their paths lead.
type report struct {
	file     string
	lines    map[string]int // nil when the campaign did not come from a file
	mistakes []*Mistake
}

// at adds a mistake about path. Its line is that of the path, or of the
// nearest place around it that the file mentions.
func (r *report) at(path, what, remedy string) {
	r.mistakes = append(r.mistakes, &Mistake{
		File: r.file, Line: r.line(path), Path: path, What: what, Remedy: remedy,
	})
}

func (r *report) line(path string) int {
	for path != "" {
		if n, ok := r.lines[path]; ok {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// merge adds the mistakes of later, but none on a line that has one already: a
// value that could not be read is empty now, and no use complaining that it is.
func (r *report) merge(later *report) {
	taken := map[int]bool{}
	for _, m := range r.mistakes {
		taken[m.Line] = m.Line > 0
	}
	for _, m := range later.mistakes {
		if !taken[m.Line] {
			r.mistakes = append(r.mistakes, m)
		}
	}
}

// err returns the mistakes in the order of the file, or nil.
func (r *report) err() error {
	slices.SortStableFunc(r.mistakes, func(a, b *Mistake) int { return cmp.Compare(a.Line, b.Line) })
	var errs []error
	for i, m := range r.mistakes {
		if i == maxMistakes {
			errs = append(errs, fmt.Errorf("and %d more", len(r.mistakes)-i))
			break
		}
		errs = append(errs, m)
	}
	return errors.Join(errs...)
}
