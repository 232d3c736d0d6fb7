// Package serve is the verb "serve", which answers questions over HTTP.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/course"
	"gridlock/internal/page"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// options are the flags of the command.
type options struct {
	listen   string
	open     bool
	db       files.Store
	memory   flags.Memory
	workers  flags.Workers
	searches int
	queue    int
	timeout  flags.Timeout
	origins  []string
	frames   []string
	hosts    []string
	metrics  bool
	log      flags.Choice
}

// New returns the command.
func New() *cobra.Command {
	opt := &options{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer questions about positions over HTTP",
		Args:  cli.NoArgs,
		RunE:  cli.Run(opt.run),
	}
	plain := cmd.Flags()
	plain.StringVar(&opt.listen, "listen", "127.0.0.1:8064", "`ADDRESS` and port; port 0 for any that is free")
	plain.BoolVar(&opt.open, "open", false, "open the address in the browser")
	opt.db.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for all searches")
	opt.workers.AddFlag(cmd)
	flags.Number(cmd, &opt.searches, "searches", 1, 1, 0, "number of searches at a time")
	flags.Number(cmd, &opt.queue, "queue", 512, 0, 0, "number of questions that may wait or take turns, half of them from one address")
	_ = opt.timeout.Set("60s")
	plain.Var(&opt.timeout, "timeout", "answer after this time, waiting included, as in 90s")
	plain.StringSliceVar(&opt.origins, "cors", nil, "`ORIGIN` of pages that may ask, as in https://example.org; may be repeated")
	plain.StringSliceVar(&opt.frames, "frame-ancestors", nil, "`ORIGIN` of pages that may show the page in a frame; may be repeated")
	plain.StringSliceVar(&opt.hosts, "host", nil, "`NAME` by which the server may be called; may be repeated")
	plain.BoolVar(&opt.metrics, "metrics", false, "serve /metrics for Prometheus")
	opt.log.AddFlag(cmd, "log", "FORMAT", "log of requests: text, json, off", "text", "json", "off")
	return cmd
}

// offLoopback is how many requests a second an address may make, on average, if the server is not for this machine
// only.
const offLoopback = 20

// check verifies that the flags make sense.
func (opt *options) check() error {
	for _, flag := range []struct {
		name    string
		origins []string
	}{{"cors", opt.origins}, {"frame-ancestors", opt.frames}} {
		if i := slices.IndexFunc(flag.origins, func(o string) bool { return !isOrigin(o) }); i >= 0 {
			return cli.Usagef("--%s %s: not an origin; write scheme and host, as in https://example.org", flag.name, flag.origins[i])
		}
	}
	if _, err := net.ResolveTCPAddr("tcp", opt.listen); err != nil {
		return cli.Usagef("--listen %s: %w; write an address and a port, as in 127.0.0.1:8064", opt.listen, reason(err))
	}
	host, port, err := net.SplitHostPort(opt.listen)
	if err != nil || port == "" {
		return cli.Usagef("--listen %s: missing port; write an address and a port, as in 127.0.0.1:8064", opt.listen)
	}
	if !loopback(host) && len(opt.hosts) == 0 {
		return cli.Usagef("--listen %s: others can reach the server there; name it with --host", opt.listen)
	}
	return nil
}

// isOrigin reports whether a text is the origin of a page: a scheme and a host, perhaps with a port. It has no
// character that would end a source in a policy.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && text == u.Scheme+"://"+u.Host && u.Hostname() != "" && !strings.ContainsAny(u.Host, ";,' \"*")
}

// reason returns the text of a network error without the operation and the address.
func reason(err error) error {
	if failed, ok := errors.AsType[*net.OpError](err); ok {
		err = failed.Err
	}
	switch is := err.(type) {
	case *net.AddrError:
		return errors.New(is.Err)
	case *os.SyscallError:
		return is.Err
	}
	return err
}

// loopback reports whether an address is of this machine only.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// run serves until ctx ends.
func (opt *options) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	kept, err := opt.db.Keeper(false, errOut)
	if err != nil {
		return err
	}
	defer kept.Close()
	d := query.New(query.Options{
		Report:  page.Report,
		Walk:    new(course.Proofs).Answer,
		Library: kept.Library(), Memory: int64(opt.memory), Workers: opt.workers.Count(), Searches: opt.searches,
		Queue: opt.queue, Timeout: opt.timeout.Limit(), Program: cli.Release(),
	})
	listener, err := net.Listen("tcp", opt.listen)
	if err != nil {
		d.Close()
		return fmt.Errorf("--listen %s: %w; name another address or port (port 0 is any that is free)", opt.listen, reason(err))
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	settings := serve.Options{
		Service: d, Version: cli.Version(), Log: opt.logger(errOut), Hosts: lower(opt.hosts), Origins: opt.origins, Ancestors: opt.frames, Metrics: opt.metrics,
	}
	if !loopback(host) {
		settings.Rate = offLoopback
	}
	if len(opt.hosts) > 0 && !loopback(host) {
		host = opt.hosts[0]
	}
	address := "http://" + net.JoinHostPort(host, port) + "/"
	if _, err := fmt.Fprintf(out, "Serving on %s (Ctrl-C ends it)\n", address); err != nil {
		_ = listener.Close()
		d.Close()
		return err
	}
	if opt.open {
		if err := browse(address); err != nil {
			fmt.Fprintf(errOut, "gridlock: cannot open a browser: %v\n", err)
		}
	}
	return until(ctx, serve.New(settings).HTTP(), listener, d)
}

// lower returns names in lower case, as they are compared.
func lower(names []string) (out []string) {
	for _, name := range names {
		out = append(out, strings.ToLower(name))
	}
	return out
}

// shutdown is how long clients may take to read the last answers.
const shutdown = 5 * time.Second

// until serves until ctx ends, and returns the error of ctx. Then it accepts no more requests, and those in progress
// answer with the results so far.
func until(ctx context.Context, server *http.Server, listener net.Listener, d *query.Service) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		d.Close()
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdown)
	defer cancel()
	closed := make(chan struct{})
	go func() { d.Close(); close(closed) }()
	err := server.Shutdown(ending)
	<-closed
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return cmp.Or(err, ctx.Err())
}

// logger returns the log of requests.
func (opt *options) logger(w io.Writer) *slog.Logger {
	switch opt.log.Value() {
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil))
	case "off":
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// browse opens an address in the user's browser.
func browse(address string) error {
	switch runtime.GOOS {
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	case "darwin":
		return exec.Command("open", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
