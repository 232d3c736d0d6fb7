package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
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
		"go.mod":       "module gridlock\n\ngo 1.26.0\n",
		"main.go":      "package main\n\nfunc main() { println(\"hello\") }\n",
		"LICENSE":      "our licence",
		"README.md":    "read me",
		"docs/how.md":  "how",
		"CHANGELOG.md": "# Changes\n\n## v1.2.3 (2026-01-31)\n\n- It says hello.\n\n## v1.2.2 (2026-01-30)\n\n- It is there.\n",
		"tools/go.mod": `module gridlock/tools

go 1.26.0

require github.com/CycloneDX/cyclonedx-gomod v1.10.0

replace github.com/CycloneDX/cyclonedx-gomod => ./cyclonedx-gomod
`,
		"tools/tools.go":               "package tools\n",
		"tools/cyclonedx-gomod/go.mod": "module github.com/CycloneDX/cyclonedx-gomod\n\ngo 1.26.0\n",
		"tools/cyclonedx-gomod/cmd/cyclonedx-gomod/main.go": `package main

import (
	"fmt"
	"os"
)

func main() {
	here, _ := os.Executable()
	fmt.Printf("{%q: {%q: [{%q: %q, %q: %q}]}, ", "metadata", "tools", "name", os.Args[1], "hashes", here)
	fmt.Printf("%q: [{%q: %q, %q: %q}]}\n", "components", "name", "std", "version", os.Args[len(os.Args)-1])
}
`,
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
	require.NoError(t, os.CopyFS(filepath.Join(dir, "python"), os.DirFS(filepath.FromSlash("../../python"))))
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

func TestVersionsOfPython(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3rc1", "v1.2.3-beta2": "1.2.3b2", "v0.0.0-ci": "0.0.0.dev0+ci",
		"v1.2.3-Nightly.7-x": "1.2.3.dev0+nightly.7.x",
	} {
		require.Equal(t, want, pythonVersion(version))
	}
}

func TestNotes(t *testing.T) {
	const changes = "# Changes\n\n## v1.2.3 (2026-01-31)\n\n- new\n\n### more\n\n## v1.2.2 (2026-01-30)\n\n- old\n"
	for version, want := range map[string]string{"v1.2.3": "", "v1.2.4-rc.1": "", "v1.2.2": "first heading", "v1.2.30": "first heading"} {
		text, err := notes(changes, version)
		if want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, "# gridlock "+version+"\n\n- new\n\n### more\n", text)
	}
	_, err := notes("## Unreleased\n\n- newer\n\n"+changes, "v1.2.3")
	require.ErrorContains(t, err, "Unreleased")
	_, err = notes("# Changes\n", "v1.2.3")
	require.ErrorContains(t, err, "no heading")
}

func TestMaterialsAndLicencesAgree(t *testing.T) {
	linked := files{"licences/go/LICENSE": nil, "licences/example.org/m/LICENSE": nil, "licences/example.org/m/part/COPYING": nil}
	const both = `{"components": [{"name": "std", "version": "go1.26"}, {"name": "example.org/m", "version": "v1"}]}`
	require.NoError(t, agree([]byte(both), linked))
	require.ErrorContains(t, agree([]byte(strings.Replace(both, "/m", "/n", 1)), linked), "example.org/n v1 is in the bill of materials, and has no licence")
	linked["licences/example.org/mm/LICENSE"] = nil
	require.ErrorContains(t, agree([]byte(both), linked), "licences/example.org/mm/LICENSE is the licence of something that is not")
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
	for _, platform := range []string{"linux", "linux/arm64/v3", "linux/amd64/v3/x"} {
		_, err := environment(platform)
		require.ErrorContains(t, err, "not a platform")
	}
	require.ErrorContains(t, release(repository(t), "v1.2.3", t.TempDir(), []string{"no/such"}), "no/such")
}
