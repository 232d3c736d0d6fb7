//go:build long

package main

import "testing"

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
