//go:build long

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// All boards that took less than some tenths of a second are solved again and give the same facts.
func TestLongFactsReproduce(t *testing.T) {
	redone := redo(t, func(f Fact) bool { return f.work() < 20_000 })
	require.Greater(t, redone, 500)
}
