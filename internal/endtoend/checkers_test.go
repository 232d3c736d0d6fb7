package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What solve says of boards of every game, of those without a name, too, it can prove, and both checkers
// accept that.
func TestBothCheckersAccept(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no python3 here for the second checker")
	}
	require.NoError(t, err)
	script, err := filepath.Abs(root + "proof/check.py")
	require.NoError(t, err)
	require.FileExists(t, script)
	dir, files := t.TempDir(), []string(nil)
	for _, args := range []string{
		"classic", "classic --board 5x5", "classic --board 4x5 --engine pn", "classic --board 8x8 --moves 1,1",
		"duel", "duel --board 5x5", "duel --board 4x5 --moves 1", "duel --board 3x5 --engine negamax",
		"lockdown", "lockdown --board 5x5", "lockdown --board 4x5 --moves '1 7'", "lockdown --engine memo --board 3x4",
		"claim", "claim --board 5x5", "claim --board 5x5 --engine pn", "claim --board 6x6 --moves '8 29'",
		"blockade --board 4x4", "blockade --board 5x5", "blockade --board 5x5 --moves '2,1@2,2'", "blockade --board 4x4 --lemmas off",
		"'place rook other' --board 4x4", "'place hex none' --board 3x3", "'place rook own cylinder' --board 4x4",
		"'place knight own' --board 4x5 --engine pn", "'place queen all' --board 5x5", "'place king all torus' --board 5x5",
		"'place graph:2x3:0,1,2,3,4,5:0-1;0-3;1-2;1-4;2-5;3-4;4-5 all'", "'follow hex' --board 4x4", "'follow offsets:0,1;1,-1' --board 4x4",
		"'walk knight' --board 4x4", "'walk rook ends torus' --board 3x4", "'walk hex block ends' --board 3x4",
	} {
		name := strings.ReplaceAll(args, " ", "_") + ".proof"
		cmd := shell(t, `gridlock solve -q --proof "`+name+`" --variant `+args)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", args, out)
		files = append(files, name)
	}
	for _, checker := range [][]string{{"gridlock", "verify"}, {python, script}} {
		cmd := shell(t, `"$@"`)
		cmd.Args = append(append(append(cmd.Args, "sh"), checker...), files...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v\n%s", checker, out)
	}
}
