package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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

	"gridlock/variants"
)

// The two checkers share no code and have to agree: on certificates of every game by
// every method, and on hundreds of changed ones, whose checksum is right again.
func TestPythonAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var files [][]byte
	for _, p := range tinyPositions(t) {
		for i, c := range certificates(p) {
			file, err := c.file(i%2 == 1)
			require.NoError(t, err)
			files = append(files, file)
			plain, err := c.file(false)
			require.NoError(t, err)
			for range 6 {
				files = append(files, changedBody(rng, plain), changedHeader(rng, plain))
				if file, err := changed(rng, c).file(false); err == nil {
					files = append(files, file)
				}
			}
		}
	}
	bad := hostile(t)
	files = append(files, bad...)
	proven := python(t, files)
	require.NotContains(t, proven[len(files)-len(bad):], "", "a hostile file is accepted")
	accepted := 0
	for i, file := range files {
		_, _, err := check(file)
		if err == nil {
			accepted++
		}
		require.Equal(t, err == nil, proven[i] == "", "this checker: %v\nPython: %v\n%q", err, proven[i], file)
	}
	t.Logf("%d of %d accepted", accepted, len(files))
}

// python lets check.py check the files, and returns for each why it refuses it, or "".
func python(t *testing.T, files [][]byte) []string {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no python3 here to compare the two checkers with each other")
	}
	require.NoError(t, err)
	_, err = os.Stat("check.py") // so that go test sees when it changes
	require.NoError(t, err)
	dir := t.TempDir()
	args := []string{"check.py"}
	for i, file := range files {
		name := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(name, file, 0o600))
		args = append(args, name)
	}
	script := exec.Command(interpreter, args...)
	var out, errOut bytes.Buffer
	script.Stdout, script.Stderr = &out, &errOut
	_ = script.Run() // 1, as it refuses some
	require.Contains(t, []int{0, 1}, script.ProcessState.ExitCode())
	refused := make([]string, len(files))
	for i := range files {
		name := filepath.Join(dir, fmt.Sprint(i)) + ": "
		if _, rest, ok := strings.Cut("\n"+errOut.String(), "\n"+name); ok {
			refused[i], _, _ = strings.Cut(rest, "\n")
		} else {
			require.Contains(t, "\n"+out.String(), "\n"+name, errOut.String())
		}
	}
	return refused
}

// hostile returns files that no checker may accept, spend long on or much memory for.
func hostile(t *testing.T) [][]byte {
	t.Helper()
	start := position(t, variants.Lockdown, ".../.../... x")
	file, err := strategy(start, false).file(false)
	require.NoError(t, err)
	packed, err := strategy(start, false).file(true)
	require.NoError(t, err)
	header, body := parts(file)
	huge := maps.Clone(header)
	huge["records"], huge["layers"] = uint64(1)<<62, []uint64{1 << 62}
	many := append(bytes.Repeat([]byte{0xff}, 18), 3)
	other := bytes.Replace(file, []byte(version), []byte("2"), 1)
	twice := bytes.Replace(file, []byte(`"winner"`), []byte(`"winner":"X","winner"`), 1)
	deep := []byte(magic + version + "\n" + strings.Repeat("[", maxHeader-10) + "\n")
	return [][]byte{
		nil, []byte("\n\n"), packed[:len(packed)/2], packed[:len(packed)-1], file[:len(file)-1],
		bytes.Repeat([]byte(" "), 3*maxHeader), append(file[:len(magic)+2:len(magic)+2], bytes.Repeat([]byte(" "), 3*maxHeader)...),
		sealed(huge, slices.Concat(many, body)), sealed(header, many), sealed(header, append(body, make([]byte, 1<<20)...)),
		other, twice, deep, slices.Concat(packed, packed), append(packed, 0), append(packed, 'x'),
	}
}

// parts takes a certificate's file apart, and sealed puts it together.
func parts(file []byte) (header map[string]any, body []byte) {
	lines := bytes.SplitN(file, []byte("\n"), 3)
	if err := json.Unmarshal(lines[1], &header); err != nil {
		panic(err)
	}
	return header, lines[2]
}

func sealed(header map[string]any, body []byte) []byte {
	sum := sha256.Sum256(body)
	header["sha256"], header["bytes"] = hex.EncodeToString(sum[:]), len(body)
	line, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return slices.Concat([]byte(magic+version+"\n"), line, []byte("\n"), body)
}

// changedBody changes a byte of the body, takes one out or puts one in.
func changedBody(rng *rand.Rand, file []byte) []byte {
	header, body := parts(file)
	body = slices.Clone(body)
	at := 0
	if len(body) > 0 {
		at = rng.IntN(len(body))
	}
	switch kind := rng.IntN(4); {
	case kind == 0 || len(body) == 0:
		body = slices.Insert(body, at, byte(rng.IntN(256)))
	case kind == 1:
		body = slices.Delete(body, at, at+1)
	case kind == 2:
		body[at] ^= 1 << rng.IntN(8)
	default:
		body[at] = byte(rng.IntN(66))
	}
	return sealed(header, body)
}

// changedHeader changes a field of the header, takes one out or puts one in.
func changedHeader(rng *rand.Rand, file []byte) []byte {
	header, body := parts(file)
	names := slices.Sorted(maps.Keys(header))
	name := names[rng.IntN(len(names))]
	switch rng.IntN(5) {
	case 0:
		delete(header, name)
	case 1:
		header[[]string{"opening", "value", "nimber", "Winner", "layers", "comment"}[rng.IntN(6)]] = rng.IntN(3)
	case 2:
		header[name] = []any{nil, -1, 0.5, "", []int{}, []int{0}, map[string]int{}, true}[rng.IntN(8)]
	default:
		header[name] = changedValue(rng, header[name])
	}
	return sealed(header, body)
}

// changedValue changes a part of what stands in a field.
func changedValue(rng *rand.Rand, value any) any {
	switch v := value.(type) {
	case float64:
		return v + float64(rng.IntN(5)-2)
	case string:
		text := []byte(v)
		if len(text) > 0 {
			const symbols = "XOxo.#-/ 0123456789"
			text[rng.IntN(len(text))] = symbols[rng.IntN(len(symbols))]
		}
		return string(text)
	case []any:
		if len(v) == 0 {
			return append(v, 1)
		}
		list, at := slices.Clone(v), rng.IntN(len(v))
		switch rng.IntN(4) {
		case 0:
			return slices.Delete(list, at, at+1)
		case 1:
			return append(list, list[at])
		}
		list[at] = changedValue(rng, list[at])
		return list
	}
	return value
}

// changed changes a record, or takes one out, or changes the claim.
func changed(rng *rand.Rand, c certificate) certificate {
	kind := rng.IntN(6)
	switch {
	case kind == 0:
		c.header.Winner = variants.X.Opponent().String()
		if kind = rng.IntN(2); kind == 0 {
			c.header.Winner = variants.X.String()
		}
	case len(c.layers) > 0:
		at := rng.IntN(len(c.layers))
		layer := slices.Clone(c.layers[at])
		i := rng.IntN(len(layer))
		switch answer := &layer[i].Answer; kind {
		case 1:
			layer = slices.Delete(layer, i, i+1)
		case 2:
			answer.Mirror = rng.IntN(5)
			answer.Kind = []Kind{Move, Copy}[rng.IntN(2)]
		case 3:
			answer.Kind = []Kind{Move, Walk}[rng.IntN(2)]
			answer.Walk = append(answer.Walk, variants.Move(rng.IntN(16)))
		case 4:
			answer.Walk = append([]variants.Move{}, answer.Walk[:len(answer.Walk)/2]...)
			answer.Move = variants.Move(rng.IntN(64))
		default:
			answer.Move = variants.Move(rng.IntN(16))
		}
		c.layers = slices.Clone(c.layers)
		c.layers[at] = layer
	case len(c.components) > 0:
		i := rng.IntN(len(c.components))
		c.components = slices.Clone(c.components)
		switch part := &c.components[i]; kind {
		case 1:
			c.components = slices.Delete(c.components, i, i+1)
		case 2:
			part.left ^= 1 << rng.IntN(9)
		case 3:
			part.nimber, part.value.Star = part.nimber^1, !part.value.Star
		default:
			part.nimber, part.value.X = part.nimber+1, part.value.X+one>>rng.IntN(4)
		}
	case len(c.header.Matching) > 0:
		c.header.Matching = slices.Clone(c.header.Matching)
		c.header.Matching[rng.IntN(len(c.header.Matching))][rng.IntN(2)] = rng.IntN(16)
	case len(c.header.Mirrors) > 0:
		mirror := slices.Clone(c.header.Mirrors[0])
		i, j := rng.IntN(len(mirror)), rng.IntN(len(mirror))
		mirror[i], mirror[j] = mirror[j], mirror[i]
		c.header.Mirrors = [][]int{mirror}
	}
	return c
}
