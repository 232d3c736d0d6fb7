package proof

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"

	"gridlock/variants"
)

const (
	zipMagic = "\x1f\x8b"
	zipSlack = 2 << 20 // bytes of a compressed file: the header has to be in so many, and so many may be wasted
	zipFixed = 10      // bytes of the envelope before the name
	zipName  = 8       // the flag that there is a name
	mostName = 255     // bytes of the name
)

// envelope is a certificate compressed with gzip: one member with no more in front of the
// data than the name of the file, and nothing after it. Package gzip alone would also take
// several members, flags that mean nothing, and as many blocks without content as there are.
type envelope struct {
	file  *limited // all of the compressed file, for the body
	begin []byte   // its first zipSlack bytes, or all if it is shorter
}

// openEnvelope reads the first bytes of a compressed file.
func openEnvelope(from io.Reader) (*envelope, error) {
	var begin bytes.Buffer
	if _, err := io.CopyN(&begin, from, zipSlack); err != nil && err != io.EOF {
		return nil, err
	}
	e := &envelope{begin: begin.Bytes()}
	e.file = &limited{from: io.MultiReader(bytes.NewReader(e.begin), from)}
	return e, e.check()
}

// check makes sure of what is in front of the compressed data, except of what package gzip
// looks at, too.
func (e *envelope) check() error {
	if len(e.begin) < zipFixed {
		return fmt.Errorf("not a certificate: gzip: %w", io.ErrUnexpectedEOF)
	}
	switch flags := e.begin[3]; flags {
	case 0:
		return nil
	case zipName:
		if name := e.begin[zipFixed:]; bytes.IndexByte(name[:min(len(name), mostName+1)], 0) < 0 {
			return fmt.Errorf("not a certificate: gzip: a name of more than %d bytes", mostName)
		}
		return nil
	default:
		return fmt.Errorf("not a certificate: gzip: flags %#x, allowed are 0 and %#x", flags, zipName)
	}
}

// header reads the lines of the header from the beginning of the file, and returns their
// length as well.
func (e *envelope) header(games []variants.Variant) (h Header, size int64, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(e.begin))
	if err != nil {
		return h, 0, fmt.Errorf("not a certificate: %w", err)
	}
	zip.Multistream(false)
	lines := bufio.NewReader(zip)
	h, size, err = readHeader(lines, games)
	if errors.Is(err, io.ErrUnexpectedEOF) && len(e.begin) == zipSlack {
		err = fmt.Errorf("%w: the first %d bytes of the compressed file have no whole header", err, zipSlack)
	}
	return h, size, err
}

// body returns a reader of what comes after the lines of the header, which are that long.
func (e *envelope) body(h Header, size int64) (*bufio.Reader, error) {
	e.file.left = 2*(size+min(h.Bytes, math.MaxInt64/4)) + zipSlack
	packed := bufio.NewReaderSize(e.file, 1<<16)
	zip, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	zip.Multistream(false)
	plain := bufio.NewReaderSize(&tail{zip, packed}, 1<<16)
	_, err = io.CopyN(io.Discard, plain, size)
	return plain, err
}

// limited is a file of which only so much is of use.
type limited struct {
	from io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.from.Read(p)
	if int64(n) > l.left {
		n, err = int(l.left), errors.New("the compressed file is too long for what is in it")
	}
	l.left -= int64(n)
	return n, err
}

// tail is the content of a gzip file. Whatever comes after it is an error.
type tail struct {
	zip  *gzip.Reader
	file *bufio.Reader
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.zip.Read(p)
	if err == io.EOF {
		if _, more := t.file.ReadByte(); more == nil {
			return n, errors.New("something comes after the compressed data")
		} else if more != io.EOF {
			return n, more
		}
	}
	return n, err
}
