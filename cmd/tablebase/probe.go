package tablebase

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

type probeOptions struct {
	game    cli.Game
	db      cli.Store
	workers cli.Workers
	json    bool
	stdin   bool
}

func newProbe() *cobra.Command {
	var opt probeOptions
	cmd := &cobra.Command{
		Use:   "probe --variant ID [flags]",
		Short: "Look positions up in the tables",
		Long: `Look a position up in the tables of its game and tell who wins, in how many
plies, and what every move leads to, the best ones first. The number of plies
after a move counts that move.

With --stdin there is a line for each position on standard input, in order: the
position, win or loss for the player to move, and the distance; with --json, all
that there is to say of it.`,
		Example: `  gridlock tablebase probe --variant lockdown --board 3x4 --moves "1 12"
  echo "4/4/4/4 x" | gridlock tablebase probe --variant claim --stdin`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.stdin {
				return opt.probeLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			}
			return opt.probeOne(cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.workers.AddFlag(cmd)
	cmd.Flags().BoolVar(&opt.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&opt.stdin, "stdin", false, "read positions from standard input, one a line")
	return cmd
}

// moveReport is a move in JSON: what it leads to, for the player who makes it.
type moveReport struct {
	Move     string `json:"move"`
	Outcome  string `json:"outcome"`
	Distance int    `json:"distance"` // from the position before the move
	Proven   bool   `json:"proven"`
}

// positionReport is a position in JSON.
type positionReport struct {
	Variant  string       `json:"variant"`
	Board    string       `json:"board"`
	Position string       `json:"position"`
	ToMove   string       `json:"to_move"`
	Outcome  string       `json:"outcome"`
	Winner   string       `json:"winner"`
	Distance int          `json:"distance"`
	BestMove *string      `json:"best_move"`
	Engine   string       `json:"engine"`
	Proven   bool         `json:"proven"`
	Moves    []moveReport `json:"moves"`
}

// outcomeOf says who wins by a distance.
func outcomeOf(distance int) string {
	if distance%2 == 1 {
		return solver.Win.String()
	}
	return solver.Loss.String()
}

// reportOf returns what a table knows of a position.
func reportOf(p variants.Position, distance int, values []tablebase.Value) positionReport {
	out := positionReport{
		Variant: p.Game().Variant().ID, Board: p.Game().Grid().String(), Position: p.String(), ToMove: p.Side().String(),
		Outcome: outcomeOf(distance), Winner: p.Side().String(), Distance: distance,
		Engine: solver.Retrograde{}.Name(), Proven: true, Moves: []moveReport{},
	}
	if distance%2 == 0 {
		out.Winner = p.Side().Opponent().String()
	}
	for _, v := range bestFirst(values) {
		out.Moves = append(out.Moves, moveReport{p.MoveText(v.Move), outcomeOf(v.Distance + 1), v.Distance + 1, true})
	}
	if len(out.Moves) > 0 {
		out.BestMove = &out.Moves[0].Move
	}
	return out
}

// bestFirst sorts moves: those that win soonest, then those that lose last.
func bestFirst(values []tablebase.Value) []tablebase.Value {
	rank := func(v tablebase.Value) int {
		if v.Distance%2 == 0 {
			return v.Distance
		}
		return 1000 - v.Distance
	}
	slices.SortStableFunc(values, func(a, b tablebase.Value) int { return cmp.Compare(rank(a), rank(b)) })
	return values
}

// probeOne looks up the position that the flags name.
func (opt *probeOptions) probeOne(out io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	s, err := opt.db.Open(false)
	if err != nil {
		return err
	}
	tables, err := s.TablesOf(p.Game())
	for _, t := range tables {
		distance, values, ok, probeErr := t.Values(p)
		switch {
		case probeErr != nil:
			return closing(s, probeErr)
		case ok && opt.json:
			return closing(s, cli.WriteJSON(out, reportOf(p, distance, values)))
		case ok:
			return closing(s, writeProbe(out, p, distance, values))
		}
	}
	if err == nil {
		err = hint(tablebase.ErrMissing, p)
	}
	return closing(s, err)
}

// writeProbe writes what a table knows of a position.
func writeProbe(out io.Writer, p variants.Position, distance int, values []tablebase.Value) error {
	var b strings.Builder
	style := cli.StyleFor(out)
	fmt.Fprintf(&b, "%s\n\n%s\n", style.Board(p), style.Bold(verdict(p, distance)))
	for i, v := range bestFirst(values) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-10s %-4s in %s\n", p.MoveText(v.Move), outcomeOf(v.Distance+1), cli.Plies(v.Distance+1))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// probeLines looks up positions from standard input.
func (opt *probeOptions) probeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	for _, flag := range []string{"board", "position", "moves"} {
		if opt.game.Given(flag) {
			return cli.Usagef("--stdin does not go with --%s: each line is a position", flag)
		}
	}
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	s, err := opt.db.Open(false)
	if err != nil {
		return err
	}
	r := &reader{opt: opt, store: s, variant: v, tables: map[string][]*tablebase.Table{}}
	return closing(s, r.run(ctx, in, out))
}
