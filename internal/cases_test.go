package internal

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A claim says that a test covers a case.
type claim struct{ id, test string }

func (c claim) String() string { return c.id + " " + c.test }

// A testFile is what the cases need to know of the tests of one package.
type testFile struct {
	claims   []claim
	tests    []string        // package.TestName
	literals map[string]bool // every string in it, for the names of subtests
}

var (
	rowRE    = regexp.MustCompile(`^\| ([A-Z]\d\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`)
	threadRE = regexp.MustCompile(`^[\w.-]+/[\w.-]+(#\d+)?(, #\d+)*$`)
	caseRE   = regexp.MustCompile(`\bCase: ([A-Z]\d\d(?:, ?[A-Z]\d\d)*)`)
	testRE   = regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)`)
)

// TestCases holds docs/cases.md to the tests, and the tests to docs/cases.md.
func TestCases(t *testing.T) {
	text, err := os.ReadFile("../docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := make(map[string]bool)
	literals := make(map[string]bool)
	claimed := make(map[claim]bool)
	for _, p := range packages(t) {
		for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			f, err := readTestFile(p.name(), filepath.Join(p.Dir, name))
			if err != nil {
				t.Error(err)
				continue
			}
			for _, name := range f.tests {
				tests[name] = true
			}
			for s := range f.literals {
				literals[p.name()+"/"+s] = true
			}
			for _, c := range f.claims {
				claimed[c] = true
			}
		}
	}

	listed := make(map[claim]bool)
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| id |") {
			continue
		}
		row := rowRE.FindStringSubmatch(line)
		if row == nil {
			t.Errorf("docs/cases.md:%d: not a row of the table: %s", i+1, line)
			continue
		}
		id, source, full := row[1], row[2], strings.TrimSpace(row[4])
		for one := range strings.SplitSeq(source, ";") {
			if one = strings.TrimSpace(one); one != "public fix history" && !threadRE.MatchString(one) {
				t.Errorf("docs/cases.md:%d: %q is no source: want owner/repo#number, or public fix history", i+1, one)
			}
		}
		name, sub := cutTest(full)
		c := claim{id, name}
		switch {
		case !tests[name]:
			t.Errorf("docs/cases.md:%d: there is no test %s", i+1, name)
		case sub != "" && !literals[packageOf(name)+"/"+sub]:
			t.Errorf("docs/cases.md:%d: nothing in the tests of %s is called %q", i+1, packageOf(name), sub)
		case !claimed[c]:
			t.Errorf("docs/cases.md:%d: %s does not say that it covers %s: add a comment `Case: %s.`", i+1, name, id, id)
		}
		listed[c] = true
	}

	for c := range claimed {
		if listed[c] {
			delete(claimed, c)
		}
	}
	missing := slices.SortedFunc(maps.Keys(claimed), func(a, b claim) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.test, b.test)) })
	if len(missing) > 0 {
		var b strings.Builder
		for _, c := range missing {
			fmt.Fprintf(&b, "| %s | SOURCE | WORDS | %s |\n", c.id, c.test)
		}
		t.Errorf("docs/cases.md lacks %d rows:\n%s", len(missing), b.String())
	}
}

// cutTest splits "voice/opus.TestFEC/lost_twice" into the test and the name of
// the subtest as it is written in the source: go test shows blanks as "_".
func cutTest(full string) (test, sub string) {
	dot := strings.LastIndex(full, ".Test")
	if dot < 0 {
		return full, ""
	}
	name, sub, _ := strings.Cut(full[dot:], "/")
	return full[:dot] + name, strings.ReplaceAll(sub, "_", " ")
}

// packageOf returns the package of "voice/opus.TestFEC".
func packageOf(test string) string {
	return test[:strings.LastIndex(test, ".")]
}

// readTestFile finds the tests of one file and the cases that they claim. A
// comment belongs to the test it stands in, or else to the next one.
func readTestFile(pkg, file string) (*testFile, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &testFile{literals: make(map[string]bool)}
	var funcs []*ast.FuncDecl // in the order of the file
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && testRE.MatchString(fn.Name.Name) {
			funcs = append(funcs, fn)
			f.tests = append(f.tests, pkg+"."+fn.Name.Name)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil {
				f.literals[strings.ReplaceAll(s, "_", " ")] = true
			}
		}
		return true
	})
	for _, group := range tree.Comments {
		for _, comment := range group.List {
			for _, m := range caseRE.FindAllStringSubmatch(comment.Text, -1) {
				i := slices.IndexFunc(funcs, func(fn *ast.FuncDecl) bool { return comment.Pos() < fn.End() })
				if i < 0 {
					return nil, fmt.Errorf("%s: %q belongs to no test", fset.Position(comment.Pos()), m[0])
				}
				for id := range strings.SplitSeq(m[1], ",") {
					f.claims = append(f.claims, claim{strings.TrimSpace(id), pkg + "." + funcs[i].Name.Name})
				}
			}
		}
	}
	return f, nil
}

func TestReadTestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x_test.go")
	src := `package x

var table = []string{
	"a name", // Case: A01.
}

// TestOne: Case: T01, T02.
func TestOne(t *testing.T) {
	// Case: S03
}

func helper() {}

func FuzzTwo(f *testing.F) {
	_ = "not a comment: Case: X09."
	// In case: nothing.
}

// Case: R01.
func TestThree(t *testing.T) {}
`
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := readTestFile("voice/x", file)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(f.claims)
	if want := "[A01 voice/x.TestOne T01 voice/x.TestOne T02 voice/x.TestOne S03 voice/x.TestOne R01 voice/x.TestThree]"; got != want {
		t.Errorf("claims: got  %s\nwant %s", got, want)
	}
	if got, want := strings.Join(f.tests, " "), "voice/x.TestOne voice/x.FuzzTwo voice/x.TestThree"; got != want {
		t.Errorf("tests: got %s, want %s", got, want)
	}
	test, sub := cutTest("voice/x.TestOne/a_name")
	if test != "voice/x.TestOne" || !f.literals[sub] {
		t.Errorf("cutTest: got %q and %q", test, sub)
	}
}
