package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// noon is the time of the test's commits.
func noon() time.Time { return time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC) }

// unpack returns the files of an archive, and checks what all of them have in common.
func unpack(t *testing.T, name string, archive []byte) files {
	t.Helper()
	found := files{}
	note := func(name string, mode os.FileMode, modified time.Time, r io.Reader) {
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NotContains(t, found, name)
		require.True(t, modified.Equal(noon()), "%s: %s", name, modified)
		program := strings.HasSuffix(name, "/gridlock") || strings.HasSuffix(name, "/gridlock.exe")
		require.Equal(t, program, mode == 0o755, "%s: %s", name, mode)
		found[name] = text
	}
	if filepath.Ext(name) == ".zip" {
		r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		require.NoError(t, err)
		for _, f := range r.File {
			content, err := f.Open()
			require.NoError(t, err)
			note(f.Name, f.Mode(), f.Modified, content)
		}
		return found
	}
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	require.NoError(t, err)
	require.True(t, compressed.ModTime.IsZero())
	for r := tar.NewReader(compressed); ; {
		header, err := r.Next()
		if err == io.EOF {
			return found
		}
		require.NoError(t, err)
		require.Equal(t, [4]any{0, 0, "", ""}, [4]any{header.Uid, header.Gid, header.Uname, header.Gname})
		note(header.Name, header.FileInfo().Mode(), header.ModTime, r)
	}
}

func TestArchivesHoldTheFiles(t *testing.T) {
	content := files{"gridlock": []byte("program"), "docs/rules.md": []byte("rules"), "licences/go/LICENSE": nil}
	want := files{"g/gridlock": []byte("program"), "g/docs/rules.md": []byte("rules"), "g/licences/go/LICENSE": {}}
	for name, pack := range map[string]func(string, time.Time) ([]byte, error){"a.zip": content.zip, "a.tar.gz": content.tarGz} {
		archive, err := pack("g", noon())
		require.NoError(t, err)
		require.Equal(t, want, unpack(t, name, archive))
		for range 5 { // in each of which the map has another order
			again, err := pack("g", noon().In(time.FixedZone("", 9*60*60)))
			require.NoError(t, err)
			require.Equal(t, archive, again)
		}
	}
}

// repository returns a small program in a repository, with all that a release takes from it.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module gridlock\n\ngo 1.26.0\n",
		"main.go":     "package main\n\nfunc main() { println(\"hello\") }\n",
		"LICENSE":     "our licence",
		"README.md":   "read me",
		"docs/how.md": "how",
		"internal/man/main.go": `package main

import "os"

func main() {
	os.MkdirAll(os.Args[2]+"/man", 0o755)
	os.MkdirAll(os.Args[2]+"/completions", 0o755)
	os.WriteFile(os.Args[2]+"/man/gridlock.1", []byte(os.Args[4]), 0o600)
	os.WriteFile(os.Args[2]+"/completions/_gridlock", nil, 0o600)
}
`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "--message", "first")
	return dir
}

// git runs git as a person who is always the same, at noon.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	date := noon().Format(time.RFC3339)
	_, err := run(dir, []string{"GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date}, "git",
		append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	require.NoError(t, err)
}

// The real thing takes a minute, and is a step of .ci/run.
func TestReleasesAreReproducible(t *testing.T) {
	repo, out := repository(t), t.TempDir()
	platform := runtime.GOOS + "/" + runtime.GOARCH
	require.NoError(t, release(repo, "v1.2.3", out, []string{platform}))
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	name := entries[1].Name()
	require.True(t, strings.HasPrefix(name, "gridlock-v1.2.3-"+strings.ReplaceAll(platform, "/", "-")+"."), name)
	archive, err := os.ReadFile(filepath.Join(out, name))
	require.NoError(t, err)

	found := unpack(t, name, archive)
	folder, _, _ := strings.Cut(name, ".tar.gz")
	folder = strings.TrimSuffix(folder, ".zip")
	require.Equal(t, "2026-01-31", string(found[folder+"/man/gridlock.1"]))
	require.Equal(t, "go "+runtime.Version()+"\n", string(found[folder+"/licences/modules.txt"]))
	for _, want := range []string{"LICENSE", "README.md", "docs/how.md", "completions/_gridlock", "licences/go/LICENSE"} {
		require.Contains(t, found, folder+"/"+want)
	}

	// Elsewhere, later, with other settings, a tag, and changes that are not committed.
	t.Setenv("TZ", "Pacific/Auckland")
	t.Setenv("GOFLAGS", "-tags=other")
	other, again := filepath.Join(t.TempDir(), "elsewhere"), t.TempDir()
	git(t, repo, "clone", "--quiet", repo, other)
	git(t, other, "tag", "v1.2.3")
	require.NoError(t, os.WriteFile(filepath.Join(other, "main.go"), []byte("not Go"), 0o600))
	require.NoError(t, release(other, "v1.2.3", again, []string{platform}))
	second, err := os.ReadFile(filepath.Join(again, name))
	require.NoError(t, err)
	require.True(t, bytes.Equal(archive, second), "%s differs", name)
}

func TestVersionsThatCannotBeReleased(t *testing.T) {
	for _, version := range []string{"", "1.2.3", "v1.2", "latest"} {
		require.ErrorContains(t, release(".", version, t.TempDir(), nil), "make release VERSION=")
	}
	repo := repository(t)
	git(t, repo, "tag", "v1.2.3")
	git(t, repo, "commit", "--quiet", "--allow-empty", "--message", "second")
	require.ErrorContains(t, release(repo, "v1.2.3", t.TempDir(), nil), "v1.2.3 is commit ")
}

func TestPlatformsThatDoNotExist(t *testing.T) {
	_, err := environment("linux")
	require.ErrorContains(t, err, "not a platform")
	require.ErrorContains(t, release(repository(t), "v1.2.3", t.TempDir(), []string{"no/such"}), "no/such")
}
