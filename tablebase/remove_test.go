package tablebase_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/tablebase"
)

// What is removed is gone, and all else stays; what another process has stays.
func TestRemove(t *testing.T) {
	t.Parallel()
	f := small(t)
	s := open(t, f.dir, tablebase.Options{})
	games, err := s.SolvedGames(t.Context(), false)
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.Equal(t, "blockade", games[0].Game)
	require.EqualValues(t, 1, games[0].Positions)
	for _, missing := range []struct {
		kind tablebase.Kind
		name string
	}{
		{tablebase.KindTable, "lockdown-9x9"}, {tablebase.KindCheckpoint, "none"}, {tablebase.KindBuild, "../tables"}, {tablebase.KindBuild, "."},
		{tablebase.KindPositions, "duel"},
	} {
		require.ErrorIs(t, s.Remove(t.Context(), missing.kind, missing.name), tablebase.ErrMissing, missing)
	}
	require.Error(t, s.Remove(t.Context(), "", "lockdown-2x3"))
	require.Zero(t, f.probe(t, "nothing removed"))

	reader := open(t, f.dir, tablebase.Options{})
	_, err = reader.Table(f.start)
	require.NoError(t, err)
	require.ErrorIs(t, s.Remove(t.Context(), tablebase.KindTable, "lockdown-2x3"), tablebase.ErrLocked)
	require.NoError(t, reader.Close())

	require.NoError(t, s.Save(t.Context(), start(t, "claim", 2, 3), solve(t, start(t, "claim", 2, 3))))
	require.NoError(t, s.Remove(t.Context(), tablebase.KindPositions, "claim"))
	require.Zero(t, f.probe(t, "positions of another game removed"))
	require.NoError(t, s.Remove(t.Context(), tablebase.KindPositions, "blockade"))
	r, err := s.Find(t.Context(), f.solved[0])
	require.NoError(t, err)
	require.False(t, r.Proven)
	require.NoError(t, s.Remove(t.Context(), tablebase.KindTable, "lockdown-2x3"))
	require.NoError(t, s.Remove(t.Context(), tablebase.KindCheckpoint, "search"))
	require.NoError(t, s.Remove(t.Context(), tablebase.KindBuild, "claim-2x3"))
	for _, kind := range []string{"tables", "checkpoints", "builds"} {
		left, err := filepath.Glob(filepath.Join(f.dir, kind, "*"))
		require.NoError(t, err)
		require.Empty(t, left)
	}
	require.NoError(t, verify(t, f.dir))
}
