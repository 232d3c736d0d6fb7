//go:build !unix

package board

// canSuspend reports that programs are not suspended on this system.
func canSuspend() bool { return false }

// guard would restore the terminal where the program cannot.
type guard struct{}

func settings(terminal) string { return "" }

func newGuard(terminal, string) *guard { return nil }

func (*guard) release() {}
