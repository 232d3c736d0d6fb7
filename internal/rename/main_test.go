package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathsThatNobodyFinds(t *testing.T) {
	for _, path := range []string{"", "gridlock", "me/gridlock", "example.org/me/other", "example.org/me/gridlock/v2", "https://example.org/gridlock",
		"example.org/me/gridlock ", "Example.org/gridlock", "example.org//gridlock"} {
		require.ErrorContains(t, check(path), "make rename MODULE=", path)
	}
	for _, path := range []string{"example.org/gridlock", "git.example.org/~me/gridlock", "example.org/Me/a.b/gridlock"} {
		require.NoError(t, check(path), path)
	}
}
