package certify

import (
	"bytes"
	"context"
	"fmt"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interval"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// strategies writes a strategy of a position with that much memory for it, and little for the prover.
func strategies(p variants.Position, workers int, memory int64, files *scratch) ([]byte, error) {
	file, _, err := requested(p, pn.Engine{}, Request{Strategy: true, Memory: memory, Scratch: files, Limits: solver.Options{Memory: 1 << 20, Workers: workers}})
	return file, err
}

// checked verifies that the checker accepts a certificate of a position.
func checked(t require.TestingT, p variants.Position, file []byte) proof.Counts {
	r, work, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
	require.NoError(t, err)
	require.Equal(t, p.String(), r.Root.String())
	return work
}

// Where a certificate has little memory, explorers forget many times, rows are in files, and the checker
// accepts what is written, which is about as large. Several workers write the same, of the same findings.
func TestIntervalsInLittleMemory(t *testing.T) {
	boards := []struct {
		variant    string
		rows, cols int
		memory     int64
		most       uint64 // records
	}{
		{variants.Lockdown, 5, 5, 1 << 12, 150},
		{variants.Blockade, 5, 5, 1 << 14, 1000},
		{"walk hex", 3, 5, 1 << 12, 100},
		{"walk hex block ends", 4, 5, 1 << 13, 700},
		{"walk rook ends torus", 4, 5, 1 << 12, 300},
		{variants.Blockade, 6, 6, 1 << 20, 40_000},
	}
	for _, c := range boards[:testgames.Of(5, 6)] {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s %dx%d by %d", c.variant, c.rows, c.cols, workers), func(t *testing.T) {
				p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
				solved, err := pn.Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24})
				require.NoError(t, err)
				winner, _ := solved.Winner(p)
				files := newScratch(t.TempDir(), -1)
				r := request(t, p, winner)
				r.Limits.Workers, r.Memory, r.Scratch = workers, c.memory, files
				found := explored(t, r)
				require.Greater(t, found.aged, 2)
				require.LessOrEqual(t, found.count.Load(), found.most+2*64, "a generation")
				var all [][]byte
				for _, workers := range []int{1, 3} {
					found.workers = workers
					w := proof.NewWriter(r.strategyHeader(), new(bytes.Buffer))
					require.NoError(t, found.write(context.Background(), w, r))
					var file bytes.Buffer
					require.NoError(t, w.Finish(&file, false))
					require.Less(t, checked(t, p, file.Bytes()).Records, c.most)
					all = append(all, file.Bytes())
				}
				require.Equal(t, all[0], all[1])
				require.Positive(t, files.written.Load(), "runs in files")
				found.runs.Clear()
				require.Zero(t, files.open.Load())
			})
		}
	}
}

// Where the memory suffices, a certificate is the same as without a limit, and takes no file.
func TestMemoryThatSuffices(t *testing.T) {
	for _, id := range []string{variants.Blockade, variants.Lockdown, variants.Duel} {
		p := testgames.Game(t, id, 5, 5).Start()
		files := newScratch(t.TempDir(), -1)
		want, err := strategies(p, 1, 0, nil)
		require.NoError(t, err)
		got, err := strategies(p, 1, 1<<22, files)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Zero(t, files.written.Load())
	}
}

// Strategies of boards with holes, of games that are known and of others, in almost no memory, are accepted by both
// checkers.
func TestStrategiesInLittleMemory(t *testing.T) {
	aged, dir := map[bool]int{}, t.TempDir()
	var files [][]byte
	enough := func() bool { return testgames.Seen(aged, 5, true, false) }
	testgames.CheckUntil(t, testgames.Of(700, 900), enough, func(t *rapid.T) {
		v, cells := testgames.Family(t, 12), 12 // on 4x4, some with blocks take minutes
		if name := rapid.SampledFrom([]string{"", variants.Duel, variants.Blockade, "walk hex", "walk rook torus", "walk bishop block ends"}).Draw(t, "game"); name != "" {
			var err error
			v, err = variants.Lookup(name)
			require.NoError(t, err)
			cells = 16
		}
		p := testgames.Start(t, v, cells)
		scratch := newScratch(dir, -1)
		file, err := strategies(p, rapid.IntRange(1, 2).Draw(t, "workers"), rapid.SampledFrom([]int64{1, 1 << 9}).Draw(t, "memory"), scratch)
		require.NoError(t, err)
		checked(t, p, file)
		require.Zero(t, scratch.open.Load())
		if scratch.written.Load() > 0 {
			aged[interval.Has(p.Game())]++
		}
		if len(files) < 60 {
			files = append(files, file)
		}
	})
	t.Log(aged)
	require.True(t, enough())
	python(t, files)
}

// A set of positions with a limit forgets, and never has more than that.
func TestPositionSetForgets(t *testing.T) {
	const most = 3
	set := newPositionSet(most * positionBytes)
	for i := range uint64(10_000) {
		k := []position{{i, i * i}}
		require.Len(t, set.add(k), 1)
		require.Empty(t, set.add(k))
		require.Zero(t, set.missing(k))
		require.LessOrEqual(t, len(set.keys), most)
	}
	require.Equal(t, 1, set.missing([]position{{0, 0}}))
}

// A certificate that does not fit into memory, and has no scratch files, is an error.
func TestMemoryWithoutScratch(t *testing.T) {
	for _, id := range []string{variants.Blockade, variants.Duel} {
		r := Request{Strategy: true, Memory: 1, Limits: solver.Options{Memory: 1 << 20}}
		_, _, err := requested(testgames.Game(t, id, 4, 4).Start(), pn.Engine{}, r)
		require.ErrorIs(t, err, proof.ErrMemory)
	}
}

// Whenever a scratch file fails or the context ends, that is the error, and no file stays.
func TestLittleMemoryStops(t *testing.T) {
	for _, c := range []struct {
		variant string
		winner  variants.Player
	}{{variants.Blockade, variants.X}, {variants.Duel, variants.O}} {
		p := testgames.Game(t, c.variant, 5, 5).Start()
		ended := map[error]int{}
		stops := func(ctx context.Context, left int64, want error) (stopped bool) {
			files := newScratch(t.TempDir(), left)
			r := request(t, p, c.winner)
			r.Strategy, r.Memory, r.Scratch, r.Limits.Workers = true, 1<<10, files, 2
			_, err := r.Extract(ctx, new(bytes.Buffer))
			require.Zero(t, files.open.Load())
			if err != nil {
				require.ErrorIs(t, err, want)
				ended[want]++
			}
			return err != nil
		}
		for k := 1; stops(testgames.CancelAt(k, func() {}), -1, context.Canceled); k += 1 + k/2 {
		}
		for left := 0; stops(context.Background(), int64(left), syscall.ENOSPC); left += 1 + left {
		}
		t.Log(c.variant, ended)
		require.Greater(t, ended[context.Canceled], 5)
		require.Greater(t, ended[syscall.ENOSPC], 2)
	}
}
