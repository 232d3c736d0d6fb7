package endtoend

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// writingAnEngine is the heading in docs/api.md below which there is a program that plays.
const writingAnEngine = "# Writing an engine\n"

// The engine of docs/api.md plays the match that is shown there, and is asked what is shown there.
func TestDocumentedEngine(t *testing.T) {
	t.Parallel()
	if missing(t, "python3") {
		t.Skip("the engine is written in Python")
	}
	document, err := os.ReadFile(root + "docs/api.md")
	require.NoError(t, err)
	_, section, found := bytes.Cut(document, []byte(writingAnEngine))
	require.True(t, found)
	blocks := codeBlocks(section)
	require.Len(t, blocks, 5)
	request, engine, command, printed := blocks[1], blocks[2], blocks[3], blocks[4]
	require.Equal(t, "python", engine.language)

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "engine.py"), []byte(engine.text), 0o644))
	play := func(line string) string {
		cmd := shell(t, line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
		return string(out)
	}
	require.Equal(t, printed.text, play(command.text))

	play(`gridlock match claim "sh -c 'tee asked | python3 engine.py'" random --openings 1 --seed 1`)
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(asked), "\n")
	require.Equal(t, request.text, lines[0])
	require.Equal(t, []string{`{"do":"quit"}` + "\n", ""}, lines[len(lines)-2:])
}
