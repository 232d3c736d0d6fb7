//go:build long

package solver_test

import (
	"testing"

	"gridlock/solver"
)

// The values that take Memo some minutes and gigabytes. CI runs them with
//
//	go test -tags long -run Long ./solver
func TestLongGroundTruth(t *testing.T) {
	for _, tr := range []truth{
		{bruteForce, "lockdown", "4x5", solver.Loss, 20, 26351971},
		{mcgs, "lockdown", "3x7", solver.Win, no, 0},
	} {
		tr.check(t, solver.Memo{}, solver.Options{Memory: 4 << 30})
	}
	checkWinningFirstCells(t, 5, 5, 13)
}

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
