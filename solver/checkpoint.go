package solver

import "time"

// Checkpoint makes a search leave what it has found out in a store, every so often and
// when it has to stop, and a later search of the same position by the same engine, with or
// without lemmas like the first, continue from there. Packages pn and negamax, and auto by them, can do so.
//
// A checkpoint holds entries of the search's table, those that took the most work, so it
// holds for certain what these held: see docs/soundness.md.
type Checkpoint struct {
	Store Store

	// Every is the time between two checkpoints; 0 means a minute.
	Every time.Duration

	// Least is how many nodes a search that has to stop must have visited to be worth a
	// checkpoint; 0 means some tenths of a second's worth.
	Least uint64

	// Resume makes the search begin with the last checkpoint, if there is one.
	Resume bool

	// Resumed, if not nil, is told what the search begins with, once for each engine
	// that does.
	Resumed func(CheckpointInfo)

	// Saving, if not nil, is told before a search that has to stop saves its last
	// checkpoint, which may take some seconds. To end the program meanwhile leaves the
	// checkpoint before that one.
	Saving func()

	// Saved, if not nil, is told of every checkpoint that is saved.
	Saved func(CheckpointInfo)

	// Failed, if not nil, is told why a checkpoint could not be saved or read. The
	// search goes on without it.
	Failed func(error)
}

// CheckpointInfo says what a checkpoint holds.
type CheckpointInfo struct {
	Engine    string        `json:"engine"`
	Positions uint64        `json:"positions"` // entries of the table
	Nodes     uint64        `json:"nodes"`     // that it took to find them out, by all searches so far
	Elapsed   time.Duration `json:"elapsed"`   // likewise
	Saved     time.Time     `json:"saved"`
}
