package endtoend

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A client that knows only the specification of the Model Context Protocol can use everything that mcp offers, and
// its analyses are those of analyze.
func TestMCP(t *testing.T) {
	if missing(t, "python3") {
		return
	}
	boards := []string{"classic 3x3", "duel 3x4", "lockdown 4x4", "claim 4x4", "blockade 4x4"}
	client, err := filepath.Abs("testdata/mcp.py")
	require.NoError(t, err)
	proof, err := filepath.Abs(root + "proof/testdata/lockdown.proof")
	require.NoError(t, err)
	cmd := shell(t, "python3 '"+client+"' '"+proof+"' '"+strings.Join(boards, "' '")+"'")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	require.NoError(t, err, "%s", &complaints)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(boards))
	for i, board := range boards {
		game, size, _ := strings.Cut(board, " ")
		want, err := shell(t, "gridlock analyze "+game+" --board "+size+" --json").Output()
		require.NoError(t, err)
		require.Equal(t, values(t, string(want)), values(t, lines[i]), board)
	}
}

// values returns an object of JSON without what differs from run to run.
func values(t *testing.T, text string) (all map[string]any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &all), "%s", text)
	delete(all, "seconds")
	delete(all, "nodes")
	return all
}
