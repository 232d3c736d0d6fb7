package proof

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/printable"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The two checkers share no code and must agree: on certificates of every game by every method,
// on thousands of changed ones, and on lies.
func TestPythonAgrees(t *testing.T) {
	t.Parallel()
	agreeOnChanges(t, testgames.Of(1, 2), 1, testgames.Of(12, 1))
}

// agreeOnChanges asks both checkers about that many lies of each kind, and that many changes
// of each kind to each certificate, of which it takes one of some.
func agreeOnChanges(t *testing.T, each, changes, oneOf int) {
	t.Helper()
	files := goodAndBad(t, each, changes, oneOf)
	t.Logf("%d of %d accepted", agree(t, files), len(files))
}

// goodAndBad returns certificates of every game by every method, plain and compressed, that many
// changes of each kind to each of them, of which it takes one of some, that many lies of each kind, and
// hostile files.
func goodAndBad(t *testing.T, each, changes, oneOf int) (files [][]byte) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	add := func(c certificate, compress bool) {
		if file, err := c.file(compress); err == nil {
			files = append(files, file)
		}
	}
	for i, p := range tinyPositions(t) {
		if i%min(oneOf, 3) != 0 {
			continue
		}
		for _, c := range certificates(p) {
			add(c, false)
			add(c, true)
			for _, m := range mutants(t, c, changes, rng) {
				if rng.IntN(oneOf) == 0 {
					files = append(files, m.file)
				}
			}
		}
		for _, c := range lies(p, each, rng) {
			add(c, false)
		}
	}
	bad := hostile(t)
	for _, file := range bad {
		_, _, err := check(file)
		require.Error(t, err, "%q", file)
	}
	return append(files, bad...)
}

// agree verifies that both checkers accept the same files, and returns how many.
func agree(t *testing.T, files [][]byte) (accepted int) {
	t.Helper()
	for i, refused := range python(t, files, false) {
		_, _, err := check(files[i])
		if err == nil {
			accepted++
		}
		require.Equal(t, err == nil, refused == "", "this checker: %v\nPython: %v\n%q", err, refused, files[i])
	}
	return accepted
}

// judge lets check.py check files that come on standard input, each after its length, and writes
// for each an empty line, or why it is refused. With an argument, streams deliver a byte at a
// time. Little is kept in lists and remembered, so that small certificates do all that large ones do.
const judge = `
import io, sys, check

check.Shelf.LATEST, check.WALKS = 2, 20

class Drip(io.BytesIO):
    def readinto(self, into):
        data = self.read(1)
        into[:len(data)] = data
        return len(data)

while True:
    size = sys.stdin.buffer.read(8)
    if not size:
        break
    data = sys.stdin.buffer.read(int.from_bytes(size, "little"))
    stream = io.BufferedReader(Drip(data) if sys.argv[1:] else io.BytesIO(data))
    try:
        check.check(stream)
        print()
    except check.REFUSALS as why:
        print(ascii(str(why) or "refused"))
`

// interpreter returns the name of Python, or skips the test.
func interpreter(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no python3 here to compare the two checkers with each other")
	}
	require.NoError(t, err)
	_, err = os.Stat("check.py") // so that go test sees when it changes
	require.NoError(t, err)
	return name
}

// python lets check.py check the files, and returns for each why it refuses it, or "". It may
// have to read them byte by byte.
func python(t *testing.T, files [][]byte, drip bool) []string {
	t.Helper()
	args := []string{"-B", "-c", judge}
	if drip {
		args = append(args, "drip")
	}
	var in, out, errOut bytes.Buffer
	for _, file := range files {
		in.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(file))))
		in.Write(file)
	}
	script := exec.Command(interpreter(t), args...)
	script.Stdin, script.Stdout, script.Stderr = &in, &out, &errOut
	require.NoError(t, script.Run(), errOut.String())
	refused := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, refused, len(files))
	return refused
}

// Whatever is in a file, or in its name, the messages of both checkers have nothing that a
// terminal could obey.
func TestMessagesAreSafe(t *testing.T) {
	const nasty = "\x1b[2J\u009b\u202e\x7f\n\r"
	var files [][]byte
	for i, p := range tinyPositions(t) {
		if i%testgames.Of(4, 1) != 0 {
			continue
		}
		c := certificates(p)
		file, err := c[len(c)-1].file(false)
		require.NoError(t, err)
		head, body := pieces(t, file)
		for field := range head {
			changed := maps.Clone(head)
			changed[field] = nasty
			files = append(files, joined(t, changed, body))
			changed[field] = fmt.Sprint(head[field], nasty)
			files = append(files, joined(t, changed, body))
			changed[nasty] = 1
			files = append(files, joined(t, changed, body))
		}
		files = append(files, append([]byte(nasty), file...), append([]byte(magic+nasty), file...), []byte(magic+version+"\n{"+nasty))
	}
	for _, file := range files {
		if _, _, err := check(file); err != nil {
			require.Equal(t, printable.Printable(err.Error()), err.Error())
		}
	}
	python(t, files, false) // each in a line

	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"+nasty+"\xff"), filepath.Join(dir, "bad"+nasty)
	if err := os.WriteFile(bad, files[0], 0o600); err != nil {
		t.Skip("no file can have such a name here: ", err)
	}
	stored, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(good, stored, 0o600))
	for _, encoding := range []string{"utf-8", "ascii"} {
		script := exec.Command(interpreter(t), "-B", "check.py", good, bad, bad+"2")
		script.Env = append(os.Environ(), "PYTHONIOENCODING="+encoding)
		var out, errOut strings.Builder
		script.Stdout, script.Stderr = &out, &errOut
		require.Error(t, script.Run())
		require.Equal(t, 1, script.ProcessState.ExitCode(), errOut.String())
		require.Regexp(t, `good\\x1b\[2J\\u009b\\u202e\\x7f\\n\\r\\xff: O wins claim .*\n$`, out.String())
		require.Equal(t, 2, strings.Count(errOut.String(), "\n"), errOut.String())
		for line := range strings.Lines(out.String() + errOut.String()) {
			line = strings.TrimSuffix(line, "\n")
			require.Equal(t, printable.Printable(line), line)
		}
	}
}

// hostile returns files that no checker may accept, or spend much time or memory on.
func hostile(t *testing.T) [][]byte {
	t.Helper()
	start := position(t, variants.Lockdown, ".../.../... x")
	file, err := strategy(start, false).file(false)
	require.NoError(t, err)
	packed, err := strategy(start, false).file(true)
	require.NoError(t, err)
	header, body := pieces(t, file)
	huge := maps.Clone(header)
	huge["records"], huge["layers"] = uint64(1)<<62, []uint64{1 << 62}
	many := append(bytes.Repeat([]byte{0xff}, 18), 3)
	other := bytes.Replace(file, []byte(version), []byte("2"), 1)
	twice := bytes.Replace(file, []byte(`"winner"`), []byte(`"winner":"X","winner"`), 1)
	latin := bytes.Replace(file, []byte(`"winner"`), []byte("\"program\":\"\xff\",\"winner\""), 1)
	deep := []byte(magic + version + "\n" + strings.Repeat("[", maxHeader-10) + "\n")
	copied, ok := copying(position(t, variants.Duel, ".. x"))
	require.True(t, ok)
	mirrored, err := copied.file(false)
	require.NoError(t, err)
	written := func(zero string) []byte {
		return bytes.Replace(mirrored, []byte("[[1,0]]"), []byte("[[1,"+zero+"]]"), 1)
	}
	_, _, err = check(written("0"))
	require.NoError(t, err)
	// X steps down and blocks the cell it has left, and O, below, cannot move; but the board
	// has one column.
	narrow := sealed(t, map[string]any{"variant": "blockade", "board": "3x1", "position": "X/./O x", "to_move": "X",
		"winner": "X", "method": "strategy", "layers": []int{1}, "records": 1}, []byte("\x01\x82\x80\x02\x0c\x00"))
	return [][]byte{
		narrow, written("null"), written("-0"), written("0.0"), written("0e0"), written("false"), written(`""`), nil, []byte("\n\n"), packed[:len(packed)/2], packed[:len(packed)-1], file[:len(file)-1],
		bytes.Repeat([]byte(" "), 3*maxHeader), append(file[:len(magic)+2:len(magic)+2], bytes.Repeat([]byte(" "), 3*maxHeader)...),
		sealed(t, huge, slices.Concat(many, body)), sealed(t, header, many), sealed(t, header, append(body, make([]byte, 1<<20)...)),
		other, twice, latin, deep, slices.Concat(packed, packed), append(packed, 0), append(packed, 'x'),
	}
}

// A name is not taken for what is said of a file.
func TestPythonNames(t *testing.T) {
	file, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	script, err := filepath.Abs("check.py")
	require.NoError(t, err)
	run := exec.Command(interpreter(t), "-B", script, `b: X wins "duel"`, "plain-1.proof")
	run.Dir = t.TempDir()
	for _, name := range run.Args[3:] {
		require.NoError(t, os.WriteFile(filepath.Join(run.Dir, name), file, 0o600))
	}
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `^"b: X wins \\"duel\\"": O wins claim [^\n]*\nplain-1\.proof: O wins claim [^\n]*\n$`, string(out))
}
