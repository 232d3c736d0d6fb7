//go:build long

package sample

// long reports whether tests do all of their work, as -tags long demands.
const long = true
