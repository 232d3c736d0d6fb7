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
	depth    int
	format   cli.Format
	progress cli.Progress
}

// formatDOT is the value of --format for a drawing.
const formatDOT = "dot"

func newExport() *cobra.Command {
	var opt exportOptions
	cmd := &cobra.Command{
		Use:   "export FILE [flags]",
		Short: "Print how the winner plays",
		Args:  oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd, args[0])
		},
		ValidArgsFunction: cli.FileNames(),
	}
	cli.Number(cmd, &opt.depth, "depth", 4, 1, 0, "print at most `N` plies of a strategy")
	opt.format.AddFlags(cmd, "dot is for Graphviz", "text", "json", formatDOT)
	opt.progress.AddFlags(cmd)
	return cmd
}

func (opt *exportOptions) run(cmd *cobra.Command, name string) error {
	f, r, err := openChecked(cmd, name, &opt.progress)
	if err != nil {
		return err
	}
	defer f.Close()
	if opt.format.Value() == formatDOT && !r.Header.Layered() {
		return cli.Usagef("--format dot is for strategies; %s is by %s", printable.Printable(name), r.Header.Method)
	}
	w := bufio.NewWriter(cmd.OutOrStdout())
	if err := opt.export(cmd.Context(), r, w); err != nil {
		return cli.CertificateError(name, err)
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
	switch {
	case opt.format.JSON():
		return printable.WriteJSON(w, newExportReport(r, t, parts))
	case opt.format.Value() == formatDOT:
		return t.dot(w)
	}
	fmt.Fprintf(w, "%s\n\n%s\n\n", cli.Wrap(claim(r)+"."), r.Root.Render(nil))
	if r.Header.Layered() {
		t.text(w)
		return nil
	}
	return writeMethod(w, r, parts)
}
