package files

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/stretchr/testify/require"
)

// A disk that does not answer keeps nobody waiting for ever.
func TestKeeperWithoutAnswer(t *testing.T) {
	s := Store{t.TempDir()}
	var notes strings.Builder
	k, err := s.Keeper(false, &notes)
	require.NoError(t, err)
	k.wait, k.saved = time.Millisecond, make(chan struct{})
	k.Close()
	require.Equal(t, "gridlock: continuing without the store: the disk does not answer, so the last results are not kept\n", notes.String())
	require.Nil(t, k.Store())
}

// The flag comes before the variable, and that before the user's directory for data. Without one
// there is no store, and a note.
func TestStorePlace(t *testing.T) {
	home := t.TempDir()
	t.Cleanup(xdg.Reload)
	for _, c := range []struct{ flag, variable, home, data, want, why string }{
		{flag: "a", variable: "b", home: home, want: "a"},
		{variable: "b", want: "b"},
		{home: home, want: filepath.Join(home, ".local", "share", "gridlock")},
		{data: home, want: filepath.Join(home, "gridlock")},
		{data: "relative", why: "HOME"},
		{why: "HOME is not set, so results are not kept; name a directory with --db, or in GRIDLOCK_DB"},
		{home: "/", why: "HOME"},
		{flag: "none", variable: "b", home: home, why: "--db none"},
		{variable: "none", home: home, why: "GRIDLOCK_DB=none"},
	} {
		t.Setenv("GRIDLOCK_DB", c.variable)
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_DATA_HOME", c.data)
		xdg.Reload()
		s := Store{c.flag}
		dir, err := s.place()
		require.Equal(t, c.want, dir, "%+v", c)
		require.Equal(t, c.flag != "" && c.flag != "none", s.Named())
		if c.why != "" {
			require.ErrorContains(t, err, c.why)
			var notes strings.Builder
			kept, err := s.Keeper(false, &notes)
			require.NoError(t, err)
			require.Nil(t, kept)
			require.Equal(t, strings.Contains(c.why, "HOME"), strings.HasPrefix(notes.String(), "gridlock: HOME is not set, so "), "%+v: %s", c, &notes)
		}
	}
}
