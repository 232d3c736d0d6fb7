package tablebase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// solveAll solves a position by plain search.
func solve(t testing.TB, p variants.Position) solver.Result {
	t.Helper()
	r, err := solver.Memo{}.Solve(t.Context(), p, solver.Options{})
	require.NoError(t, err)
	return r
}

func TestSolvedPositions(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"classic", "duel", "lockdown", "claim", "blockade"} {
		p := start(t, id, 3, 4)
		p = p.Play(variants.Move(p.Legal().First()))
		s := open(t, dir, tablebase.Options{})
		r, err := s.Find(t.Context(), p)
		require.NoError(t, err)
		require.False(t, r.Proven)
		want := solve(t, p)
		began := time.Now()
		require.NoError(t, s.Save(t.Context(), p, want))
		t.Log("save", time.Since(began))
		for _, sym := range p.Game().Grid().Symmetries() {
			image := p.Image(sym)
			began := time.Now()
			got, err := s.Find(t.Context(), image)
			t.Log("find", time.Since(began))
			require.NoError(t, err)
			want := solve(t, image)
			require.Equal(t, want.Outcome, got.Outcome)
			require.Equal(t, want.Distance, got.Distance)
			require.Equal(t, want.Best, got.Best)
			require.Len(t, got.PV, got.Distance)
			require.Equal(t, "memo", got.Engine)
		}
	}
}

func TestTableHasEveryPosition(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"classic", "duel", "lockdown", "claim", "blockade"} {
		p := start(t, id, 3, 3)
		s := open(t, dir, tablebase.Options{})
		began := time.Now()
		info, err := s.Build(p, 0, naive(p, 100))
		require.NoError(t, err)
		t.Logf("%s %v %+v", id, time.Since(began), info)
		all := reachable(p)
		require.EqualValues(t, len(all), info.Positions)
		began = time.Now()
		table, err := s.Table(p)
		t.Log("open", time.Since(began))
		require.NoError(t, err)
		for k, want := range all {
			got, ok, err := table.Distance(table.Keys().State(k))
			require.NoError(t, err)
			if !ok || got != int(want) {
				t.Fatalf("%s %v: %d %v, want %d", id, table.Keys().State(k), got, ok, want)
			}
		}
		r, err := s.Find(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, "retrograde", r.Engine)
		want := solve(t, p)
		require.Equal(t, want.Best, r.Best)
		require.Equal(t, want.PV, r.PV)
	}
}
