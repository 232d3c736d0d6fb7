package solve

import (
	"fmt"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/theory"
)

// onEveryBoard is the answer for a board that is too large to search, if a theorem says who wins.
type onEveryBoard struct {
	report.Named
	Board string `json:"board"`
	report.Theorem
}

// writeTheorem writes a theorem about a board.
func (opt *options) writeTheorem(board string, t theory.Theorem) error {
	if opt.proof != "" {
		return cli.Usagef("--proof: a certificate is for at most 64 cells; theorem %s is proven in Coq, in proof/verified", t.Name)
	}
	v, err := opt.Game.Variant()
	if err != nil {
		return err
	}
	if opt.Format.JSON() {
		return printable.WriteJSON(opt.Out, onEveryBoard{report.NewNamed(v), board, report.NewTheorem(t)})
	}
	_, err = fmt.Fprintf(opt.Out, "%s on %s: %v.\n", v.ID, board, t)
	return err
}
