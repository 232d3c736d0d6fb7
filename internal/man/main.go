// Command man writes files for the shell and man(1): a manual page for every verb and every help topic, and completions
// for four shells. It is a program of its own, so that gridlock need not carry the code.
//
//	go run ./internal/man -out dist -date 2026-01-31
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gridlock/cmd"
	"gridlock/internal/staged"
)

func main() {
	out := flag.String("out", "dist", "folder to write man/ and completions/ to")
	date := flag.String("date", "", "date to print on the pages, as in 2026-01-31")
	flag.Parse()
	if err := write(*out, *date); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write fills the folders man and completions of dir. The files depend on the code and the
// date only, not on the machine or the time.
func write(dir, date string) error {
	if _, err := time.Parse(time.DateOnly, date); err != nil && date != "" {
		return fmt.Errorf("-date %q: not a date like 2026-01-31", date)
	}
	root := cmd.New()
	files := completions(root)
	for _, c := range commands(root) {
		files["man/"+pageName(c)+".1"] = []byte(page(c, date))
	}
	for _, t := range cmd.Topics() {
		files["man/"+topicName(t)+".7"] = []byte(topicPage(t, date))
	}
	return staged.WriteAll(dir, files, 0o644)
}

// commands returns a command and all commands below it that help shows.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() {
			all = append(all, commands(child)...)
		}
	}
	return all
}

// completions returns the scripts for each shell, under the names that the shells expect.
func completions(root *cobra.Command) map[string][]byte {
	var bash, zsh, fish, powershell bytes.Buffer // writing to these cannot fail
	_ = root.GenBashCompletionV2(&bash, true)
	_ = root.GenZshCompletion(&zsh)
	_ = root.GenFishCompletion(&fish, true)
	_ = root.GenPowerShellCompletionWithDesc(&powershell)
	return map[string][]byte{
		"completions/gridlock.bash": bash.Bytes(),
		"completions/_gridlock":     zsh.Bytes(),
		"completions/gridlock.fish": fish.Bytes(),
		"completions/gridlock.ps1":  powershell.Bytes(),
	}
}
