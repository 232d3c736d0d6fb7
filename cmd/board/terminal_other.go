//go:build !unix

package board

import tea "charm.land/bubbletea/v2"

// suspend does nothing: programs are not suspended on this system.
func (p *program) suspend() tea.Cmd { return nil }

// guard would restore the terminal where the program cannot.
type guard struct{}

func settings(terminal) string { return "" }

func newGuard(terminal, string) *guard { return nil }

func (*guard) release() {}
