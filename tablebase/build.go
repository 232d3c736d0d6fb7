package tablebase

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// Layer describes a layer of a table; see [keys.Keys.Layer].
type Layer struct {
	Cells     int    `json:"cells"`
	Positions uint64 `json:"positions"`
	Before    uint64 `json:"before,omitzero"` // positions before symmetry, if counted
	Wins      uint64 `json:"wins"`
	Losses    uint64 `json:"losses"`
	Longest   int    `json:"longest"`
}

// Far is a position that is far from the end.
type Far struct {
	Distance int      `json:"distance"`
	Key      keys.Key `json:"key"`
}

// Info describes a table.
type Info struct {
	Game      string        `json:"game"`
	Rows      int           `json:"rows"`
	Cols      int           `json:"cols"`
	Start     string        `json:"start"` // the first position, from which all others are reachable
	Distance  int           `json:"distance"`
	Positions uint64        `json:"positions"` // images count as one
	Wins      uint64        `json:"wins"`
	Losses    uint64        `json:"losses"`
	Blocks    int           `json:"blocks"`
	Bytes     int64         `json:"bytes"` // bytes of the blocks, with their keys and hashes
	Win       *Far          `json:"longest_win,omitempty"`
	Loss      *Far          `json:"longest_loss,omitempty"`
	Layers    []Layer       `json:"layers"` // layers from the first one, with most cells left, to the last
	Digest    string        `json:"digest"` // over the hashes of all blocks: equal tables have equal digests
	Origin    solver.Origin `json:"origin"`
}

// writer is the [retrograde.TableWriter] that receives a table from the engine.
type writer struct {
	*stream
	prefix []byte
	info   Info
	last   keys.Key           // of the layer
	firsts map[int][]keys.Key // the first keys of the blocks of each layer
}

// errOrder reports that an engine hands out positions out of order.
var errOrder = errors.New("positions of a table out of order")

// Block implements [retrograde.TableWriter].
func (w *writer) Block(layer int, keys []keys.Key, distances []uint8) error {
	if len(keys) == 0 {
		return nil
	}
	return guard(w.v.dir, func() error { return w.block(layer, keys, distances) })
}

func (w *writer) block(layer int, keys []keys.Key, distances []uint8) error {
	if err := w.begin(layer, keys[0]); err != nil {
		return err
	}
	for i, k := range keys[1:] {
		if k.Compare(keys[i]) <= 0 {
			return errOrder
		}
	}
	w.last = keys[len(keys)-1]
	w.firsts[layer] = append(w.firsts[layer], keys[0])
	w.count(keys, distances)
	return w.add(appendKey(append(w.prefix, byte(layer)), keys[0]), encodeBlock(keys, distances))
}

// begin starts another layer if the block is its first one.
func (w *writer) begin(layer int, first keys.Key) error {
	layers := w.info.Layers
	if n := len(layers); n > 0 && layers[n-1].Cells == layer {
		if first.Compare(w.last) <= 0 {
			return errOrder
		}
		return nil
	} else if n > 0 && layers[n-1].Cells > layer || layer > math.MaxUint8 {
		return errOrder
	}
	w.info.Layers = append(layers, Layer{Cells: layer})
	return nil
}

// count adds a block to the counts.
func (w *writer) count(keys []keys.Key, distances []uint8) {
	layer := &w.info.Layers[len(w.info.Layers)-1]
	for i, d := range distances {
		layer.add(int(d))
		far := &w.info.Loss
		if solver.OutcomeIn(int(d)) == solver.Win {
			far = &w.info.Win
		}
		if *far == nil || int(d) > (*far).Distance {
			*far = &Far{int(d), keys[i]}
		}
	}
	w.info.Blocks++
}

// Build computes a table of all positions reachable from start, and replaces the table from that position, if there is
// one. Compute receives the writer of the table. The table appears only when Build returns; until then the store is
// unchanged, whatever happens.
func (s *Store) Build(start variants.Position, compute func(retrograde.TableWriter) (retrograde.Built, error)) (Info, error) {
	var info Info
	err := s.replace(tablesName, tableName(start), func(v *volume) error {
		began := time.Now()
		out := newStream(v, s.room)
		defer out.release()
		w := &writer{stream: out, prefix: gameKey(blockKind, start.Game()), firsts: map[int][]keys.Key{}}
		built, err := compute(w)
		if err != nil {
			return err
		}
		w.conclude(start, built)
		w.info.Origin = s.origin(built.Earlier + time.Since(began))
		info = w.info
		if err := w.index(gameKey(indexKind, start.Game())); err != nil {
			return err
		}
		return w.finish(info)
	})
	if err == nil {
		s.forget(tableName(start))
		err = s.removeLeftovers()
	}
	return info, err
}

// perIndex is the maximum number of blocks in a record of the index.
const perIndex = 4096

// index writes the list of blocks, in a file of its own.
func (w *writer) index(prefix []byte) error {
	if err := w.flush(); err != nil {
		return err
	}
	for layer := range math.MaxUint8 + 1 {
		for firsts := range slices.Chunk(w.firsts[layer], perIndex) {
			var content []byte
			for _, k := range firsts {
				content = appendKey(content, k)
			}
			key := appendKey(append(bytes.Clone(prefix), byte(layer)), firsts[0])
			if err := w.put(key, versioned{value: wrap(key, content), version: onlyOne}); err != nil {
				return err
			}
		}
	}
	return nil
}

// conclude fills in the facts that are known only at the end of a build.
func (w *writer) conclude(start variants.Position, built retrograde.Built) {
	info, grid := &w.info, start.Game().Grid()
	info.Game, info.Rows, info.Cols, info.Start = start.Game().Variant().Key(), grid.Rows(), grid.Cols(), start.String()
	info.Distance = int(built.Root)
	info.Bytes, info.Digest = w.bytes, fmt.Sprintf("%016x", w.digest.Sum64())
	before := map[int]uint64{}
	for _, l := range built.Layers {
		before[l.Cells] = l.Unreduced
	}
	for i := range info.Layers {
		l := &info.Layers[i]
		l.Before = before[l.Cells]
		info.Positions += l.Positions
		info.Wins += l.Wins
		info.Losses += l.Losses
	}
	slices.Reverse(info.Layers)
}

// tableName returns the name of the table from a position. Images share it.
func tableName(start variants.Position) string {
	return tableNameOf(start.Game(), keys.New(start.Game()).Of(start.State()))
}

// tableNameOf returns the name of the table from the position with a key.
func tableNameOf(game *variants.Game, key keys.Key) string {
	name := fmt.Sprintf("%s-%v", game.Variant().FileName(), game.Grid())
	if key == keys.New(game).Of(game.Start().State()) {
		return name
	}
	return fmt.Sprintf("%s-%016x", name, xxhash.Sum64(appendKey(nil, key)))
}
