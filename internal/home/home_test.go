package home

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A child writes to the new home only, and the go command finds what it had.
func TestMove(t *testing.T) {
	caches := func() string {
		out, err := exec.Command("go", "env", "GOENV", "GOPATH", "GOCACHE", "GOMODCACHE").Output()
		require.NoError(t, err)
		return string(out)
	}
	before, dir := caches(), t.TempDir()
	for _, entry := range os.Environ() { // put back when the test ends
		name, value, _ := strings.Cut(entry, "=")
		t.Setenv(name, value)
	}
	require.NoError(t, move(dir))
	require.Equal(t, before, caches())

	home, err := os.UserHomeDir()
	require.NoError(t, err)
	require.Equal(t, dir, home)
	config, err := os.UserConfigDir()
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(config, dir+string(filepath.Separator)))
	out, err := exec.Command("go", "env", "GOTELEMETRY").Output()
	require.NoError(t, err)
	require.Equal(t, "off", strings.TrimSpace(string(out)))
	require.Empty(t, os.Getenv("HISTFILE"))
	require.Equal(t, "none", os.Getenv("GRIDLOCK_DB"))
}
