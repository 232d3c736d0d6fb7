// Gridlock solves, plays and studies five two-player grid games in which
// whoever cannot move loses. Run "gridlock --help", or see README.md.
package main

import (
	"os"

	"gridlock/cmd"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
