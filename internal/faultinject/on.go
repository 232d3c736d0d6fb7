//go:build planted

package faultinject

// Separation makes the separation lemma miss the cells that a marker takes more than two steps to
// reach.
const Separation = true
