//go:build !long

package testgames

// long reports whether tests do all of their work, as -tags long demands.
const long = false
