// Package home gives tests, and the programs that they start, a home folder of their own. So none of them reads or
// writes the home of the person who runs the tests. A package whose tests start programs has
//
//	func TestMain(m *testing.M) { os.Exit(home.M{M: m}.Run()) }
package home

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// M is the tests of a package.
type M struct{ *testing.M }

// Run runs the tests with a temporary home, and returns the exit status.
func (m M) Run() int {
	dir, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := move(dir); err != nil {
		panic(err)
	}
	return m.M.Run()
}

// move makes a folder the home of this process and of its children. Only the go command and git still find their files;
// there is no store of results and no history of the shell.
func move(dir string) error {
	env := configured()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"} {
		env[name] = filepath.Join(dir, strings.ToLower(name))
	}
	env["HOME"], env["USERPROFILE"], env["HISTFILE"], env["GRIDLOCK_DB"] = dir, dir, "", "none"
	for name, value := range env {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return err
	}
	telemetry := filepath.Join(config, "go", "telemetry") // the go command goes on writing there when it has ended
	if err := os.MkdirAll(telemetry, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(telemetry, "mode"), []byte("off"), 0o600)
}

// configured returns environment variables that point the go command and git to the present home, for use with another
// one.
func configured() map[string]string {
	env := map[string]string{}
	if out, err := exec.Command("go", "env", "-json", "GOENV", "GOPATH", "GOCACHE", "GOMODCACHE").Output(); err == nil {
		_ = json.Unmarshal(out, &env) // all strings, as go help env says
	}
	if home, err := os.UserHomeDir(); err == nil && os.Getenv("GIT_CONFIG_GLOBAL") == "" {
		env["GIT_CONFIG_GLOBAL"] = filepath.Join(home, ".gitconfig")
	}
	return env
}
