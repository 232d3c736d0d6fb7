package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/proof"
)

// formatDOT is the value of --format for a drawing.
const formatDOT = "dot"

func newExport() *cobra.Command {
	var opt options
	cmd := opt.newReader("export FILE [flags]", "Print how the winner plays", opt.export)
	flags.Number(cmd, &opt.depth, "depth", 4, 1, 0, "print at most `N` plies of a strategy")
	opt.format.AddFlags(cmd, "dot is for Graphviz", "text", "json", formatDOT)
	opt.progress.AddFlags(cmd)
	return cmd
}

// export prints the certificate.
func (opt *options) export(ctx context.Context, out io.Writer, name string, _ io.ReadSeeker, r *proof.Reader) error {
	if opt.format.Value() == formatDOT && !r.Header.Layered() {
		return cli.Usagef("--format dot is for strategies; %s is by %s", printable.Printable(name), r.Header.Method)
	}
	w := bufio.NewWriter(out)
	if err := opt.write(ctx, r, w); err != nil {
		return files.CertificateError(name, err)
	}
	return w.Flush()
}

// write writes the certificate in the requested format.
func (opt *options) write(ctx context.Context, r *proof.Reader, w io.Writer) error {
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
	fmt.Fprintf(w, "%s\n\n%s\n\n", console.Wrap(claim(r)+"."), r.Root.Plain(nil))
	if r.Header.Layered() {
		t.text(w)
		return nil
	}
	return writeMethod(w, r, parts)
}
