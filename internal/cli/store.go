package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"gridlock/tablebase"
)

// NoStore is the value of --db for no store.
const NoStore = "none"

// storeVariable is the environment variable with the default of --db.
const storeVariable = "GRIDLOCK_DB"

// Store is the flag --db: where results are kept from one run to the next.
type Store struct {
	value string
	set   bool
}

// AddFlag adds the flag to a command.
func (s *Store) AddFlag(cmd *cobra.Command) {
	cmd.Flags().Var(s, "db", "directory of the store of results, or none (default: $"+storeVariable+
		", else gridlock in the user's data directory)")
	if err := cmd.RegisterFlagCompletionFunc("db", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}); err != nil {
		panic(err)
	}
}

// Type names the kind of value in help texts.
func (s *Store) Type() string { return "DIR" }

// String returns the value as it would be given.
func (s *Store) String() string { return s.value }

// Set reads the value.
func (s *Store) Set(text string) error {
	if text == "" {
		return fmt.Errorf("write a directory, or %s", NoStore)
	}
	s.value, s.set = text, true
	return nil
}

// Given reports whether the user has said where the store is, with the flag.
func (s *Store) Given() bool { return s.set }

// Dir returns the directory of the store, or nothing where there is to be none.
func (s *Store) Dir() string {
	dir := s.value
	if !s.set {
		dir = os.Getenv(storeVariable)
	}
	switch dir {
	case NoStore:
		return ""
	case "":
		return filepath.Join(xdg.DataHome, "gridlock")
	}
	return dir
}

// storeWait is how long to wait for another process that is just writing to the store.
const storeWait = 2 * time.Second

// Open opens the store. The error is a usage error where there is to be none.
func (s *Store) Open(hold bool) (*tablebase.Store, error) {
	dir := s.Dir()
	if dir == "" {
		return nil, Usagef("there is no store with --db %s", NoStore)
	}
	return tablebase.Open(dir, tablebase.Options{
		Program: Version(), Command: strings.Join(os.Args, " "), Wait: storeWait, Hold: hold,
	})
}

// OpenToRead is Open for those who only look. Where the user has named a directory, it has
// to be there: an empty store would hide that its name is mistyped.
func (s *Store) OpenToRead() (*tablebase.Store, error) {
	if dir := s.Dir(); s.set && dir != "" {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("--db: %w", err)
		}
	}
	return s.Open(false)
}
