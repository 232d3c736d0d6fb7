//go:build long

package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The legal part of blockade's sample game: its turn 4 loses.
func TestLongReviewOfBlockade(t *testing.T) {
	g := review(t, "blockade", "3,1@2,1 3,5@4,5 3,2@3,1")
	require.Equal(t, []string{"", "", "??"}, marks(g))
	require.Equal(t, "O in ?", g.End.Verdict())
	require.Equal(t, "Turning point: at ply 3, X threw the win away with 3,2@3,1; 3,2@3,3 wins.", g.Sentences()[0])
}
