//go:build planted

package planted

// Separation makes the separation lemma miss the cells that a marker takes more than two steps to
// reach.
const Separation = true
