// Package proof provides certificates: files that prove who wins a position, and their checker.
// docs/proof-format.md describes them.
//
// For most uses, call [Check]. To write a certificate, make a [Header] with [NewHeader], pass the body to a [Writer]
// and finish it. To inspect one, read it with a [Reader], which verifies only the format.
//
// # Trust
//
// The checker is check.go and the files of its methods: leaves.go, intervals.go, matching.go, nimbers.go,
// exclusions.go, values.go and bounds.go, with family.go, table.go, sides.go, and interval.go and cover.go of
// internal/interval. It relies on the rules of package variants and nothing else of this module. It compares whole
// positions and intervals, never hashes.
package proof
