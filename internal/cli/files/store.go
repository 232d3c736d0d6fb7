package files

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

// NoStore is the value of --db for no store.
const NoStore = "none"

// storeVariable is the environment variable with the default of --db.
const storeVariable = "GRIDLOCK_DB"

// Store is the flag --db: where results are kept from one run to the next.
type Store struct{ dir string }

// AddFlag adds the flag to a command.
func (s *Store) AddFlag(cmd *cobra.Command) {
	cmd.Flags().Var(s, "db",
		"directory of the store of results, or none (default: $"+storeVariable+", else gridlock in the user's data directory)")
	cli.CompleteWith(cmd, "db", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
}

// Type names the kind of value in help texts.
func (s *Store) Type() string { return "DIR" }

// String returns the value as it would be given.
func (s *Store) String() string { return s.dir }

// Set reads the value.
func (s *Store) Set(text string) error {
	s.dir = text
	return CheckName("directory, or "+NoStore, text)
}

// Given reports whether the user has given the flag.
func (s *Store) Given() bool { return s.dir != "" }

// Named reports whether the user has named a directory with the flag.
func (s *Store) Named() bool { return s.Given() && s.dir != NoStore }

// Missing returns why there is no store, or nil.
func (s *Store) Missing() error {
	_, err := s.place()
	return err
}

// place returns the directory of the store, or why there is none.
func (s *Store) place() (dir string, err error) {
	dir = cmp.Or(s.dir, os.Getenv(storeVariable))
	switch {
	case s.dir == NoStore:
		return "", cli.Usagef("there is no store with --db %s", NoStore)
	case dir == NoStore:
		return "", cli.Usagef("there is no store with %s=%s; name a directory with --db", storeVariable, NoStore)
	case dir != "":
		return dir, nil
	case homeless():
		return "", errHomeless
	}
	return filepath.Join(xdg.DataHome, "gridlock"), nil
}

// errHomeless says why there is no store unless the user names one.
var errHomeless = cli.Usagef("HOME is not set, so results are not kept; name a directory with --db, or in %s", storeVariable)

// homeless reports whether the user has no directory for data: it would be at the root.
func homeless() bool {
	home, err := os.UserHomeDir()
	return (err != nil || home == "/") && os.Getenv("XDG_DATA_HOME") != xdg.DataHome
}

// storeWait is how long to wait for another process that is just writing to the store.
const storeWait = 2 * time.Second

// Open opens the store. It is a usage error if there is to be no store.
func (s *Store) Open(hold bool) (*tablebase.Store, error) {
	dir, err := s.place()
	if err != nil {
		return nil, err
	}
	return tablebase.Open(dir, tablebase.Options{
		Program: cli.Version(), Command: strings.Join(os.Args, " "), Wait: storeWait, Hold: hold,
	})
}

// OpenToRead is Open for reading. A directory that the user names has to exist, since an empty store would hide a
// mistyped name.
func (s *Store) OpenToRead() (*tablebase.Store, error) {
	if s.Named() {
		if _, err := os.Stat(s.dir); err != nil {
			return nil, fmt.Errorf("--db: %w", err)
		}
	}
	return s.Open(false)
}
