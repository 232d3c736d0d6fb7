//go:build !long

package sample

// share is the part of the draws that Check makes: a third, unless -tags long asks for all.
const share = 3
