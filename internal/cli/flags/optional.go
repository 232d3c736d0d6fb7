package flags

import (
	"slices"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

// TakeArgument lets the value of a flag be the next argument, as in --daily 2026-11-22. The library does not let a flag
// with an optional value take it. isValue reports whether an argument is meant as the value; it must be false for a
// game. given says whether the flag has a value already. Call it when the command has its arguments.
func TakeArgument(cmd *cobra.Command, name string, isValue func(string) bool, given func() bool) {
	others := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		i := slices.IndexFunc(args, isValue)
		if i < 0 {
			return others(cmd, args)
		}
		switch flag, value := cmd.Flag(name), args[i]; {
		case !flag.Changed:
			return cli.Usagef("%q: no such game; did you mean --%s %[1]q?", value, name)
		case given():
			return cli.Usagef("%q: --%s is %v already", value, name, flag.Value)
		default:
			if err := flag.Value.Set(value); err != nil {
				return cli.Usagef("--%s %q: %w", name, value, err)
			}
		}
		return others(cmd, slices.Delete(slices.Clone(args), i, i+1))
	}
}
