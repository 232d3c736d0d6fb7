//go:build long

package certify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Three checkers accept certificates of 10,000 random games.
func TestLongCertificatesOfRandomGames(t *testing.T) {
	files, second := certificatesOfRandomGames(t, 10_000)
	require.Equal(t, second, others(t, written(t, files)))
}

// Certificates of large boards stay small: sizes are a fifth above what they are.
func TestLongCertificatesOfLargeBoards(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		engine     solver.Engine
		records    uint64
		bytes      int64
	}{
		{variants.Blockade, 6, 6, pn.Engine{}, 38_000, 81_000},
		{variants.Blockade, 7, 7, pn.Engine{}, 120_000, 290_000},
		{variants.Lockdown, 7, 7, pn.Engine{}, 56_000, 130_000},
		{variants.Duel, 7, 7, auto.Engine{}, 1_490_000, 8_480_000},
		{variants.Claim, 8, 8, auto.Engine{}, 498_000, 1_700_000},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		h := accepted(t, p, c.engine, true, solver.Options{Memory: 1 << 28})
		require.Less(t, h.Records, c.records)
		require.Less(t, h.Bytes, c.bytes)
	}
}
