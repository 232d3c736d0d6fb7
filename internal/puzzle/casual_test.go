package puzzle_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/variants"
)

// tried is a puzzle, and the part of its games that the level casual won.
type tried struct {
	puzzle.Puzzle
	solved float64
}

// solves lets casual play a puzzle against the best replies, and reports whether it wins.
func solves(t *testing.T, z puzzle.Puzzle, seed uint64) bool {
	t.Helper()
	pl := player.New(z.Position.Game(), player.Options{Level: player.Casual, Seed: seed})
	defer pl.Close()
	for p := z.Position; ; {
		c, err := pl.Choose(context.Background(), p)
		require.NoError(t, err)
		if p = p.Play(c.Move); p.Over() {
			return true
		}
		r, err := negamax.Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 20, Workers: 1})
		require.NoError(t, err)
		if r.Outcome == solver.Win {
			return false
		}
		best, ok := r.BestMove()
		require.True(t, ok)
		p = p.Play(best)
	}
}

// tries lets casual play puzzles of all games, some of each, several times each.
func tries(t *testing.T, seed uint64, each func(variants.Variant) int) (all []tried) {
	t.Helper()
	games := testgames.Of(8, 50)
	for _, v := range variants.All() {
		f := puzzle.NewFinder(puzzle.Start(v), puzzle.Usual(puzzle.Low, puzzle.High, seed))
		for number := range each(v) {
			z, err := f.Next(context.Background())
			require.NoError(t, err)
			solved := 0
			for i := range games {
				if solves(t, z, seed*1_000_000+uint64(number)*1000+uint64(i)) {
					solved++
				}
			}
			all = append(all, tried{z, float64(solved) / float64(games)})
		}
	}
	return all
}

// ranks returns the ranks of numbers, equal ones sharing theirs.
func ranks(numbers []float64) []float64 {
	order := make([]int, len(numbers))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(numbers[a], numbers[b]) })
	ranks := make([]float64, len(numbers))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && numbers[order[j]] == numbers[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			ranks[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return ranks
}

// correlation is Spearman's rank correlation of a number with the part that was solved.
func correlation(all []tried, of func(tried) float64) float64 {
	var numbers, solved []float64
	for _, z := range all {
		numbers, solved = append(numbers, of(z)), append(solved, z.solved)
	}
	a, b := ranks(numbers), ranks(solved)
	mean := float64(len(all)-1) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - mean) * (b[i] - mean)
		aa += (a[i] - mean) * (a[i] - mean)
		bb += (b[i] - mean) * (b[i] - mean)
	}
	return ab / math.Sqrt(aa*bb)
}

// mean returns how many puzzles are of a kind, and the part that was solved.
func mean(all []tried, kind func(tried) bool) (n int, part float64) {
	for _, z := range all {
		if kind(z) {
			n++
			part += z.solved
		}
	}
	return n, part / float64(max(1, n))
}

// Casual solves fewer of the puzzles that are said to be harder: of every level fewer than of the one below. Everything
// that is left to chance has a seed. With -tags long these are the figures of docs/results.md: the number was chosen
// by the puzzles of seed 1, among others, and seed 2 is the check.
func TestCasualSolvesFewerOfHarderPuzzles(t *testing.T) {
	each := func(v variants.Variant) int {
		if v.ID == variants.Blockade { // they take long to find
			return testgames.Of(2, 40)
		}
		return testgames.Of(12, 40)
	}
	for seed := range uint64(testgames.Of(1, 2)) {
		all := tries(t, seed+1, each)
		number := func(z tried) float64 { return float64(z.Difficulty.Number()) }
		t.Logf("seed %d: %d puzzles", seed+1, len(all))
		for n := range 12 {
			if count, part := mean(all, func(z tried) bool { return z.Difficulty.Number() == n }); count > 0 {
				t.Logf("number %d: %d puzzles, %.3f solved", n, count, part)
			}
		}
		before := 1.0
		for _, level := range analysis.Levels() {
			count, part := mean(all, func(z tried) bool { return z.Difficulty.Level() == level })
			t.Logf("%s: %d puzzles, %.3f solved", level, count, part)
			require.Greater(t, count, len(all)/20, "%s", level)
			require.Less(t, part, before, "%s", level)
			before = part
		}
		for _, fact := range []struct {
			name string
			of   func(tried) float64
		}{
			{"number", number},
			{"plies", func(z tried) float64 { return float64(z.Depth) }},
			{"turns with a wrong move", func(z tried) (n float64) {
				for _, turn := range z.Difficulty.Turns {
					n += float64(min(1, turn.Legal-turn.Winning))
				}
				return n
			}},
			{"share that wins, product", func(z tried) (n float64) {
				for _, turn := range z.Difficulty.Turns {
					n += math.Log2(float64(turn.Legal) / float64(turn.Winning))
				}
				return n
			}},
			{"only moves in a row", func(z tried) float64 { return float64(z.Difficulty.OnlyMoves()) }},
			{"greedy player errs, sooner", func(z tried) float64 {
				if errs := z.Difficulty.Errs(); errs > 0 {
					return -float64(errs)
				}
				return -100
			}},
			{"number and greedy", func(z tried) float64 { return number(z) + float64(min(1, z.Difficulty.Errs())) }},
			{"number and only moves", func(z tried) float64 { return number(z) + float64(z.Difficulty.OnlyMoves()) }},
		} {
			t.Logf("%s: %.2f", fact.name, correlation(all, fact.of))
		}
		require.Less(t, correlation(all, number), -0.5)
	}
}
