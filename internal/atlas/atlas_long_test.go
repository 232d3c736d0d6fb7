//go:build long

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// All boards that took less than 0.3 s are solved again and give the same facts.
func TestLongFactsReproduce(t *testing.T) {
	redone := redo(t, func(_ Fact, r Run) bool { return r.Seconds+r.PliesSeconds+r.CertificateSeconds < 0.3 })
	require.Greater(t, redone, 500)
}
