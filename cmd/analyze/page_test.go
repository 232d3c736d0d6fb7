package analyze

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/sample"
	"gridlock/solver"
)

// review analyses a game for tests, with a limit of nodes for each ply if that is not 0.
func review(t testing.TB, id string, rows, cols int, nodes uint64, record string) analysis.Game {
	t.Helper()
	start := sample.Game(t, id, rows, cols).Start()
	moves, _, err := start.ParseRecord(record)
	require.NoError(t, err)
	g, err := analysis.ReviewGame(context.Background(), start, moves, analysis.Options{Options: solver.Options{Memory: 1 << 24, Nodes: nodes}})
	require.True(t, err == nil || nodes > 0 && errors.Is(err, solver.ErrLimit), "%v", err)
	return g
}

// games are reviews of each game, short and long, with large boards and small ones.
func games(t testing.TB) map[string]analysis.Game {
	return map[string]analysis.Game{
		"classic":  review(t, "classic", 4, 4, 0, "2,2 2,3 3,3 4,3"),
		"duel":     review(t, "duel", 4, 4, 0, "6 11 4 2 13 9 16"),
		"lockdown": review(t, "lockdown", 4, 4, 0, "6 11 7 12 3 16 2 15 1 14 5 10 9"),
		"claim":    review(t, "claim", 5, 6, 0, "8 11 27 30 19"),
		"blockade": review(t, "blockade", 5, 5, 0, "2,1@2,2 2,3@1,3 1,1@0,1 3,3@3,4 1,2@1,1"),
		"start":    review(t, "duel", 3, 3, 0, ""),
	}
}
