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
	hosts  []string
	runs   []string
}

// newServe returns the command.
func newServe() *cobra.Command {
	opt := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Hand out jobs and keep their results",
		Long: `Serve starts a server, a NATS server with JetStream, that hands out jobs and
keeps their results. It listens on this machine only, unless --listen says
otherwise; then name it with --host, by the name or address that others call it.

A server that others can reach talks TLS, and knows its clients by keys. They
are in the access files that it writes: coordinator.access may do everything,
worker.access what workers need. With --run NAME there is also
worker-NAME.access, for workers who are to see that run only. Give a file to a
client with --access, and keep it secret.

Ctrl-C ends it. Started again with the same --dir, it knows all it knew.`,
		Example: `  gridlock-cluster serve
  gridlock-cluster serve --listen 0.0.0.0:4222 --host head.example.org`,
		Args: cli.NoArgs,
		RunE: cli.Run(opt.run),
	}
	plain := cmd.Flags()
	plain.StringVar(&opt.listen, "listen", "127.0.0.1:4222", "address and port; port 0 for any that is free")
	plain.StringVar(&opt.dir, "dir", "", "directory for jobs and results (default: in the user's cache)")
	plain.StringSliceVar(&opt.hosts, "host", nil, "name or address by which others reach the server; may be repeated")
	plain.StringSliceVar(&opt.runs, "run", nil, "run whose workers get an access file of their own; may be repeated")
	return cmd
}

// check verifies that the flags make sense.
func (opt *serveOptions) check() (err error) {
	host, port, err := net.SplitHostPort(opt.listen)
	if err != nil {
		return cli.Usagef("--listen %s: write an address and a port, as in 127.0.0.1:4222", opt.listen)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) && len(opt.hosts) == 0 {
		return cli.Usagef("--listen %s: others can reach the server there; name it with --host", opt.listen)
	}
	if port == "0" && len(opt.hosts) > 0 {
		return cli.Usagef("--listen %s: a server for other machines needs a port, since the access files name it", opt.listen)
	}
	for _, run := range opt.runs {
		if err := queue.CheckRun(run); err != nil {
			return cli.Usagef("--run: %w", err)
		}
	}
	if len(opt.runs) > 0 && len(opt.hosts) == 0 {
		return cli.Usagef("--run goes with --host: there are no access files without it")
	}
	if opt.dir == "" {
		opt.dir, err = dataDir()
	}
	return err
}

func (opt *serveOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	how := queue.ServerOptions{Listen: opt.listen, Dir: opt.dir, Log: logTo(errOut), Hosts: opt.hosts, Runs: opt.runs}
	s, err := queue.Serve(how)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", opt.listen, err)
	}
	defer s.Close()
	if len(opt.hosts) == 0 {
		_, err = fmt.Fprintf(out, "Serving on %s (Ctrl-C ends it)\n", s.URL())
	} else {
		_, err = fmt.Fprintf(out, "Serving on %s, by the files in %s (Ctrl-C ends it)\n", opt.listen, how.AccessDir())
	}
	if err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
