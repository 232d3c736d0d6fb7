//go:build long

package solver_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/pn"
)

// The values that take Memo a few minutes and gigabytes. CI runs them with
//
//	go test -tags long -run Long ./solver
func TestLongGroundTruth(t *testing.T) {
	slow := tooSlowForMemo()
	found := 0
	for _, tr := range groundTruth() {
		if slices.Contains(slow, tr.game()) {
			tr.check(t, brute.Memo{}, solver.Options{})
			found++
		}
	}
	require.GreaterOrEqual(t, found, len(slow))
	for _, tr := range []truth{
		{bruteForce, "lockdown", "4x5", solver.Loss, 20, 26351971},
		{mcgs, "lockdown", "3x7", solver.Win, no, 0},
	} {
		tr.check(t, brute.Memo{}, solver.Options{Memory: 4 << 30})
	}
	checkWinningFirstCells(t, 5, 5, 13)
}

// The games that TestGroundTruthByNaive omits because they are slow or too large.
func TestLongGroundTruthByNaive(t *testing.T) {
	large, slow := tooLargeForNaive(), tooSlowForNaive()
	for _, tr := range groundTruth() {
		if slices.Contains(slow, tr.game()) {
			tr.check(t, brute.Naive{}, solver.Options{Nodes: naiveBudget})
		}
		if slices.Contains(large, tr.game()) {
			_, err := brute.Naive{}.Solve(context.Background(), tr.root(t), solver.Options{Nodes: naiveBudget})
			require.ErrorIs(t, err, solver.ErrLimit, tr.game())
		}
	}
}

// The property tests, with more draws.
func TestLongLadder(t *testing.T)       { climbLadder(t, 4000) }
func TestLongEnginesAgree(t *testing.T) { compareNaiveAndMemo(t, 3000) }

func TestLongRetrogradeAgreesWithMemo(t *testing.T) { compareRetrogradeWithMemo(t, 2000) }

// Tables whose sizes others have counted.
func TestLongRetrograde(t *testing.T) {
	for _, tr := range []truth{
		{bruteForce, "lockdown", "4x5", solver.Loss, 20, 26351971},
		{bruteForce, "classic", "5x6", solver.Loss, 22, 9703637},
		{mcgs, "lockdown", "3x7", solver.Win, no, 0},
	} {
		tr.checkTable(t)
	}
}

// Proofs that take auto, and pn, a few seconds each.
func TestLongProofs(t *testing.T) {
	truth{prototype, "blockade", "8x6", solver.Win, no, 0}.check(t, pn.Engine{}, solver.Options{Memory: 1 << 28, Workers: 2})
	for _, tr := range []truth{
		{prototype, "blockade", "6x8", solver.Loss, no, 0},
		{prototype, "lockdown", "7x7", solver.Win, no, 0},
	} {
		tr.check(t, auto.Engine{}, solver.Options{Memory: 2 << 30, Workers: 2})
	}
}
