package proof

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
)

// workshop is where the proven checker is built if the sources cannot be written beside.
var workshop string

// byCoq runs a subtest with the checker that is itself proven, with -tags long: Coq takes half a minute to
// check the proofs, and few changes concern it.
func byCoq(t *testing.T, test func(t *testing.T, program string)) {
	t.Helper()
	if testgames.Of(0, 1) > 0 {
		t.Run("Coq", func(t *testing.T) { test(t, verified(t)) })
	}
}

// verified returns the path of the checker that is itself proven, or skips the test. The first
// test lets Coq check the proofs, which takes some seconds, unless that has been done before.
func verified(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"coqc", "ocamlfind", "make"} {
		if _, err := exec.LookPath(tool); err != nil && os.Getenv("CI") == "" {
			t.Skipf("there is no %s here to build proof/verified", tool)
		}
	}
	program, err := buildVerified()
	require.NoError(t, err)
	return program
}

// buildVerified builds the proven checker, once for all tests, and returns its path: where make builds
// it for everybody, so that the next run has it, or, if nothing can be written there, elsewhere.
var buildVerified = sync.OnceValues(func() (program string, err error) {
	build, err := filepath.Abs(filepath.Join("verified", "build"))
	if err == nil && !writable(build) {
		workshop, err = os.MkdirTemp("", "gridlock verified *")
		build = workshop
	}
	if err != nil {
		return "", err
	}
	if out, err := exec.Command("make", "-s", "-C", "verified", "BUILD="+build).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(build, "checker"), nil
})

// writable reports whether files can be made in a folder, which is made if it is missing.
func writable(dir string) bool {
	if os.MkdirAll(dir, 0o755) != nil {
		return false
	}
	file, err := os.CreateTemp(dir, ".")
	if err != nil {
		return false
	}
	return errors.Join(file.Close(), os.Remove(file.Name())) == nil
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

// believed verifies that the proven checker accepts what the other two accept, by every method it has,
// and returns how many those are. What it accepts is true by plain recursion: it may accept what they do
// not, since it ignores what has no bearing on the truth, such as the hash, or records that nothing leads
// to.
func believed(t *testing.T, program string, files [][]byte) map[Method]int {
	t.Helper()
	known := truths{known: map[string]bool{}}
	alone, methods := 0, map[Method]int{}
	for i, said := range verdicts(t, program, files) {
		r, _, err := check(files[i])
		if err == nil && r.Header.Method != Values {
			h := r.Header
			require.Equal(t, fmt.Sprintf("%s wins %s %s", h.Winner, h.Key(), h.Position), said, "%q", files[i])
			methods[h.Method]++
		} else if said != "" {
			alone++
		}
		if said != "" {
			winner, claim, _ := strings.Cut(said, " wins ")
			words := strings.Fields(claim) // the last two are the position
			h := Header{Winner: winner, Variant: strings.Join(words[:len(words)-2], " "), Position: strings.Join(words[len(words)-2:], " ")}
			if inWords(h.Variant) {
				h.Rules, h.Variant = h.Variant, ""
			}
			require.True(t, known.of(h), "accepted, and false: %s: %q", said, files[i])
		}
	}
	t.Logf("%d files: %d accepted by the proven checker alone, and by all %v", len(files), alone, methods)
	return methods
}
