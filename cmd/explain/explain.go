// Package explain is the verb "explain": how the winner wins, as rules that people can play by. It builds a
// cobra command; the rules are made in package gridlock/internal/explain.
package explain

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/explain"
	"gridlock/internal/plaintext"
	"gridlock/internal/printable"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/variants"
)

type options struct {
	file     string // a certificate; empty if there is a game
	game     flags.Game
	search   flags.Limits
	format   flags.Format
	all      bool // rules
	progress flags.Progress
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "explain [GAME|FILE] [flags]",
		Short: "Explain how the winner wins, as rules to play by",
		RunE:  func(cmd *cobra.Command, _ []string) error { return opt.run(cmd) },
	}
	opt.game.AddFlags(cmd)
	asGame, complete := cmd.Args, cmd.ValidArgsFunction
	cmd.Args = func(cmd *cobra.Command, args []string) error { return opt.argument(cmd, args, asGame) }
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		games, directive := complete(cmd, args, begun)
		if len(args) == 0 {
			directive = cobra.ShellCompDirectiveDefault
		}
		return games, directive
	}
	opt.search.AddFlags(cmd, "", "")
	opt.format.AddFlags(cmd, "", "text", "html", "markdown", "json")
	cmd.Flags().BoolVar(&opt.all, "all", false, "print all rules, not only the first 100")
	opt.progress.AddFlags(cmd)
	return cmd
}

// argument reads the argument: a game, or else the name of a file.
func (opt *options) argument(cmd *cobra.Command, args []string, asGame cobra.PositionalArgs) error {
	if len(args) != 1 || !isFile(cmd.Context(), args[0]) {
		err := asGame(cmd, args)
		if len(args) == 1 && !strings.ContainsAny(args[0], " ./") {
			if _, unknown := flags.ParseVariant(cmd.Context(), args[0]); unknown != nil {
				err = cli.Usagef("there is no file %s; %w", args[0], err)
			}
		}
		return err
	}
	opt.file = args[0]
	for _, flag := range []string{"variant", "board", "position", "moves"} {
		if opt.game.Given(flag) {
			return cli.Usagef("--%s does not go with a certificate, which is about a position of its own", flag)
		}
	}
	return nil
}

// isFile reports whether a name means a certificate, not a game: the file exists, or the name has a point and is no
// rule file. A file that can be read only once, such as a pipe, counts as a certificate.
func isFile(ctx context.Context, name string) bool {
	info, err := os.Stat(name)
	if name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return true
	}
	if _, err := flags.ParseVariant(ctx, name); err == nil {
		return false
	}
	return err == nil || strings.Contains(name, ".") && !strings.HasSuffix(name, ".toml")
}

func (opt *options) run(cmd *cobra.Command) error {
	ctx, cancel := opt.search.Timeout.Context(cmd.Context())
	defer cancel()
	s, err := opt.strategy(ctx, cmd)
	if err != nil {
		return err
	}
	if opt.format.Value() == "json" {
		return printable.WriteJSON(cmd.OutOrStdout(), report.NewStrategy(s))
	}
	p := newPage(s, opt.all)
	switch opt.format.Value() {
	case "html":
		return p.html(cmd.OutOrStdout())
	case "markdown":
		_, err = io.WriteString(cmd.OutOrStdout(), p.markdown())
	default:
		_, err = io.WriteString(cmd.OutOrStdout(), plaintext.Render(p.markdown(), cli.Width))
	}
	return err
}

// strategy returns the strategy of the file, or of a certificate that it finds.
func (opt *options) strategy(ctx context.Context, cmd *cobra.Command) (*explain.Strategy, error) {
	if opt.file == "" {
		return opt.found(ctx, cmd)
	}
	s, err := opt.read(ctx, cmd)
	if limit := solver.Stopped(ctx); err != nil && limit != nil {
		return nil, limit
	}
	return s, files.CertificateError(opt.file, err)
}

// read reads the file.
func (opt *options) read(ctx context.Context, cmd *cobra.Command) (*explain.Strategy, error) {
	f, err := files.OpenTwice(ctx, opt.file, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	display := opt.progress.Start(cmd.OutOrStdout(), cmd.ErrOrStderr())
	defer display.Stop()
	r, err := proof.NewReader(ctx, f)
	if err != nil {
		return nil, err
	}
	monitor, done := display.Watch(printable.Printable(opt.file), r.Root)
	defer done()
	if _, err = f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	s, err := explain.Read(ctx, f, proof.Options{Memory: int64(opt.search.Memory), Progress: files.WatchCheck(monitor)})
	if errors.Is(err, explain.ErrLarge) {
		return nil, err
	}
	return s, files.Refused(ctx, err)
}

// found finds a certificate of the position, and returns its strategy.
func (opt *options) found(ctx context.Context, cmd *cobra.Command) (*explain.Strategy, error) {
	p, err := opt.game.Position()
	if err != nil {
		return nil, err
	}
	display := opt.progress.Start(cmd.OutOrStdout(), cmd.ErrOrStderr())
	defer display.Stop()
	monitor, done := display.Watch("", p)
	defer done()
	limits := opt.search.Options()
	limits.Monitor = monitor
	file, err := query.Certificate(ctx, certify.Request{Root: p, Limits: limits, Small: certify.SmallSteps, Program: cli.Release()})
	if err != nil {
		return nil, err
	}
	// If the time is up, it is the smallest certificate found so far.
	return explain.Read(cmd.Context(), bytes.NewReader(file), proof.Options{Games: []variants.Variant{p.Game().Variant()}})
}
