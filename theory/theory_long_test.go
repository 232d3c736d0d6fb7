//go:build long

package theory_test

import "testing"

// The property test with more draws.
func TestLongLemmasAgreeWithNaive(t *testing.T) { compareLemmasWithNaive(t, 4000) }
