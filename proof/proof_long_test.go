//go:build long

package proof

import "testing"

func TestLongLiesAreRefused(t *testing.T) {
	t.Parallel()
	refuseLies(t, 8, 2, 20_000)
}

func TestLongMutations(t *testing.T) {
	t.Parallel()
	refuseMutations(t, 60, 50_000)
}

func TestLongPythonAgrees(t *testing.T) {
	t.Parallel()
	agreeOnChanges(t, 8, 2, 1)
}

func TestLongRandomEnvelopes(t *testing.T) {
	t.Parallel()
	agreeOnEnvelopes(t, 2000)
}
