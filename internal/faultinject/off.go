//go:build !planted

// Package faultinject plants a bug: under the build tag planted a lemma of package theory is wrong,
// so that a test can verify that the checker of certificates refuses the answers of a wrong
// solver.
package faultinject

// Separation makes the separation lemma miss the cells that a marker takes more than two steps
// to reach.
const Separation = false
