//go:build long

package sample

// long says whether tests do all they can, which -tags long asks for.
const long = true
