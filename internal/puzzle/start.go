package puzzle

import "gridlock/variants"

// Start returns the position in which puzzles begin by default: the start on the default board or, if that has no
// puzzles, on a larger one. In claim on 4×4 every move wins in every won position; 5×6 has puzzles of all levels.
func Start(v variants.Variant) variants.Position {
	if v.Key() == variants.Claim {
		if larger, err := v.NewGame(5, 6); err == nil {
			return larger.Start()
		}
	}
	return v.Default().Start()
}
