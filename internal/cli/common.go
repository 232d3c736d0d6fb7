package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// common are the flags that mean the same in every verb that has them.
var common = []string{
	"board", "db", "format", "json", "memory", "moves", "nodes", "position", "progress", "quiet", "timeout",
	"variant", "workers",
}

// flagUsages returns the part of a verb's help about flags: its own flags in full, and the names of the common ones.
func flagUsages(c *cobra.Command) string {
	own, names := pflag.NewFlagSet("", pflag.ContinueOnError), []string{}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden:
		case slices.Contains(common, f.Name):
			names = append(names, "--"+f.Name)
		default:
			own.AddFlag(f)
		}
	})
	text := own.FlagUsagesWrapped(Width)
	if len(names) > 0 {
		text += "\nCommon flags, see \"" + c.Root().Name() + " help flags\":"
		line := Width
		for _, name := range names {
			if line += len(name) + 1; line > Width {
				text, line = text+"\n ", len(name)+2
			}
			text += " " + name
		}
	}
	return strings.Trim(text, "\n")
}

// CommonFlags returns a page in Markdown about the flags that several verbs below root share, in the words of solve if
// it has the flag.
func CommonFlags(root *cobra.Command) string {
	solve, _, _ := root.Find([]string{"solve"}) // or the root, which has none of these flags
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, verb := range append([]*cobra.Command{solve}, Verbs(root)...) {
		verb.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if slices.Contains(common, f.Name) && all.Lookup(f.Name) == nil {
				all.AddFlag(f)
			}
		})
	}
	return "# Flags that verbs share\n\nThey mean the same in every verb that has them.\n\n```\n" + all.FlagUsagesWrapped(Width-2) + "```\n"
}
