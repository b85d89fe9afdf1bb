package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// maxItems is the most that a list may hold. Lists are looked through for
// repetitions, item by item.
const maxItems = 5000

// A value is one place in the file. Its methods read it as what is wanted
// there, and add a mistake and return nothing where it is something else.
type value struct {
	r    *report
	path string
	node ast.Node // nil or an *ast.NullNode where nothing was written
}

func (v value) wrong(what, remedy string) { v.r.at(v.path, what, remedy) }

// child returns the place name within v, and remembers its line.
func (v value) child(name string, line int, node ast.Node) value {
	path := name
	if v.path != "" && !strings.HasPrefix(name, "[") {
		path = v.path + "." + name
	} else if v.path != "" {
		path = v.path + name
	}
	if _, ok := v.r.lines[path]; !ok {
		v.r.lines[path] = line
	}
	return value{r: v.r, path: path, node: node}
}

func (v value) empty() bool {
	_, null := v.node.(*ast.NullNode)
	return v.node == nil || null
}

// scalar returns the text of a value that is no list and no mapping. Numbers
// and booleans are taken as they are written, so that 007 stays 007: where a
// text is wanted the author meant a text. ok is false for anything else.
func scalar(n ast.Node) (s string, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// prose reads a text of any number of lines. Space around it is dropped.
func (v value) prose() string {
	if v.empty() {
		return ""
	}
	s, ok := scalar(v.node)
	if !ok {
		v.wrong("this must be a text, not "+kind(v.node), "")
	}
	return strings.TrimSpace(s)
}

// words reads a text of one line: each run of space counts as one space.
func (v value) words() string { return strings.Join(strings.Fields(v.prose()), " ") }

func (v value) boolean() bool {
	if v.empty() {
		return false
	}
	if b, ok := v.node.(*ast.BoolNode); ok {
		return b.Value
	}
	v.wrong("this must be true or false", "")
	return false
}

func (v value) integer() int {
	if v.empty() {
		return 0
	}
	s, ok := scalar(v.node)
	n, err := strconv.Atoi(s)
	if !ok || err != nil {
		v.wrong("this must be a whole number", "")
		return 0
	}
	return n
}

// unsigned reads one of Discord's IDs.
func (v value) unsigned() uint64 {
	if v.empty() {
		return 0
	}
	s, ok := scalar(v.node)
	n, err := strconv.ParseUint(s, 10, 64)
	if !ok || err != nil {
		v.wrong("this must be a Discord ID, a number", "")
		return 0
	}
	return n
}

// list returns the items of a list. A single text counts as a list of one.
func (v value) list() []value {
	if v.empty() {
		return nil
	}
	if _, ok := scalar(v.node); ok {
		return []value{v}
	}
	seq, ok := v.node.(*ast.SequenceNode)
	if !ok {
		v.wrong("this must be a list, not "+kind(v.node), "write it as [one, two], or one to a line after a dash")
		return nil
	}
	if len(seq.Values) > maxItems {
		v.wrong(fmt.Sprintf("this list has %d items, the most is %d", len(seq.Values), maxItems), "")
		return nil
	}
	items := make([]value, len(seq.Values))
	for i, n := range seq.Values {
		line := seq.GetToken().Position.Line
		if n != nil {
			line = n.GetToken().Position.Line
		}
		items[i] = v.child(fmt.Sprintf("[%d]", i+1), line, n)
	}
	return items
}

// texts reads a list of texts of one line. Empty ones are kept, for the check
// to find.
func (v value) texts() []string {
	var s []string
	for _, item := range v.list() {
		s = append(s, item.words())
	}
	return s
}

// An entry is one key of a mapping.
type entry struct {
	key string
	value
}

// entries returns the keys of a mapping in the order of the file, each once.
func (v value) entries() []entry {
	if v.empty() {
		return nil
	}
	m, ok := v.node.(*ast.MappingNode)
	if !ok {
		v.wrong("this must be a group of keys, not "+kind(v.node), "write each on a line of its own, indented, as key: value")
		return nil
	}
	var list []entry
	first := map[string]int{}
	for _, kv := range m.Values {
		line := kv.Key.GetToken().Position.Line
		key, ok := scalar(kv.Key)
		if _, null := kv.Key.(*ast.NullNode); null {
			key, ok = kv.Key.GetToken().Value, true
		}
		key = strings.Join(strings.Fields(key), " ")
		if !ok || key == "" {
			v.r.atLine(line, "a key must be a word", "")
			continue
		}
		if at, ok := first[key]; ok {
			v.r.mistakes = append(v.r.mistakes, &Mistake{
				File: v.r.file, Line: line, Path: join(v.path, key),
				What:   fmt.Sprintf("this key was there before, on line %d", at),
				Remedy: "take one of the two out, or rename it",
			})
			continue
		}
		first[key] = line
		list = append(list, entry{key, v.child(key, line, kv.Value)})
	}
	return list
}

// fields hands each key of a mapping to its reader. A key without one is a
// mistake.
func (v value) fields(readers map[string]func(value)) {
	for _, e := range v.entries() {
		if read, ok := readers[e.key]; ok {
			read(e.value)
			continue
		}
		e.wrong("there is no such key here", suggest(e.key, "key", slices.Collect(maps.Keys(readers))))
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// kind names what was written, for people.
func kind(n ast.Node) string {
	switch n.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode:
		return "a group of keys"
	}
	return "this"
}
