//go:build !unix

package board

// canSuspend reports that programs are not suspended on this system.
func canSuspend() bool { return false }
