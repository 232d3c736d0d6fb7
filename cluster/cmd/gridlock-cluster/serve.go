package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
)

// serveOptions are the flags of the command.
type serveOptions struct {
	listen string
	dir    string
}

// newServe returns the command.
func newServe() *cobra.Command {
	opt := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Hand out jobs and keep their results",
		Long: `Serve starts a server, a NATS server with JetStream, that hands out jobs and
keeps their results. It listens on this machine only: use an SSH tunnel, or a
NATS server of your own, to reach it from others.

Ctrl-C ends it. Started again with the same --dir, it knows all it knew.`,
		Example: `  gridlock-cluster serve
  gridlock-cluster serve --listen 127.0.0.1:5222 --dir /var/tmp/gridlock`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.listen, "listen", "127.0.0.1:4222", "address and port; port 0 for any that is free")
	flags.StringVar(&opt.dir, "dir", "", "directory for jobs and results (default: in the user's cache)")
	return cmd
}

// check looks whether the flags make sense.
func (opt *serveOptions) check() (err error) {
	host, _, err := net.SplitHostPort(opt.listen)
	if err != nil {
		return cli.Usagef("--listen %s: write an address and a port, as in 127.0.0.1:4222", opt.listen)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return cli.Usagef("--listen %s: others could reach the server there, and it asks nobody for a password", opt.listen)
	}
	if opt.dir == "" {
		opt.dir, err = dataDir()
	}
	return err
}

func (opt *serveOptions) run(ctx context.Context, out, errOut io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	s, err := queue.Serve(queue.ServerOptions{Listen: opt.listen, Dir: opt.dir, Log: logTo(errOut)})
	if err != nil {
		return fmt.Errorf("--listen %s: %w", opt.listen, err)
	}
	defer s.Close()
	if _, err := fmt.Fprintf(out, "Serving on %s (Ctrl-C ends it)\n", s.URL()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
