//go:build !planted

// Package faultinject plants a bug for a test. With the build tag planted a lemma of package theory is wrong; the test
// verifies that the checker of certificates refuses the answers of that solver.
package faultinject

// Separation makes the separation lemma miss the cells that a marker takes more than two steps
// to reach.
const Separation = false
