package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decode puts the values of a YAML text over those of c. The library's own
// strict decoder stops at the first mistake; walking the tree finds them all.
func (r *report) decode(data []byte, c *Config) {
	tree, err := parse(data)
	if err != nil {
		m := &Mistake{File: r.file, Problem: "this is not YAML: " + err.Error()}
		if ye, ok := errors.AsType[yaml.Error](err); ok {
			m.Problem = "this is not YAML: " + ye.GetMessage()
			if t := ye.GetToken(); t != nil && t.Position != nil {
				m.Line, m.Column = t.Position.Line, t.Position.Column
			}
		}
		m.Remedy = "mend the line, or the one before it; keys of one section stand under one another, indented by spaces"
		r.mistakes = append(r.mistakes, m)
		return
	}
	body := false
	for _, doc := range tree.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType:
		case body:
			r.add(lineOf(doc.Body), "", "a second document begins here", "remove the line ---")
		default:
			body = true
			r.section(doc.Body, reflect.ValueOf(c).Elem(), "", lineOf(doc.Body))
		}
	}
}

// parse returns the tree of a YAML text. The parser has paniced on broken
// input before; what is wrong with the file is then all that can be said.
func parse(data []byte) (tree *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			tree, err = nil, errors.New("it cannot be read at all")
		}
	}()
	return parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
}

// section reads the keys of n into the struct at v. key is the section's own,
// line where it was written.
func (r *report) section(n ast.Node, v reflect.Value, key string, line int) {
	if n.Type() == ast.NullType {
		return // a heading with every key below it commented out
	}
	if n.Type() != ast.MappingType && n.Type() != ast.MappingValueType {
		what := key
		if what == "" {
			what = "the file"
		}
		r.add(line, key, fmt.Sprintf("%s is %s, not a section", what, kind(n)), "write its keys below it, indented, as in config.example.yaml")
		return
	}
	fields := maps.Collect(keysOf(v))
	first := make(map[string]int)
	for _, pair := range pairsOf(n) {
		name, line := pair.Key.GetToken().Value, lineOf(pair.Key)
		path := join(key, printable(name))
		if pair.Key.IsMergeKey() {
			r.add(line, path, "is YAML's shorthand (<<)", "write the keys out")
			continue
		}
		f, known := fields[name]
		if !known {
			r.add(line, path, "there is no such key", suggest(path))
			continue
		}
		if at, dup := first[name]; dup {
			r.add(line, path, fmt.Sprintf("is here twice, first on line %d", at), "remove one")
			continue
		}
		first[name] = line
		r.value(pair.Value, f, path, line)
	}
}

// value reads n into the field, section or list of sections at v.
func (r *report) value(n ast.Node, v reflect.Value, key string, line int) {
	if l, ok := reflect.TypeAssert[leaf](v.Addr()); ok {
		if problem, remedy := l.set(n, line); problem != "" {
			r.add(line, key, problem, remedy)
		}
		return
	}
	if v.Kind() == reflect.Struct {
		r.section(n, v, key, line)
		return
	}
	if n.Type() == ast.NullType {
		return
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		r.add(line, key, "is "+kind(n)+", not a list", "begin each entry with a dash, as in config.example.yaml")
		return
	}
	list := reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values))
	v.Set(list)
	for i, item := range seq.Values {
		entry := fmt.Sprintf("%s[%d]", key, i)
		line := lineOf(item)
		for name, f := range keysOf(list.Index(i)) {
			l := f.Addr().Interface().(leaf) // entries of lists have no sections
			l.name(join(entry, name), line)  // what an entry lacks, it lacks there
		}
		r.section(item, list.Index(i), entry, line)
	}
}

// printable returns s, quoted if it would not show as it is.
func printable(s string) string {
	if q := strconv.Quote(s); q != `"`+s+`"` {
		return q
	}
	return s
}

// pairsOf returns the keys of a mapping with their values, none if n is not
// one.
func pairsOf(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

// lineOf returns the line on which n begins.
func lineOf(n ast.Node) int {
	if pairs := pairsOf(n); len(pairs) > 0 {
		return lineOf(pairs[0].Key)
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}
