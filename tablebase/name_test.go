package tablebase_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/randomplay"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// asked is a question about a position, and the answer.
type asked struct {
	p    variants.Position
	want solver.Result
}

// questions returns positions of games from a start, and their results.
func questions(t *testing.T, starts []variants.Position) (all []asked) {
	t.Helper()
	for i, p := range starts {
		for seed := range uint64(2) {
			game := randomplay.Game(randomplay.New(100*uint64(i)+seed), p)
			at := game[len(game)*int(seed)/3]
			all = append(all, asked{at, solve(t, at)})
		}
	}
	return all
}

// renamed moves a directory for the duration of work.
func renamed(t *testing.T, from, to string, work func()) {
	t.Helper()
	aside := to + ".aside"
	there := os.Rename(to, aside) == nil
	require.NoError(t, os.Rename(from, to))
	work()
	require.NoError(t, os.Rename(to, from))
	if there {
		require.NoError(t, os.Rename(aside, to))
	}
}

// A table under another table's name, for any pair, is an error that says what it is, and no
// question is answered wrongly.
func TestTablesUnderOtherNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir, tablebase.Options{})
	var starts []variants.Position
	for _, c := range []struct {
		id         string
		rows, cols int
	}{{"duel", 3, 3}, {"lockdown", 3, 3}, {"claim", 3, 4}, {"blockade", 3, 3}} {
		starts = append(starts, start(t, c.id, c.rows, c.cols))
	}
	starts = append(starts, starts[1].Play(0)) // another table of the same game
	var dirs []string
	for _, p := range starts {
		_, err := s.Build(p, naive(p, 100))
		require.NoError(t, err)
		table, err := s.Table(p)
		require.NoError(t, err)
		dirs = append(dirs, filepath.Join(dir, "tables", table.Name()+"@000001"))
	}
	all := questions(t, starts)
	refused, right := 0, 0
	for i, from := range dirs {
		for j, to := range dirs {
			if i == j {
				continue
			}
			renamed(t, from, to, func() {
				s := open(t, dir, tablebase.Options{})
				_, err := s.Table(starts[j])
				require.ErrorIs(t, err, tablebase.ErrMisnamed)
				require.NotErrorIs(t, err, tablebase.ErrDamaged)
				require.ErrorContains(t, err, to)
				require.ErrorContains(t, err, "rename it to "+from)
				for _, q := range all {
					switch r, err := s.Find(t.Context(), q.p); {
					case err != nil:
						require.ErrorIs(t, err, tablebase.ErrMisnamed)
						refused++
					case r.Proven:
						require.Equal(t, q.want.Distance, r.Distance, "%v", q.p)
						require.Equal(t, q.want.Best, r.Best)
						right++
					}
				}
			})
		}
	}
	require.Positive(t, refused)
	require.Positive(t, right)
}

// A table has no answer for positions of other games or boards.
func TestTableIsAskedForAnotherGame(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), tablebase.Options{})
	p := start(t, "lockdown", 3, 3)
	_, err := s.Build(p, naive(p, 100))
	require.NoError(t, err)
	table, err := s.Table(p)
	require.NoError(t, err)
	for _, other := range []variants.Position{start(t, "duel", 3, 3), start(t, "lockdown", 2, 3), start(t, "blockade", 3, 3)} {
		_, ok, err := table.Result(t.Context(), other)
		require.NoError(t, err)
		require.False(t, ok)
	}
}

// Volumes of one kind are not taken for those of another, and a directory without a volume's
// name is reported.
func TestVolumesOfOtherKinds(t *testing.T) {
	t.Parallel()
	f := filled(t)
	table := filepath.Join(f.dir, "tables", "lockdown-3x3@000001")
	checkpoints, err := os.ReadDir(filepath.Join(f.dir, "checkpoints"))
	require.NoError(t, err)
	checkpoint := filepath.Join(f.dir, "checkpoints", checkpoints[0].Name())
	positions := filepath.Join(f.dir, "positions")
	elsewhere := filepath.Join(f.dir, "checkpoints", "0123456789abcdef@000001")
	for _, c := range []struct{ from, to string }{
		{table, checkpoint}, {table, positions}, {checkpoint, table}, {checkpoint, positions}, {positions, table}, {positions, checkpoint},
		{checkpoint, elsewhere}, {table, table + "x"}, {table, filepath.Join(f.dir, "tables", "mine")},
	} {
		renamed(t, c.from, c.to, func() {
			s := open(t, f.dir, tablebase.Options{})
			_, tables := s.Tables()
			_, solved := s.SolvedGames(t.Context(), true)
			_, checkpoints := s.Checkpoints(t.Context(), true)
			wrong := fmt.Sprint(tables, solved, checkpoints)
			require.Contains(t, wrong, c.to+": "+tablebase.ErrMisnamed.Error())
			require.NotContains(t, wrong, tablebase.ErrDamaged.Error())
			if c.to == positions {
				_, err := s.Find(t.Context(), f.solved[0])
				require.ErrorIs(t, err, tablebase.ErrMisnamed)
				require.ErrorIs(t, s.Save(t.Context(), f.solved[0], f.want[0]), tablebase.ErrMisnamed)
			}
		})
		require.Zero(t, f.probe(t, "with the right names"))
	}
}

// A record of a journal under another record's name is computed again.
func TestJournalRecordsUnderOtherNames(t *testing.T) {
	t.Parallel()
	p := start(t, "lockdown", 3, 3)
	want, _, err := buildTable(open(t, t.TempDir(), tablebase.Options{}), p, goOn)
	require.NoError(t, err)
	s := stopped(t, p, 18)
	whole := files(t, filepath.Join(s.Dir(), "builds"))
	dir := filepath.Join(s.Dir(), "builds", "lockdown-3x3")
	for from, to := range map[string]string{"keys1-005": "keys1-006", "ranks1-000": "ranks1-007"} { // the last of equal length
		for path, content := range whole {
			require.NoError(t, os.MkdirAll(dir, 0o755))
			restore(t, path, content)
		}
		require.FileExists(t, filepath.Join(dir, from))
		restore(t, filepath.Join(dir, to), whole[filepath.Join(dir, from)])
		got, _, err := buildTable(s, p, goOn)
		require.NoError(t, err, "%s as %s", from, to)
		require.Equal(t, want, got, "%s as %s", from, to)
	}
}

// A line stops when the context ends, and everything else about a position is still known.
func TestLinesHearTheContext(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), tablebase.Options{})
	p := start(t, "lockdown", 3, 3)
	_, err := s.Build(p, naive(p, 100))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := s.Find(ctx, p)
	require.NoError(t, err)
	want := solve(t, p)
	require.Equal(t, want.Distance, got.Distance)
	require.Equal(t, want.Best, got.Best)
	require.Empty(t, got.PV)
}

// A line through a table that was written wrongly is an error, and not endless.
func TestLinesEnd(t *testing.T) {
	t.Parallel()
	p := start(t, "lockdown", 3, 3)
	random := rand.New(rand.NewPCG(1, 1))
	for range 4 {
		s := open(t, t.TempDir(), tablebase.Options{})
		_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
			return naive(p, 100)(lying{w, random})
		})
		require.NoError(t, err)
		r, err := s.Find(t.Context(), p)
		require.True(t, err != nil || len(r.PV) == r.Distance)
	}
}

// lying is a writer that writes one distance in ten wrongly.
type lying struct {
	retrograde.TableWriter
	random *rand.Rand
}

func (w lying) Block(layer int, keys []keys.Key, distances []uint8) error {
	wrong := make([]uint8, len(distances))
	for i, d := range distances {
		if wrong[i] = d; w.random.IntN(10) == 0 {
			wrong[i] = uint8(w.random.IntN(12))
		}
	}
	return w.TableWriter.Block(layer, keys, wrong)
}

// The message of a wrong name, in full.
func TestMisnamedMessage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, "claim", 2, 2)
	_, err := open(t, dir, tablebase.Options{}).Build(p, naive(p, 100))
	require.NoError(t, err)
	to := filepath.Join(dir, "tables", "duel-2x2@000003")
	require.NoError(t, os.Rename(filepath.Join(dir, "tables", "claim-2x2@000001"), to))
	_, err = open(t, dir, tablebase.Options{}).Table(start(t, "duel", 2, 2))
	require.EqualError(t, err, to+": under a wrong name: it holds the table claim-2x2; rename it to "+
		strings.Replace(to, "duel", "claim", 1)+", or delete it")
}
