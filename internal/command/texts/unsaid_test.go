package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sentence is what reads like something to say: four words or more.
var sentence = regexp.MustCompile(`\pL[\pL'’]*,? \pL[\pL'’]*,? \pL[\pL'’]*,? \pL`)

// unsaid are calls whose strings nobody in Discord reads: errors, logs and what
// work is called.
var unsaid = map[string]bool{
	"Errorf": true, "New": true, "LogAttrs": true, "panic": true, "failed": true, "tell": true, "post": true,
}

// What is said stands in the files of languages: package command itself has no
// sentences.
func TestNoSentences(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "*.go"))
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v", len(paths), err)
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
			if c, ok := n.(*ast.CallExpr); ok {
				name := ident(c.Fun)
				if s, ok := c.Fun.(*ast.SelectorExpr); ok {
					name = s.Sel.Name
				}
				return !unsaid[name]
			}
			if s, ok := word(n); ok && sentence.MatchString(s) {
				t.Errorf("%s: %q is in no file of a language", fset.Position(n.Pos()), s)
			}
			return true
		})
	}
}
