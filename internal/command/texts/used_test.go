package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// speakers are the packages that say something to people.
var speakers = []string{".", "..", "../../../cmd/bot"}

// A saying is a call that makes a text of a sentence.
type saying struct {
	at    string // file and line
	id    string
	names []string // of what is put in, sorted
}

// program returns all sentences that the program says, and all of its strings.
func program(t *testing.T) (said []saying, strs map[string]bool) {
	t.Helper()
	strs = map[string]bool{}
	for _, dir := range speakers {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := word(n); ok {
					strs[s] = true
				}
				if s, ok := call(n); ok {
					s.at = fset.Position(n.Pos()).String()
					said = append(said, s)
				}
				return true
			})
		}
	}
	return said, strs
}

func word(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// call reads say("id", "name", …) and texts.Say("id", …). Where the ID is not
// written out, ok is false: what it may be stands among the strings.
func call(n ast.Node) (s saying, ok bool) {
	c, ok := n.(*ast.CallExpr)
	if !ok || len(c.Args) == 0 {
		return s, false
	}
	switch f := c.Fun.(type) {
	case *ast.Ident:
		ok = f.Name == "say"
	case *ast.SelectorExpr:
		ok = f.Sel.Name == "Say" && ident(f.X) == "texts"
	default:
		ok = false
	}
	if !ok {
		return s, false
	}
	if s.id, ok = word(c.Args[0]); !ok {
		return s, false
	}
	for i := 1; i < len(c.Args); i += 2 {
		name, _ := word(c.Args[i])
		s.names = append(s.names, name)
	}
	slices.Sort(s.names)
	return s, true
}

func ident(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// What the program says is in the files, with all that is put in, and what is in
// the files is said.
func TestSaid(t *testing.T) {
	said, strs := program(t)
	if len(said) < 100 {
		t.Errorf("only %d sentences were found: is this test still looking in the right places?", len(said))
	}
	english := Forms(fallback)
	for _, s := range said {
		forms, ok := english[s.id]
		if !ok {
			t.Errorf("%s: there is no sentence %q", s.at, s.id)
			continue
		}
		want := names(forms)
		got := s.names
		if len(forms) > 1 && !slices.Contains(got, Count) {
			t.Errorf("%s: %s has a plural, and is not told of how many (%q)", s.at, s.id, Count)
		}
		if len(forms) > 1 && !slices.Contains(want, Count) { // both forms may leave the number out
			got = slices.DeleteFunc(slices.Clone(got), func(n string) bool { return n == Count })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q is put into %s, which takes %q", s.at, s.names, s.id, want)
		}
	}
	for id := range english {
		// What follows a prefix ("name.") is one of the program's own words: of a
		// command, of a field. That there is one for each is for the tests of those
		// who say it.
		said := strs[id]
		for i, r := range id {
			said = said || r == '.' && strs[id[:i+1]]
		}
		if !said {
			t.Errorf("nobody says %s", id)
		}
	}
}
