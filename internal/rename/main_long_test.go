//go:build long

package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongBuild compiles everything under another path.
func TestLongBuild(t *testing.T) {
	dir, _ := renamed(t, "another.example.org/me/gridlock")
	for _, module := range []string{".", "cluster"} {
		command(t, dir, "go", "build", "-C", module, "./...")
		command(t, dir, "go", "vet", "-C", module, "./...")
		command(t, dir, "go", "mod", "tidy", "-C", module, "-diff")
	}
	command(t, dir, "go", "test", "./internal/layering")
}

// command runs a program in a folder, and returns what it prints.
func command(t *testing.T, dir string, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%v\n%s", words, out)
	return strings.TrimSpace(string(out))
}

// renamed returns a clone of this repository that has another path, and what it was called before.
func renamed(t *testing.T, path string) (dir, old string) {
	t.Helper()
	dir = t.TempDir()
	command(t, "../..", "git", "clone", "--quiet", ".", dir)
	old = command(t, dir, "go", "list", "-m")
	require.NoError(t, rename(dir, path))
	return dir, old
}

// Nothing names the old path, and whoever takes it again has the same files.
func TestLongThereAndBack(t *testing.T) {
	const path = "another.example.org/me/gridlock"
	dir, old := renamed(t, path)
	for folder, name := range map[string]string{".": path, "cluster": path + "/cluster", "tools": path + "/tools"} {
		require.Equal(t, name, command(t, dir, "go", "list", "-C", folder, "-m"))
	}
	grep := func(words ...string) []string {
		cmd := exec.Command("git", append([]string{"grep", "-hoE"}, words...)...)
		cmd.Dir = dir
		out, _ := cmd.Output() // whose status is 1 if there is none
		return strings.Fields(string(out))
	}
	packages := "/(bitboard|variants|theory|solver|analysis|proof|internal|cmd|cluster|tools)"
	require.Greater(t, len(grep(path+packages)), 2000)
	require.Empty(t, grep(`(^|[^[:alnum:]_./-])`+old+packages))

	require.NoError(t, rename(dir, old))
	require.Empty(t, command(t, dir, "git", "status", "--porcelain"))
}
