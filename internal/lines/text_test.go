package lines

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"
)

// encodings returns a text as programs may write it, by name.
func encodings(t *testing.T, text string) map[string]string {
	t.Helper()
	all := map[string]string{"utf-8": text, "utf-8 with a mark": "\ufeff" + text}
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, mark := range []unicode.BOMPolicy{unicode.UseBOM, unicode.IgnoreBOM} {
			encoded, err := unicode.UTF16(order, mark).NewEncoder().String(text)
			require.NoError(t, err)
			all[map[unicode.Endianness]string{unicode.LittleEndian: "little", unicode.BigEndian: "big"}[order]+
				map[unicode.BOMPolicy]string{unicode.UseBOM: " with a mark", unicode.IgnoreBOM: ""}[mark]] = encoded
		}
	}
	require.Len(t, all, 6)
	return all
}

func TestText(t *testing.T) {
	for _, text := range []string{"", "4/4/4/4 x\r\n1 x\r\n", "1 x", "\n\nx ✓ 𝄞", strings.Repeat("4/4 x # é\n", 5000)} {
		for name, encoded := range encodings(t, text) {
			for _, r := range []io.Reader{strings.NewReader(encoded), iotest.OneByteReader(strings.NewReader(encoded)), iotest.DataErrReader(strings.NewReader(encoded))} {
				if text != "" && text[0] == '\n' && !strings.HasPrefix(name, "utf-8") && !strings.HasSuffix(name, "mark") {
					continue // an empty line does not say how the next one is written
				}
				got, err := io.ReadAll(Text(r))
				require.NoError(t, err)
				require.Equal(t, text, string(got), name)
			}
		}
	}
	for _, odd := range []string{"x", "\xef", "\xef\xbb", "\xff", "\xef\xbbx", "é"} {
		got, err := io.ReadAll(Text(strings.NewReader(odd)))
		require.NoError(t, err)
		require.Equal(t, odd, string(got))
	}
}

// An error comes behind what could be read, and once is enough.
func TestTextThatFails(t *testing.T) {
	fire := errors.New("disk on fire")
	for _, begin := range []string{"", "x", "xy"} {
		got, err := io.ReadAll(Text(io.MultiReader(strings.NewReader(begin), iotest.ErrReader(fire))))
		require.ErrorIs(t, err, fire)
		require.Equal(t, begin, string(got))
	}
}

// The first line is there as soon as it has been written.
func TestTextDoesNotWait(t *testing.T) {
	for _, line := range []string{"\n", "1\n", "12\n"} {
		r, w := io.Pipe()
		go func() { _, _ = io.WriteString(w, line) }()
		got, err := Read(t.Context(), r).Next()
		require.NoError(t, err)
		require.Equal(t, strings.TrimSuffix(line, "\n"), got)
	}
}
