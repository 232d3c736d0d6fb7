// Package layering tests which packages of this module import which; see docs/layout.md.
package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// source is a Go file.
type source struct {
	dir  string // from the root of the module, with slashes
	name string
	ast  *ast.File
}

// sources returns the files of the module that are not tests.
func sources(t *testing.T) []source {
	return parse(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
}

// parse returns the files that are wanted.
func parse(t *testing.T, wanted func(name string) bool) (all []source) {
	t.Helper()
	parsed, err := parsedOnce()
	require.NoError(t, err)
	for _, s := range parsed {
		if wanted(s.name) {
			all = append(all, s)
		}
	}
	require.Greater(t, len(all), 20)
	return all
}

// parsedOnce returns all files of the module, read once for all tests.
var parsedOnce = sync.OnceValues(func() (all []source, err error) {
	files := token.NewFileSet()
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != root && strings.HasPrefix(entry.Name(), "."), entry.IsDir() && entry.Name() == "tools":
			return filepath.SkipDir
		case !strings.HasSuffix(file, ".go"):
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		all = append(all, source{path.Dir(filepath.ToSlash(rel)), rel, parsed})
		return nil
	})
	return all, err
})

func (s source) imports() []string {
	var paths []string
	for _, i := range s.ast.Imports {
		paths = append(paths, strings.Trim(i.Path.Value, `"`))
	}
	return paths
}

// rooms lists the packages from the bottom up. Each may import those before it, and none after
// it.
func rooms() []string {
	return []string{
		"gridlock/internal/invariants",
		"gridlock/internal/faultinject",
		"gridlock/internal/yield",
		"gridlock/internal/spill",
		"gridlock/internal/extsort",
		"gridlock/internal/staged",
		"gridlock/internal/printable",
		"gridlock/internal/lines",
		"gridlock/internal/plaintext",
		"gridlock/docs",
		"gridlock/cgt",
		"gridlock/bitboard",
		"gridlock/variants",
		"gridlock/internal/randomplay",
		"gridlock/internal/testgames",
		"gridlock/internal/interval",
		"gridlock/theory",
		"gridlock/internal/territory",
		"gridlock/proof",
		"gridlock/solver",
		"gridlock/solver/internal/layout",
		"gridlock/solver/keys",
		"gridlock/solver/internal/pages",
		"gridlock/solver/internal/search",
		"gridlock/solver/internal/table",
		"gridlock/solver/internal/table/tabletest",
		"gridlock/solver/brute",
		"gridlock/solver/pn",
		"gridlock/solver/negamax",
		"gridlock/solver/retrograde",
		"gridlock/solver/auto",
		"gridlock/proof/certify",
		"gridlock/internal/interchange",
		"gridlock/analysis",
		"gridlock/internal/puzzle",
		"gridlock/tablebase",
		"gridlock/internal/draw",
		"gridlock/internal/explain",
		"gridlock/internal/shipped",
		"gridlock/player",
		"gridlock/benchmarks",
		"gridlock/internal/report",
		"gridlock/internal/page",
		"gridlock/internal/query",
		"gridlock/internal/course",
		"gridlock/internal/tui",
		"gridlock/internal/cli",
		"gridlock/internal/cli/console",
		"gridlock/internal/cli/files",
		"gridlock/internal/cli/flags",
		"gridlock/internal/serve",
		"gridlock/internal/mcp",
		"gridlock/internal/browsertest",
		"gridlock/internal/ptytest",
		"gridlock/internal/home",
		"gridlock/internal/seed",
		"gridlock/internal/pipe",
		"gridlock/internal/sweep",
		"gridlock/internal/atlas",
		"gridlock/cmd/",
		"gridlock/cmd",
		"gridlock/internal/man",
		"gridlock/internal/mutants",
		"gridlock/internal/site/wasm",
		"gridlock/internal/site",
		"gridlock/main",
		"gridlock/cluster/joblevel",
		"gridlock/cluster/queue",
		"gridlock/cluster/cmd/gridlock-cluster",
	}
}

// level returns the place of a package in rooms.
func level(t *testing.T, pkg string) int {
	t.Helper()
	i := slices.IndexFunc(rooms(), func(room string) bool {
		return pkg == room || strings.HasSuffix(room, "/") && strings.HasPrefix(pkg, room)
	})
	require.GreaterOrEqual(t, i, 0, "package %s has no place in rooms", pkg)
	return i
}

func (s source) pkg() string {
	if s.dir == "." {
		return "gridlock/main"
	}
	return "gridlock/" + s.dir
}

func TestImportsRunOneWay(t *testing.T) {
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			if strings.HasPrefix(imported, "gridlock/") {
				require.Less(t, level(t, imported), level(t, s.pkg()), "%s imports %s", s.name, imported)
			}
		}
	}
}

// docs/layout.md names all packages.
func TestLayoutNamesEveryRoom(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/layout.md")
	require.NoError(t, err)
	for _, room := range rooms() {
		inside := strings.TrimSuffix(strings.TrimPrefix(room, "gridlock/"), "/")
		dir, name := path.Split(inside)
		if dir == "internal/" || dir == "solver/internal/" {
			inside = name // they are listed together
		}
		if name != "tabletest" {
			require.Regexp(t, `\b`+regexp.QuoteMeta(inside)+`\b`, string(text), room)
		}
	}
}

// Only auto imports the other engines.
func TestEnginesDoNotKnowEachOther(t *testing.T) {
	engines := []string{"brute", "pn", "negamax", "retrograde"}
	for _, s := range sources(t) {
		for _, e := range engines {
			for _, other := range engines {
				if s.dir == "solver/"+e && other != e {
					require.NotContains(t, s.imports(), "gridlock/solver/"+other, s.name)
				}
			}
		}
	}
}

// The checker of proofs imports the rules, and intervals, which import the rules, and nothing else
// of this module.
func TestProofTrustsTheRulesOnly(t *testing.T) {
	rules := []string{"gridlock/bitboard", "gridlock/variants"}
	trusted := map[string][]string{"internal/interval": rules, "proof": append(rules, "gridlock/internal/interval")}
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			if allowed, ok := trusted[s.dir]; ok && strings.HasPrefix(imported, "gridlock/") {
				require.Contains(t, allowed, imported, s.name)
			}
		}
	}
}

func TestWhatImportsTheStandardLibraryOnly(t *testing.T) {
	for _, s := range sources(t) {
		if s.dir != "bitboard" && s.dir != "cgt" {
			continue
		}
		for _, imported := range s.imports() {
			require.NotContains(t, imported, ".", s.name)
			require.False(t, strings.HasPrefix(imported, "gridlock"), "%s imports %s", s.name, imported)
		}
	}
}

// Below the commands no package prints, logs, reads flags or the environment, or imports the
// command-line library; the solver does not import the store's. The store consists of files, so
// it may import os, but not use the environment or the program's streams.
func TestWhatOnlyCommandsMayUse(t *testing.T) {
	for _, s := range sources(t) {
		if level(t, s.pkg()) >= level(t, "gridlock/internal/cli") {
			continue
		}
		for _, imported := range s.imports() {
			if imported == "os" && (s.dir == "tablebase" || s.dir == "internal/staged") {
				continue
			}
			for _, forbidden := range []string{"os", "log", "log/slog", "flag", "github.com/spf13/cobra", "github.com/spf13/pflag"} {
				require.NotEqual(t, forbidden, imported, s.name)
			}
			if strings.HasPrefix(s.dir, "solver") {
				require.False(t, strings.HasPrefix(imported, "github.com/dgraph-io/"), "%s imports %s", s.name, imported)
			}
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok {
				pkg, _ := selector.X.(*ast.Ident)
				require.False(t, pkg != nil && pkg.Name == "fmt" && strings.HasPrefix(selector.Sel.Name, "Print"),
					"%s prints", s.name)
				require.False(t, pkg != nil && pkg.Name == "os" && slices.Contains(
					[]string{"Stdin", "Stdout", "Stderr", "Args", "Getenv", "LookupEnv", "Environ", "Getwd", "UserHomeDir"}, selector.Sel.Name),
					"%s knows where it runs", s.name)
			}
			return true
		})
	}
}

// Tests that start programs, or are of a verb, have a home of their own.
func TestProgramsOfTestsHaveTheirOwnHome(t *testing.T) {
	starts, runs := map[string]string{}, map[string]bool{}
	for _, s := range parse(t, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
		imports := s.imports()
		runs[s.dir] = runs[s.dir] || slices.Contains(imports, "gridlock/internal/home")
		if strings.HasPrefix(s.dir, "cmd") || slices.ContainsFunc(imports, func(imported string) bool {
			return slices.Contains([]string{"os/exec", "gridlock/internal/browsertest", "gridlock/internal/ptytest", "gridlock/cmd"}, imported)
		}) {
			starts[s.dir] = s.name
		}
	}
	delete(starts, "internal/home")
	require.Greater(t, len(starts), 10)
	for dir, name := range starts {
		require.True(t, runs[dir], "%s needs a home: see package internal/home", name)
	}
}

// Only main packages end the program, this one's and those of the tools.
func TestNobodyExits(t *testing.T) {
	for _, s := range sources(t) {
		if s.ast.Name.Name == "main" {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok {
				pkg, _ := selector.X.(*ast.Ident)
				require.False(t, pkg != nil && (pkg.Name == "os" && selector.Sel.Name == "Exit" ||
					pkg.Name == "log" && strings.HasPrefix(selector.Sel.Name, "Fatal")), "%s exits", s.name)
			}
			return true
		})
	}
}

// directives returns the text of a comment with its directives.
func directives(doc *ast.CommentGroup) string {
	var b strings.Builder
	if doc != nil {
		for _, c := range doc.List {
			b.WriteString(c.Text + "\n")
		}
	}
	return b.String()
}

// There is no package-level state: package-level variables are error values, embedded files, and
// unexported tables, regular expressions and values that are computed once, to which nobody assigns.
func TestNoPackageLevelState(t *testing.T) {
	constants := map[string]bool{} // by folder and name
	for _, s := range sources(t) {
		for _, decl := range s.ast.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR || strings.Contains(directives(gen.Doc), "//go:embed ") {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if strings.HasPrefix(strings.ToLower(name.Name), "err") {
						continue
					}
					require.True(t, !name.IsExported() && len(spec.Values) == len(spec.Names) && isConstant(spec.Values[i]),
						"%s has a package-level variable %s", s.name, name.Name)
					constants[s.dir+" "+name.Name] = true
				}
			}
		}
	}
	for _, s := range sources(t) {
		ast.Inspect(s.ast, func(n ast.Node) bool {
			var changed []ast.Expr
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					changed = n.Lhs
				}
			case *ast.IncDecStmt:
				changed = []ast.Expr{n.X}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					changed = []ast.Expr{n.X}
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") {
					changed = n.Args[:1]
				}
			}
			for _, e := range changed {
				name := variable(e)
				require.False(t, constants[s.dir+" "+name], "%s changes %s", s.name, name)
			}
			return true
		})
	}
}

// isConstant reports whether an expression is a table, a regular expression or a value that is computed once.
func isConstant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		f, ok := e.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains([]string{"MustCompile", "Must", "NewReplacer", "OnceValue"}, f.Sel.Name)
	}
	return false
}

// variable returns the name of the variable that an expression is, or is a part of.
func variable(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return ""
		}
	}
}

// ids are the names of the constants for the ids of the games.
func ids() []string { return []string{"Classic", "Duel", "Lockdown", "Claim", "Blockade"} }

// mayName reports whether a file may ask which game it has: where the games are, where lemmas
// are assigned to them, where a certificate is checked, and what is for one game only. All other
// code uses traits and lemmas, and is right about games that it does not know.
func mayName(s source) bool {
	switch s.dir {
	case "variants", "proof", "internal/interval":
		return true
	}
	return slices.Contains([]string{
		"theory/for.go",
		"internal/interchange/format.go", "internal/interchange/mcgs.go", // a format of lockdown
		"internal/puzzle/start.go", // on which boards claim has puzzles
		"cmd/play/dialogue.go",     // what the rule books say
	}, filepath.ToSlash(s.name))
}

func TestNobodyAsksWhichGameItIs(t *testing.T) {
	for _, s := range sources(t) {
		if mayName(s) {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if n, ok := n.(*ast.SelectorExpr); ok {
				pkg, _ := n.X.(*ast.Ident)
				require.False(t, pkg != nil && pkg.Name == "variants" && slices.Contains(ids(), n.Sel.Name),
					"%s names the game %s: ask for variants.Traits or theory.Lemmas", s.name, n.Sel.Name)
			}
			return true
		})
		for _, e := range compared(s) {
			literal, ok := e.(*ast.BasicLit)
			require.False(t, ok && slices.ContainsFunc(ids(), func(id string) bool {
				return strings.EqualFold(literal.Value, `"`+id+`"`)
			}), "%s compares with the id of a game", s.name)
		}
	}
}

// compared returns the expressions that a file compares with others: by ==, by a switch, or by a
// function of package strings.
func compared(s source) (all []ast.Expr) {
	ast.Inspect(s.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				all = append(all, n.X, n.Y)
			}
		case *ast.CaseClause:
			all = append(all, n.List...)
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || !comparing().MatchString(f.Sel.Name) {
				break
			}
			if pkg, ok := f.X.(*ast.Ident); ok && pkg.Name == "strings" {
				all = append(all, n.Args...)
			}
		}
		return true
	})
	return all
}

// comparing matches the functions of package strings that compare.
func comparing() *regexp.Regexp {
	return regexp.MustCompile(`^(Contains|HasPrefix|HasSuffix|Cut|Index|LastIndex|EqualFold|Count|Trim)`)
}

// Facts are values: no code compares sentences, or texts of errors, except where a library has nothing
// else, and heads of files.
func TestNobodyComparesProse(t *testing.T) {
	words := regexp.MustCompile(`[a-z]{2} [a-z]`)
	seen := 0
	for _, s := range sources(t) {
		for _, e := range compared(s) {
			seen++
			prose := false
			switch e := e.(type) {
			case *ast.BasicLit:
				prose = e.Kind == token.STRING && words.MatchString(e.Value)
			case *ast.CallExpr:
				f, ok := e.Fun.(*ast.SelectorExpr)
				prose = ok && f.Sel.Name == "Error" && len(e.Args) == 0
			}
			require.True(t, !prose || slices.Contains([]string{
				"tablebase/errors.go", "tablebase/stream.go", // errors of which Badger passes on only the text
				"tablebase/journal.go", // the first line of a journal
			}, filepath.ToSlash(s.name)), "%s compares prose", s.name)
		}
	}
	require.Greater(t, seen, 5000)
}

// A game need not be the same under the symmetries of its board; those that keep it are
// Game.Symmetries.
func TestNobodyTakesSymmetriesOfTheBoardForThoseOfTheGame(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok && selector.Sel.Name == "Symmetries" {
				call, ok := selector.X.(*ast.CallExpr)
				if !ok {
					return true
				}
				of, _ := call.Fun.(*ast.SelectorExpr)
				require.False(t, of != nil && of.Sel.Name == "Grid", "%s: use Game.Symmetries", s.name)
			}
			return true
		})
	}
}
