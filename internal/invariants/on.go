//go:build invariants

package invariants

// Enabled reports whether the self-checks are compiled in.
const Enabled = true
