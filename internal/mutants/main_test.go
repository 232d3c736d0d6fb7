package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every mutant can be planted, and the tests that have to kill it exist.
func TestMutantsFit(t *testing.T) {
	t.Chdir("../..")
	all, err := parse(list)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 60)
	_, err = plant(all, t.TempDir())
	require.NoError(t, err)
	for _, m := range all {
		for _, name := range m.test[1:] {
			require.True(t, hasTest(t, m.test[0], name), "%s has no %s", m.test[0], name)
		}
	}
}

// hasTest reports whether a package has a test that go test ./... runs.
func hasTest(t *testing.T, pkg, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "*_test.go"))
	require.NoError(t, err)
	header := regexp.MustCompile(`(?m)^func ` + name + `\(`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		if header.Match(source) && !strings.HasPrefix(string(source), "//go:build long") {
			return true
		}
	}
	return false
}

func TestParse(t *testing.T) {
	all, err := parse("# why\na.go\n-one\n-two\n+three\nby ./a TestA TestB\n-four\nby ./a TestC\n")
	require.NoError(t, err)
	require.Equal(t, []mutant{
		{line: 6, file: "a.go", old: "one\ntwo\n", new: "three\n", test: []string{"./a", "TestA", "TestB"}},
		{line: 8, file: "a.go", old: "four\n", test: []string{"./a", "TestC"}},
	}, all)
	for _, bad := range []string{"by ./a TestA\n", "a.go\n-x\nby ./a\n", "a.go\n-x\n+x\nby ./a TestA\n", "a.go\n-x\n+y\n"} {
		_, err := parse(bad)
		require.ErrorContains(t, err, "mutants.txt", bad)
	}
}

// Each mutant is at work when it is asked for, and otherwise the function does what it did.
func TestPlanted(t *testing.T) {
	const source = "package a\n\nfunc one() int {\n\ta := 1\n\treturn a\n}\n\nfunc two() {\n\tone()\n}\n"
	text, pkg, err := planted("a.go", source, []mutant{
		{line: 3, old: "\treturn a\n", new: "\treturn -a\n"}, {line: 6, old: "\tone()\n"}, {line: 9, old: "\ta := 1\n", new: "\ta := 2\n"},
	})
	require.NoError(t, err)
	require.Equal(t, "a", pkg)
	require.Equal(t, `package a

func one() int {
/*line mutants.txt:9:1*/ if plantedMutant == 9 {
	a := 2
	return a
}
/*line mutants.txt:3:1*/ if plantedMutant == 3 {
	a := 1
	return -a
}
	a := 1
	return a
}

func two() {
/*line mutants.txt:6:1*/ if plantedMutant == 6 {
return
}
	one()
}
`, text)
	for _, old := range []string{"package a\n", "func two() {\n", "\ttwo()\n", "a"} {
		_, _, err := planted("a.go", source, []mutant{{line: 3, old: old}})
		require.ErrorContains(t, err, "mutants.txt:3: not ", old)
	}
}
