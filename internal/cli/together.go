package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Marks of flags that need another one, and that do not go with others.
const (
	needs    = "needs"
	excludes = "excludes"
)

// Need makes it wrong usage to set one of the flags of a command without another one.
func Need(cmd *cobra.Command, needed string, flags ...string) {
	for _, flag := range flags {
		mark(cmd, flag, needs, needed)
	}
}

// Exclude makes it wrong usage to set a flag of a command and one of the others. Why says why: "each line is a
// position".
func Exclude(cmd *cobra.Command, flag, why string, others ...string) {
	for _, other := range others {
		mark(cmd, flag, excludes, why, other)
	}
}

// mark adds to a mark of a flag what is wrong, or the flag that is needed.
func mark(cmd *cobra.Command, flag, name string, texts ...string) {
	before := cmd.Flags().Lookup(flag).Annotations[name]
	if err := cmd.Flags().SetAnnotation(flag, name, append(before, texts...)); err != nil {
		panic(err)
	}
}

// together returns what is wrong with the flags that a user has set together.
func together(c *cobra.Command) (err error) {
	given := c.Flags().Changed
	typed := func(f *pflag.Flag) string { // its name, or that of a flag that stands for it
		name := f.Name
		c.Flags().Visit(func(other *pflag.Flag) {
			if s, ok := other.Value.(*substitute); ok && s.flag == f {
				name = other.Name
			}
		})
		return name
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		for why := range slices.Chunk(f.Annotations[excludes], 2) {
			if f.Changed && given(why[1]) {
				err = fmt.Errorf("--%s does not go with --%s: %s", typed(f), typed(c.Flag(why[1])), why[0])
			}
		}
		for _, other := range f.Annotations[needs] {
			if f.Changed && !given(other) {
				err = fmt.Errorf("--%s needs --%s", typed(f), other)
			}
		}
	})
	return err
}

// shareStreams looks whether a user has named a standard stream twice, and keeps standard output for a file
// that is written there.
func (p *Program) shareStreams(c *cobra.Command, args []string) error {
	var in, out []string // who takes them
	for _, arg := range args {
		if arg == stream {
			in = append(in, stream)
		}
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch file, ok := f.Value.(*fileValue); {
		case f.Name == "stdin" && f.Value.String() == "true", ok && *file.name == stream && !file.written:
			in = append(in, "--"+f.Name)
		case ok && *file.name == stream:
			out = append(out, "--"+f.Name)
		}
	})
	switch {
	case len(in) > 1:
		return fmt.Errorf("%s and %s: standard input can be read only once", in[0], in[1])
	case len(out) > 1:
		return fmt.Errorf("%s and %s: only one file can be written to standard output", out[0], out[1])
	case len(out) == 1 && c.Flags().Changed("format"):
		return fmt.Errorf("%s -: the file is written to standard output, and nothing else; leave out --format and --json", out[0])
	case len(out) == 1:
		p.root.SetOut(io.Discard)
	}
	return nil
}
