package tablebase

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	"github.com/cespare/xxhash/v2"

	"gridlock/solver"
)

// checkpoint is the complete record of a checkpoint.
type checkpoint struct {
	Name   string        `json:"name"`
	Meta   []byte        `json:"meta"`
	Pieces int           `json:"pieces"`
	Bytes  int64         `json:"bytes"`
	Origin solver.Origin `json:"origin"`
}

// checkpointDir returns the name of the volume of a checkpoint.
func checkpointDir(name string) string { return fmt.Sprintf("%016x", xxhash.Sum64String(name)) }

// Pieces of a checkpoint are stored in parts, each preceded by a byte that says whether more
// parts of the piece follow.
const (
	partSize  = 256 << 10
	partMore  = 1
	partFinal = 0
)

// partKey returns the key of a part of a checkpoint.
func partKey(n int) []byte {
	return binary.BigEndian.AppendUint64([]byte{checkpointPart, schema}, uint64(n))
}

// SaveCheckpoint implements [solver.Store].
func (s *Store) SaveCheckpoint(ctx context.Context, name string, meta []byte, pieces iter.Seq2[[]byte, error]) error {
	began := time.Now()
	err := s.replace(checkpointName, checkpointDir(name), func(v *volume) error {
		out := newStream(v, s.room)
		defer out.release()
		done := checkpoint{Name: name, Meta: meta}
		parts := 0
		for piece, err := range pieces {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = out.addParts(&parts, piece)
			}
			if err != nil {
				return err
			}
			done.Pieces++
			done.Bytes += int64(len(piece))
		}
		done.Origin = s.origin(time.Since(began))
		return out.finish(done)
	})
	if err == nil {
		err = s.removeLeftovers()
	}
	return err
}

// addParts writes a piece.
func (s *stream) addParts(parts *int, piece []byte) error {
	for {
		part := piece[:min(partSize, len(piece))]
		piece = piece[len(part):]
		more := byte(partFinal)
		if len(piece) > 0 {
			more = partMore
		}
		if err := s.add(partKey(*parts), append([]byte{more}, part...)); err != nil {
			return err
		}
		if *parts++; len(piece) == 0 {
			return nil
		}
	}
}

// LoadCheckpoint implements [solver.Store].
func (s *Store) LoadCheckpoint(ctx context.Context, name string) (meta []byte, pieces iter.Seq2[[]byte, error], err error) {
	none := func(func([]byte, error) bool) {}
	v, err := s.latest(checkpointName, checkpointDir(name))
	if errors.Is(err, ErrMissing) {
		return nil, none, nil
	}
	if err != nil {
		return nil, none, err
	}
	var c checkpoint
	err = v.complete(&c)
	if err == nil && c.Name != name {
		err = damagedf(v.dir, "the checkpoint is %q, not %q", c.Name, name)
	}
	if err == nil && c.Origin.Rules != RulesVersion {
		err = fmt.Errorf("%s: %w", v.dir, ErrVersion)
	}
	if err = errors.Join(err, v.close()); err != nil {
		return nil, none, err
	}
	if c.Meta == nil {
		c.Meta = []byte{}
	}
	return c.Meta, func(yield func([]byte, error) bool) { s.readPieces(ctx, c, v.dir, yield) }, nil
}

// errEnough ends an iteration when no more pieces are wanted.
var errEnough = errors.New("enough")

// readPieces hands out the pieces of a checkpoint.
func (s *Store) readPieces(ctx context.Context, c checkpoint, dir string, yield func([]byte, error) bool) {
	v, err := openNamed(dir, place{checkpointName, checkpointDir(c.Name)}, access{wait: s.opt.Wait, games: s.opt.Games})
	if err == nil {
		err = v.pieces(ctx, c, func(piece []byte) bool { return yield(piece, nil) })
		err = errors.Join(err, v.close())
	}
	if err != nil && !errors.Is(err, errEnough) {
		yield(nil, err)
	}
}

// pieces joins the parts of pieces, and verifies that none is missing.
func (v *volume) pieces(ctx context.Context, c checkpoint, yield func([]byte) bool) error {
	var piece []byte
	parts, pieces := 0, 0
	err := v.each([]byte{checkpointPart, schema}, func(key, content []byte) error {
		if string(key) != string(partKey(parts)) || len(content) == 0 {
			return damagedf(v.dir, "part %d is gone", parts)
		}
		parts++
		piece = append(piece, content[1:]...)
		if content[0] == partMore {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		pieces++
		whole := piece
		piece = nil
		if !yield(whole) {
			return errEnough
		}
		return nil
	})
	if err == nil && pieces != c.Pieces {
		return damagedf(v.dir, "%d pieces, not %d", pieces, c.Pieces)
	}
	return err
}

// DropCheckpoint implements [solver.Store].
func (s *Store) DropCheckpoint(_ context.Context, name string) error {
	all, err := s.generations(checkpointName, checkpointDir(name))
	if err != nil || len(all) == 0 {
		return err
	}
	return s.exclusively(func() error {
		for _, n := range all {
			if err := os.RemoveAll(s.generation(checkpointName, checkpointDir(name), n)); err != nil {
				return err
			}
		}
		return nil
	})
}
