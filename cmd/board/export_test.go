package board

import (
	"context"
	"os"

	"gridlock/internal/tui"
)

// Show shows a board on a terminal, as the verb does.
func Show(ctx context.Context, b *tui.Board, d tui.Service, in, out *os.File) error {
	return newProgram(ctx, b, d, terminal{in, out}).run()
}
