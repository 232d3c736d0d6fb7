package cmd

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gridlock/docs"
	"gridlock/internal/cli"
)

// commands returns a command and all below it.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, child := range c.Commands() {
		all = append(all, commands(child)...)
	}
	return all
}

// helpOf returns what "gridlock help" prints about a command.
func helpOf(t *testing.T, c *cobra.Command) string {
	t.Helper()
	var out, errOut bytes.Buffer
	args := append([]string{"help"}, strings.Fields(c.CommandPath())[1:]...)
	require.Zero(t, Main(args, strings.NewReader(""), &out, &errOut), "%q: %s", args, errOut.String())
	require.Empty(t, errOut.String(), "%q", args)
	return out.String()
}

// quaint matches phrases for which there are plainer ones.
func quaint() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(tells?|told|anew|likewise|goes on|go on|but for|so many|some thousand|whatever it costs|called off|of which|` +
		`best play of both|in the mean|most memory|own marker|for nothing|what there is|as advice|in vain)\b`)
}

// So is everything else that the program says: texts in the source of the verbs, except what
// the rule books say.
func TestTextsArePlain(t *testing.T) {
	texts := 0
	for _, dir := range []string{".", "../internal/cli", "../internal/report", "../player", "../analysis"} {
		require.NoError(t, filepath.WalkDir(dir, func(file string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			source, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(source, func(n ast.Node) bool {
				if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
					texts++
					if !strings.Contains(text.Value, "adjacent to your own marker") {
						require.NotRegexp(t, quaint(), text.Value, file)
					}
				}
				return true
			})
			return nil
		}))
	}
	require.Greater(t, texts, 500)
}

// The help of every command and topic keeps within the width, except that of the library's
// own commands, and is plain English.
func TestHelp(t *testing.T) {
	root, _ := newRoot()
	for _, c := range commands(root) {
		if c.HasParent() && c.Parent().Name() == "completion" {
			continue
		}
		help := helpOf(t, c)
		for line := range strings.Lines(help) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), cli.Width, "%s: %q", c.CommandPath(), line)
		}
		if c.Runnable() && c.Name() != "rules" { // of which the topic is shown, in the words of the rule books
			require.NotRegexp(t, quaint(), help, c.CommandPath())
		}
	}
}

// Each section of docs/verbs.md is about a verb, with text and examples.
func TestVerbsAreDescribed(t *testing.T) {
	root := New()
	for _, found := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(docs.Verbs, -1) {
		verb, rest, err := root.Find(strings.Fields(found[1]))
		require.NoError(t, err, found[1])
		require.Empty(t, rest, found[1])
		require.NotEmpty(t, verb.Long, found[1])
		require.NotEmpty(t, verb.Example, found[1])
	}
	for _, verb := range cli.Verbs(root) {
		if verb.GroupID != "" {
			require.NotEmpty(t, verb.Long, verb.Name())
		}
	}
}

// Every verb belongs to a group, and its short help begins with a capital and has no period.
func TestVerbsHaveGroups(t *testing.T) {
	root, _ := newRoot()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help", "version", "completion":
			continue
		}
		if c.Runnable() {
			require.NotEmpty(t, c.GroupID, c.Name())
		}
		require.Regexp(t, `^[A-Z].*[^.]$`, c.Short)
	}
}

// Every verb that takes --variant takes the game as argument, says so, and completes it.
func TestGameArgument(t *testing.T) {
	root, _ := newRoot()
	found := 0
	for _, c := range commands(root) {
		switch c.Name() {
		case "sweep": // which takes several games
			continue
		}
		if c.Flags().Lookup("variant") == nil {
			continue
		}
		found++
		require.Regexp(t, `^\w+ \[GAME(\|FILE)?\] `, c.Use)
		require.Error(t, c.Args(c, []string{"chess"}), c.CommandPath())
		require.Error(t, c.Args(c, []string{"claim", "claim"}), c.CommandPath())
		ids, _ := c.ValidArgsFunction(c, nil, "")
		require.Contains(t, ids, "lockdown", c.CommandPath())
		require.NoError(t, c.Args(c, []string{"Claim"}), c.CommandPath())
		require.Equal(t, "claim", c.Flags().Lookup("variant").Value.String(), c.CommandPath())
		require.Error(t, c.Args(c, []string{"duel"}), c.CommandPath())
	}
	require.Equal(t, 12, found)
}

// The help of a verb describes its own flags, and names those that it shares, which "help flags" describes; that of
// solve fits on a screen of 60 lines.
func TestHelpHasEachFlagOnce(t *testing.T) {
	root, _ := newRoot()
	shared := cli.CommonFlags(root)
	for _, verb := range cli.Verbs(root) {
		if verb.GroupID == "" || verb.Name() == "rules" { // which is a topic, too
			continue
		}
		help := helpOf(t, verb)
		verb.LocalFlags().VisitAll(func(f *pflag.Flag) {
			own := regexp.MustCompile(`(?m)^ +(-\w, )?--` + f.Name + `( \S+)? {2,}\S`)
			named := strings.Contains(help, "--"+f.Name)
			require.NotEqual(t, f.Hidden, named, "%s --%s", verb.CommandPath(), f.Name)
			require.True(t, f.Hidden || own.MatchString(help) != own.MatchString(shared), "%s --%s", verb.CommandPath(), f.Name)
		})
	}
	solve, _, err := root.Find([]string{"solve"})
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(helpOf(t, solve), "\n"), 60)
}
