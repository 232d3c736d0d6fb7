package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/cmd/rules"
	"gridlock/docs"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/plaintext"
	"gridlock/variants"
)

// Topic is a help topic: a page of docs.
type Topic struct {
	Name, Short string
	Page        func() string // in Markdown
}

// Topics returns the help topics.
func Topics() []Topic {
	return []Topic{
		{"rules", "The rules of the five games", func() string { return console.Rules(variants.All()...) }},
		{"formats", "How positions, moves, games and values are written", func() string {
			return plaintext.Sections(docs.Rules, "Positions", "Moves", "Values") + docs.Interchange
		}},
		{"flags", "The flags that verbs share", func() string { return cli.CommonFlags(New()) }},
		{"proof-format", "The format of certificates, for writing a checker", func() string { return docs.ProofFormat }},
		{"exit-status", "The exit statuses", func() string { return docs.ExitStatus }},
	}
}

// print prints the page, as plain text.
func (t Topic) print(c *cobra.Command) error {
	_, err := fmt.Fprint(c.OutOrStdout(), plaintext.Render(t.Page(), cli.Width))
	return err
}

// topics returns commands for the help topics, except those with the name of a verb. For the library, a topic is a
// command that does nothing.
func topics(root *cobra.Command) (all []*cobra.Command) {
	for _, t := range Topics() {
		if hasCommand(root, t.Name) {
			continue
		}
		topic := &cobra.Command{Use: t.Name, Short: t.Short, Aliases: []string{strings.ReplaceAll(t.Name, "-", "")}}
		topic.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = t.print(c) })
		all = append(all, topic)
	}
	return all
}

// hasCommand reports whether a command has a child of that name.
func hasCommand(c *cobra.Command, name string) bool {
	return slices.ContainsFunc(c.Commands(), func(child *cobra.Command) bool { return child.Name() == name })
}

// addHelp adds the commands help and completion, and the topics. The library's own commands accept unknown topics and
// shells.
func addHelp(root *cobra.Command) {
	print := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		describe(c)
		print(c, args)
	})
	root.AddCommand(topics(root)...)
	root.SetHelpCommand(&cobra.Command{
		Use:                   "help [COMMAND | TOPIC | GAME]",
		DisableFlagsInUseLine: true,
		Short:                 "Show the help of a command or topic, or the rules of a game",
		Example:               "  gridlock help solve\n  gridlock help rules",
		RunE: func(c *cobra.Command, args []string) error {
			command, rest, err := root.Find(args)
			if v, unknown := flags.ParseVariant(c.Context(), strings.Join(args, " ")); unknown == nil && command == root {
				_, page, err := rules.Page(c.Context(), v)
				fmt.Fprint(c.OutOrStdout(), plaintext.Render(page, cli.Width))
				return err
			}
			switch {
			case err != nil:
				return cli.Usagef("%w", err)
			case len(rest) == 0:
				if i := slices.IndexFunc(Topics(), func(t Topic) bool { return t.Name == command.Name() }); i >= 0 && command.Parent() == root {
					return Topics()[i].print(c)
				}
				return command.Help()
			case !command.HasAvailableSubCommands(), len(args) > 1 && command == root:
				return cli.Usagef("unknown help topic %q", strings.Join(args, " "))
			case command.HasParent():
				return cli.UnknownCommand(command, rest[0])
			}
			return cli.Usagef("unknown help topic %q%s", rest[0], cli.DidYouMean(rest[0], helpNames(root)))
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return helpNames(root, args...), cobra.ShellCompDirectiveNoFileComp
		},
	})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Use, c.Example = "completion SHELL", "  source <(gridlock completion bash)"
			c.Short = "Print a shell completion script"
			cli.Group(c)
			bash, _, _ := c.Find([]string{"bash"})
			bash.RunE = bashCompletion
			bash.Long = strings.Replace(bash.Long, "This script depends on the 'bash-completion' package.\n"+
				"If it is not installed already, you can install it via your OS's package manager.\n\n", "", 1)
		}
	}
}

// bashCompletion prints the library's script for bash, with the parts of the package bash-completion that it needs, for
// systems without that package.
func bashCompletion(c *cobra.Command, _ []string) error {
	bare, err := c.Flags().GetBool("no-descriptions")
	if err == nil {
		err = c.Root().GenBashCompletionV2(c.OutOrStdout(), !bare)
	}
	if err == nil {
		_, err = io.WriteString(c.OutOrStdout(), bashWords)
	}
	return err
}

// bashWords sets the variables that the library's function takes from that package: the words before the cursor, and
// the last two of them.
const bashWords = `
__gridlock_init_completion()
{
    local line=${COMP_LINE:0:COMP_POINT}
    COMPREPLY=()
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
    prev=${words[cword - 1]}
}
`

// describe gives a command the text and the examples that docs/verbs.md has about it: the examples are the block
// for a shell.
func describe(c *cobra.Command) {
	path := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	_, page, found := strings.Cut(plaintext.Sections(docs.Verbs, path), "\n\n")
	if !found {
		return
	}
	text, examples, _ := strings.Cut(page, "```sh\n")
	c.Long = strings.TrimSpace(plaintext.Render(text, cli.Width))
	c.Example = strings.TrimRight(plaintext.Render("```\n"+examples, cli.Width), "\n")
}

// helpNames returns the commands and topics below a path.
func helpNames(root *cobra.Command, path ...string) (names []string) {
	command, rest, err := root.Find(path)
	if err != nil || len(rest) > 0 {
		return nil
	}
	for _, c := range command.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	if command == root {
		for _, v := range variants.All() {
			names = append(names, v.ID)
		}
	}
	return names
}
