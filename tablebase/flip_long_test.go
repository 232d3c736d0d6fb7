//go:build long

package tablebase_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// One bit of every byte of the small files, and of a few hundred of the large ones.
func TestLongVerifyNoticesFlips(t *testing.T) {
	f := small(t)
	all, unnoticed := f.flips(t, 200)
	t.Log(all, "bits, not noticed:", unnoticed)
	require.Empty(t, unnoticed)
}
