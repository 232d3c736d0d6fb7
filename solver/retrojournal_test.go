package solver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// journal is a Journal in memory that stops its user after a number of saves.
type journal struct {
	records map[string][]byte
	names   []string // saved, in order
	left    int      // saves until it fails
}

func newJournal(left int) *journal { return &journal{records: map[string][]byte{}, left: left} }

func (j *journal) Save(name string, size int64, write func(io.Writer) error) error {
	if j.left--; j.left < 0 {
		return os.ErrPermission
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if int64(b.Len()) != size {
		return fmt.Errorf("%d bytes, not %d", b.Len(), size)
	}
	j.records[name] = b.Bytes()
	j.names = append(j.names, name)
	return nil
}

func (j *journal) Load(name string) (io.ReadCloser, error) {
	record, ok := j.records[name]
	if !ok {
		return nil, nil
	}
	return io.NopCloser(bytes.NewReader(record)), nil
}

// A build continues from whatever an earlier one has finished, forward or backward, and gives
// the same table, block by block.
func TestRetrogradeGoesOn(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Game(t, "duel", 4, 4).Start(),
		testgames.Game(t, "blockade", 3, 4).Start(),
		testgames.Parse(t, "duel", "..######/..####../...####./#######./######## x"), // keys of two words
	} {
		opt := solver.Options{Workers: 2, Memory: 1 << 16}
		want, complete := New(), newJournal(1000)
		whole := build(t, retrograde.Engine{Writer: want, Journal: complete, Scratch: newScratch(-1)}, p, opt)
		require.Greater(t, len(complete.names), len(whole.Layers))
		nodes := whole.Stats.Nodes + 1
		for saves := range len(complete.names) + 1 {
			j, got := newJournal(saves), New()
			e := retrograde.Engine{Writer: got, Journal: j, Scratch: newScratch(-1)}
			_, err := e.Build(context.Background(), p, opt)
			require.Equal(t, saves < len(complete.names), errors.Is(err, os.ErrPermission))
			var begun []retrograde.Resumed
			got, j.left = New(), 1000
			e.Writer, e.Resumed = got, func(b retrograde.Resumed) { begun = append(begun, b) }
			built := build(t, e, p, opt)
			require.Equal(t, whole.Layers, built.Layers)
			require.Equal(t, whole.Root, built.Root)
			require.Equal(t, want, got)
			require.Len(t, j.records, len(complete.records))
			if saves == 0 {
				require.Empty(t, begun)
				continue
			}
			require.Len(t, begun, 1)
			require.Positive(t, begun[0].Found)
			require.Positive(t, begun[0].Elapsed)
			require.Equal(t, begun[0].Elapsed, built.Earlier)
			require.Equal(t, saves > len(whole.Layers), begun[0].Solved > 0)
			require.LessOrEqual(t, built.Stats.Nodes, nodes)
			nodes = built.Stats.Nodes
		}
		require.Zero(t, nodes, "nothing is left to do")
	}
}

// A journal of another position, or one that cannot be read, is an error.
func TestRetrogradeJournals(t *testing.T) {
	p := testgames.Game(t, "claim", 3, 4).Start()
	whole := newJournal(1000)
	build(t, retrograde.Engine{Journal: whole}, p, solver.Options{})
	for _, name := range whole.names {
		record := whole.records[name]
		for _, wrong := range [][]byte{record[:len(record)-1], {}} {
			whole.records[name] = wrong
			_, err := retrograde.Engine{Journal: whole}.Build(context.Background(), p, solver.Options{})
			require.ErrorContains(t, err, "of an earlier build", name)
		}
		whole.records[name] = record
	}
	ranks := whole.names[len(whole.names)-1]
	for _, wrong := range [][]byte{{255}, {0, 0}} {
		whole.records[ranks] = append(make([]byte, 8), wrong...)
		_, err := retrograde.Engine{Journal: whole}.Build(context.Background(), p, solver.Options{})
		require.ErrorContains(t, err, "of an earlier build")
	}
}

// The needs that a build predicts are enough, and not far too much.
func TestRetrogradeNeeds(t *testing.T) {
	for _, v := range variants.All() {
		p := testgames.Game(t, v.ID, 4, 4).Start()
		var n retrograde.Needs
		journal := newJournal(1000)
		check := func(needs retrograde.Needs) error { n = needs; return nil }
		built := build(t, retrograde.Engine{Check: check, Journal: journal}, p, solver.Options{})
		var positions uint64
		largest := uint64(0)
		ranks := 0
		for i, l := range built.Layers {
			positions += l.Positions
			largest = max(largest, l.Positions)
			ranks += len(journal.records[journal.names[len(journal.names)-1-i]]) - 8
		}
		require.Equal(t, positions, n.Positions)
		require.EqualValues(t, positions, n.Journal)
		require.EqualValues(t, ranks, n.Journal)
		require.Zero(t, n.Scratch)
		require.Greater(t, n.Table, int64(positions))
		require.Less(t, n.Table, int64(5*positions))
		require.GreaterOrEqual(t, n.Memory, int64(positions+largest))
		require.LessOrEqual(t, n.Memory, int64(13*positions))

		files := newScratch(-1)
		build(t, retrograde.Engine{Check: check, Scratch: files}, p, solver.Options{Memory: 1 << 10})
		require.Zero(t, n.Journal)
		require.Greater(t, n.Scratch, int64(positions)-1<<9)
		_, err := retrograde.Engine{Check: func(retrograde.Needs) error { return os.ErrPermission }}.
			Build(context.Background(), p, solver.Options{})
		require.ErrorIs(t, err, os.ErrPermission)
	}
}
