package layering

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The documents name files and packages that are there, and link to files and headings that are.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	path := regexp.MustCompile("`([a-z][a-z0-9_.-]*(?:/[A-Za-z0-9_.-]*[A-Za-z0-9_-])+)`")
	link := regexp.MustCompile(`\]\(([^)#:\s]*)(?:#([^)\s]*))?\)`)
	named, linked := 0, 0
	for _, name := range documents(t) {
		text := read(t, name)
		for _, found := range path.FindAllStringSubmatch(text, -1) {
			first, _, _ := strings.Cut(found[1], "/")
			if first != "dist" && there(root, first) { // dist has what was made here, and maybe not the rest
				named++
				require.True(t, there(root, found[1]), "%s names %s", name, found[1])
			}
		}
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			to := name
			if found[1] != "" {
				to = filepath.Join(filepath.Dir(name), found[1])
			}
			linked++
			require.True(t, there(to), "%s links to %s", name, found[1])
			if found[2] != "" {
				require.Contains(t, headings(read(t, to)), found[2], "%s links to a heading of %s", name, to)
			}
		}
	}
	require.Greater(t, named, 100)
	require.Greater(t, linked, 100)
}

// CI runs two commands of the README, which it finds by how they begin.
func TestReadmeHasTheCommandsOfCI(t *testing.T) {
	found := regexp.MustCompile(`from_readme '([^']+)'`).FindAllStringSubmatch(read(t, root+"/.ci/steps"), -1)
	require.Len(t, found, 2)
	for _, begins := range found {
		require.Contains(t, read(t, root+"/README.md"), "\n"+begins[1])
	}
}

// documents returns the names of the documents.
func documents(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob(root + "/docs/*.md")
	require.NoError(t, err)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "publications/artifact/README.md", "publications/oeis/README.md", "proof/verified/README.md"} {
		all = append(all, filepath.Join(root, name))
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// there reports whether there is a file or folder.
func there(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

// headings returns the anchors of a document, made as GitHub does.
func headings(text string) (anchors []string) {
	dropped := regexp.MustCompile(`[^\pL\pN_\- ]`)
	for _, found := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchors = append(anchors, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return anchors
}
