package solver

import (
	"context"
	"iter"
	"time"

	"gridlock/variants"
)

// Store keeps proven results from one run of the program to the next. Package tablebase
// implements it. A damaged store returns errors, never wrong answers, and a search can continue
// without it.
type Store interface {
	// Find returns the stored result of a position. Proven is false if there is none. Engine is the engine that proved it,
	// and Stats the work that it took.
	Find(ctx context.Context, p variants.Position) (Result, error)

	// Save keeps a proven result. It merges the result with earlier results, so that a known distance, for example,
	// stays. It ignores results that are not proven.
	Save(ctx context.Context, p variants.Position, r Result) error

	// SaveCheckpoint keeps the memory of a search, in pieces of any size, in place of the previous checkpoint of that
	// name. The previous one stays until the new one is complete, and also if an error comes instead of a piece.
	SaveCheckpoint(ctx context.Context, name string, meta []byte, pieces iter.Seq2[[]byte, error]) error

	// LoadCheckpoint returns the last complete checkpoint of a name; meta is nil if there is none. The pieces come back
	// as they were saved and are read on demand. If a piece comes with an error, it is the last one; the pieces before
	// it are right.
	LoadCheckpoint(ctx context.Context, name string) (meta []byte, pieces iter.Seq2[[]byte, error], err error)

	// DropCheckpoint deletes a checkpoint that is no longer needed.
	DropCheckpoint(ctx context.Context, name string) error
}

// The kinds of sources that results come from without a search.
const (
	FromBook  = "book"   // an opening book
	FromTable = "table"  // a complete table
	FromStore = "solved" // a position that was solved by itself
)

// Origin is the source of a result.
type Origin struct {
	Kind  string `json:"-"` // one of the constants
	Table string `json:"-"` // the name of the table
	Nodes uint64 `json:"-"` // visited to compute it

	Program string    `json:"program"`
	Rules   int       `json:"rules"`
	Command string    `json:"command,omitempty"`
	When    time.Time `json:"when"`
	Seconds float64   `json:"seconds"`
	Machine Machine   `json:"machine"`
}

// Machine describes the machine that computed a result.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}
