//go:build long

package solver_test

import "testing"

func TestLongCheckpointsHoldWhatIsTrue(t *testing.T) { resumeFromCheckpoints(t, 1000) }
