//go:build !planted

// Package planted plants a bug: under the build tag of that name a lemma of package
// theory is wrong. So a test sees that the checker of certificates refuses what a wrong
// solver says.
package planted

// Separation makes the separation lemma lose sight of the cells that a marker takes more
// than two steps to reach.
const Separation = false
