package proof

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"

	"gridlock/variants"
)

// Writer writes a certificate. The header contains the length and the hash of the body, so the body is kept until it is
// complete. Depending on the method, call [Writer.Layer], [Writer.IntervalLayer], [Writer.Component], [Writer.Value],
// [Writer.Bound] or [Writer.Exclusion] for the whole body, and then [Writer.Finish]. It verifies the format, not the
// proof.
type Writer struct {
	header Header
	body   io.ReadWriter
	buf    *bufio.Writer
	hash   hash.Hash
	encode []byte
}

// NewWriter returns a writer of a certificate, which keeps the body in body until it is
// complete: in an empty temporary file, or in a bytes.Buffer. It fills in the fields of the
// header that describe the body.
func NewWriter(h Header, body io.ReadWriter) *Writer {
	w := &Writer{header: h, body: body, hash: sha256.New()}
	w.buf = bufio.NewWriterSize(io.MultiWriter(body, w.hash), 1<<16)
	if h.Layered() {
		w.header.Layers = []uint64{}
	}
	return w
}

// Header returns the header of the certificate as written so far.
func (w *Writer) Header() Header { return w.header }

// Layer writes the next layer of a strategy: n records, at least one, in ascending order of
// keys.
func (w *Writer) Layer(n int, records iter.Seq[Record]) error {
	if n < 1 {
		return errors.New("a layer of no records")
	}
	w.encode = appendVarint(w.encode[:0], Key{Lo: uint64(n)})
	var last Key
	written := 0
	for r := range records {
		if written > 0 && !last.Less(r.Key) {
			return errors.New("the keys of a layer do not rise")
		}
		var err error
		w.encode = appendVarint(w.encode, r.Key.minus(last))
		if w.encode, err = r.Answer.append(w.encode); err != nil {
			return err
		}
		if err := w.flush(); err != nil {
			return err
		}
		last = r.Key
		written++
	}
	if written != n {
		return fmt.Errorf("a layer of %d records, and not %d as was said", written, n)
	}
	w.header.Layers = append(w.header.Layers, uint64(n))
	w.header.Records += uint64(n)
	return nil
}

// IntervalRecord answers the positions of an interval Is, with the winner to move. Is covers Due, a normal image to
// which the loser's moves lead.
type IntervalRecord struct {
	Due, Is Interval
	Answer  Answer // for all positions of Is; of a walk, only the number of turns is written
}

// IntervalLayer writes the next layer of a certificate by intervals: at least one record, in the
// order in which the loser's moves lead to them.
func (w *Writer) IntervalLayer(records iter.Seq[IntervalRecord]) error {
	n := uint64(0)
	for r := range records {
		var err error
		w.encode, err = r.Answer.appendShort(w.encode[:0], wideningTo(r.Due, r.Is))
		if err == nil {
			err = w.flush()
		}
		if err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return errors.New("a layer of no records")
	}
	w.header.Layers = append(w.header.Layers, n)
	w.header.Records += n
	return nil
}

// Component writes the next record of a table of nimbers: a component, moved up and left as far as possible, and its
// nimber.
func (w *Writer) Component(cells variants.Board, nimber int) error {
	w.encode = appendVarint(w.encode[:0], Key{Lo: uint64(cells)})
	w.encode = appendVarint(w.encode, Key{Lo: uint64(nimber)})
	w.header.Records++
	return w.flush()
}

// Value writes the next record of a table of values: a component, moved up and left as far as
// possible.
func (w *Writer) Value(left, right variants.Board, v Value) error {
	w.encode = appendVarint(w.encode[:0], Key{Lo: uint64(left)})
	w.encode = appendVarint(w.encode, Key{Lo: uint64(right)})
	w.encode = v.append(w.encode)
	w.header.Records++
	return w.flush()
}

// Bound writes the next record of a table of lower bounds.
func (w *Writer) Bound(r BoundRecord) error {
	w.encode = appendVarint(w.encode[:0], Key{Lo: uint64(r.Part.Left)})
	w.encode = appendVarint(w.encode, Key{Lo: uint64(r.Part.Right)})
	w.encode = append(r.Least.append(w.encode), byte(r.Reason))
	w.header.Records++
	return w.flush()
}

// Exclusion writes the next record of a table of exact and excluded nimbers of components.
func (w *Writer) Exclusion(r ExclusionRecord) error {
	w.encode = appendVarint(w.encode[:0], Key{Lo: uint64(r.Cells)})
	if r.Not {
		w.encode = append(appendVarint(w.encode, Key{Lo: uint64(r.Nimber)*2 + 1}), byte(r.Move))
	} else {
		w.encode = appendVarint(w.encode, Key{Lo: uint64(r.Nimber) * 2})
	}
	w.header.Records++
	return w.flush()
}

// flush writes what has been encoded to the body.
func (w *Writer) flush() error {
	n, err := w.buf.Write(w.encode)
	w.header.Bytes += int64(n)
	w.encode = w.encode[:0]
	return err
}

// Finish writes the certificate, compressed with gzip or not. The writer must not be used
// afterwards.
func (w *Writer) Finish(to io.Writer, compress bool) error {
	f, err := w.header.Method.format()
	if err != nil {
		return err
	}
	w.encode = append(w.encode[:0], f.end...)
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.buf.Flush(); err != nil {
		return err
	}
	w.header.SHA256 = hex.EncodeToString(w.hash.Sum(nil))
	if file, ok := w.body.(io.Seeker); ok {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	if !compress {
		return writeFile(to, w.header.version(f), w.header, w.body)
	}
	zip := gzip.NewWriter(to)
	return errors.Join(writeFile(zip, w.header.version(f), w.header, w.body), zip.Close())
}

// writeFile writes a certificate of a version of the format: header and body.
func writeFile(to io.Writer, version string, h Header, body io.Reader) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(h); err != nil {
		return err
	}
	if line.Len() > maxHeader {
		return fmt.Errorf("a header of %d bytes, more than %d", line.Len(), maxHeader)
	}
	if _, err := io.WriteString(to, magic+version+"\n"+line.String()); err != nil {
		return err
	}
	_, err := io.Copy(to, body)
	return err
}
