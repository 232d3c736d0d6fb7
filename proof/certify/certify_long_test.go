//go:build long

package certify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Certificates of large boards stay small: sizes are a fifth above what they are.
func TestLongCertificatesOfLargeBoards(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		records    uint64
		bytes      int64
	}{
		{variants.Blockade, 6, 6, 38_000, 81_000},
		{variants.Blockade, 7, 7, 120_000, 290_000},
		{variants.Lockdown, 7, 7, 56_000, 130_000},
	} {
		p := sample.Game(t, c.variant, c.rows, c.cols).Start()
		h := accepted(t, p, pn.Engine{}, true, solver.Options{Memory: 1 << 28})
		require.Less(t, h.Records, c.records)
		require.Less(t, h.Bytes, c.bytes)
	}
}
