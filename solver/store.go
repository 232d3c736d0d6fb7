package solver

import (
	"context"
	"iter"
	"time"

	"gridlock/variants"
)

// Store keeps what has been proven from one run of the program to the next. Package
// tablebase has one. Whatever is wrong with a store is an error, never a wrong answer,
// and a search can go on without it.
type Store interface {
	// Find returns what is known of a position: Proven is false where that is nothing.
	// The engine of the result is the one that has proven it, and Stats what that cost.
	Find(ctx context.Context, p variants.Position) (Result, error)

	// Save keeps a result that is proven. What is known already and the result does not
	// have, such as the distance, is kept as well. Results that are not proven are passed
	// over.
	Save(ctx context.Context, p variants.Position, r Result) error

	// SaveCheckpoint keeps what a search has in memory, in pieces of any size, in the
	// place of the checkpoint of that name before it. That one stays until the new one is
	// complete; so it does when an error comes instead of a piece.
	SaveCheckpoint(ctx context.Context, name string, meta []byte, pieces iter.Seq2[[]byte, error]) error

	// LoadCheckpoint returns the last complete checkpoint of a name. Meta is nil where
	// there is none. The pieces, as they were saved, are read when they are asked for; one
	// that comes with an error is the last one, and those before it are right.
	LoadCheckpoint(ctx context.Context, name string) (meta []byte, pieces iter.Seq2[[]byte, error], err error)

	// DropCheckpoint forgets a checkpoint that nobody needs any more.
	DropCheckpoint(ctx context.Context, name string) error
}

// The kinds of places that results come from without a search.
const (
	FromBook  = "book"   // an opening book
	FromTable = "table"  // a complete table
	FromStore = "solved" // a position that was solved alone
)

// Origin says where a result comes from.
type Origin struct {
	Kind  string `json:"-"` // one of the constants
	Table string `json:"-"` // the name of the table
	Nodes uint64 `json:"-"` // that it took

	Program string    `json:"program"`
	Rules   int       `json:"rules"`
	Command string    `json:"command,omitempty"`
	When    time.Time `json:"when"`
	Seconds float64   `json:"seconds"`
	Machine Machine   `json:"machine"`
}

// Machine says what a result was computed on.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}
