package solver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// truth is a value that was computed or proven elsewhere.
type truth struct {
	source   string
	variant  string
	position string // rows, X to move; "4x5" for the start on a board of that size
	outcome  solver.Outcome
	distance int    // solver.NoDistance if the source has none
	nodes    uint64 // reachable positions in the mover's view; 0 if the source has none
}

const (
	bruteForce = "independent brute force, ground truth of the project"
	fsu        = "Fraenkel, Scheinerman & Ullman, TCS 112 (1993): second wins iff the free cells have a perfect matching"
	col        = "independent code: Col on these boards is 0 (second wins), on 1x1 star (first wins)"
	cgsuite    = "CGSuite 2.2 values shipped with MCGS, Generalized King Dirt <1,1,1>"
	prototype  = "plain C++ prototype of the project"
	mcgs       = "MCGS (University of Alberta) on empty boards"
	dawson     = "OEIS A002187 (Dawson's chess): second wins iff the nimber is 0"
	squares    = "nimbers of n x n: tavisrudd/othello notes (n <= 5), math.SE 4849448 (6 x 6)"
	strips     = "nimbers of 3 x n and 5 x n, independent code; 4 x n is 0 by reply in the same column"
)

const no = solver.NoDistance

func groundTruth() []truth {
	all := []truth{
		{bruteForce, "classic", "4x4", solver.Loss, 12, 13717},
		{bruteForce, "duel", "4x4", solver.Loss, 8, 0},
		{bruteForce, "lockdown", "4x4", solver.Loss, 16, 1368497},
		{bruteForce, "claim", "4x4", solver.Loss, 4, 92},
		{bruteForce, "blockade", "4x4", solver.Win, 11, 115046},
		{bruteForce, "blockade", "3x3", solver.Win, no, 267},
		{bruteForce, "blockade", "4x5", solver.Win, 15, 1982730},
		{bruteForce, "blockade", "5x4", solver.Win, 13, 2590607},
		{bruteForce, "blockade", "3x4", solver.Win, no, 0},
		{bruteForce, "blockade", "3x5", solver.Win, no, 0},
		{bruteForce, "blockade", "3x6", solver.Win, no, 0},
		{bruteForce, "blockade", "3x7", solver.Loss, no, 0},
		{bruteForce, "blockade", "3x2", solver.Loss, no, 0},
		{bruteForce, "blockade", "2x6", solver.Loss, no, 0},
		{bruteForce, "classic", "5x5", solver.Win, 17, 959086},
		{bruteForce, "classic", "5x6", solver.Loss, 22, 9703637},
		{bruteForce, "duel", "3x7", solver.Loss, 12, 0},
		{bruteForce, "duel", "5x5", solver.Loss, 14, 0},
		{bruteForce, "claim", "7x7", solver.Win, 11, 1306195},

		{cgsuite, "lockdown", ".../.../...", solver.Win, no, 0},
		{cgsuite, "lockdown", ".../.../.#.", solver.Loss, no, 0},
		{cgsuite, "lockdown", "..#/.../...", solver.Loss, no, 0},
		{cgsuite, "lockdown", ".../.../#..", solver.Loss, no, 0},
		{cgsuite, "lockdown", "#../#../...", solver.Loss, no, 0},

		{mcgs, "lockdown", "3x3", solver.Win, no, 0},
		{mcgs, "lockdown", "3x4", solver.Loss, no, 0},
		{mcgs, "lockdown", "3x5", solver.Win, no, 0},

		{col, "duel", "1x1", solver.Win, 1, 0},
		{col, "duel", "4x5", solver.Loss, no, 0},
	}
	for _, board := range []string{"3x3", "3x4", "3x5", "3x6"} {
		all = append(all, truth{col, "duel", board, solver.Loss, no, 0})
	}
	for n := 1; n <= 15; n++ {
		row, two := fmt.Sprintf("1x%d", n), fmt.Sprintf("2x%d", n)
		if n <= 12 {
			all = append(all, truth{mcgs, "lockdown", row, firstIf(n%2 == 1), no, 0})
		}
		if n <= 6 {
			all = append(all, truth{mcgs, "lockdown", two, solver.Loss, no, 0})
		}
		if n > 1 {
			all = append(all, truth{col, "duel", row, solver.Loss, no, 0})
		}
		if n <= 10 {
			all = append(all, truth{col, "duel", two, solver.Loss, no, 0})
		}
	}
	for rows := 1; rows <= 4; rows++ {
		for cols := 1; rows*cols <= 20; cols++ {
			all = append(all, truth{fsu, "classic", fmt.Sprintf("%dx%d", rows, cols), firstIf(rows*cols%2 == 1), no, 0})
		}
	}
	nimbers := func(source, board string, first int, values ...int) {
		for i, nimber := range values {
			text := strings.ReplaceAll(board, "n", fmt.Sprint(first+i))
			all = append(all, truth{source, "claim", text, firstIf(nimber != 0), no, 0})
		}
	}
	nimbers(dawson, "1xn", 1, a002187()...)
	nimbers(dawson, "2xn", 1, a002187()...)
	nimbers(squares, "nxn", 1, 1, 1, 1, 0, 4, 1)
	nimbers(strips, "3xn", 1, 2, 2, 1, 0, 3, 2, 1, 0, 5, 2, 4, 0)
	nimbers(strips, "4xn", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	nimbers(strips, "5xn", 1, 3, 3, 3, 0, 4, 3)
	return all
}

func firstIf(first bool) solver.Outcome {
	if first {
		return solver.Win
	}
	return solver.Loss
}

func (tr truth) root(t *testing.T) variants.Position {
	var rows, cols int
	if n, _ := fmt.Sscanf(tr.position, "%dx%d", &rows, &cols); n == 2 {
		return testgames.Game(t, tr.variant, rows, cols).Start()
	}
	return testgames.Parse(t, tr.variant, tr.position+" x")
}

func (tr truth) check(t *testing.T, e solver.Engine, opt solver.Options) {
	t.Helper()
	tr.compare(t, solve(t, e, tr.root(t), opt))
}

func (tr truth) compare(t *testing.T, r solver.Result) {
	t.Helper()
	name := fmt.Sprintf("%s %s %s (%s)", r.Engine, tr.variant, tr.position, tr.source)
	require.Equal(t, tr.outcome, r.Outcome, name)
	if tr.distance != no {
		require.Equal(t, tr.distance, r.Distance, name)
	}
	if tr.nodes != 0 && r.Engine == "memo" {
		require.Equal(t, tr.nodes, r.Stats.Nodes, name)
	}
}

func TestGroundTruth(t *testing.T) {
	t.Parallel()
	slow := tooSlowForMemo()
	for _, tr := range groundTruth() {
		if !slices.Contains(slow, tr.game()) {
			tr.check(t, brute.Memo{}, solver.Options{})
		}
	}
}

// tooSlowForMemo lists the games of the ground truth that take Memo a few seconds each and up to
// a gigabyte. TestLongGroundTruth has them.
func tooSlowForMemo() []string {
	return []string{"classic 5x6", "duel 5x5", "claim 7x7", "blockade 5x4", "blockade 4x5", "blockade 3x7",
		"classic 5x5", "lockdown 3x5", "duel 3x7"}
}

// game names the game and the position.
func (tr truth) game() string { return tr.variant + " " + tr.position }

func TestGroundTruthByNegamaxAndAuto(t *testing.T) {
	t.Parallel()
	for _, tr := range groundTruth() {
		tr.check(t, negamax.Engine{}, solver.Options{Memory: 1 << 26})
		tr.check(t, auto.Engine{Distance: true}, solver.Options{Memory: 1 << 26, Workers: 2})
	}
}

// largeTruth returns results of others on boards that are too large for memo.
func largeTruth() []truth {
	all := []truth{
		{col, "duel", "3x7", solver.Loss, no, 0},
		{col, "duel", "5x5", solver.Loss, no, 0},
		{prototype, "duel", "5x7", solver.Loss, no, 0},
		{squares, "claim", "8x8", solver.Loss, no, 0},

		{mcgs, "lockdown", "4x4", solver.Loss, no, 0},
		{mcgs, "lockdown", "3x7", solver.Win, no, 0},
		{mcgs, "lockdown", "4x5", solver.Loss, no, 0},
		{mcgs, "lockdown", "3x8", solver.Loss, no, 0},
		{mcgs, "lockdown", "4x6", solver.Loss, no, 0},
		{mcgs, "lockdown", "5x5", solver.Win, no, 0},
		{mcgs, "lockdown", "3x9", solver.Win, no, 0},
		{mcgs, "lockdown", "3x11", solver.Win, no, 0},
		{mcgs, "lockdown", "4x7", solver.Loss, no, 0},
		{mcgs, "lockdown", "5x6", solver.Loss, no, 0},
		{prototype, "lockdown", "5x7", solver.Win, no, 0},

		{bruteForce, "blockade", "5x5", solver.Win, no, 0},
		{prototype, "blockade", "6x6", solver.Loss, no, 0},
		{prototype, "blockade", "6x7", solver.Win, no, 0},
		{prototype, "blockade", "7x7", solver.Win, no, 0},
	}
	for n := 27; n <= 63; n++ { // A002187 continues
		all = append(all, truth{dawson, "claim", fmt.Sprintf("1x%d", n), firstIf(a002187Long()[n-27] != 0), no, 0})
	}
	for n := 8; n <= 16; n++ {
		all = append(all, truth{strips, "claim", fmt.Sprintf("4x%d", n), solver.Loss, no, 0})
	}
	return all
}

// a002187Long returns the nimbers of 1×n from n = 27 to 63.
func a002187Long() []int {
	return []int{
		1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
	}
}

func TestLargeGroundTruth(t *testing.T) {
	t.Parallel()
	for _, tr := range largeTruth() {
		if tr.game() == "blockade 7x7" && testgames.Of(0, 1) == 0 {
			continue // package benchmarks solves it
		}
		var e solver.Engine = pn.Engine{}
		if tr.variant == "claim" || tr.variant == "duel" {
			e = auto.Theory{}
		}
		tr.check(t, e, solver.Options{Memory: 1 << 28, Workers: 2})
	}
}

// naiveBudget is the maximum number of move sequences for Naive to play for one value of the
// ground truth, enough for the default boards; games with more are left to Memo.
const naiveBudget = 60e6

// Naive solves every game that is not on one of the two lists.
func TestGroundTruthByNaive(t *testing.T) {
	t.Parallel()
	left := append(tooLargeForNaive(), tooSlowForNaive()...)
	for _, tr := range groundTruth() {
		if !slices.Contains(left, tr.game()) {
			tr.check(t, brute.Naive{}, solver.Options{Nodes: naiveBudget})
		}
	}
}

// tooSlowForNaive lists the games within naiveBudget that take the most move sequences, except
// the default boards. TestLongGroundTruthByNaive has them.
func tooSlowForNaive() []string {
	return strings.Split("lockdown 3x5,blockade 3x6,classic 5x6,duel 3x6,duel 2x9,claim 1x19,claim 2x15,claim 3x9", ",")
}

// tooLargeForNaive lists the games of the ground truth that have more than
// naiveBudget move sequences.
func tooLargeForNaive() []string {
	list := strings.Split("blockade 4x5,blockade 5x4,blockade 3x7,duel 3x7,duel 5x5,claim 7x7,duel 4x5,"+
		"duel 2x10,duel 1x13,duel 1x14,duel 1x15", ",")
	for n := 20; n <= 26; n++ {
		list = append(list, fmt.Sprintf("claim 1x%d", n))
	}
	for n := 16; n <= 26; n++ {
		list = append(list, fmt.Sprintf("claim 2x%d", n))
	}
	return append(list, strings.Split("claim 6x6,claim 3x10,claim 3x11,claim 3x12,claim 4x8,claim 4x9,claim 4x10,claim 5x6", ",")...)
}

// a002187 returns the nimbers of 1×n from n = 1.
func a002187() []int {
	return []int{1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1}
}

// On a full board with an odd number of cells, the winning first cells are those of the majority
// colour (same source).
func TestClassicWinningFirstCells(t *testing.T) {
	checkWinningFirstCells(t, 1, 1, 1)
	checkWinningFirstCells(t, 1, 5, 3)
	checkWinningFirstCells(t, 3, 3, 5)
	checkWinningFirstCells(t, 3, 5, 8)
	checkWinningFirstCells(t, 5, 3, 8)
	checkWinningFirstCells(t, 4, 4, 0)
}

func checkWinningFirstCells(t *testing.T, rows, cols, want int) {
	t.Helper()
	p := testgames.Game(t, "classic", rows, cols).Start()
	wins := 0
	for m := range p.Legal().Cells() {
		row, col := p.Game().Grid().RowCol(m)
		if solve(t, brute.Memo{}, p.Play(variants.Move(m)), solver.Options{}).Outcome == solver.Loss {
			require.Zero(t, (row+col)%2)
			wins++
		}
	}
	require.Equal(t, want, wins, "%dx%d", rows, cols)
}
