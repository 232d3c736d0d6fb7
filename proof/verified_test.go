package proof

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/random"
	"gridlock/internal/sample"
	"gridlock/variants"
)

// verified returns the path of the checker that is itself proven, or skips the test. The first
// test of a clean checkout lets Coq check the proofs, which takes some seconds.
func verified(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"coqc", "ocamlfind", "make"} {
		if _, err := exec.LookPath(tool); err != nil && os.Getenv("CI") == "" {
			t.Skipf("there is no %s here to build proof/verified", tool)
		}
	}
	out, err := exec.Command("make", "-s", "-C", "verified").CombinedOutput()
	require.NoError(t, err, "%s", out)
	program, err := filepath.Abs("verified/build/checker")
	require.NoError(t, err)
	return program
}

// verdicts lets the proven checker check the files, and returns for each what it says that the
// file proves, without its name, or "" if it refuses it.
func verdicts(t *testing.T, program string, files [][]byte) []string {
	t.Helper()
	dir := t.TempDir()
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = fmt.Sprint(i)
		require.NoError(t, os.WriteFile(filepath.Join(dir, names[i]), file, 0o600))
	}
	var out, errOut bytes.Buffer
	run := exec.Command(program, names...)
	run.Dir, run.Stdout, run.Stderr = dir, &out, &errOut
	_ = run.Run() // its status says that some are refused; whether it has judged all is counted
	said := make([]string, len(files))
	for line := range strings.Lines(out.String()) {
		var i int
		_, err := fmt.Sscanf(line, "%d:", &i)
		require.NoError(t, err, line)
		_, said[i], _ = strings.Cut(strings.TrimSpace(line), ": ")
	}
	lines := strings.Count(out.String(), "\n") + strings.Count(errOut.String(), ": refused: ")
	require.Equal(t, len(files), lines, errOut.String())
	return said
}

func TestVerified(t *testing.T) {
	t.Parallel()
	program := verified(t)
	t.Run("agrees", func(t *testing.T) { verifiedAgrees(t, program, sample.Of(1, 8), sample.Of(1, 2)) })
	t.Run("refuses flipped claims", func(t *testing.T) { verifiedFlipped(t, program) })
	t.Run("has the rules", func(t *testing.T) { verifiedRules(t, program) })
}

// The proven checker accepts what the other two accept, by every method it has. What it accepts
// is true by plain recursion: it may accept what they do not, since it ignores what has no
// bearing on the truth, such as the hash, or records that nothing leads to. It is asked about
// that many lies of each kind, and that many changes of each kind to each certificate.
func verifiedAgrees(t *testing.T, program string, each, changes int) {
	t.Helper()
	var files [][]byte
	for _, file := range goodAndBad(t, each, changes) {
		if !bytes.HasPrefix(file, []byte{0x1f, 0x8b}) { // it leaves unpacking to others
			files = append(files, file)
		}
	}
	known := truths{known: map[string]bool{}}
	var both, alone int
	methods := map[Method]int{}
	for i, said := range verdicts(t, program, files) {
		r, _, err := check(files[i])
		if err == nil && !slices.Contains([]Method{Values, Bounds, Exclusions}, r.Header.Method) {
			h := r.Header
			require.Equal(t, fmt.Sprintf("%s wins %s %s", h.Winner, h.Variant, h.Position), said, "%q", files[i])
			methods[h.Method]++
			both++
		} else if said != "" {
			alone++
		}
		if said != "" {
			var h Header
			_, err := fmt.Sscanf(said, "%s wins %s", &h.Winner, &h.Variant)
			require.NoError(t, err, said)
			h.Position = strings.TrimPrefix(said, fmt.Sprintf("%s wins %s ", h.Winner, h.Variant))
			require.True(t, known.of(h), "accepted, and false: %s: %q", said, files[i])
		}
	}
	t.Logf("%d files: %d accepted by all, %d by the proven checker alone; %v", len(files), both, alone, methods)
	for _, method := range []Method{Strategy, Copying, Matching, Nimbers} {
		require.Positive(t, methods[method], method)
	}
	require.Greater(t, len(files), 10*both)
}

// With the winner flipped, no certificate of any game and method is accepted.
func verifiedFlipped(t *testing.T, program string) {
	t.Helper()
	var files [][]byte
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			c.header.Winner = c.header.WinnerPlayer().Opponent().String()
			file, err := c.file(false)
			require.NoError(t, err)
			files = append(files, file)
		}
	}
	for i, said := range verdicts(t, program, files) {
		require.Empty(t, said, "%q", files[i])
	}
}

// Perft by the rules that the theorems are about is perft by the rules of package variants: on
// default boards, and on odd ones with holes, after some moves.
func verifiedRules(t *testing.T, program string) {
	t.Helper()
	rng := random.New(7)
	for _, v := range variants.All() {
		positions := []variants.Position{v.Default().Start()}
		for _, size := range [][2]int{{1, 7}, {7, 2}, {3, 5}, {6, 3}, {8, 8}, {2, 32}} {
			game, err := v.NewGame(size[0], size[1])
			require.NoError(t, err)
			history := random.Game(rng, random.Start(rng, game, 0.2))
			positions = append(positions, history[0], history[len(history)/2])
		}
		for _, p := range positions {
			want, depth := uint64(1), 0
			for depth < sample.Of(3, 4) && want < 20_000 {
				depth++
				var err error
				want, err = variants.Perft(context.Background(), p, depth, 1)
				require.NoError(t, err)
			}
			out, err := exec.Command(program, "perft", v.ID, p.String(), fmt.Sprint(depth)).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Equal(t, fmt.Sprintln(want), string(out), "%s %v depth %d", v.ID, p, depth)
		}
	}
}
