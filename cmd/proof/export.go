package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/proof"
)

type exportOptions struct {
	depth  int
	format cli.Choice
}

// The values of --format.
const (
	formatText = "text"
	formatJSON = "json"
	formatDOT  = "dot"
)

func newExport() *cobra.Command {
	opt := exportOptions{format: cli.NewChoice("text|json|dot", formatText, formatJSON, formatDOT)}
	cmd := &cobra.Command{
		Use:   "export FILE [flags]",
		Short: "Print how the winner plays",
		Long: `Print a certificate in readable form. A strategy is printed as a tree, to
--depth plies: the winner's moves, all of the loser's replies, and at the ends
why the winner needs no more. A position that several moves lead to is shown
once, and by its number after that. The other methods are printed in full: the
pairs of cells, the rearrangement of the cells, or the table of components.

The certificate is checked first, as by "gridlock verify": one that does not
prove its claim is refused, with exit status 1, and nothing of it is printed.
With --format dot, Graphviz draws a strategy.`,
		Example: `  gridlock proof export lockdown.proof --depth 6
  gridlock proof export claim.proof --format json
  gridlock proof export lockdown.proof --depth 3 --format dot >lockdown.dot`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd.Context(), args[0], cmd.OutOrStdout())
		},
		ValidArgsFunction: completeFile,
	}
	cmd.Flags().IntVar(&opt.depth, "depth", 4, "number of plies of a strategy to print")
	cmd.Flags().Var(&opt.format, "format", "text, json, or dot for Graphviz")
	cli.Complete(cmd, "format", opt.format.Words()...)
	return cmd
}

func (opt *exportOptions) run(ctx context.Context, name string, out io.Writer) error {
	if opt.depth < 1 {
		return cli.Usagef("--depth %d: at least one ply has to be shown", opt.depth)
	}
	f, r, err := open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	if opt.format.Value() == formatDOT && !r.Header.Layered() {
		return cli.Usagef("--format dot is for strategies; %s is by %s", printable.Printable(name), r.Header.Method)
	}
	if r, err = checked(ctx, name, f); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	if err := opt.export(ctx, r, w); err != nil {
		return failed(name, err)
	}
	return w.Flush()
}

// export prints the certificate.
func (opt *exportOptions) export(ctx context.Context, r *proof.Reader, w io.Writer) error {
	var t tree
	var parts []proof.Part
	var err error
	if r.Header.Layered() {
		t, err = grow(ctx, r, opt.depth)
	} else if parts, err = components(ctx, r); err == nil {
		err = r.End()
	}
	if err != nil {
		return err
	}
	switch opt.format.Value() {
	case formatJSON:
		return printable.WriteJSON(w, newExportReport(r, t, parts))
	case formatDOT:
		return t.dot(w)
	}
	fmt.Fprintf(w, "%s\n\n%s\n\n", cli.Wrap(claim(r)+"."), r.Root.Render(nil))
	if r.Header.Layered() {
		t.text(w)
		return nil
	}
	return writeMethod(w, r, parts)
}
