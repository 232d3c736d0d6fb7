// Package proof holds certificates: files that prove who wins a position, and the
// checker that makes sure of it. docs/proof-format.md describes them.
//
// For most uses, call [Check]. To write a certificate, make a [Header] with
// [NewHeader], hand the body to a [Writer] and finish it; to look into one, read it
// with a [Reader], which makes sure of the format and of nothing else.
//
// # Trust
//
// The checker is check.go and the files of its methods: leaves.go, matching.go,
// nimbers.go and values.go. It knows the rules of package variants and nothing else
// of this module. It remembers whole positions, in sorted order, and none by a hash.
package proof
