package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  gridlock version",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version says which gridlock this is, as far as the build has recorded it, and
// what it was built with and for.
func version() string {
	name := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			name = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				name += " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("gridlock %s %s %s/%s", name, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
