// Package mcp is the verb "mcp", which answers questions of assistants. It builds a cobra command; the protocol is in
// package gridlock/internal/mcp, the answers in gridlock/internal/query.
package mcp

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/mcp"
	"gridlock/internal/query"
)

type options struct {
	timeout flags.Timeout
	nodes   uint64
	workers flags.Workers
	memory  flags.Memory
	db      files.Store
	files   string
}

// usual is the time for a question without --timeout.
const usual = 10 * time.Second

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Answer questions of assistants, in the Model Context Protocol",
		Args:  cli.NoArgs,
		RunE:  cli.Run(opt.run),
	}
	cmd.Flags().Var(&opt.timeout, "timeout", "maximum time for a question, as in 30s; a question may ask for less (default 10s)")
	flags.Number(cmd, &opt.nodes, "nodes", 0, 0, 0, "stop after visiting this many positions, for each question (default: no limit)")
	cmd.Flags().StringVar(&opt.files, "files", "", "the `FOLDER` below which verify may read files (default: none)")
	if err := cmd.MarkFlagDirname("files"); err != nil {
		panic(err)
	}
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for all searches together")
	opt.db.AddFlag(cmd)
	return cmd
}

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	limit := usual
	if opt.timeout.Given() {
		if limit = opt.timeout.Limit(); limit == 0 {
			return cli.Usagef("--timeout 0: no search has an answer in no time")
		}
	}
	files, err := opt.folder()
	if err != nil {
		return fmt.Errorf("--files: %w", err)
	}
	if files != nil {
		defer files.Close()
	}
	kept, err := opt.db.Keeper(false, errOut)
	if err != nil {
		return err
	}
	defer kept.Close()
	answers := query.New(query.Options{
		Program: cli.Release(), Library: kept.Library(), Memory: int64(opt.memory), Workers: opt.workers.Count(),
		Searches: 1, Queue: 64, Timeout: limit,
	})
	defer answers.Close()
	return mcp.Serve(ctx, in, out, mcp.Options{
		Service: answers, Version: cli.Version(), Files: files, Timeout: limit, Nodes: opt.nodes,
	})
}

// folder opens the folder of --files, nil for none.
func (opt *options) folder() (*os.Root, error) {
	if opt.files == "" {
		return nil, nil
	}
	dir, err := filepath.Abs(opt.files)
	if err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}
