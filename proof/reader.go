package proof

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"

	"gridlock/variants"
)

// Reader reads a certificate from front to back, compressed with gzip or not. It verifies the
// format: header and body agree, numbers are in their ranges, and the body has the length and
// the hash in the header. It holds no more than a header and some buffers in memory.
//
// Read a strategy with [Reader.Layer], and [Reader.Record] for each of the layer's records; tables with
// [Reader.Component], [Reader.Value], [Reader.Bound] or [Reader.Exclusion], once for each of Header.Records. Call
// [Reader.End] last: until it has returned nil, the data may be damaged. Intervals depend on earlier ones, so only
// [Reader.Check] and [Reader.StrategyReader] read them.
type Reader struct {
	Header Header
	Root   variants.Position

	body  body
	cells int    // of the board
	layer int    // layers begun
	left  uint64 // records of the layer that have not been read
	first bool   // none of its records has been read
	last  Key    // the key of the previous record
}

// NewReader reads the header of a certificate. Its game is of the family, or in the list games, whose rules are
// trusted. When ctx ends, reading ends with its error.
func NewReader(ctx context.Context, from io.Reader, games ...variants.Variant) (*Reader, error) {
	plain := bufio.NewReaderSize(&source{ctx, from}, 1<<16)
	r := &Reader{}
	var err error
	if head, _ := plain.Peek(len(zipMagic)); string(head) == zipMagic {
		var zip *envelope
		var size int64
		if zip, err = openEnvelope(plain); err != nil {
			return nil, err
		}
		if r.Header, size, err = zip.header(games); err == nil {
			plain, err = zip.body(r.Header, size)
		}
	} else {
		r.Header, _, err = readHeader(plain, games)
	}
	if err != nil {
		return nil, err
	}
	if r.Root, err = r.Header.Root(); err != nil {
		return nil, err
	}
	r.cells = r.Root.Game().Grid().Size()
	r.body = body{from: plain, left: r.Header.Bytes, hash: sha256.New()}
	return r, nil
}

// readHeader reads the first two lines, and returns their length as well.
func readHeader(r *bufio.Reader, games []variants.Variant) (h Header, size int64, err error) {
	line, err := readLine(r, len(magic)+20)
	size = int64(len(line)) + 1
	switch {
	case err != nil && err != io.EOF && !errors.Is(err, errLongLine):
		return Header{}, 0, err
	case err != nil || !bytes.HasPrefix(line, []byte(magic)):
		return Header{}, 0, fmt.Errorf("not a certificate: it does not begin with %q", magic+version)
	}
	v := string(line[len(magic):])
	if v != version && v != versionIntervals && v != versionFamily {
		return Header{}, 0, fmt.Errorf("a certificate of version %q, this program knows versions %s, %s and %s", v, version, versionIntervals, versionFamily)
	}
	if line, err = readLine(r, maxHeader); err != nil {
		return Header{}, 0, fmt.Errorf("header, after %d bytes: %w", len(line), noEOF(err))
	}
	if h, err = parseHeader(line, games); err != nil {
		return h, 0, fmt.Errorf("header: %w", err)
	}
	f, err := h.Method.format()
	if is := h.version(f); err == nil && is != v {
		err = fmt.Errorf("header: a certificate of %s by %s of version %s, and not %s", h.Key(), h.Method, v, is)
	}
	if err != nil {
		return h, 0, err
	}
	return h, size + int64(len(line)) + 1, nil
}

// errLongLine reports a line that is too long.
var errLongLine = errors.New("a line without end")

// readLine reads a line of at most most bytes, without its line break.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return line, err
		case b == '\n':
			return line, nil
		case len(line) == most:
			return line, fmt.Errorf("%w: more than %d bytes", errLongLine, most)
		}
		line = append(line, b)
	}
}

// Layer begins the next layer of a strategy, after all records of the previous one, and returns
// the number of its records; 0 if there are no more layers.
func (r *Reader) Layer() (n uint64, err error) {
	if r.left != 0 {
		return 0, fmt.Errorf("%d records of the layer have not been read", r.left)
	}
	want := uint64(0)
	if r.layer < len(r.Header.Layers) {
		want = r.Header.Layers[r.layer]
	}
	n, err = readInt(&r.body, math.MaxUint64)
	if err == nil && n != want {
		err = fmt.Errorf("%d records, the header says %d", n, want)
	}
	if err != nil {
		return 0, fmt.Errorf("layer %d: %w", r.layer, noEOF(err))
	}
	r.left, r.first, r.last = n, true, Key{}
	r.layer++
	return n, nil
}

// Record reads the next record of the layer. The caller owns the slice of a walk.
func (r *Reader) Record() (Record, error) {
	record, err := r.record()
	if err != nil {
		return record, fmt.Errorf("layer %d, %d records before its end: %w", r.layer-1, r.left, noEOF(err))
	}
	r.left--
	r.first, r.last = false, record.Key
	return record, nil
}

func (r *Reader) record() (Record, error) {
	var record Record
	if r.left == 0 {
		return record, errors.New("there is no record any more")
	}
	step, err := readVarint(&r.body)
	if err != nil {
		return record, err
	}
	key, overflow := r.last.plus(step)
	if overflow || !r.first && step == (Key{}) {
		return record, errors.New("keys do not rise")
	}
	record.Key = key
	record.Answer, err = r.answer()
	return record, err
}

// answer reads an answer.
func (r *Reader) answer() (a Answer, err error) {
	kind, err := r.body.ReadByte()
	switch {
	case err != nil:
		return a, err
	case kind < walkByte:
		return Answer{Move: variants.Move(kind)}, nil
	case kind == walkByte:
		a.Kind = ByWalk
		a.Walk, err = r.turns()
		return a, err
	case kind == copyByte:
		return r.copying()
	}
	return a, fmt.Errorf("an answer that begins with byte %#x", kind)
}

// turns reads the winner's turns, at least one.
func (r *Reader) turns() (all []variants.Move, err error) {
	n, err := readInt(&r.body, uint64(r.cells))
	if err == nil && n == 0 {
		err = errors.New("a walk of no turns")
	}
	for ; n > 0 && err == nil; n-- {
		var m variants.Move
		m, err = r.move()
		all = append(all, m)
	}
	return all, err
}

// copying reads the rest of an answer by copying.
func (r *Reader) copying() (a Answer, err error) {
	a.Kind = ByCopy
	if a.Move, err = r.move(); err != nil {
		return a, err
	}
	mirror, err := readInt(&r.body, math.MaxInt32)
	if err == nil && mirror >= uint64(len(r.Header.Mirrors)) {
		err = fmt.Errorf("mirror %d of %d", mirror, len(r.Header.Mirrors))
	}
	a.Mirror = int(mirror)
	return a, err
}

// interval reads the next record of a certificate by intervals, which answers due. It returns the record's interval,
// the answer, and the number of turns of a walk.
func (r *Reader) interval(due Interval) (is Interval, a Answer, turns int, err error) {
	kind, err := r.body.ReadByte()
	if err != nil {
		return due, a, 0, noEOF(err)
	}
	is = due
	if kind >= wider {
		if is, err = r.widened(due); err != nil {
			return is, a, 0, noEOF(err)
		}
	}
	switch kind %= wider; {
	case kind < walkTurns:
		a.Move = variants.Move(kind)
	case kind == planByte:
		a.Kind = ByPlan
		a.Walk, err = r.turns()
	case kind < shortCopy:
		a.Kind, turns = ByWalk, int(kind-walkTurns)
	default:
		a, err = r.copying()
	}
	return is, a, turns, noEOF(err)
}

// widened reads a widening, and returns the wider interval.
func (r *Reader) widened(i Interval) (Interval, error) {
	var w widening
	var err error
	if w.drop, err = readInt(&r.body, math.MaxUint64); err == nil {
		w.add, err = readInt(&r.body, math.MaxUint64)
	}
	switch {
	case err != nil:
		return i, err
	case w == (widening{}):
		return i, errors.New("an interval is said to be wider, and is not")
	}
	return w.of(i, r.Root.Game().Grid().All())
}

// move reads a move.
func (r *Reader) move() (variants.Move, error) {
	m, err := r.body.ReadByte()
	if err == nil && m >= 64 {
		err = fmt.Errorf("a move %d, moves are 0 to 63", m)
	}
	return variants.Move(m), err
}

// Component reads the next record of a table of nimbers.
func (r *Reader) Component() (cells variants.Board, nimber int, err error) {
	cells, err = r.board()
	var n uint64
	if err == nil {
		n, err = readInt(&r.body, math.MaxInt32)
	}
	return cells, int(n), noEOF(err)
}

// Value reads the next record of a table of values.
func (r *Reader) Value() (left, right variants.Board, v Value, err error) {
	if left, err = r.board(); err == nil {
		right, err = r.board()
	}
	if err == nil {
		v, err = readValue(&r.body)
	}
	return left, right, v, noEOF(err)
}

// Bound reads the next record of a table of lower bounds.
func (r *Reader) Bound() (record BoundRecord, err error) {
	if record.Part.Left, record.Part.Right, record.Least, err = r.Value(); err != nil {
		return record, err
	}
	reason, err := r.body.ReadByte()
	record.Reason = Reason(reason)
	return record, noEOF(err)
}

// Exclusion reads the next record of a table of exact and excluded nimbers of components.
func (r *Reader) Exclusion() (record ExclusionRecord, err error) {
	var kind uint64
	if record.Cells, err = r.board(); err == nil {
		kind, err = readInt(&r.body, 2*mostNimber+1)
	}
	record.Nimber, record.Not = int(kind/2), kind%2 != 0
	if err == nil && record.Not {
		record.Move, err = r.move()
	}
	return record, noEOF(err)
}

// board reads a set of cells.
func (r *Reader) board() (variants.Board, error) {
	cells, err := readInt(&r.body, uint64(r.Root.Game().Grid().All()))
	return variants.Board(cells), err
}

// End verifies that the file ends here, and that the body agrees with the header.
func (r *Reader) End() error {
	if n := r.body.unread(); n > 0 {
		return fmt.Errorf("%d bytes come after the last record", n)
	}
	if _, err := r.body.from.ReadByte(); err == nil {
		return errors.New("something comes after the body")
	} else if err != io.EOF {
		return err
	}
	if sum := hex.EncodeToString(r.body.hash.Sum(nil)); sum != r.Header.SHA256 {
		return fmt.Errorf("the SHA-256 of the body is %s, and not %.64q as the header says", sum, r.Header.SHA256)
	}
	return nil
}

// body reads the body in blocks, and hashes them.
type body struct {
	from  *bufio.Reader
	left  int64 // bytes not read from it
	hash  hash.Hash
	block []byte // rest of the last block
	buf   []byte
}

// ReadByte returns the next byte; the error is io.EOF at the end of the body.
func (b *body) ReadByte() (byte, error) {
	if len(b.block) == 0 {
		if err := b.fill(); err != nil {
			return 0, err
		}
	}
	c := b.block[0]
	b.block = b.block[1:]
	return c, nil
}

// fill reads the next block.
func (b *body) fill() error {
	if b.left == 0 {
		return io.EOF
	}
	if b.buf == nil {
		b.buf = make([]byte, min(b.left, 1<<16))
	}
	if _, err := b.from.Peek(1); err != nil {
		return fmt.Errorf("the file ends %d bytes too early: %w", b.left, noEOF(err))
	}
	n, err := b.from.Read(b.buf[:min(int64(len(b.buf)), b.left)])
	b.left -= int64(n)
	b.block = b.buf[:n]
	b.hash.Write(b.block)
	return err
}

// unread returns the number of bytes of the body that have not been read.
func (b *body) unread() int64 { return b.left + int64(len(b.block)) }

// source reads a file until its context ends.
type source struct {
	ctx  context.Context
	from io.Reader
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.from.Read(p)
}

// noEOF replaces io.EOF by io.ErrUnexpectedEOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
