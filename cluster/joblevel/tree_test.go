package joblevel

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// consistent verifies that the numbers of a tree are those that its leaves combine to, and that
// every job that is out, and nothing else, is counted on its path.
func consistent(t require.TestingT, tree *Tree) {
	busy := map[*node]uint32{}
	for s, path := range tree.jobs {
		require.Equal(t, tree.root, path[0])
		require.Equal(t, s, path[len(path)-1].state)
		for _, n := range path {
			busy[n]++
		}
	}
	for s, n := range tree.nodes {
		require.Equal(t, s, n.state)
		require.Equal(t, busy[n], n.busy)
		require.True(t, n.expanded || len(n.children) == 0)
		if n.expanded && !n.searched {
			require.Equal(t, combine(n.children), n.numbers)
		}
	}
}

// The root's verdict is right, numbers always follow from those of the leaves, no leaf is out
// twice, and no job is counted any more in the end, whatever the order of results, with some lost,
// some repeated, some late, and jobs withdrawn.
func TestTreeSurvivesItsResults(t *testing.T) {
	testgames.Check(t, 90, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 11)
		searcher, err := NewSearcher(p.Game(), 1)
		require.NoError(t, err)
		defer searcher.Close()
		tree := New(searcher, p.State())
		var results []Result // not entered yet
		var old []Result     // entered
		for tree.Outcome() == solver.Unknown {
			switch rapid.IntRange(0, 9).Draw(t, "event") {
			case 0: // a job is lost
				if lost := tree.Jobs(); len(lost) > 0 {
					tree.Withdraw(rapid.SampledFrom(lost).Draw(t, "lost"))
				}
			case 1: // a result is repeated
				if len(old) > 0 {
					require.NoError(t, tree.Apply(rapid.SampledFrom(old).Draw(t, "repeated")))
				}
			case 2, 3, 4, 5: // a result arrives
				if len(results) > 0 {
					i := rapid.IntRange(0, len(results)-1).Draw(t, "arrives")
					require.NoError(t, tree.Apply(results[i]))
					old = append(old, results[i])
					results = append(results[:i], results[i+1:]...)
				}
			default: // a job is searched
				leaf, ok := tree.Pick()
				if !ok {
					require.NotZero(t, tree.Out(), "nothing to do, and nothing out")
					tree.Withdraw(tree.Jobs()[0])
					continue
				}
				r, err := searcher.Search(context.Background(), leaf, solver.Options{Nodes: rapid.SampledFrom([]uint64{1, 1, 5}).Draw(t, "budget")})
				require.NoError(t, err)
				results = append(results, r)
			}
			consistent(t, tree)
		}
		for _, r := range results {
			require.NoError(t, tree.Apply(r))
		}
		for _, s := range tree.Useless() {
			tree.Withdraw(s)
		}
		require.Zero(t, tree.Out(), "when the root is decided all jobs are useless")
		consistent(t, tree)
		truth := testgames.NewTruth(p.Game())
		require.Equal(t, solver.OutcomeOf(truth.Distance(p.State())%2 == 1), tree.Outcome())
		solved(t, p, tree)

		again := New(searcher, p.State()) // restarted from what was stored
		for _, r := range old {
			require.NoError(t, again.Apply(r))
		}
		consistent(t, again)
		if len(results) == 0 {
			require.Equal(t, tree.Outcome(), again.Outcome())
		}

		// In another order other results count, and may leave more to search.
		slices.Reverse(old)
		again = New(searcher, p.State())
		for _, r := range old {
			require.NoError(t, again.Apply(r))
		}
		consistent(t, again)
		require.Contains(t, []solver.Outcome{solver.Unknown, tree.Outcome()}, again.Outcome())
	})
}

// solved verifies the solution of a tree by the rules and the truth.
func solved(t require.TestingT, p variants.Position, tree *Tree) {
	truth, rules := testgames.NewTruth(p.Game()), p.Game().Rules()
	s := tree.Solution()
	leaves := map[variants.State]bool{}
	for _, leaf := range s.Leaves {
		require.Equal(t, truth.Distance(leaf.State)%2 == 1, leaf.Wins)
		require.Equal(t, leaf.Wins, tree.nodes[leaf.Reduced].numbers.Outcome() == solver.Win)
		leaves[leaf.State] = leaf.Wins
	}
	proven := func(s variants.State, wins bool) bool { known, ok := leaves[s]; return ok && known == wins }
	require.NoError(t, s.Check(rules, proven))
	for state, m := range s.Moves {
		delete(s.Moves, state)
		require.ErrorContains(t, s.Check(rules, proven), "no move there")
		s.Moves[state] = variants.Move(63)
		if !rules.Legal(state).Has(63) {
			require.ErrorContains(t, s.Check(rules, proven), "not legal")
		}
		s.Moves[state] = m
	}
	for state, wins := range leaves {
		delete(leaves, state)
		if wins {
			require.ErrorContains(t, s.Check(rules, proven), "no move there")
		}
		leaves[state] = wins
	}
}

// A proof that fails takes the verdict back, and the search continues to the right one. A leaf that
// nobody can prove is not one of the solution any more.
func TestTreeReopens(t *testing.T) {
	testgames.Check(t, 90, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 11)
		searcher, err := NewSearcher(p.Game(), 1)
		require.NoError(t, err)
		defer searcher.Close()
		truth := testgames.NewTruth(p.Game())
		right := func(s variants.State, wins bool) bool { return truth.Distance(s)%2 == 1 == wins }
		tree := New(searcher, p.State())
		lies := rapid.IntRange(1, 3).Draw(t, "lies")
		splits := rapid.IntRange(0, 3).Draw(t, "splits")
		for tree.Outcome() == solver.Unknown || disprove(t, tree, right) || split(t, tree, searcher, &splits) {
			leaf, ok := tree.Pick()
			if !ok {
				continue
			}
			r, err := searcher.Search(context.Background(), leaf, solver.Options{Nodes: 1})
			require.NoError(t, err)
			if lies > 0 {
				lies--
				r = Result{State: leaf, Numbers: Decided(solver.OutcomeOf(!right(leaf, true)))}
			}
			require.NoError(t, tree.Apply(r))
			consistent(t, tree)
		}
		require.True(t, right(p.State(), tree.Outcome() == solver.Win))
		require.NoError(t, tree.Solution().Check(p.Game().Rules(), right))
	})
}

// disprove reopens the leaves of a solution that are wrong, and reports whether the root is open
// again.
func disprove(t require.TestingT, tree *Tree, right func(variants.State, bool) bool) bool {
	for _, leaf := range tree.Solution().Leaves {
		if !right(leaf.State, leaf.Wins) && !tree.nodes[leaf.Reduced].open() {
			require.NoError(t, tree.Reopen(leaf.Reduced))
		}
	}
	consistent(t, tree)
	return tree.Outcome() == solver.Unknown
}

// split splits a leaf of the solution, if that is to be done some more times and there is one, and
// reports whether it has.
func split(t *rapid.T, tree *Tree, searcher *Searcher, times *int) bool {
	leaves := tree.Solution().Leaves
	if *times == 0 || len(leaves) == 0 {
		return false
	}
	*times--
	leaf := rapid.SampledFrom(leaves).Draw(t, "split")
	require.NoError(t, tree.Split(leaf.Reduced, searcher.Expand(leaf.Reduced).Children))
	if tree.Outcome() != solver.Unknown {
		require.NotContains(t, tree.Solution().Leaves, leaf)
	}
	return true
}

// Results that cannot be right are refused.
func TestTreeRefuses(t *testing.T) {
	p := testgames.Game(t, "blockade", 4, 4).Start()
	searcher, err := NewSearcher(p.Game(), 1)
	require.NoError(t, err)
	defer searcher.Close()
	tree := New(searcher, p.State())
	root, _ := tree.Pick()
	good := searcher.Expand(root)
	for what, wrong := range map[string]func(r *Result){
		"of a state with more children":      func(r *Result) { r.Children = r.Children[1:] },
		"decided, but with children":         func(r *Result) { r.Numbers = Decided(solver.Win) },
		"won and lost":                       func(r *Result) { *r = Result{State: root, Numbers: pn.Numbers{Proof: 5, Disproof: infinite}} },
		"zero numbers of a child":            func(r *Result) { r.Children[0] = pn.Numbers{} },
		"numbers of a child beyond infinite": func(r *Result) { r.Children[0] = pn.Numbers{Proof: 1, Disproof: infinite + 1} },
		"half a verdict about a child":       func(r *Result) { r.Children[0] = pn.Numbers{Disproof: 7} },
	} {
		r := good
		r.Children = slices.Clone(good.Children)
		wrong(&r)
		require.Error(t, tree.Apply(r), what)
		require.True(t, tree.IsOut(root), what)
	}
	require.NoError(t, tree.Apply(good))
	require.Error(t, tree.Reopen(root), "an open position")
	require.Error(t, tree.Reopen(variants.State{Free: 1}), "a position that is not in the tree")
}

func TestBudgetGrows(t *testing.T) {
	for _, workers := range []int{0, 1, 4, 5, 512} {
		b, last := NewBudget(workers), uint64(0)
		for spent := uint64(0); spent < 1<<40; spent = 2*spent + 1 {
			now := b.Of(spent)
			require.GreaterOrEqual(t, now, last)
			require.NotZero(t, now)
			last = now
		}
		require.Equal(t, uint64(mostNodes), last)
	}
}
