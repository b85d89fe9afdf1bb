package config

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// A Field is a value that remembers where it was written.
//
// T is string, int, float64, *float64, time.Duration, []string or [Secret].
type Field[T any] struct {
	Value T
	Line  int // 0 if the file does not say: Value is the default

	key string
}

// Where returns the field's key, such as "llm.model", and its line.
func (f *Field[T]) Where() (key string, line int) { return f.key, f.Line }

// A Place is a [Field] of any type.
type Place interface {
	Where() (key string, line int)
}

// A leaf is a *Field[T] as the decoder sees it.
type leaf interface {
	Place
	// name says which key the field is of, and from where it is missed.
	name(key string, line int)
	// set takes the value of n, written on the given line. If it will not do,
	// set leaves the value alone and says why, and what would do.
	set(n ast.Node, line int) (problem, remedy string)
}

func (f *Field[T]) name(key string, line int) { f.key, f.Line = key, line }

func (f *Field[T]) set(n ast.Node, line int) (problem, remedy string) {
	f.Line = line
	if n.Type() == ast.NullType {
		return "", "" // the key is there to show itself; the default stands
	}
	switch v := any(&f.Value).(type) {
	case *Secret:
		return v.set(n)
	case *[]string:
		return setList(v, n)
	}
	text, ok := scalar(n)
	if !ok {
		return "is " + kind(n), "give it one value on the same line"
	}
	switch v := any(&f.Value).(type) {
	case *string:
		*v = text
	case *int:
		i, err := strconv.Atoi(strings.ReplaceAll(text, "_", ""))
		if err != nil {
			return fmt.Sprintf("%q is not a whole number", text), ""
		}
		*v = i
	case *float64:
		return setFloat(v, text)
	case **float64:
		x := new(float64)
		if problem, remedy := setFloat(x, text); problem != "" {
			return problem, remedy
		}
		*v = x
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Sprintf("%q is not a length of time", text), "write a number and a unit: 300ms, 1.5s, 2m"
		}
		*v = d
	default:
		panic(fmt.Sprintf("config: no way to read a %T", f.Value))
	}
	return "", ""
}

func setFloat(v *float64, text string) (problem, remedy string) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Sprintf("%q is not a number", text), ""
	}
	*v = x
	return "", ""
}

func setList(v *[]string, n ast.Node) (problem, remedy string) {
	const example = "write a list: [one, two]"
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return "is " + kind(n), example
	}
	list := make([]string, 0, len(seq.Values))
	for _, item := range seq.Values {
		text, ok := scalar(item)
		if !ok {
			return "has an entry that is " + kind(item), example
		}
		list = append(list, text)
	}
	*v = list
	return "", ""
}

// scalar returns a scalar as it was written. A node's own value will not do:
// it reads 0123 as 83.
func scalar(n ast.Node) (string, bool) {
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

// kind says what n is, for people.
func kind(n ast.Node) string {
	switch n.(type) {
	case *ast.NullNode:
		return "empty"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a section"
	case *ast.SequenceNode:
		return "a list"
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		return "YAML's shorthand (&, *, ! or <<)"
	}
	return "a single value"
}

// A namedLeaf is a field with its key.
type namedLeaf struct {
	key  string
	leaf leaf
}

// leaves yields every field of c in the order of its declaration, those of
// c.Prices as it has entries.
func (c *Config) leaves() iter.Seq[namedLeaf] {
	return func(yield func(namedLeaf) bool) {
		leavesOf(reflect.ValueOf(c).Elem(), "", yield)
	}
}

func leavesOf(v reflect.Value, key string, yield func(namedLeaf) bool) bool {
	if l, ok := reflect.TypeAssert[leaf](v.Addr()); ok {
		return yield(namedLeaf{key, l})
	}
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			if !leavesOf(v.Index(i), fmt.Sprintf("%s[%d]", key, i), yield) {
				return false
			}
		}
		return true
	}
	for name, f := range keysOf(v) {
		if !leavesOf(f, join(key, name), yield) {
			return false
		}
	}
	return true
}

// keysOf yields the keys of a section and what they hold.
func keysOf(section reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		for i := range section.NumField() {
			key := section.Type().Field(i).Tag.Get("key")
			if key != "-" && !yield(key, section.Field(i)) {
				return
			}
		}
	}
}

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}
