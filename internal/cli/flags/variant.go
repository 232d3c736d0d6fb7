package flags

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/variants"
)

// ruleFileEnd is how the names of rule files end.
const ruleFileEnd = ".toml"

// ParseVariant returns the game that a user names: by the ID of one of the five or of the library, by the words of the
// family, or by a rule file, whose name has a slash or ends in .toml. It is for arguments and flags only. For text from
// elsewhere, which must not make the program read files, use [variants.Lookup].
func ParseVariant(ctx context.Context, name string) (variants.Variant, error) {
	if strings.HasSuffix(name, ruleFileEnd) || strings.ContainsAny(name, "/"+string(filepath.Separator)) {
		return readRuleFile(ctx, name)
	}
	v, err := variants.Lookup(name)
	if err != nil && !strings.Contains(name, " ") {
		err = fmt.Errorf("no such game; the games are %s and those of the library, see \"gridlock variants\"%s",
			strings.Join(variants.IDs(), ", "), cli.Meant(suggestions(name)...))
	}
	return v, err
}

// readRuleFile reads a rule file.
func readRuleFile(ctx context.Context, name string) (variants.Variant, error) {
	text, err := files.ReadText(ctx, name, nil, "a rule file", variants.MaxRuleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return variants.Variant{}, fmt.Errorf(
			"no such rule file; games that the program knows are named without a path, see \"gridlock variants\"%s", cli.DidYouMean(strings.TrimSuffix(filepath.Base(name), ruleFileEnd), cli.GameIDs()))
	}
	if err != nil {
		return variants.Variant{}, err
	}
	v, err := variants.ParseFamily(text, name)
	if wrong, ok := errors.AsType[*variants.RuleFileError](err); ok && wrong.Unknown != "" {
		err = fmt.Errorf("%w%s", err, cli.DidYouMean(wrong.Unknown, wrong.Known))
	}
	return v, err
}

// GameNames makes the shell offer the names of games, and files.
func GameNames() cobra.CompletionFunc {
	return cobra.FixedCompletions(cli.GameIDs(), cobra.ShellCompDirectiveDefault)
}

// CompleteGames makes the shell offer the names of games, and files, for --variant.
func CompleteGames(cmd *cobra.Command) { cli.CompleteWith(cmd, "variant", GameNames()) }

// suggestions returns the games that a user may have meant, by a similar ID or another name.
func suggestions(text string) []string {
	if ids := cli.Nearest(text, cli.GameIDs()); ids != nil {
		return ids
	}
	text = strings.ToLower(text)
	for _, v := range append(variants.All(), variants.Library()...) {
		if len(text) >= 3 && strings.Contains(strings.ToLower(v.Literature), text) {
			return []string{v.ID}
		}
	}
	return nil
}
