package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// limits are how much Discord shows of a part of a message or a form, in UTF-16
// code units. What is longer is cut, so that its end is lost.
// https://discord.com/developers/docs/components/reference
var limits = map[string]int{
	"Button.Label": 80, "Menu.Hint": 150, "Item.Label": 100, "Item.Description": 100,
	"Form.Title": 45, "Field.Label": 45, "Field.Hint": 100,
}

// parts finds the sentences that the program puts into parts with a limit, as
// "Button.Label", by their ID.
func parts(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, dir := range speakers {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				if array, ok := lit.Type.(*ast.ArrayType); ok { // []discord.Item{{…}}
					for _, e := range lit.Elts {
						if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
							fields(inner, typeName(array.Elt), found)
						}
					}
				}
				fields(lit, typeName(lit.Type), found)
				return true
			})
		}
	}
	return found
}

// fields notes which sentences stand in the fields of a literal of package
// discord's.
func fields(lit *ast.CompositeLit, of string, found map[string]string) {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		part := of + "." + ident(kv.Key)
		if limits[part] == 0 {
			continue
		}
		ast.Inspect(kv.Value, func(n ast.Node) bool {
			if s, ok := call(n); ok {
				found[s.id] = part
				return false
			}
			return true
		})
	}
}

func typeName(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok && ident(s.X) == "discord" {
		return s.Sel.Name
	}
	return ""
}

// Labels, titles and hints fit in every language, before anybody's own words are
// put in.
func TestLimits(t *testing.T) {
	found := parts(t)
	if len(found) < 30 {
		t.Errorf("only %d parts were found: is this test still looking in the right places?", len(found))
	}
	for _, code := range Languages() {
		for id, forms := range Forms(code) {
			most := limits[found[id]]
			if most == 0 && strings.HasSuffix(id, "-label") { // of a button, through a function
				most = limits["Button.Label"]
			}
			for _, form := range forms {
				shown := putIn.ReplaceAllString(form, "")
				if n := len(utf16.Encode([]rune(shown))); most > 0 && n > most {
					t.Errorf("%s: %s has %d letters of %d: %s", code, id, n, most, form)
				}
			}
		}
	}
}
