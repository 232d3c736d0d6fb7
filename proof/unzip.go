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
	zipSlack = 2 << 20 // bytes: the header must be in the first zipSlack of a file, and a file may waste as many
	zipFixed = 10      // bytes of the envelope before the name
	zipName  = 8       // the flag for a name
	mostName = 255     // maximum length of the name in bytes
)

// envelope is a certificate compressed with gzip: one member with at most the name of the file
// before the data, and nothing after it. Package gzip alone would also accept several members,
// flags without a meaning, and any number of empty blocks.
type envelope struct {
	file  *limited // the whole compressed file, from which the body is read
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

// check verifies the bytes before the compressed data, where package gzip does not.
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

// header reads the lines of the header from the beginning of the file, and also returns their
// length.
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

// body returns a reader of the data after the header's size bytes.
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

// limited is a file that is read up to a limit.
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
		n, err = int(l.left), errors.New("the compressed file is too long for its content")
	}
	l.left -= int64(n)
	return n, err
}

// tail is the content of a gzip file. It is an error if anything follows.
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
