package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
)

// What the doctor finds of providers is read in German, too.
func TestDoctorFindings(t *testing.T) {
	all := findingWords(t, "doctor_providers.go")
	if len(all) < 10 {
		t.Errorf("only %d were found: is this test still looking in the right place?", len(all))
	}
	all = append(all, findingWords(t, "doctor_numbers.go")...)
	all = append(all, "no answer within 10s", "see whether it is busy, and whether the network is slow")
	for _, words := range all {
		f := finding{detail: words, remedy: words}.shown()
		same := command.Plain(words).String()
		for _, said := range []texts.Text{f.Detail, f.Remedy} {
			if said.String() != same || said.In("de") == same {
				t.Errorf("%q is %q in English and %q in German", words, said, said.In("de"))
			}
		}
	}
}

// findingWords returns what the findings of a file say, with something put in.
func findingWords(t *testing.T, name string) (all []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	detail := ""
	add := func(e ast.Expr) {
		if words, ok := writtenOut(e); ok {
			all = append(all, words)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if id, ok := n.Type.(*ast.Ident); !ok || id.Name != "finding" {
				return true
			}
			for i, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if key := kv.Key.(*ast.Ident).Name; key == "detail" || key == "remedy" {
						add(kv.Value)
					}
				} else if i >= 2 {
					add(e)
				}
			}
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "detail" {
				if words, ok := writtenOut(n.Rhs[0]); ok {
					detail += words // it grows
					all = append(all, detail)
				}
			}
		}
		return true
	})
	return all
}

var verb = regexp.MustCompile(`%[a-z]`)

// writtenOut is a sentence as the program would make it; ok is false if none of
// its words are written there.
func writtenOut(e ast.Expr) (s string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, okA := writtenOut(e.X)
		b, okB := writtenOut(e.Y)
		return a + b, okA || okB
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			s, ok := writtenOut(e.Args[0])
			return verb.ReplaceAllString(s, "0.25 s"), ok
		}
	}
	return "0.25 s", false
}
