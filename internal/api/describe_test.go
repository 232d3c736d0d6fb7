package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// described returns the lines about a package with that source, which imports nothing.
func described(t *testing.T, src string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", "package p\n"+src, 0)
	require.NoError(t, err)
	pkg, err := new(types.Config).Check("p", files, []*ast.File{file}, nil)
	require.NoError(t, err)
	return describe(pkg)
}

func TestDescriptions(t *testing.T) {
	require.Equal(t, []string{
		"const Loss Outcome = 2",
		"const Win Outcome = 1",
		"field Result.Nodes uint64 \"json:\\\"nodes\\\"\"",
		"field embedded Result.Stats Stats",
		"func Map[K comparable](map[K]int, ...string) error",
		"func Solve(func(i int) bool) (Result, error)",
		"method (*Result) Reset()",
		"method (*Set[T any]) Add(T)",
		"method (Outcome) String() string",
		"method (Result) Total() int",
		"method (Stats) Total() int",
		"method Engine.Solve(int) Result",
		"method Engine.hidden()",
		"type Code = uint8",
		"type Engine interface",
		"type Outcome uint8",
		"type Result struct, with unexported fields",
		"type Set[T any] struct, with unexported fields, not comparable",
		"type Stats struct",
		"var ErrLimit error",
	}, described(t, `
type Outcome uint8
const (
	_ Outcome = iota
	Win
	Loss
	hidden
)
func (o Outcome) String() string { return "" }
func (o Outcome) hidden() {}
var ErrLimit error
type Stats struct{}
func (Stats) Total() int { return 0 }
type Result struct {
	Stats
	Nodes uint64 `+"`json:\"nodes\"`"+`
	secret int
}
func (r *Result) Reset() {}
type Engine interface { Solve(n int) (r Result); hidden() }
type Code = uint8
type Set[T any] struct { all []T }
func (s *Set[T]) Add(t T) {}
func Map[K comparable](m map[K]int, names ...string) (err error) { return nil }
func Solve(f func(i int) bool) (Result, error) { return Result{}, nil }
`))
}

// What a caller cannot see makes no difference, and what it can see does.
func TestWhichChangesCount(t *testing.T) {
	before := described(t, "type T struct { A int }\nfunc F(a int) int { return a }")
	for _, same := range []string{
		"type T struct { A int }\nfunc F(b int) (c int) { return 2 }",
		"// T is new.\ntype T struct { A int }\nfunc F(a int) int { return a }\nfunc f() {}",
	} {
		require.Empty(t, difference(before, described(t, same)))
	}
	for src, want := range map[string][]string{
		"type T struct { A int }\nfunc F(a int) uint { return 0 }":                  {"-func F(int) int", "+func F(int) uint"},
		"type T struct { A int }":                                                   {"-func F(int) int"},
		"type T struct { A, B int }\nfunc F(a int) int { return a }":                {"+field T.B int"},
		"type T struct { A int; b int }\nfunc F(a int) int { return a }":            {"-type T struct", "+type T struct, with unexported fields"},
		"type T struct { A int `json:\"a\"` }\nfunc F(a int) int { return a }":      {"-field T.A int", "+field T.A int \"json:\\\"a\\\"\""},
		"type T struct { A int }\nfunc F(a int) int { return a }\nconst C = 1 << 3": {"+const C untyped int = 8"},
	} {
		require.Equal(t, want, difference(before, described(t, src)), src)
	}
}

// Every package that others can import is listed, except those that belong to the program.
func TestAllPackagesAreListed(t *testing.T) {
	look(t, packages())
	cmd := exec.Command("go", "list", "-f", "{{.Name}} {{.ImportPath}}", "./...")
	cmd.Dir = "../.."
	list, err := cmd.Output()
	require.NoError(t, err)
	var found []string
	for l := range strings.Lines(string(list)) {
		name, path, _ := strings.Cut(strings.TrimSpace(l), " ")
		inside := strings.TrimPrefix(path, "gridlock/")
		top, _, _ := strings.Cut(inside, "/")
		if name != "main" && !strings.Contains(path, "/internal/") && !slices.Contains([]string{"internal", "cmd", "benchmarks", "docs"}, top) {
			found = append(found, inside)
		}
	}
	require.ElementsMatch(t, packages(), found)
}
