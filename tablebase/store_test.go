package tablebase_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// solve solves a position by plain recursion.
func solve(t testing.TB, p variants.Position) solver.Result {
	t.Helper()
	r, err := brute.Memo{}.Solve(t.Context(), p, solver.Options{})
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
		info, err := s.Build(p, naive(p, 100))
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

// A table whose record says of its first position what is not so is refused, however few other
// positions are looked at.
func TestVerifyFirstPosition(t *testing.T) {
	p := start(t, "lockdown", 3, 3)
	for _, wrong := range []uint8{0, 1, 2} {
		s := open(t, t.TempDir(), tablebase.Options{})
		_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
			built, err := naive(p, 100)(w)
			built.Root += wrong
			return built, err
		})
		require.NoError(t, err)
		table, err := s.Table(p)
		require.NoError(t, err)
		for _, sample := range []uint64{0, 1} {
			if _, err = table.Verify(t.Context(), sample, 1); wrong == 0 {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, "its first position has the distance ", "%d more", wrong)
			}
		}
	}
}

// Many goroutines may read a table at once, and add to the store meanwhile.
func TestTogether(t *testing.T) {
	p := start(t, "lockdown", 3, 3)
	var s solver.Store = tablebase.LimitCache(open(t, t.TempDir(), tablebase.Options{Wait: 5 * time.Second}), 1)
	_, err := s.(*tablebase.Store).Build(p, naive(p, 20))
	require.NoError(t, err)
	var work errgroup.Group
	for i := range 4 {
		work.Go(func() error {
			for m := range p.Legal().Cells() {
				r, err := s.Find(t.Context(), p.Play(variants.Move(m)))
				if err != nil || !r.Proven {
					return fmt.Errorf("%v %w", r, err)
				}
				if i == 0 {
					if err := s.Save(t.Context(), p.Play(variants.Move(m)), r); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	require.NoError(t, work.Wait())
}

// A later result without distance does not replace one with it.
func TestSaveKeepsTheDistance(t *testing.T) {
	p := start(t, "claim", 3, 4)
	s := open(t, t.TempDir(), tablebase.Options{Hold: true})
	r := solve(t, p)
	exact := r
	r.Distance, r.Best, r.PV = solver.NoDistance, 0, nil
	for _, r := range []solver.Result{r, exact, r} {
		require.NoError(t, s.Save(t.Context(), p, r))
	}
	got, err := s.Find(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, exact.Distance, got.Distance)
	require.NoError(t, s.Save(t.Context(), p, solver.Result{}))
	games, err := s.SolvedGames(t.Context(), true)
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.EqualValues(t, 1, games[0].Positions)
}

// The engine's table is the one that plain recursion over the rules gives, in memory and with
// scratch files.
func TestRetrogradeTables(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"classic", "duel", "lockdown", "claim", "blockade"} {
		p := start(t, id, 3, 4)
		s := open(t, dir, tablebase.Options{})
		for _, memory := range []int64{0, 1 << 20} {
			_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
				return retrograde.Engine{Writer: w, Scratch: s.Scratch()}.Build(t.Context(), p, solver.Options{Memory: memory, Workers: 2})
			})
			require.NoError(t, err)
			table, err := s.Table(p)
			require.NoError(t, err)
			all := reachable(p)
			require.EqualValues(t, len(all), table.Info().Positions)
			for e, err := range table.All(t.Context()) {
				require.NoError(t, err)
				if d, ok := all[e.Key]; !ok || int(d) != e.Distance {
					t.Fatalf("%s %+v: %d", id, e, d)
				}
			}
			checked, err := table.Verify(t.Context(), 0, 0)
			require.NoError(t, err)
			require.EqualValues(t, len(all), checked.Derived)
			if _, k, ok := table.Info().Farthest(); ok {
				far, ok := table.Position(k)
				require.True(t, ok)
				require.Equal(t, k, table.Keys().Of(far.State()))
			}
		}
	}
}

// Batches of several goroutines share what is open, even if some of them save.
func TestBatches(t *testing.T) {
	t.Parallel()
	for _, hold := range []bool{false, true} {
		p := start(t, "claim", 3, 3)
		s := open(t, t.TempDir(), tablebase.Options{Hold: hold})
		var work errgroup.Group
		for i := range 4 {
			work.Go(func() (err error) {
				batchErr := s.Batch(i == 0, func() {
					for m := range p.Legal().Cells() {
						after := p.Play(variants.Move(m))
						if i < 2 { // 1 may save in a batch that only finds
							err = errors.Join(err, s.Save(t.Context(), after, solve(t, after)))
						}
						_, findErr := s.Find(t.Context(), after)
						err = errors.Join(err, findErr)
					}
				})
				return errors.Join(err, batchErr)
			})
		}
		require.NoError(t, work.Wait())
		for m := range p.Legal().Cells() {
			r, err := s.Find(t.Context(), p.Play(variants.Move(m)))
			require.NoError(t, err)
			require.True(t, r.Proven)
		}
	}
}

// Others may write while a long batch finds.
func TestBatchLetsOthersWrite(t *testing.T) {
	t.Parallel()
	p := start(t, "claim", 3, 3)
	s := open(t, t.TempDir(), tablebase.Options{})
	require.NoError(t, s.Save(t.Context(), p, solve(t, p)))
	other := open(t, s.Dir(), tablebase.Options{Wait: 10 * time.Second})
	written := make(chan error, 1)
	require.NoError(t, s.Batch(false, func() {
		r, err := s.Find(t.Context(), p) // which holds the volume open from now on
		require.NoError(t, err)
		require.True(t, r.Proven)
		go func() { written <- other.Save(t.Context(), p.Play(0), solve(t, p.Play(0))) }()
		for len(written) == 0 {
			if r, err := s.Find(t.Context(), p); err == nil { // or else the other one is writing, and there was no wait
				require.True(t, r.Proven)
			}
		}
	}))
	require.NoError(t, <-written)
}
