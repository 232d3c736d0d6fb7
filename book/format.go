package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gridlock/solver/keys"
	"gridlock/variants"
)

// magic is the first line of a book.
const magic = "gridlock-book 1\n"

// mostBytes is the maximum size of a file, far larger than any book that fits into a program.
const mostBytes = 1 << 30

// header is the second line of a book.
type header struct {
	Info
	Entries int `json:"entries"`
}

// ErrFormat is the error of a file that is not a book, or damaged.
var ErrFormat = errors.New("not a book, or damaged")

// badf makes an ErrFormat.
func badf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

// Write writes the book.
func (b *Book) Write(w io.Writer) error {
	head, err := json.Marshal(header{b.info, len(b.entries)})
	if err != nil {
		return err
	}
	text := slices.Concat([]byte(magic), head, []byte("\n"), b.body())
	sum := sha256.Sum256(text)
	_, err = w.Write(append(text, sum[:]...))
	return err
}

// body returns the encoded entries.
func (b *Book) body() (body []byte) {
	var before keys.Key
	for _, e := range b.entries {
		body = binary.AppendUvarint(body, e.key.A-before.A)
		if b.keys.Wide() {
			body = binary.AppendUvarint(body, e.key.B)
		}
		body = append(body, byte(e.value))
		body = binary.AppendUvarint(body, uint64(e.best))
		before = e.key
	}
	return body
}

// Read reads a book, of one of the five games or of the given ones. The error of a file that is
// not a complete book is ErrFormat. Read checks every entry against the rules: keys are those of
// states, and moves are legal.
func Read(r io.Reader, games ...variants.Variant) (*Book, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(text, []byte(magic)) {
		return nil, badf("it does not begin with %q", magic)
	}
	if len(text) < len(magic)+sha256.Size {
		return nil, badf("it is too short")
	}
	text, sum := text[:len(text)-sha256.Size], text[len(text)-sha256.Size:]
	if want := sha256.Sum256(text); !bytes.Equal(sum, want[:]) {
		return nil, badf("its checksum is wrong")
	}
	line, body, _ := bytes.Cut(text[len(magic):], []byte("\n"))
	var head header
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&head); err != nil {
		return nil, badf("its header: %v", err)
	}
	b, err := newBook(head.Info, games)
	if err != nil {
		return nil, badf("its header: %v", err)
	}
	if err := b.fill(body, head.Entries); err != nil {
		return nil, err
	}
	return b, nil
}

// newBook returns an empty book.
func newBook(info Info, games []variants.Variant) (*Book, error) {
	v, err := variants.ByKey(info.Variant, games...)
	if err != nil {
		return nil, err
	}
	start, err := v.Parse(info.Position)
	if err != nil {
		return nil, err
	}
	if board := start.Game().Grid().String(); board != info.Board {
		return nil, fmt.Errorf("the board of the position is %s, not %s", board, info.Board)
	}
	return &Book{info: info, game: start.Game(), keys: keys.New(start.Game())}, nil
}

// fill reads the entries.
func (b *Book) fill(body []byte, entries int) error {
	in := bytes.NewReader(body)
	var before keys.Key
	for in.Len() > 0 {
		e, err := b.readEntry(in, before)
		if err == nil {
			err = b.check(e)
		}
		if err == nil && len(b.entries) > 0 && e.key.Compare(before) <= 0 {
			err = errors.New("its key does not come after the one before")
		}
		if err != nil {
			return badf("entry %d: %v", len(b.entries)+1, err)
		}
		b.entries = append(b.entries, e)
		before = e.key
	}
	if len(b.entries) != entries {
		return badf("%d entries, not %d", len(b.entries), entries)
	}
	return nil
}

func (b *Book) readEntry(in *bytes.Reader, before keys.Key) (e entry, err error) {
	difference, err := binary.ReadUvarint(in)
	if err != nil {
		return e, err
	}
	e.key.A = before.A + difference
	if b.keys.Wide() {
		if e.key.B, err = binary.ReadUvarint(in); err != nil {
			return e, err
		}
	}
	v, err := in.ReadByte()
	if err != nil {
		return e, err
	}
	best, err := binary.ReadUvarint(in)
	e.value, e.best = value(v), variants.MoveSet(best)
	return e, err
}

// check checks an entry against the rules.
func (b *Book) check(e entry) error {
	if !e.value.valid() {
		return fmt.Errorf("there is no value %d", e.value)
	}
	s, ok := b.keys.Valid(e.key)
	if !ok {
		return errors.New("its key is not that of a state")
	}
	legal := b.game.Rules().Legal(s)
	switch {
	case legal == 0:
		return errors.New("the game is over there")
	case e.best&^legal != 0:
		return errors.New("it has a move that is not legal")
	case (e.best == 0) != (e.value == lostSomehow):
		return errors.New("its moves do not go with its value")
	}
	return nil
}
