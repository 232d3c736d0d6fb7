//go:build long

package negamax

import "testing"

// The property tests, with more draws.
func TestLongNegamaxAgreesWithMemo(t *testing.T)         { compareNegamaxWithMemo(t, 4000) }
func TestLongNegamaxSeesPositionsAsTheyAre(t *testing.T) { compareWhatNegamaxSees(t, 3000) }
