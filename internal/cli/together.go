package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Stream stands for standard input or standard output in place of a file.
const Stream = "-"

// Marks of flags: "needs" names another flag that must be given too; the others mark files that are read or written.
const (
	needs         = "needs"
	fileMark      = "file"
	input, output = "input", "output"
)

// Need makes it wrong usage to set one of the flags of a command without another one.
func Need(cmd *cobra.Command, needed string, flags ...string) {
	for _, flag := range flags {
		annotate(cmd, flag, needs, needed)
	}
}

// Exclude makes it wrong usage to set a flag of a command and one of the others.
func Exclude(cmd *cobra.Command, flag string, others ...string) {
	for _, other := range others {
		cmd.MarkFlagsMutuallyExclusive(flag, other)
	}
}

// Reads marks a flag that names a file to read, or a switch that reads standard input.
func Reads(cmd *cobra.Command, flag string) { annotate(cmd, flag, fileMark, input) }

// Writes marks a flag for a file that is written.
func Writes(cmd *cobra.Command, flag string) { annotate(cmd, flag, fileMark, output) }

// annotate adds a mark to a flag.
func annotate(cmd *cobra.Command, flag, mark, text string) {
	if err := cmd.Flags().SetAnnotation(flag, mark, []string{text}); err != nil {
		panic(err)
	}
}

// exclusive names two given flags that exclude each other. The library would name whole groups.
func exclusive(c *cobra.Command) (err error) {
	given := map[string]string{} // by group
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed { // --json changes --format in a way that Visit does not know
			return
		}
		for _, group := range f.Annotations["cobra_annotation_mutually_exclusive"] {
			if other := given[group]; other != "" && err == nil {
				err = fmt.Errorf("--%s and --%s do not go together", other, f.Name)
			}
			given[group] = f.Name
		}
	})
	return err
}

// together returns an error for flags and arguments that do not go together. It keeps standard output for a file that
// is written there.
func (p *Program) together(c *cobra.Command, args []string) error {
	if err := exclusive(c); err != nil {
		return err
	}
	streams := map[string][]string{} // the flags that take standard input and standard output
	for _, arg := range args {
		if arg == Stream {
			streams[input] = append(streams[input], Stream)
		}
	}
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if other := f.Annotations[needs]; other != nil && !c.Flags().Changed(other[0]) {
			err = fmt.Errorf("--%s needs --%s", f.Name, other[0])
		}
		if way := f.Annotations[fileMark]; way != nil && (f.Value.String() == Stream || f.Value.String() == "true") {
			streams[way[0]] = append(streams[way[0]], "--"+f.Name)
		}
	})
	in, out := streams[input], streams[output]
	switch {
	case err != nil:
	case len(in) > 1:
		return fmt.Errorf("%s and %s: standard input can be read only once", in[0], in[1])
	case len(out) > 1:
		return fmt.Errorf("%s and %s: only one file can be written to standard output", out[0], out[1])
	case len(out) == 1 && (c.Flags().Changed("format") || c.Flags().Changed("json")):
		return fmt.Errorf("%s -: the file is written to standard output, and nothing else; leave out --format and --json", out[0])
	case len(out) == 1:
		p.root.SetOut(io.Discard)
	}
	return err
}
