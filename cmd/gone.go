package cmd

import (
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
)

// gone maps former verbs to their successors.
var gone = map[string]string{
	"crosscheck": "the tests compare all engines, and \"gridlock solve --engine\" asks each of them",
	"estimate":   "\"gridlock tablebase build\" says what it needs before it begins",
	"match":      "docs/python.md has 25 lines for it",
	"book":       "the opening book that comes with the program is part of it, and \"solve --db DIR\" keeps other results",
}

// isGone reports whether the arguments ask for a former verb, or for help about one, and says what to use instead.
func isGone(args []string, stderr io.Writer) bool {
	for _, arg := range args {
		if arg == "help" || strings.HasPrefix(arg, "-") {
			continue
		}
		instead, ok := gone[arg]
		if ok {
			fmt.Fprintf(cli.Notes{W: stderr}, "gridlock: %s is gone: %s\n", arg, instead)
		}
		return ok
	}
	return false
}
