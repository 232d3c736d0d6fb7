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
	for _, m := range all {
		source, err := os.ReadFile(m.file)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(source), m.old), "%s:\n%s", m.file, m.old)
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
		{file: "a.go", old: "one\ntwo\n", new: "three\n", test: []string{"./a", "TestA", "TestB"}},
		{file: "a.go", old: "four\n", test: []string{"./a", "TestC"}},
	}, all)
	for _, bad := range []string{"by ./a TestA\n", "a.go\n-x\nby ./a\n", "a.go\n-x\n+x\nby ./a TestA\n", "a.go\n-x\n+y\n"} {
		_, err := parse(bad)
		require.ErrorContains(t, err, "mutants.txt", bad)
	}
}
