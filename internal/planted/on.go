//go:build planted

package planted

const Separation = true
