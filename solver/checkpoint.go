package solver

import "time"

// Checkpoint makes a search save its findings in a store, at intervals and when it has to stop.
// A later search of the same position by the same engine, with the same setting of NoLemmas, can
// continue from there. Packages pn and negamax support checkpoints, and so does auto, which
// calls them.
//
// A checkpoint holds the entries of the search's table that took the most work. It is as reliable as the table: see
// docs/soundness-search.md.
type Checkpoint struct {
	Store Store

	// Every is the time between two checkpoints; 0 means a minute.
	Every time.Duration

	// Least is the number of nodes below which a search that has to stop saves no checkpoint; 0
	// means the work of a few tenths of a second.
	Least uint64

	// Resume makes the search begin with the last checkpoint, if there is one.
	Resume bool

	// Resumed, if not nil, is called with the checkpoint that a search begins with, once for each engine that resumes.
	Resumed func(CheckpointInfo)

	// Saving, if not nil, is called before a search that has to stop saves its last checkpoint,
	// which may take a few seconds. Ending the program meanwhile leaves the previous checkpoint
	// intact.
	Saving func()

	// Saved, if not nil, is called for every checkpoint that is saved. A checkpoint with less work, or many fewer
	// positions, than the last one is not saved.
	Saved func(CheckpointInfo)

	// Kept, if not nil, is called with the last checkpoint if this search does not replace it: because it has more work
	// or many more positions than this search, or because this search began with it and had to stop before Least nodes.
	Kept func(CheckpointInfo)

	// Failed, if not nil, is called when a checkpoint could not be saved or read. The search
	// continues without it.
	Failed func(error)
}

// CheckpointInfo describes a checkpoint.
type CheckpointInfo struct {
	Engine    string        `json:"engine"`
	Positions uint64        `json:"positions"` // entries of the table
	Nodes     uint64        `json:"nodes"`     // visited by all searches so far
	Elapsed   time.Duration `json:"elapsed"`   // time of all searches so far
	Saved     time.Time     `json:"saved"`
}
