//go:build !invariants

// Package invariants switches the self-checks of the other packages on and off.
// They are compiled in with
//
//	go test -tags invariants ./...
//
// and cost nothing without that tag. A check is written
//
//	if invariants.Enabled && broken { panic("…") }
package invariants

// Enabled reports whether the self-checks are compiled in.
const Enabled = false
