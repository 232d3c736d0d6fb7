//go:build long

package solver

import "testing"

func TestLongCheckpointsHoldWhatIsTrue(t *testing.T) { resumeFromCheckpoints(t, 1000) }
