package proof

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

const (
	emptyBlock = "\x00\x00\x00\xff\xff" // of deflate, stored, not the last
	emptyLast  = "\x01\x00\x00\xff\xff"
)

// gzipped writes a member of a gzip file by hand: flags, the fields that they announce, the
// compressed data, and the trailer.
func gzipped(flags byte, fields, deflated, content string) []byte {
	b := append([]byte("\x1f\x8b\x08\x00\x01\x02\x03\x04\x00\xff"), fields+deflated...)
	b[3] = flags
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(content)))
	return binary.LittleEndian.AppendUint32(b, uint32(len(content)))
}

// storedIn writes a text as stored blocks of deflate, none of them the last.
func storedIn(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		part := text[:min(len(text), 1<<16-1)]
		text = text[len(part):]
		n := uint16(len(part))
		b.Write([]byte{0, byte(n), byte(n >> 8), byte(^n), byte(^n >> 8)})
		b.WriteString(part)
	}
	return b.String()
}

// deflated compresses a text.
func deflated(text string, level int) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// bitWriter writes the bits of deflate.
type bitWriter struct {
	b    []byte
	used int
}

// number writes a number of n bits, the lowest first.
func (w *bitWriter) number(v, n int) {
	for i := range n {
		if w.used%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.used/8] |= byte(v>>i&1) << (w.used % 8)
		w.used++
	}
}

// code writes a Huffman code of n bits, the highest first.
func (w *bitWriter) code(v, n int) { w.number(int(bits.Reverse(uint(v))>>(bits.UintSize-n)), n) }

// dynamic writes a text as the last block of deflate, with codes of these lengths for
// literals, as many as there are, and for distances, where only literals are used.
func dynamic(text string, literals, distances []int) string {
	w := &bitWriter{}
	w.number(1|2<<1, 3)
	w.number(len(literals)-257, 5)
	w.number(len(distances)-1, 5)
	w.number(19-4, 4)
	for symbol := range 19 { // 16, 17, 18 come first: they have no code; the others have 4 bits
		w.number(map[bool]int{true: 4}[symbol > 2], 3)
	}
	for _, length := range append(append([]int{}, literals...), distances...) {
		w.code(length, 4)
	}
	codes := make([]int, len(literals))
	next := 0
	for length := 1; length < 16; length++ {
		next <<= 1
		for symbol, l := range literals {
			if l == length {
				codes[symbol] = next
				next++
			}
		}
	}
	for _, letter := range []byte(text) {
		w.code(codes[letter], literals[letter])
	}
	if len(literals) > 256 && literals[256] > 0 {
		w.code(codes[256], literals[256])
	}
	return string(w.b)
}

// envelopeCase is a compressed file that proves its claim, or not because of its envelope.
type envelopeCase struct {
	name  string
	file  []byte
	right bool
}

// envelopes returns files with the same certificate in envelopes of every kind.
func envelopes(t *testing.T) (all []envelopeCase) {
	plain, err := tableOf(position(t, variants.Claim, "../.. x"), Nimbers).file(false)
	require.NoError(t, err)
	text := string(plain)
	add := func(name string, right bool, file []byte) { all = append(all, envelopeCase{name, file, right}) }
	member := func(flags byte, fields string) []byte { return gzipped(flags, fields, deflated(text, 6), text) }
	good := member(0, "")
	add("a plain file", true, plain)
	add("no name", true, good)
	for _, size := range []int{0, 1, 254, 255} {
		add(fmt.Sprint("a name of ", size), true, member(zipName, strings.Repeat("\xe9", size)+"\x00"))
	}
	for _, size := range []int{256, 511, 512, 600, 100_000} {
		add(fmt.Sprint("a name of ", size), false, member(zipName, strings.Repeat("x", size)+"\x00"))
	}
	add("a name without end", false, append(good[:10:10], strings.Repeat("x", 1<<20)...))
	add("other times, systems and levels", true, append([]byte("\x1f\x8b\x08\x00\xff\xff\xff\xff\x77\x99"), good[10:]...))
	begin := []byte("\x1f\x8b\x08\x02\x01\x02\x03\x04\x00\xff")
	for flag, fields := range map[byte]string{
		1: "", 2: string(binary.LittleEndian.AppendUint16(nil, uint16(crc32.ChecksumIEEE(begin)))), 4: "\x02\x00xx", 16: "x\x00",
		8 | 16: "x\x00y\x00", 32: "", 64: "", 128: "", 8 | 128: "x\x00", 0xe0: "",
	} {
		add(fmt.Sprintf("flags %#x", flag), false, member(flag, fields))
	}
	for _, method := range []byte{0, 7, 9, 0x88} {
		changed := bytes.Clone(good)
		changed[2] = method
		add(fmt.Sprint("method ", method), false, changed)
	}
	for n := range good {
		if n > 0 {
			add(fmt.Sprint("the first bytes: ", n), false, good[:n])
		}
	}
	for i := range 8 {
		changed := bytes.Clone(good)
		changed[len(good)-1-i] ^= 1
		add(fmt.Sprint("sum and length: ", i), false, changed)
	}
	for name, after := range map[string]string{
		"a zero": "\x00", "zeros": strings.Repeat("\x00", 512), "garbage": "x", "half a member": "\x1f\x8b", "an empty member": zipped(""), "itself": string(good),
		"many empty members": strings.Repeat(zipped(""), 1<<16),
	} {
		add(name+" after it", false, append(bytes.Clone(good), after...))
	}
	add("an empty member before it", false, append([]byte(zipped("")), good...))
	add("many empty members before it", false, append([]byte(strings.Repeat(zipped(""), 1<<16)), good...))
	add("two members", false, []byte(zipped(text[:20])+zipped(text[20:])))
	add("compressed twice", false, []byte(zipped(string(good))))
	add("nothing in it", false, []byte(zipped("")))
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		add(fmt.Sprint("level ", level), true, gzipped(0, "", deflated(text, level), text))
	}
	return append(append(all, dynamicEnvelopes(text)...), wastefulEnvelopes(text)...)
}

// dynamicEnvelopes returns files with codes of every kind.
func dynamicEnvelopes(text string) (all []envelopeCase) {
	lengths := func(n, few, fewer int) []int { // of n codes, as many as is said have 9 and 10 bits
		l := make([]int, n)
		for i := range min(n, 257) {
			l[i] = 8
		}
		for i := range few {
			l[255-i] = 9
		}
		for i := range fewer {
			l[255-few-i] = 10
		}
		return l
	}
	full := lengths(257, 2, 0) // 255 of 8 bits and 2 of 9
	for _, c := range []struct {
		name                string
		literals, distances []int
		right               bool
	}{
		{"no distances", full, []int{0}, true},
		{"more literals", lengths(286, 2, 0), []int{0}, true},
		{"too many literals", lengths(287, 2, 0), []int{0}, false},
		{"far too many literals", lengths(288, 2, 0), []int{0}, false},
		{"all distances", full, make([]int, 30), true},
		{"too many distances", full, make([]int, 31), false},
		{"far too many distances", full, make([]int, 32), false},
		{"one distance of 1 bit", full, []int{1}, true},
		{"one distance of 2 bits", full, []int{2}, false},
		{"two distances", full, []int{1, 1}, true},
		{"three distances of 1 bit", full, []int{1, 1, 1}, false},
		{"an incomplete code of distances", full, []int{1, 2}, false},
		{"an incomplete code of literals", lengths(257, 2, 1), []int{0}, false},
		{"another incomplete code", lengths(257, 3, 0), []int{0}, false},
		{"a code of too many literals", lengths(257, 1, 0), []int{0}, false},
		{"no end of the block", append(lengths(256, 0, 0), 0), []int{0}, false},
	} {
		all = append(all, envelopeCase{c.name, gzipped(0, "", dynamic(text, c.literals, c.distances), text), c.right})
	}
	return all
}

// wastefulEnvelopes returns files with blocks that have no content, about as many as are
// allowed.
func wastefulEnvelopes(text string) (all []envelopeCase) {
	add := func(name string, right bool, file []byte) { all = append(all, envelopeCase{name, file, right}) }
	// padded fills a file up to a size, by a name and by empty blocks.
	padded := func(size int, before, after, content string) []byte {
		room := size - 10 - len(before) - len(after) - len(emptyLast) - 8
		name := strings.Repeat("n", 20+room%5-1) + "\x00"
		return gzipped(zipName, name, before+strings.Repeat(emptyBlock, (room-len(name))/5)+after+emptyLast, content)
	}
	all = append(all, envelopeCase{"20 MB of empty blocks", padded(20_000_000, "", storedIn(text), text), false})
	most := 2*len(text) + zipSlack
	for _, more := range []int{-1, 0, 1} {
		right := more <= 0
		add(fmt.Sprint("as long as may be, empty at the end, and ", more), right, padded(most+more, storedIn(text), "", text))
		cut := strings.LastIndex(text[:strings.LastIndex(text, "}")+2], "\n") + 1
		add(fmt.Sprint("as long as may be, empty before the body, and ", more), right,
			padded(most+more, storedIn(text[:cut]), storedIn(text[cut:]), text))
	}
	add("empty before the header", true, padded(zipSlack-1, "", storedIn(text), text))
	add("empty before the header, too many", false, padded(zipSlack+len(text)+40, "", storedIn(text), text))

	// A header of 100 kB, which has nothing but the name of a program.
	rng := rand.New(rand.NewPCG(1, 1))
	program := make([]byte, 100_000)
	for i := range program {
		program[i] = "0123456789abcdef"[rng.IntN(16)]
	}
	long := strings.Replace(text, `"winner"`, `"program":"`+string(program)+`","winner"`, 1)
	cut := strings.LastIndex(long, "}\n") + 2
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level += 3 {
		add(fmt.Sprint("a long header, level ", level), true, gzipped(0, "", deflated(long, level), long))
	}
	most = 2*len(long) + zipSlack
	for _, more := range []int{0, 1} {
		add(fmt.Sprint("a long header, empty after it, and ", more), more == 0, padded(most+more, storedIn(long[:cut]), storedIn(long[cut:]), long))
	}
	for _, from := range []int{0, 30, cut / 2, cut - 1} {
		rest := len(storedIn(long[from:]))
		add(fmt.Sprint("empty within the header, at ", from), true, padded(zipSlack+len(long)-cut, storedIn(long[:from]), storedIn(long[from:]), long))
		add(fmt.Sprint("empty within the header, too many, at ", from), false, padded(zipSlack+rest+100, storedIn(long[:from]), storedIn(long[from:]), long))
	}
	// The header comes at once, the body after two megabytes of empty blocks with fixed codes.
	some := strings.Replace(text, `"winner"`, `"program":"`+string(program[:40_000])+`","winner"`, 1)
	cut = strings.LastIndex(some, "}\n") + 2
	fixed := strings.Repeat("\x02\x08\x20\x80\x00", (zipSlack+10_000)/5)
	add("the body comes late", true, gzipped(0, "", storedIn(some[:cut])+fixed+storedIn(some[cut:])+emptyLast, some))
	add("the body comes too late", false, gzipped(0, "", storedIn(some[:cut])+fixed+fixed+storedIn(some[cut:])+emptyLast, some))
	return all
}

// Both checkers accept the same envelopes, at little cost.
func TestEnvelopes(t *testing.T) {
	cases := envelopes(t)
	var files, small [][]byte
	var right []bool // of the small ones
	for _, c := range cases {
		files = append(files, c.file)
		_, _, err := check(c.file)
		if c.right {
			require.NoError(t, err, c.name)
			continue
		}
		require.Error(t, err, c.name)
		refusedCheaply(t, bytes.NewReader(c.file), "")
	}
	for i, why := range python(t, files, false) {
		require.Equal(t, cases[i].right, why == "", "%s: %s", cases[i].name, why)
	}
	for _, c := range cases { // byte by byte, as pipes may deliver them
		if len(c.file) < 1000 {
			small, right = append(small, c.file), append(right, c.right)
			_, _, err := Check(context.Background(), iotest.OneByteReader(bytes.NewReader(c.file)), Options{})
			require.Equal(t, c.right, err == nil, "%s: %v", c.name, err)
		}
	}
	for i, why := range python(t, small, true) {
		require.Equal(t, right[i], why == "", "%q: %s", small[i], why)
	}
}

// randomEnvelope compresses a certificate in some way that may be right, and may change a
// byte or two of it.
func randomEnvelope(plain string, rng *rand.Rand) []byte {
	var data strings.Builder
	for rest := plain; rest != ""; {
		part := rest[:1+rng.IntN(len(rest))]
		rest = rest[len(part):]
		switch rng.IntN(5) {
		case 0:
			data.WriteString(storedIn(part))
		case 1:
			data.WriteString(strings.Repeat(emptyBlock, rng.IntN(5)) + storedIn(part))
		default:
			var b bytes.Buffer
			w, _ := flate.NewWriter(&b, rng.IntN(12)-2)
			_, _ = io.WriteString(w, part)
			_ = w.Flush()
			data.Write(b.Bytes())
		}
	}
	flags, fields := byte(0), ""
	if rng.IntN(3) == 0 {
		flags, fields = zipName, strings.Repeat("n", rng.IntN(300))+"\x00"
	}
	if rng.IntN(8) == 0 {
		flags |= 1 << rng.IntN(8)
	}
	file := gzipped(flags, fields, data.String()+emptyLast, plain)
	switch rng.IntN(8) {
	case 0:
		file = file[:rng.IntN(len(file))]
	case 1:
		file = append(file, make([]byte, 1+rng.IntN(3))...)
	case 2:
		file[rng.IntN(len(file))] ^= 1 << rng.IntN(8)
	case 3:
		file[rng.IntN(20)] ^= 1 << rng.IntN(8)
	case 4:
		file[len(file)-1-rng.IntN(len(emptyLast)+10)] ^= 1 << rng.IntN(8)
	}
	return file
}

// Both checkers agree on random envelopes.
func TestRandomEnvelopes(t *testing.T) {
	t.Parallel()
	agreeOnEnvelopes(t, testgames.Of(100, 300))
}

func agreeOnEnvelopes(t *testing.T, n int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	var texts []string
	for _, p := range tinyPositions(t) {
		plain, err := strategy(p, true).file(false)
		require.NoError(t, err)
		texts = append(texts, string(plain))
	}
	var files [][]byte
	for range n {
		files = append(files, randomEnvelope(texts[rng.IntN(len(texts))], rng))
	}
	accepted := agree(t, files)
	t.Logf("%d of %d accepted", accepted, len(files))
	require.Greater(t, accepted, len(files)/4)
	require.Less(t, accepted, len(files)*9/10)
}
