package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

const (
	// MaxFile is the size in bytes beyond which a campaign file is refused. A
	// campaign of a thousand entries is below 1 MB.
	MaxFile = 8 << 20

	// maxNesting is how deep brackets, or dashes on one line, may nest. The
	// format needs four; the YAML parser calls itself for each level, and a
	// megabyte of brackets would end the program.
	maxNesting = 16
)

// maxEntries is how many keys may stand in one group. The YAML parser compares
// each with all others.
const maxEntries = 5000

// tree returns the root of the YAML document in data. It is nil, without a
// mistake, if there is nothing in it.
func (r *report) tree(data []byte) (root ast.Node) {
	if len(data) > MaxFile {
		r.at("", fmt.Sprintf("the file has %d bytes, the most is %d", len(data), MaxFile), "split the campaign")
		return nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // editors on Windows put it there
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	for i, line := range bytes.Split(data, []byte("\n")) {
		if !utf8.Valid(line) {
			r.atLine(i+1, "this is not text in UTF-8", "save the file as UTF-8")
			return nil
		}
		if bytes.IndexByte(line, 0) >= 0 {
			r.atLine(i+1, "there is a NUL byte here", "save the file as plain text")
			return nil
		}
	}
	tokens := lexer.Tokenize(string(data))
	if !r.plain(tokens) {
		return nil
	}
	// The parser has been known to panic on broken input; that is a fault of
	// the file as far as its author is concerned.
	defer func() {
		if recover() != nil {
			root = nil
			r.at("", "the YAML cannot be read", "check its quotes and its indentation")
		}
	}()
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.syntax(err)
		return nil
	}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		return nil
	case 1:
		return bodies[0]
	}
	r.atLine(bodies[1].GetToken().Position.Line, "a second document begins here", "take out the line of dashes, ---")
	return nil
}

func (r *report) atLine(line int, what, remedy string) {
	r.mistakes = append(r.mistakes, &Mistake{File: r.file, Line: line, What: what, Remedy: remedy})
}

// plain reports whether tokens are of the part of YAML that a campaign is
// written in, and adds a mistake for each that is not.
func (r *report) plain(tokens token.Tokens) bool {
	before := len(r.mistakes)
	depth, dashes, line := 0, 0, 0
	var groups groups
	for _, t := range tokens {
		switch t.Type {
		case token.MappingValueType:
			if t.Prev != nil && groups.key(t.Prev.Position.Column, depth > 0) > maxEntries {
				r.atLine(t.Position.Line, fmt.Sprintf("there are more than %d keys in this group", maxEntries), "split the campaign")
				return false
			}
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType, token.MappingKeyType:
			r.atLine(t.Position.Line, "a value may not begin with "+strings.TrimSpace(t.Value),
				`put the text in quotes: "…"`)
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			if t.Position.Line != line {
				line, dashes = t.Position.Line, 0
			}
			dashes++
		default:
		}
		if depth > maxNesting || dashes > maxNesting {
			r.atLine(t.Position.Line, "this is nested too deeply", "a campaign needs no more than four levels")
			return false
		}
	}
	return len(r.mistakes) == before
}

// groups counts the keys of the groups that are open at one place of a file.
// Keys in brackets count together, however many groups they are in.
type groups struct {
	columns []int // of the open groups, outermost first
	keys    []int // in each
	inside  int   // keys since the outermost bracket
}

// key counts a key and returns how many its group has now.
func (g *groups) key(column int, brackets bool) int {
	if brackets {
		g.inside++
		return g.inside
	}
	g.inside = 0
	n := len(g.columns)
	for n > 0 && g.columns[n-1] > column {
		n--
	}
	g.columns, g.keys = g.columns[:n], g.keys[:n]
	if n == 0 || g.columns[n-1] < column {
		g.columns, g.keys = append(g.columns, column), append(g.keys, 0)
		n++
	}
	g.keys[n-1]++
	return g.keys[n-1]
}

// syntax adds a mistake for an error of the YAML parser.
func (r *report) syntax(err error) {
	ye, ok := errors.AsType[yaml.Error](err)
	if !ok {
		r.at("", err.Error(), "")
		return
	}
	what, line := ye.GetMessage(), 0
	if t := ye.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	remedy := "check the quotes and the indentation of this line and the one before"
	switch {
	case strings.Contains(what, "'\t'"):
		what, remedy = "there is a tab here", "indent with spaces"
	case strings.Contains(what, "mapping value is not allowed"):
		remedy = `a text with a colon in it needs quotes: "…"`
	}
	r.atLine(line, what, remedy)
}
