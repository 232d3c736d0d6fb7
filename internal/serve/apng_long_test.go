//go:build long

package serve_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// pngChunk is a chunk of a PNG file.
type pngChunk struct {
	kind string
	data []byte
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// pngChunks returns the chunks of a file, whose checksums are right.
func pngChunks(t *testing.T, file []byte) (all []pngChunk) {
	t.Helper()
	rest, found := bytes.CutPrefix(file, []byte(pngMagic))
	require.True(t, found)
	for len(rest) > 0 {
		require.GreaterOrEqual(t, len(rest), 12)
		size := int(binary.BigEndian.Uint32(rest))
		require.GreaterOrEqual(t, len(rest), 12+size)
		body := rest[4 : 8+size]
		require.Equal(t, crc32.ChecksumIEEE(body), binary.BigEndian.Uint32(rest[8+size:]), "%s", body[:4])
		all = append(all, pngChunk{string(body[:4]), body[4:]})
		rest = rest[12+size:]
	}
	return all
}

// still returns a picture of a header and data.
func still(header []byte, data ...[]byte) []byte {
	out := []byte(pngMagic)
	add := func(kind string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		body := append([]byte(kind), data...)
		out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}
	add("IHDR", header)
	for _, d := range data {
		add("IDAT", d)
	}
	add("IEND", nil)
	return out
}

// frames returns the frames of an animation, each as a picture, and for how many seconds each is shown.
func frames(t *testing.T, file []byte) (pictures [][]byte, seconds []int) {
	t.Helper()
	all := pngChunks(t, file)
	require.Greater(t, len(all), 4)
	require.Equal(t, "IHDR", all[0].kind)
	require.Equal(t, "acTL", all[1].kind)
	require.Equal(t, "fcTL", all[2].kind)
	require.Equal(t, "IEND", all[len(all)-1].kind)
	header, number := all[0].data, uint32(0)
	data := [][][]byte{}
	for _, c := range all[2 : len(all)-1] {
		if c.kind == "fcTL" || c.kind == "fdAT" {
			require.Equal(t, number, binary.BigEndian.Uint32(c.data), c.kind)
			number++
		}
		switch c.kind {
		case "fcTL":
			require.Len(t, c.data, 26)
			require.Equal(t, header[:8], c.data[4:12], "width and height")
			require.Equal(t, make([]byte, 8), c.data[12:20], "the place of a frame")
			require.Equal(t, uint16(1), binary.BigEndian.Uint16(c.data[22:]))
			require.Equal(t, []byte{0, 0}, c.data[24:], "a frame takes the place of the one before")
			seconds = append(seconds, int(binary.BigEndian.Uint16(c.data[20:])))
			data = append(data, nil)
		case "IDAT":
			require.Len(t, data, 1, "the first frame")
			data[0] = append(data[0], c.data)
		case "fdAT":
			require.Greater(t, len(data), 1)
			data[len(data)-1] = append(data[len(data)-1], c.data[4:])
		default:
			t.Fatalf("chunk %s", c.kind)
		}
	}
	require.Equal(t, uint32(len(data)), binary.BigEndian.Uint32(all[1].data))
	for _, parts := range data {
		pictures = append(pictures, still(header, parts...))
	}
	return pictures, seconds
}

// A game is saved as an animation: the start, and the position after each move, up to the end of the line that is
// shown, each as its picture is.
func TestLongAnimation(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&m=6_11_7_(1)_10&at=2", 1280, "light")
	v.at("..../.X../..O./.... x")
	v.do("window.files = []; URL.createObjectURL = b => { b.arrayBuffer().then(bytes => files.push(btoa([...new Uint8Array(bytes)].map(b => String.fromCharCode(b)).join('')))); return 'data:,'; }; URL.revokeObjectURL = () => {}")
	saved := func(id string, n string) []byte {
		v.press(id)
		require.True(t, testgames.Await(func() bool { return v.text("files.length") == n }), id)
		file, err := base64.StdEncoding.DecodeString(v.text("files.at(-1)"))
		require.NoError(t, err)
		return file
	}
	pictures, seconds := frames(t, saved("save-apng", "1"))
	require.Equal(t, []int{1, 1, 1, 1, 3}, seconds, "the start and four moves")
	for i, picture := range pictures {
		_, err := png.Decode(bytes.NewReader(picture))
		require.NoError(t, err, i)
		if i > 0 {
			require.NotEqual(t, pictures[i-1], picture, i)
		}
	}
	v.press("values") // pictures of positions without values
	one, err := png.Decode(bytes.NewReader(saved("save-png", "2")))
	require.NoError(t, err)
	third, err := png.Decode(bytes.NewReader(pictures[2]))
	require.NoError(t, err)
	require.Equal(t, one, third)
	v.press("last")
	v.until(func(s state) bool { return s.Text == "..../.xX./.Oo./.... x" })
	one, err = png.Decode(bytes.NewReader(saved("save-png", "3")))
	require.NoError(t, err)
	last, err := png.Decode(bytes.NewReader(pictures[4]))
	require.NoError(t, err)
	require.Equal(t, one, last)
}
