// Package internal holds no code, only tests of the house as a whole: who may
// import whom, that each package says what it is, that each public bug report
// has its test, and that each licence is named.
package internal

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// may lists which of our packages each package may import; "*" is every one.
// Names are those below internal. Tests may import more.
var may = map[string]string{
	// Words.
	"audio":      "",
	"transcript": "",
	"nearest":    "",
	"phonetic":   "",
	"spoken":     "",
	"campaign":   "nearest transcript",
	"llm":        "",
	"speech":     "audio",
	"tool":       "llm",
	"config":     "nearest",
	"meter":      "audio llm speech transcript",

	// Sound.
	"voice":           "audio transcript voice/dave voice/gateway voice/mls voice/opus voice/rtp voice/vad",
	"voice/dave":      "voice/mls",
	"voice/gateway":   "",
	"voice/mls":       "",
	"voice/opus":      "audio",
	"voice/rtp":       "",
	"voice/vad":       "audio",
	"voice/voicetest": "audio transcript voice voice/dave voice/gateway voice/mls voice/opus voice/rtp voice/vad",

	// Thought.
	"agent":        "campaign llm tool transcript",
	"conversation": "audio campaign phonetic speech spoken transcript voice",
	"knowledge":    "campaign llm tool transcript",
	"recap":        "campaign llm tool transcript",

	// Edges.
	"store":         "campaign transcript knowledge recap tool migrations",
	"discord":       "transcript",
	"command":       "command/texts discord campaign conversation knowledge nearest recap transcript",
	"command/texts": "",
	"provider/*":    "llm speech audio",
	"migrations":    "",
	"campaigns":     "",

	// pocketsphinx is one of the programs that command runs.
	"provider/pocketsphinx": "speech audio provider/command",

	// What puts a whole table together.
	"demo":       "agent audio campaign conversation knowledge llm nearest recap speech store tool transcript voice voice/opus",
	"bench/clip": "audio",
	"bench":      "audio bench/clip campaign conversation knowledge speech spoken store transcript voice voice/dave voice/gateway voice/opus voice/rtp voice/vad voice/voicetest",

	// Programs.
	"cmd/bot":       "*",
	"scripts/tally": "",
}

// fenced lists which packages may import what is not ours. A dependency is kept
// behind a wall so that it can be replaced by changing one room.
var fenced = map[string]string{
	"layeh.com/gopus":                   "voice/opus",
	"github.com/sashabaranov/go-openai": "provider/openai",
	"modernc.org/sqlite":                "store migrations",
	"github.com/jackc/pgx/v5":           "store migrations",
	"github.com/pressly/goose/v3":       "store migrations",
	"github.com/alecthomas/kong":        "cmd/bot",
	"github.com/bwmarrin/discordgo":     "discord voice/voicetest", // there in tests
	"github.com/nicksnyder/go-i18n/v2":  "command/texts",
	"github.com/gorilla/websocket":      "discord",
	"github.com/coder/websocket":        "voice/gateway voice/voicetest",
	"golang.org/x/crypto":               "voice/rtp",
	"github.com/goccy/go-yaml":          "command/texts config campaign demo",
	"github.com/google/jsonschema-go":   "tool",
	"golang.org/x/sys":                  "cmd/bot",
	"golang.org/x/text":                 "campaign command/texts conversation knowledge recap store tool provider/*",
	"github.com/google/go-cmp":          "tests",
	"go.uber.org/goleak":                "tests",
	"github.com/rogpeppe/go-internal":   "tests",
}

// A pkg is what go list says about a package.
type pkg struct {
	ImportPath, Dir                    string
	Standard                           bool
	GoFiles, CgoFiles, TestGoFiles     []string
	XTestGoFiles                       []string
	Imports, TestImports, XTestImports []string
}

const module = "glyphoxa/"

// name returns the name under which p stands in the tables.
func (p pkg) name() string { return ourName(p.ImportPath) }

func ourName(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "internal/")
}

// packages returns the packages of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath != module+"internal" {
			pkgs = append(pkgs, p)
		}
	}
}

// entry returns the table's entry for a package: its own, or that of its
// siblings ("provider/*").
func entry(table map[string]string, name string) (string, bool) {
	if e, ok := table[name]; ok {
		return e, true
	}
	e, ok := table[path.Dir(name)+"/*"]
	return e, ok
}

// holds says whether a list of the tables names a package.
func holds(list, name string) bool {
	names := strings.Fields(list)
	return slices.Contains(names, name) || slices.Contains(names, "*") || slices.Contains(names, path.Dir(name)+"/*")
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		list, ok := entry(may, p.name())
		if !ok {
			t.Errorf("%s is not in the table: say what it may import", p.name())
			continue
		}
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, module) && !holds(list, ourName(imp)) {
				t.Errorf("%s imports %s; it may import: %s", p.name(), ourName(imp), list)
			}
		}
	}
}

func TestFences(t *testing.T) {
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			if list, ok := fence(t, p, imp); ok && !holds(list, p.name()) {
				t.Errorf("%s imports %s; that is for: %s", p.name(), imp, list)
			}
		}
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			if list, ok := fence(t, p, imp); ok && !holds(list, p.name()) && list != "tests" {
				t.Errorf("the tests of %s import %s; that is for: %s", p.name(), imp, list)
			}
		}
	}
}

// fence returns who may import imp, and false if it is our own or the standard
// library's, whose paths have no dot in the first element.
func fence(t *testing.T, p pkg, imp string) (string, bool) {
	t.Helper()
	first, _, _ := strings.Cut(imp, "/")
	if !strings.Contains(first, ".") {
		return "", false
	}
	for mod, list := range fenced {
		if imp == mod || strings.HasPrefix(imp, mod+"/") {
			return list, true
		}
	}
	t.Errorf("%s imports %s, which is not in the table: say who may", p.name(), imp)
	return "", false
}

// TestFencesHaveGates checks that every name in the tables can be met: a slip
// there would be a rule that never applies.
func TestFencesHaveGates(t *testing.T) {
	for _, table := range []map[string]string{may, fenced} {
		for key, list := range table {
			for name := range strings.FieldsSeq(list) {
				if _, ok := entry(may, name); !ok && name != "*" && name != "tests" {
					t.Errorf("%s: there is no package %s", key, name)
				}
			}
		}
	}
}

// TestPackageComments checks that each package has exactly one package comment:
// none leaves a reader without a tour, two are printed one after the other.
func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		files := slices.Concat(p.GoFiles, p.CgoFiles)
		if len(files) == 0 {
			continue // only tests so far
		}
		var commented []string
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Error(err)
				continue
			}
			if f.Doc != nil && !directivesOnly(f.Doc) {
				commented = append(commented, name)
			}
		}
		if len(commented) != 1 {
			t.Errorf("%s has %d package comments, want 1: %s", p.name(), len(commented), strings.Join(commented, " "))
		}
	}
}

// directivesOnly says whether a comment has nothing for a reader.
func directivesOnly(doc *ast.CommentGroup) bool { return strings.TrimSpace(doc.Text()) == "" }
