package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
)

// newStatus returns the command.
func newStatus() *cobra.Command {
	var (
		at     access
		format flags.Format
	)
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "List the runs and the workers of a server",
		Example: "  gridlock-cluster status\n  gridlock-cluster status --json",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			h, err := at.connect(cmd.Context(), processName(), 0, logTo(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			defer h.Close()
			return status(cmd.Context(), h, cmd.OutOrStdout(), format.JSON())
		},
	}
	at.addFlags(cmd)
	format.AddFlags(cmd, "", "text", "json")
	return cmd
}

// status prints the runs and workers of a server.
func status(ctx context.Context, h *queue.Hub, out io.Writer, asJSON bool) error {
	runs, workers, err := h.Status(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return printable.WriteJSON(out, struct {
			Runs    []queue.Status   `json:"runs"`
			Workers []queue.Presence `json:"workers"`
		}{append([]queue.Status{}, runs...), append([]queue.Presence{}, workers...)})
	}
	if len(runs) == 0 {
		fmt.Fprintln(out, "no runs")
	}
	for _, r := range runs {
		fmt.Fprintf(out, "%s: %s %s\n    %s\n", r.Run, r.Config.Variant, r.Config.Position, state(r))
	}
	if len(workers) == 0 {
		fmt.Fprintln(out, "no workers")
	}
	for _, w := range workers {
		fmt.Fprintf(out, "worker %s: %d at a time, %s jobs done, %s nodes\n", w.Name,
			w.Slots, humanize.Comma(int64(w.Jobs)), humanize.Comma(int64(w.Nodes)))
	}
	return nil
}

// state describes the state of a run.
func state(r queue.Status) string {
	switch v := r.Verdict; {
	case v == nil && r.Progress == queue.Progress{}:
		return "no coordinator is at work; \"gridlock-cluster solve\" continues it"
	case v == nil:
		return progressText(r.Progress)
	case v.Outcome == "":
		return "cancelled at " + v.Ended.Format(time.DateTime)
	default:
		return fmt.Sprintf("a %s for the player to move, found at %s", v.Outcome, v.Ended.Format(time.DateTime))
	}
}

// newCancel returns the command.
func newCancel() *cobra.Command {
	var (
		at     access
		forget bool
	)
	cmd := &cobra.Command{
		Use:     "cancel RUN",
		Short:   "End a run without a verdict, or remove it",
		Example: "  gridlock-cluster cancel blockade-6x8-1a2b3c4d",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("name one run; \"gridlock-cluster status\" lists them")
			}
			if err := queue.CheckRun(args[0]); err != nil {
				return &cli.UsageError{Err: err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := at.connect(cmd.Context(), processName(), 0, logTo(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			defer h.Close()
			if forget {
				return h.Forget(cmd.Context(), args[0])
			}
			return h.Cancel(cmd.Context(), args[0])
		},
	}
	at.addFlags(cmd)
	cmd.Flags().BoolVar(&forget, "forget", false, "remove all traces of the run, whether it is over or not")
	return cmd
}
