package lines

import (
	"bufio"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// Text returns a reader of a text in UTF-8. r may have it in UTF-8, with or without a byte order mark, or in UTF-16, as
// the shells of Windows write it. It is for all input from people or other programs. It does not wait for more than the
// first line.
func Text(r io.Reader) io.Reader { return &text{in: bufio.NewReader(r)} }

// text decides with the first read how to go on.
type text struct {
	in    *bufio.Reader
	plain io.Reader // the text in UTF-8; nil before the first read
}

// Read implements [io.Reader].
func (t *text) Read(p []byte) (int, error) {
	if t.plain == nil {
		t.plain = t.decoded()
	}
	return t.plain.Read(p)
}

// decoded returns the text behind its mark, if there is one. Without one, a zero byte beside the first character means
// UTF-16.
func (t *text) decoded() io.Reader {
	begin, err := t.in.Peek(1)
	if err == nil && begin[0] != '\n' {
		begin, err = t.in.Peek(2)
	}
	switch {
	case err != nil: // Peek has taken the error from the reader
		return io.MultiReader(strings.NewReader(string(begin)), failing{err})
	case len(begin) == 1:
	case begin[0] == 0xEF && begin[1] == 0xBB:
		if mark, _ := t.in.Peek(3); len(mark) == 3 && mark[2] == 0xBF {
			_, _ = t.in.Discard(len(mark))
		}
	case begin[0] == 0xFE && begin[1] == 0xFF, begin[0] == 0:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(t.in)
	case begin[0] == 0xFF && begin[1] == 0xFE, begin[1] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(t.in)
	}
	return t.in
}

// failing is a reader that ends with an error at once.
type failing struct{ err error }

// Read returns the error.
func (f failing) Read([]byte) (int, error) { return 0, f.err }
