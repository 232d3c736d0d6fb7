//go:build long

package sample

// share is the part of the draws that Check makes: all.
const share = 1
