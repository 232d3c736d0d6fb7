package layering

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every module that go.mod names itself is in a row of CONTRIBUTING.md that says what it is for and what would replace it,
// and there are few.
func TestDependenciesAreFewAndExplained(t *testing.T) {
	var direct []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(read(t, filepath.Join(root, "go.mod")), -1) {
		direct = append(direct, m[1])
	}
	require.NotEmpty(t, direct)
	require.LessOrEqual(t, len(direct), 30)
	_, section, found := strings.Cut(read(t, filepath.Join(root, "CONTRIBUTING.md")), "\n### Dependencies\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	var explained []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(.+)` \\| [^|]+ \\| [^|]+ \\|$").FindAllStringSubmatch(section, -1) {
		explained = append(explained, strings.Split(m[1], "`, `")...)
	}
	require.ElementsMatch(t, direct, explained)
}
