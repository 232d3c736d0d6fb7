package solver

import (
	"context"
	"errors"
	"io"

	"gridlock/variants"
)

// Retrograde computes a table of every position that can be reached: forward, layer by
// layer, which positions there are, then backward their outcomes and exact distances.
type Retrograde struct {
	// Writer, if not nil, receives the table.
	Writer TableWriter

	// Scratch, if not nil, is where the engine puts what exceeds Options.Memory.
	Scratch Scratch

	// Known, if not nil, returns the distances of a layer, in ascending order of keys,
	// as far as an earlier build from the same position has given the whole layer to
	// its Writer; nil otherwise. A layer that is known is not computed, nor is it given
	// to Writer again. When the number of distances is not that of the positions, the
	// build fails.
	Known func(layer int) ([]uint8, error)

	// Before makes Build count positions before symmetry also where that takes a
	// forward pass of its own, because the first position is not its own image under
	// every symmetry of the board.
	Before bool
}

// TableWriter receives a complete table: layer after layer, from the last one, with the
// fewest cells left, to the first; within each layer every position once, in ascending
// order of keys, in blocks of up to some thousand. Block is called by one goroutine at
// a time, and must not keep the slices. An error ends the build.
type TableWriter interface {
	Block(layer int, keys []Key, distances []uint8) error
}

// Scratch makes files for what does not fit into memory.
type Scratch interface {
	// Create returns a new, empty file.
	Create() (ScratchFile, error)
}

// ScratchFile is a file that nobody needs any more once it is closed. Several
// goroutines may read and write different parts of it at once.
type ScratchFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer // also removes the file
}

// Layer counts the positions of a table with the same number of cells left; see
// [Keys.Layer].
type Layer struct {
	Cells     int    // cells left, by which layers are known
	Positions uint64 // images counted as one
	Before    uint64 // before symmetry: states that can be reached; 0 where not counted
	Wins      uint64 // of Positions, those that the player to move wins
	Losses    uint64
	Longest   int // greatest distance
}

// Built says what a build has found out.
type Built struct {
	Layers []Layer // those that have positions, from the first one to the last
	Root   uint8   // distance of the position from which the table was built
	Stats  Stats
}

// Name returns "retrograde".
func (Retrograde) Name() string { return "retrograde" }

// Build computes the table of all positions that can be reached from p.
func (r Retrograde) Build(ctx context.Context, p variants.Position, opt Options) (Built, error) {
	return Built{}, errors.New("not written yet")
}
