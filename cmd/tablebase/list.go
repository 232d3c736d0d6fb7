package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/tablebase"
)

func newList() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:     "list [flags]",
		Aliases: []string{"stats"},
		Short:   "List what is in the store",
		Args:    cli.NoArgs,
		RunE:    cli.Run(opt.list),
	}
	opt.db.AddFlag(cmd)
	cmd.Flags().BoolVar(&opt.layers, "layers", false, "list the layers of each table")
	opt.format.AddFlags(cmd, "", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// storeReport is the JSON output.
type storeReport struct {
	Dir         string                 `json:"dir"`
	Tables      []tableReport          `json:"tables"`
	Solved      uint64                 `json:"solved"`
	SolvedBytes int64                  `json:"solved_bytes"`
	Positions   []tablebase.GameSolved `json:"positions"` // the solved positions, by game
	Checkpoints []tablebase.Checkpoint `json:"checkpoints"`
	Unfinished  []tablebase.Unfinished `json:"unfinished"`
	Leftovers   []tablebase.Leftover   `json:"leftovers"`
}

func (opt *options) list(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	return opt.look(func(s *tablebase.Store) error { return opt.show(ctx, s, out, errOut) })
}

// solved adds up the positions of all games, and their bytes.
func solved(games []tablebase.GameSolved) (number uint64, size int64) {
	for _, g := range games {
		number, size = number+g.Positions, size+g.Bytes
	}
	return number, size
}

// show prints everything that can be read, and reports the rest.
func (opt *options) show(ctx context.Context, s *tablebase.Store, out, errOut io.Writer) error {
	batch, stop := opt.progress.Batch(out, errOut, 1, "parts")
	batch.Step("the store")
	tables, tablesErr := s.Tables()
	positions, solvedErr := s.SolvedGames(ctx, false)
	checkpoints, checkpointsErr := s.Checkpoints(ctx, false)
	unfinished, unfinishedErr := s.Unfinished()
	leftovers, leftoversErr := s.Leftovers()
	stop()
	err := errors.Join(tablesErr, solvedErr, checkpointsErr, unfinishedErr, leftoversErr)
	number, size := solved(positions)
	if opt.format.JSON() {
		r := storeReport{
			Dir: s.Dir(), Tables: []tableReport{}, Solved: number, SolvedBytes: size, Positions: positions,
			Checkpoints: checkpoints, Unfinished: unfinished, Leftovers: leftovers,
		}
		for _, t := range tables {
			r.Tables = append(r.Tables, newTableReport(t))
			if !opt.layers {
				r.Tables[len(r.Tables)-1].Layers = nil
			}
		}
		return errors.Join(printable.WriteJSON(out, r), err)
	}
	fmt.Fprint(out, console.Verbatim("store", s.Dir()))
	fmt.Fprint(out, console.Field("tables", console.Count(len(tables))))
	fmt.Fprint(out, console.Field("solved", fmt.Sprintf("%s positions, %s", console.Count(number), humanize.IBytes(uint64(size)))))
	for _, g := range positions {
		fmt.Fprint(out, console.Verbatim(string(tablebase.KindPositions), fmt.Sprintf("%s, %s, %s", g.Game, console.Count(g.Positions), humanize.IBytes(uint64(g.Bytes)))))
	}
	fmt.Fprint(out, console.Field("checkpoints", console.Count(len(checkpoints))))
	for _, c := range checkpoints {
		fmt.Fprint(out, console.Verbatim(string(tablebase.KindCheckpoint), fmt.Sprintf("%s, %s, %s", c.Name, humanize.IBytes(uint64(c.Bytes)), c.Origin.When.Format("2006-01-02 15:04"))))
	}
	for _, u := range unfinished {
		fmt.Fprint(out, console.Verbatim(string(tablebase.KindBuild), fmt.Sprintf("%s, %s, in %s", u.Table, humanize.IBytes(uint64(u.Bytes)), u.Dir)))
	}
	for _, l := range leftovers {
		fmt.Fprint(out, console.Verbatim("left over", fmt.Sprintf("%s, %s, %s; the next write removes it", l.Path, humanize.IBytes(uint64(l.Bytes)), l.What)))
	}
	for _, t := range tables {
		fmt.Fprint(out, "\n", console.Verbatim(string(tablebase.KindTable), t.Name()))
		if writeErr := writeInfo(out, t, opt.layers); writeErr != nil {
			err = errors.Join(err, writeErr)
		}
	}
	return err
}
