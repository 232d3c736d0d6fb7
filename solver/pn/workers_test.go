package pn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/variants"
)

// What one worker decides before others would join takes several exactly as many nodes, and so does what is
// not decided at a limit before that.
func TestSeveralWorkersBeginAsOne(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		nodes      uint64 // limit
	}{
		{"lockdown", 5, 9, 0},
		{"lockdown", 5, 7, 0},
		{"claim", 6, 7, 0},
		{"duel", 5, 5, 0},
		{"blockade", 5, 5, 0},
		{"blockade", 7, 7, 16_001},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		opt := solver.Options{Memory: 1 << 30, Nodes: c.nodes}
		one, err := Engine{}.Solve(t.Context(), p, opt)
		require.LessOrEqual(t, one.Stats.Nodes, uint64(joinAt), "%s %d×%d", c.variant, c.rows, c.cols)
		one.Stats.Elapsed = 0
		for _, opt.Workers = range []int{2, 4, 16} {
			several, again := Engine{}.Solve(t.Context(), p, opt)
			several.Stats.Elapsed = 0
			require.Equal(t, err == nil, again == nil)
			require.Equal(t, one, several, "%s %d×%d by %d", c.variant, c.rows, c.cols, opt.Workers)
		}
	}
}

// The others join at that very node, all of them, once. The first becomes one of them, except in blockade, if they
// are few.
func TestHelpersJoin(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		workers    int
		at, limit  uint64
		leads      bool
	}{
		{"blockade", 7, 7, 2, 1, 5000, true},
		{"blockade", 7, 7, 2, 777, 5000, true},
		{"blockade", 7, 7, 4, 777, 9000, true},
		{"blockade", 7, 7, 5, 777, 9000, false},
		{"lockdown", 7, 7, 2, 777, 9000, false},
		{"classic", 6, 8, 2, 1, 1000, false},
		{"duel", 5, 7, 16, search.CheckEvery, 5 * search.CheckEvery, false},
	} {
		opt := solver.Options{Memory: 1 << 20, Workers: c.workers, Nodes: c.limit}
		e, err := newTree(t.Context(), testgames.Game(t, c.variant, c.rows, c.cols).Start(), nil, opt)
		require.NoError(t, err)
		leader := e.newWorker(opt, e.leader())
		joined := 0
		leader.invite(opt, c.at, func(helper *worker) {
			require.Equal(t, c.at, leader.budget.Nodes)
			require.False(t, helper.alone)
			joined++
		})
		leader.run()
		require.Equal(t, c.workers-1, joined)
		require.Equal(t, c.leads, leader.alone, "%+v: %d nodes", c, leader.budget.Nodes)
		e.table.Release()
	}
}

// Helpers search another child than those who are at the best one, and the numbers of the parent stay.
func TestBusyChildrenAreAvoided(t *testing.T) {
	opt := solver.Options{Memory: 1 << 20, Workers: 2}
	e, err := newTree(t.Context(), testgames.Game(t, "lockdown", 3, 3).Start(), nil, opt)
	require.NoError(t, err)
	defer e.table.Release()
	busy := table.NewBusy(opt.Workers)
	helper, leader := e.newWorker(opt, e.helper(false, busy)), e.newWorker(opt, e.leader())
	children := helper.children(e.root, 0)
	require.Greater(t, len(children), 1)
	children = children[:2]
	children[0].numbers, children[1].numbers = numbers{5, 64}, numbers{5, 66}
	free := helper.combine(children)
	require.Zero(t, free.best)
	busy.Add(children[0].key, 1)
	taken := helper.combine(children)
	require.Equal(t, 1, taken.best)
	require.Equal(t, free.sum, taken.sum)
	require.Equal(t, free, leader.combine(children))
	busy.Add(children[0].key, -1)
	require.Equal(t, free, helper.combine(children))
}

// A leader uses what its helpers have decided, and no other numbers of theirs. Helpers begin with the move that it
// is searching, while that may win.
func TestHelpersOfALeader(t *testing.T) {
	opt := solver.Options{Memory: 1 << 20, Workers: 2, Nodes: 2}
	p := testgames.Game(t, "blockade", 7, 7).Start()
	e, err := newTree(t.Context(), p, nil, opt)
	require.NoError(t, err)
	defer e.table.Release()
	leader := e.newWorker(opt, e.leader())
	leader.invite(opt, 1, func(*worker) {})
	leader.run()
	helper := e.newWorker(opt, e.helper(true, nil))
	alone := append([]child(nil), leader.children(e.root, 0)...)
	searched := variants.Move(e.first.Load())
	strange, decided := -1, -1
	for i := range alone {
		switch {
		case alone[i].move == searched || alone[i].numbers.phi == 0:
		case strange < 0:
			strange = i
		case decided < 0:
			decided = i
		}
	}
	helper.store(alone[strange].key, numbers{7, 77}, 1)
	helper.store(alone[decided].key, won(), 1)

	with := leader.children(e.root, 0)
	require.Len(t, with, len(alone)-1) // without those that are won
	for _, c := range with {
		require.NotEqual(t, alone[decided].key, c.key)
		if c.key == alone[strange].key {
			require.Equal(t, alone[strange].numbers, c.numbers)
		}
	}
	for _, c := range helper.children(e.root, 0) {
		if c.key == alone[strange].key {
			require.Equal(t, numbers{7, 77}, c.numbers)
		}
	}

	children := helper.children(e.root, 0)
	n := helper.combine(children)
	helper.choose(&n, children, nil, 0)
	require.Equal(t, searched, children[n.best].move)
	e.first.Store(int32(alone[decided].move))
	n = helper.combine(children)
	before := n
	helper.choose(&n, children, nil, 0)
	require.Equal(t, before, n)
}

// Several workers agree with plain recursion wherever they join, with a table that is always full too.
func TestWorkersAgree(t *testing.T) {
	cells := testgames.Of(12, 14)
	testgames.Check(t, 400, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), cells)
		opt := solver.Options{
			Memory:   rapid.SampledFrom([]int64{1 << 12, 1 << 20}).Draw(t, "memory"),
			Workers:  rapid.IntRange(2, 5).Draw(t, "workers"),
			NoLemmas: rapid.Bool().Draw(t, "bare"),
		}
		r, err := Engine{}.solve(context.Background(), p, opt, rapid.Uint64Range(1, 40).Draw(t, "joinAt"))
		require.NoError(t, err)
		truth, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, truth.Outcome, r.Outcome, "%v", p)
		for m := range r.Best.Cells() {
			require.True(t, truth.Best.Has(m) || wins(t, p, variants.Move(m)), "%v", p)
		}
	})
}

// wins reports whether a move wins.
func wins(t *rapid.T, p variants.Position, m variants.Move) bool {
	r, err := brute.Memo{}.Solve(context.Background(), p.Play(m), solver.Options{})
	require.NoError(t, err)
	return r.Outcome == solver.Loss
}

// Limits of nodes and the end of a context stop a search before others join, while they do, and afterwards. A
// search that forgot one of its workers would not return.
func TestWorkersStop(t *testing.T) {
	p := testgames.Game(t, "blockade", 7, 7).Start()
	const at = search.CheckEvery
	for _, workers := range []int{2, 4, 16} {
		for _, limit := range []uint64{1, at - 1, at, at + 1, at + 100, 3*at + 7} {
			r, err := Engine{}.solve(t.Context(), p, solver.Options{Workers: workers, Nodes: limit, Memory: 1 << 20}, at)
			require.ErrorIs(t, err, solver.ErrLimit)
			require.LessOrEqual(t, r.Stats.Nodes, limit)
			require.GreaterOrEqual(t, r.Stats.Nodes, min(limit, at), "%d workers, %d nodes", workers, limit)
		}
		// One poll every 64 nodes and one more at each check: the others join after 66, and have polled by 70.
		for polls := 64; polls < 74; polls++ {
			ctx := testgames.ExpireAt(polls, context.Canceled)
			_, err := Engine{}.solve(ctx, p, solver.Options{Workers: workers, Memory: 1 << 20}, at)
			require.ErrorIs(t, err, context.Canceled)
		}
	}
}
