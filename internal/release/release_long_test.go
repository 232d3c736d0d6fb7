//go:build long

package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The same commit gives the same bytes, from wherever it is released.
func TestLongReleasesAreReproducible(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil && os.Getenv("CI") == "" {
		t.Skip("no python3, which makes wheels")
	}
	repo, out := repository(t), t.TempDir()
	platforms := []string{"linux/amd64", "linux/amd64/v3", "windows/arm64"}
	require.NoError(t, release(repo, "v1.2.3", out, platforms))
	var names []string
	for name := range dist(t, out) {
		names = append(names, name)
	}
	require.ElementsMatch(t, []string{
		"SHA256SUMS", "gridlock-v1.2.3-notes.md", "gridlock-1.2.3-py3-none-" + pythonTag("linux/amd64") + ".whl",
		"gridlock-v1.2.3-linux-amd64.tar.gz", "gridlock-v1.2.3-linux-amd64.cdx.json",
		"gridlock-v1.2.3-linux-amd64-v3.tar.gz", "gridlock-v1.2.3-linux-amd64-v3.cdx.json",
		"gridlock-v1.2.3-windows-arm64.zip", "gridlock-v1.2.3-windows-arm64.cdx.json",
	}, names)
	made := dist(t, out)
	for name, content := range made {
		if name != "SHA256SUMS" {
			require.Contains(t, string(made["SHA256SUMS"]), fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name))
		}
	}
	require.Equal(t, "# gridlock v1.2.3\n\n- It says hello.\n", string(made["gridlock-v1.2.3-notes.md"]))

	for _, name := range []string{"gridlock-v1.2.3-linux-amd64.tar.gz", "gridlock-v1.2.3-linux-amd64-v3.tar.gz", "gridlock-v1.2.3-windows-arm64.zip"} {
		found := unpack(t, name, made[name])
		folder := strings.TrimSuffix(strings.TrimSuffix(name, ".tar.gz"), ".zip")
		require.Equal(t, "2026-01-31", string(found[folder+"/man/gridlock.1"]))
		require.Equal(t, string(made[folder+".cdx.json"]), string(found[folder+"/licences/sbom.cdx.json"]))
		require.NotContains(t, string(made[folder+".cdx.json"]), "hashes")
		for _, want := range []string{"LICENSE", "README.md", "docs/how.md", "completions/_gridlock", "licences/go/LICENSE"} {
			require.Contains(t, found, folder+"/"+want)
		}
	}
	checkWheel(t, made["gridlock-1.2.3-py3-none-"+pythonTag("linux/amd64")+".whl"],
		unpack(t, "a.tar.gz", made["gridlock-v1.2.3-linux-amd64.tar.gz"])["gridlock-v1.2.3-linux-amd64/gridlock"])

	// Elsewhere, later, with other settings, a tag, and changes that are not committed.
	t.Setenv("TZ", "Pacific/Auckland")
	t.Setenv("GOFLAGS", "-tags=other")
	t.Setenv("GOAMD64", "v2")
	other, again := filepath.Join(t.TempDir(), "elsewhere"), t.TempDir()
	git(t, repo, "clone", "--quiet", repo, other)
	git(t, other, "tag", "v1.2.3")
	require.NoError(t, os.WriteFile(filepath.Join(other, "main.go"), []byte("not Go"), 0o600))
	require.NoError(t, release(other, "v1.2.3", again, platforms))
	second := dist(t, again)
	require.Len(t, second, len(made))
	for name, content := range made {
		require.True(t, bytes.Equal(content, second[name]), "%s differs", name)
	}
}

// dist returns the files of a folder.
func dist(t *testing.T, folder string) files {
	t.Helper()
	all := files{}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		require.NoError(t, all.add(folder, entry.Name()))
	}
	return all
}

// checkWheel checks what a wheel has to have: the program, the version, licences, one tag for each
// platform, and a record of everything with its hash.
func checkWheel(t *testing.T, wheel, program []byte) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(wheel), int64(len(wheel)))
	require.NoError(t, err)
	found, record := files{}, ""
	for _, file := range r.File {
		from, err := file.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(from)
		require.NoError(t, err)
		require.Equal(t, file.Name == "gridlock/gridlock", file.Mode() == 0o755, "%s: %s", file.Name, file.Mode())
		found[file.Name] = text
		hash := sha256.Sum256(text)
		record += fmt.Sprintf("%s,sha256=%s,%d\n", file.Name, base64.RawURLEncoding.EncodeToString(hash[:]), len(text))
	}
	const info = "gridlock-1.2.3.dist-info/"
	i := strings.LastIndex(record, info+"RECORD,")
	require.Equal(t, record[:i]+info+"RECORD,,\n", string(found[info+"RECORD"]))
	require.True(t, bytes.Equal(program, found["gridlock/gridlock"]))
	require.Contains(t, string(found["gridlock/__init__.py"]), "\n__version__ = \"1.2.3\"\n")
	require.Contains(t, string(found[info+"METADATA"]), "\nVersion: 1.2.3\n")
	require.Contains(t, string(found[info+"WHEEL"]), "\nTag: py3-none-manylinux2014_x86_64\nTag: py3-none-musllinux_1_1_x86_64\n")
	for _, want := range []string{"gridlock/engine.py", info + "licenses/LICENSE", info + "licenses/go/LICENSE", info + "sboms/sbom.cdx.json"} {
		require.Contains(t, found, want)
	}
}
