package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/tablebase"
)

type statsOptions struct {
	db       cli.Store
	layers   bool
	format   cli.Format
	progress cli.Progress
}

func newStats() *cobra.Command {
	var opt statsOptions
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Show what is in the store",
		Long: `Show what is in the store: each table with its number of positions, size and
longest win; the number of positions solved one by one; checkpoints of searches;
stopped builds that can be resumed; and files left by killed processes, which
the next write removes.`,
		Example: `  gridlock tablebase stats
  gridlock tablebase stats --layers --json`,
		Args: cli.NoArgs,
		RunE: cli.Run(opt.run),
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
	Checkpoints []tablebase.Checkpoint `json:"checkpoints"`
	Unfinished  []tablebase.Unfinished `json:"unfinished"`
	Leftovers   []tablebase.Leftover   `json:"leftovers"`
}

func (opt *statsOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	return closing(s, opt.show(ctx, s, out, errOut))
}

// show prints what can be read, and says what cannot.
func (opt *statsOptions) show(ctx context.Context, s *tablebase.Store, out, errOut io.Writer) error {
	batch, stop := opt.progress.Batch(out, errOut, 1, "parts")
	batch.Step("the store")
	tables, tablesErr := s.Tables()
	solved, size, solvedErr := s.Solved(ctx, false)
	checkpoints, checkpointsErr := s.Checkpoints(ctx, false)
	unfinished, unfinishedErr := s.Unfinished()
	leftovers, leftoversErr := s.Leftovers()
	stop()
	err := errors.Join(tablesErr, solvedErr, checkpointsErr, unfinishedErr, leftoversErr)
	if opt.format.JSON() {
		r := storeReport{
			Dir: s.Dir(), Tables: []tableReport{}, Solved: solved, SolvedBytes: size,
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
	fmt.Fprint(out, cli.Verbatim("store", s.Dir()))
	fmt.Fprint(out, cli.Field("tables", cli.Count(len(tables))))
	fmt.Fprint(out, cli.Field("solved", fmt.Sprintf("%s positions, %s", cli.Count(solved), humanize.IBytes(uint64(size)))))
	fmt.Fprint(out, cli.Field("checkpoints", cli.Count(len(checkpoints))))
	for _, c := range checkpoints {
		fmt.Fprint(out, cli.Verbatim("", fmt.Sprintf("%s, %s, %s", c.Name, humanize.IBytes(uint64(c.Bytes)), c.Origin.When.Format("2006-01-02 15:04"))))
	}
	for _, u := range unfinished {
		fmt.Fprint(out, cli.Verbatim("unfinished", fmt.Sprintf("%s, %s, in %s", u.Table, humanize.IBytes(uint64(u.Bytes)), u.Dir)))
	}
	for _, l := range leftovers {
		fmt.Fprint(out, cli.Verbatim("left over", fmt.Sprintf("%s, %s, %s; the next write removes it", l.Path, humanize.IBytes(uint64(l.Bytes)), l.What)))
	}
	for _, t := range tables {
		fmt.Fprintln(out)
		if writeErr := writeInfo(out, t, opt.layers); writeErr != nil {
			err = errors.Join(err, writeErr)
		}
	}
	return err
}
