package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/random"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// workshop is where the proven checker is built if the sources cannot be written beside.
var workshop string

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

func TestVerified(t *testing.T) {
	t.Parallel()
	program := verified(t)
	t.Run("agrees", func(t *testing.T) { verifiedAgrees(t, program, testgames.Of(1, 8), testgames.Of(1, 2)) })
	t.Run("refuses flipped claims", func(t *testing.T) { verifiedFlipped(t, program) })
	t.Run("has the rules", func(t *testing.T) { verifiedRules(t, program) })
	t.Run("has the rules of the family", func(t *testing.T) { verifiedFamily(t, program) })
	t.Run("remembers walks", func(t *testing.T) { verifiedRemembers(t, program) })
	t.Run("reads hostile headers", func(t *testing.T) { verifiedHeaders(t, program) })
	t.Run("writes names safely", func(t *testing.T) { verifiedNames(t, program) })
}

// The proven checker accepts what the other two accept, and what it accepts is true. It is asked about
// that many lies of each kind, and that many changes of each kind to each certificate.
func verifiedAgrees(t *testing.T, program string, each, changes int) {
	t.Helper()
	var files [][]byte
	for _, file := range goodAndBad(t, each, changes) {
		if !bytes.HasPrefix(file, []byte{0x1f, 0x8b}) { // it leaves unpacking to others
			files = append(files, file)
		}
	}
	methods := believed(t, program, files)
	for _, method := range []Method{Strategy, Intervals, Copying, Matching, Nimbers, Bounds, Exclusions} {
		require.Positive(t, methods[method], method)
		require.Greater(t, len(files), 10*methods[method])
	}
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
			samePerft(t, program, p)
		}
	}
}

// So it is for any game of the family: neighbourhoods, sides, shapes and graphs at random.
func verifiedFamily(t *testing.T, program string) {
	t.Helper()
	testgames.Check(t, 1500, func(t *rapid.T) {
		v := testgames.Family(t, 24)
		samePerft(t, program, testgames.Position(t, v, 24))
	})
}

// samePerft compares the numbers of move sequences by both rules, as deep as a second allows.
func samePerft(t require.TestingT, program string, p variants.Position) {
	want, depth := uint64(1), 0
	for depth < testgames.Of(3, 4) && want < 20_000 {
		depth++
		var err error
		want, err = variants.Perft(context.Background(), p, depth, 1)
		require.NoError(t, err)
	}
	game := p.Game().Variant().Key()
	out, err := exec.Command(program, "perft", game, p.String(), fmt.Sprint(depth)).CombinedOutput()
	require.NoError(t, err, "%s: %s", game, out)
	require.Equal(t, fmt.Sprintln(want), string(out), "%s %v depth %d", game, p, depth)
}

// What has been tried for a walk is not tried again for that of another record. Here the same walk, which
// takes 88,907 turns to be tried, is in 5,000 records: without a memory that takes minutes of processor
// time, of which there is one. The other checkers refuse keys that do not rise.
func verifiedRemembers(t *testing.T, program string) {
	t.Helper()
	p := position(t, variants.Blockade, "X..#..../...#.#../...#.O../...#...#/...##.../...#...#/...#####/...#.... x")
	answer := []byte{walkByte, 18}
	for range 3 { // steps to the right and down, to the left and down, with a block where the marker was
		answer = append(answer, 9, 9, 12, 6, 6, 12)
	}
	const records = 5000
	body := appendVarint(appendVarint(nil, Key{Lo: records}), KeysOf(p.Game()).Of(p.State()))
	body = append(body, answer...)
	body = append(body, bytes.Repeat(append([]byte{0}, answer...), records-1)...)
	file := sealed(t, map[string]any{"variant": "blockade", "board": "8x8", "position": p.String(), "to_move": "X",
		"winner": "X", "method": "strategy", "layers": []int{records}, "records": records}, append(body, 0))
	_, work, err := check(file)
	require.ErrorContains(t, err, "5000 records, but only 64 moves lead to it")
	require.Zero(t, work.Turns)
	run := exec.Command("sh", "-c", `ulimit -t 60 && exec "$@"`, "sh", program, "walks.proof")
	run.Dir = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(run.Dir, "walks.proof"), file, 0o600))
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "walks.proof: X wins blockade "+p.String()+"\n", string(out))
}

// A header is read up to its limit, and what is in it says why it is refused: nothing takes all memory,
// or the whole stack.
func verifiedHeaders(t *testing.T, program string) {
	t.Helper()
	const begin = magic + version + "\n"
	const big = maxHeader - 1000
	stored, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	values, err := os.ReadFile("testdata/values.proof")
	require.NoError(t, err)
	with := func(more string) string { return strings.Replace(string(stored), "{", "{"+more+",", 1) }
	changed := func(old, to string) string {
		require.Contains(t, string(stored), old)
		return strings.Replace(string(stored), old, to, 1)
	}
	for _, c := range []struct {
		name   string
		from   io.Reader
		refuse string // "" for none
	}{
		{"a header without end", io.MultiReader(strings.NewReader(begin), &endless{text: "x"}), "a line before the body is too long"},
		{"a line without end", &endless{text: "x"}, "a line before the body is too long"},
		{"a header that is too long", strings.NewReader(begin + strings.Repeat(" ", maxHeader+1) + "\n"), "a line before the body is too long"},
		{"a header of blanks", strings.NewReader(begin + strings.Repeat(" ", maxHeader) + "\n"), "the header is not an object of JSON"},
		{"deep nesting", strings.NewReader(with(`"mirrors":` + strings.Repeat("[", big/2))), "the header is not an object of JSON"},
		{"a huge number", strings.NewReader(changed(`"nimber":0`, `"nimber":`+strings.Repeat("9", big))), "the header is not an object of JSON"},
		{"a long method", strings.NewReader(changed(`"nimbers"`, `"`+strings.Repeat("n", big)+`"`)), "the header has no field, or a wrong one: method"},
		{"a long name", strings.NewReader(with(`"` + strings.Repeat("n", big) + `":1`)), "the header is not an object of JSON"},
		{"many fields", strings.NewReader(with(strings.Repeat(`"bytes":1,`, big/10) + `"bytes":1`)), "the header has a field twice"},
		{"many unknown fields", strings.NewReader(with(strings.Repeat(`"":1,`, big/5) + `"":1`)), "the header has an unknown field"},
		{"many pairs", strings.NewReader(with(`"matching":[` + strings.Repeat(`[1,2],`, big/6) + `[1,2]]`)), "the header has a wrong field: matching"},
		{"a long mirror", strings.NewReader(with(`"mirrors":[[` + strings.Repeat(`1,`, big/2) + `2]]`)), "the header has a wrong field: mirrors"},
		{"a long program", strings.NewReader(changed(`"records"`, `"program":"`+strings.Repeat("n", big)+`","records"`)), ""},
		{"a method that it does not have", bytes.NewReader(values), "this checker does not have the method values"},
	} {
		run := exec.Command("sh", "-c", `ulimit -t 60 && exec "$@"`, "sh", program, "-")
		var out, errOut bytes.Buffer
		run.Stdin, run.Stdout, run.Stderr = c.from, &out, &errOut
		err := run.Run()
		if c.refuse == "" {
			require.NoError(t, err, "%s: %s", c.name, errOut.String())
			require.Equal(t, "-: O wins claim ..../..../..../.... x\n", out.String(), c.name)
		} else {
			require.Empty(t, out.String(), c.name)
			require.Equal(t, "-: refused: "+c.refuse+"\n", errOut.String(), c.name)
		}
	}
}

// A name is not taken for what is said of a file.
func verifiedNames(t *testing.T, program string) {
	t.Helper()
	file, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	const proves = ": O wins claim ..../..../..../.... x\n"
	for name, shown := range map[string]string{
		"a-1_b.proof":        "a-1_b.proof",
		"b: X wins duel ..":  `"b: X wins duel .."`,
		`"c" b`:              `"\"c\" b"`,
		"d\n\x1b[2J\u202e e": `"d\n\027[2J\226\128\174 e"`,
		"f:":                 `"f:"`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
			t.Skip("no file can have such a name here: ", err)
		}
		run := exec.Command(program, name, name+" 2")
		run.Dir = dir
		var out, errOut strings.Builder
		run.Stdout, run.Stderr = &out, &errOut
		require.Error(t, run.Run())
		require.Equal(t, shown+proves, out.String())
		require.Equal(t, 1, strings.Count(errOut.String(), "\n"))
		require.Regexp(t, `^"[^\n]* 2": refused: [^\n]*: No such file or directory\n$`, errOut.String())
	}
}
