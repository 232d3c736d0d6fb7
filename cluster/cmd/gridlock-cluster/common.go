package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
)

// logTo returns a function that writes lines with the time.
func logTo(w io.Writer) func(format string, args ...any) {
	return func(format string, args ...any) {
		fmt.Fprintf(w, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
	}
}

// access holds the flags that name a server.
type access struct {
	url  string
	file string
	cmd  *cobra.Command
}

// addFlags adds the flags to a command.
func (a *access) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.url, "server", "nats://127.0.0.1:4222", "address of a server that asks for no keys")
	flags.Input(cmd, &a.file, "access", "access `FILE` of a server, see \"serve\"")
	a.cmd = cmd
	cmd.MarkFlagsMutuallyExclusive("server", "access")
}

// connect connects to the server. It waits for the server for some time, and tells log so.
func (a *access) connect(ctx context.Context, name string, wait time.Duration, log func(format string, args ...any)) (*queue.Hub, error) {
	by := queue.Access{URL: a.url}
	if a.file != "" {
		var err error
		if by, err = a.read(ctx); err != nil {
			return nil, fmt.Errorf("--access: %w", err)
		}
	}
	return queue.Connect(ctx, by, name, wait, log)
}

// read reads the file.
func (a *access) read(ctx context.Context) (queue.Access, error) {
	file, err := files.Open(ctx, a.file, a.cmd.InOrStdin())
	if err != nil {
		return queue.Access{}, err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return queue.Access{}, err
	}
	return queue.ParseAccess(data, a.file)
}

// processName returns a name that no other process has.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	return fmt.Sprintf("%s-%d-%d", plain(host), os.Getpid(), time.Now().UnixNano()%1e9)
}

// plain replaces characters that keys on a server cannot have.
func plain(name string) string {
	text := []byte(name)
	for i, c := range text {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			text[i] = '-'
		}
	}
	return cmp.Or(string(text), "host")
}

// dataDir returns the directory in which servers of this user keep their data.
func dataDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", cli.Usagef("no directory for data is known (%w); name one with --dir", err)
	}
	return filepath.Join(cache, "gridlock-cluster"), nil
}
