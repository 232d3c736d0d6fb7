package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLicencesAreRecognised(t *testing.T) {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENCE-MIT", "License.md", "COPYING", "NOTICE", "PATENTS"} {
		require.True(t, isLicence(name), name)
	}
	for _, name := range []string{"license.go", "README.md", "licenses_test.go", "noticeboard"} {
		require.False(t, isLicence(name), name)
	}
}

// Parts of a module may have licences of their own.
func TestLicencesOfPartsAreFound(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"LICENSE", "zstd/internal/hash/LICENSE.txt", "zstd/zstd.go", "other/LICENSE"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(name), 0o644))
	}
	found := files{}
	require.NoError(t, found.add("example.org/m", root, filepath.Join(root, "zstd", "internal", "hash")))
	require.Equal(t, files{
		"licences/example.org/m/LICENSE":                        []byte("LICENSE"),
		"licences/example.org/m/zstd/internal/hash/LICENSE.txt": []byte("zstd/internal/hash/LICENSE.txt"),
	}, found)
	require.True(t, found.has("example.org/m"))
	require.False(t, found.has("example.org"))
	require.Error(t, found.add("example.org/m", filepath.Join(root, "zstd"), filepath.Join(root, "other")))
}
