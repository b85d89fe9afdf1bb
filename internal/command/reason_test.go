package command

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reasonArgs are the functions of the conversation that are told a reason, and
// which of their arguments it is.
var reasonArgs = map[string]int{
	"to": 0, "nobody": 0, "say": 2, "stop": 2, "silence": 1, "drop": 1, "interrupt": 1, "finishSentence": 0, "newTurn": 2,
	"endExchange": 2, "without": 0, "conclude": 2, "following": 1, "count": 1,
}

// reasonNames are what a reason is called there before it is told, and
// placeNames what a part of one is.
var (
	reasonNames = []string{"why", "reason", "Reason", "offRecord", "onlyListening"}
	placeNames  = []string{"where", "asMeant"}
	reasonFuncs = map[string]int{"barred": 1} // which of their results
	placeFuncs  = map[string]int{"placeOf": 0}
)

// A GM reads in German every reason that the conversation can give.
func TestReasons(t *testing.T) {
	all := conversationReasons(t)
	if len(all) < 55 {
		t.Errorf("only %d reasons were found: is this test still looking in the right places?", len(all))
	}
	for reason, at := range all {
		said := reasonText(reason)
		if got := said.String(); got != reason {
			t.Errorf("%s: %q is %q in English", at, reason, got)
		}
		if got := said.In("de"); got == reason {
			t.Errorf("%s: %q has no German sentence (reason.… in the files of package texts)", at, reason)
		}
	}
}

// conversationReasons returns an example of each reason that is written out in
// package conversation, and where it is.
func conversationReasons(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "conversation", "*.go"))
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	all := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		found := func(frame string, e ast.Expr) {
			if example, ok := exampleOf(e); ok && example != "" {
				all[strings.ReplaceAll(frame, "…", example)] = fset.Position(e.Pos()).String()
			}
		}
		for _, d := range f.Decls {
			reasonsOf(d, found)
		}
	}
	return all
}

// Where a reason is whole, and where what is found is a part of one.
const (
	wholeReason = "…"
	placeReason = `"Bart" is named …`
	whereReason = `"Bart" is named at the start…`
	butReason   = `they were talking to "Bart", but …`
	doubtReason = "nobody is named; …, and the model that was asked was late"
	lateReason  = `nobody is named; "art" at the start may be "Bart", and …`
)

// reasonsOf finds the reasons of a declaration, and in what frame they are told.
func reasonsOf(d ast.Decl, found func(frame string, e ast.Expr)) {
	within := ""
	if f, ok := d.(*ast.FuncDecl); ok {
		within = f.Name.Name
	}
	named := func(name string, e ast.Expr) {
		switch {
		case slices.Contains(reasonNames, name):
			found(wholeReason, e)
		case slices.Contains(placeNames, name):
			found(placeReason, e)
		case name == "doubts":
			found(doubtReason, e)
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if called(n.Type) == "LineDropped" {
				return false // of what nobody has said: it is shown at a terminal
			}
		case *ast.CallExpr:
			name := called(n.Fun)
			if i, ok := reasonArgs[name]; ok && i < len(n.Args) {
				frame := wholeReason
				switch name {
				case "without":
					frame = lateReason
				case "count":
					frame = butReason
				}
				found(frame, n.Args[i])
			}
		case *ast.KeyValueExpr:
			named(called(n.Key), n.Value)
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				switch {
				case len(n.Rhs) != len(n.Lhs):
				case n.Tok == token.ADD_ASSIGN && called(l) == "where":
					found(whereReason, n.Rhs[i])
				default:
					named(called(l), n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, e := range n.Values {
				named(n.Names[i].Name, e)
			}
		case *ast.ReturnStmt:
			if i, ok := reasonFuncs[within]; ok && i < len(n.Results) {
				found(wholeReason, n.Results[i])
			}
			if i, ok := placeFuncs[within]; ok && i < len(n.Results) {
				found(placeReason, n.Results[i])
			}
			if within == "heardAs" {
				found(whereReason, n.Results[0])
			}
		}
		return true
	})
}

// called is the last name of what is called, or assigned to.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return called(e.X)
	case *ast.CallExpr:
		if len(e.Args) > 0 {
			return called(e.Fun) + " " + called(e.Args[0])
		}
		return called(e.Fun)
	}
	return ""
}

// exampleOf is a reason as the program would make it; ok is false if none of its
// words are written here.
func exampleOf(e ast.Expr) (s string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, okA := exampleOf(e.X)
		b, okB := exampleOf(e.Y)
		return a + b, e.Op == token.ADD && (okA || okB)
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "Sprintf" && f.Sel.Name != "Errorf" {
			break
		}
		s, ok = exampleOf(e.Args[0])
		for _, arg := range e.Args[1:] {
			put, _ := exampleOf(arg)
			i := strings.Index(s, "%")
			if i < 0 || i+1 == len(s) {
				return s, false
			}
			if s[i+1] == 'q' {
				put = strconv.Quote(put)
			}
			s = s[:i] + put + s[i+2:]
		}
		return s, ok
	}
	switch name := called(e); name {
	case "where":
		return "at the start", false
	case "goesOn":
		return `they were talking to "Bart"`, false
	case "against":
		return "it thinks aloud", false
	case "shown": // an owner's, or those of several that are quoted already
		if _, ok := e.(*ast.IndexExpr); ok {
			return `"Bart"`, false
		}
	case "Join shown", "Join heard":
		return `"Bart" and "Greta"`, false
	case "Reason":
		return "nobody is named", false
	case "Doubt":
		return `"art" at the start may be "Bart"`, false
	case "why":
		return "the model that was asked was late", false
	case "Itoa ":
		return "2", false
	}
	return "Bart", false
}

// So are the sentences of other packages that know no languages: what is wrong with
// dice, and how voices are given out.
func TestReadBack(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		read       func(string) text
		least      int
	}{
		{"dice", "../tool/diceparse.go", func(s string) text { return badDice(errors.New(s)) }, 10},
		{"dice", "../tool/diceexpr.go", func(s string) text { return badDice(errors.New(s)) }, 6},
		{"voices", "../campaign/voices.go", noteText, 2},
		{"the narrator", "../../cmd/bot/said.go", noteText, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, tt.file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]string{}
			found := func(e ast.Expr) {
				if s, ok := exampleOf(e); ok {
					said[s] = fset.Position(e.Pos()).String()
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					f, ok := n.Fun.(*ast.SelectorExpr)
					switch {
					case tt.name != "dice" || !ok:
					case f.Sel.Name == "Errorf":
						found(n)
					case f.Sel.Name == "New" && called(f.X) == "errors":
						found(n.Args[0])
					}
				case *ast.AssignStmt:
					if called(n.Lhs[0]) == "note" {
						found(n.Rhs[0])
					}
				}
				return true
			})
			if len(said) < tt.least {
				t.Errorf("only %d sentences were found: is this test still looking in the right place?", len(said))
			}
			for s, at := range said {
				if got := tt.read(s); got.String() != plain(s) || got.In("de") == plain(s) {
					t.Errorf("%s: %q is %q in English and %q in German", at, s, got, got.In("de"))
				}
			}
		})
	}
}

// What `why` says is in the reader's language, whatever the conversation said.
func TestReasonsShown(t *testing.T) {
	d := Decision{Who: "Tamsin", Said: "Bart?", Agents: []string{"Bart"}, Reason: `"B*rt" is named at the start`}
	wantText(t, "in German", whyText([]Decision{d}, "").In("de"), `→ **Bart**: genannt ist „B\*rt“, am Anfang`)
	wantText(t, "in English", whyText([]Decision{d}, "").String(), `→ **Bart**: "B\*rt" is named at the start`)
}
