package tablebase

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

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
		Short: "Look positions up in the store",
		Long: `Look a position up in the tables of its game and tell who wins, in how many
plies, and what every move leads to, the best ones first. The number of plies
after a move counts that move. A position that is in no table may have been
solved by itself; then tell what is known of it and of what comes after it. The
last line says where that is from.

With --stdin there is a line for each position on standard input, in order: the
position, win or loss for the player to move, and the distance, or - where it is
not known; with --json, all that there is to say of it.`,
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

// moveReport is a move in JSON: what it leads to, for the player who makes it. What is not
// known is null, where the position is not from a table.
type moveReport struct {
	cli.ValueReport
	Proven bool `json:"proven"`
}

// positionReport is a position in JSON.
type positionReport struct {
	Variant  string       `json:"variant"`
	Board    string       `json:"board"`
	Position string       `json:"position"`
	ToMove   string       `json:"to_move"`
	Outcome  string       `json:"outcome"`
	Winner   string       `json:"winner"`
	Distance *int         `json:"distance"` // or null, where only who wins is known
	BestMove *string      `json:"best_move"`
	Engine   string       `json:"engine"`
	Proven   bool         `json:"proven"`
	Source   source       `json:"source"`
	Moves    []moveReport `json:"moves"`
}

// report returns what is known of a position in JSON.
func (k known) report() positionReport {
	p := k.position
	out := positionReport{
		Variant: p.Game().Variant().ID, Board: p.Game().Grid().String(), Position: p.String(), ToMove: p.Side().String(),
		Outcome: k.outcome.String(), Winner: k.winner().String(), Distance: cli.DistanceOrNil(k.distance),
		Engine: k.source.engine, Proven: true, Source: k.source, Moves: []moveReport{},
	}
	for _, m := range k.moves {
		out.Moves = append(out.Moves, moveReport{cli.NewValueReport(p, m.move, m.Value), m.Outcome != solver.Unknown})
	}
	if len(k.moves) > 0 && k.moves[0].Outcome == k.outcome {
		out.BestMove = &out.Moves[0].Move
	}
	return out
}

// winner returns who wins.
func (k known) winner() variants.Player {
	if k.outcome == solver.Win {
		return k.position.Side()
	}
	return k.position.Side().Opponent()
}

// probeOne looks up the position that the flags name.
func (opt *probeOptions) probeOne(out io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	return closing(s, opt.probe(s, p, out))
}

// probe shows what the store knows of a position.
func (opt *probeOptions) probe(s *tablebase.Store, p variants.Position, out io.Writer) error {
	tables, err := s.TablesOf(p.Game())
	k, lookErr := lookUp(s, tables, p)
	switch {
	case lookErr == nil && opt.json:
		return cli.WriteJSON(out, k.report())
	case lookErr == nil:
		return k.write(out)
	case err != nil:
		return err
	}
	return hint(lookErr, p)
}

// write writes what is known of a position.
func (k known) write(out io.Writer) error {
	var b strings.Builder
	style := cli.StyleFor(out)
	fmt.Fprintf(&b, "%s\n\n%s\n\n", style.Board(k.position), style.Bold(k.verdict()))
	for _, m := range k.moves {
		line := fmt.Sprintf("%-10s %-4s", k.position.MoveText(m.move), m.Outcome)
		if m.Distance != solver.NoDistance {
			line += " in " + cli.Plies(m.Distance)
		}
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	if len(k.moves) > 0 {
		b.WriteByte('\n')
	}
	from := "the table " + k.source.Table
	if k.source.Kind == sourceSolved {
		from = "a position solved by " + k.source.engine
	}
	b.WriteString(cli.Field("from", fmt.Sprintf("%s, %s", from, k.source.When.Format(time.DateOnly))))
	_, err := io.WriteString(out, b.String())
	return err
}

// verdict says who wins.
func (k known) verdict() string {
	if k.distance == solver.NoDistance {
		return fmt.Sprintf("%v wins; in how many plies is not known", k.winner())
	}
	return verdict(k.position, k.distance)
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
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	r := &reader{opt: opt, store: s, variant: v, tables: map[string][]*tablebase.Table{}}
	return closing(s, r.run(ctx, in, out))
}
