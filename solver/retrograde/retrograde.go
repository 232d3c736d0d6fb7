// Package retrograde finds the distances of all positions that are reachable from one, layer by
// layer from the end of the game, and hands them to a [TableWriter].
package retrograde

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gridlock/internal/spill"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Engine computes a table of every reachable position. A forward pass finds the positions, layer by layer; a backward
// pass finds their outcomes and exact distances. It is retrograde analysis (Ströhlein 1970) for games without cycles,
// in which one pass from the last layer to the first suffices.
//
// While it runs, a position takes about a byte for its key and one for its distance, in memory or in scratch files.
// Positions of a layer take some more memory while they are looked up; in duel and claim moves lead to ten layers. If
// keys, distances and lookups exceed a quarter of Options.Memory, they are handled in pieces.
type Engine struct {
	// Writer, if not nil, receives the table.
	Writer TableWriter

	// Scratch, if not nil, is for data that exceeds Options.Memory.
	Scratch Scratch

	// Journal, if not nil, keeps every finished layer, forward and backward. If it holds layers
	// of an earlier build from the same position, the build continues from there. A position
	// takes about two bytes in it.
	Journal Journal

	// Resumed, if not nil, is called once if the build continues an earlier one, and says where.
	Resumed func(Resumed)

	// Check, if not nil, is called once all positions are found, with the needs of the rest of the build. An error ends
	// the build.
	Check func(Needs) error

	// Unreduced makes Build count positions before symmetry even if that takes another forward pass, because the first
	// position is not its own image under every symmetry of the board.
	Unreduced bool
}

// TableWriter receives a complete table. Layers come from the last one, with the fewest cells left, to the first.
// Within a layer every position comes once, in ascending order of keys, in blocks of up to a few thousand. Block is
// called by one goroutine at a time, and must not keep the slices. An error ends the build.
type TableWriter interface {
	Block(layer int, keys []keys.Key, distances []uint8) error
}

// Scratch makes files for data that does not fit into memory.
type Scratch = spill.Scratch

// ScratchFile is a file that is no longer needed once it is closed. Several goroutines may read and write different
// parts of the file at once.
type ScratchFile = spill.File

// Layer counts the positions of a table with the same number of cells left; see
// [keys.Keys.Layer].
type Layer struct {
	Cells     int    // cells left, the number of the layer
	Positions uint64 // images count as one
	Unreduced uint64 // reachable states, before symmetry; 0 if not counted
	Wins      uint64 // positions that the player to move wins
	Losses    uint64
	Longest   int // greatest distance
}

// Built is the result of a build.
type Built struct {
	Layers []Layer // layers that have positions, from the first to the last
	Root   uint8   // distance of the position from which the table was built
	Stats  solver.Stats

	// Earlier is the time of the earlier builds that this one continued.
	Earlier time.Duration
}

// Name returns "retrograde".
func (Engine) Name() string { return "retrograde" }

// Build computes the table of all positions reachable from p. A node is a position of the table;
// images count as one.
func (e Engine) Build(ctx context.Context, p variants.Position, opt solver.Options) (built Built, err error) {
	if p.Game() == nil {
		return built, solver.ErrNoPosition
	}
	r := e.begin(ctx, p, opt)
	defer r.release()
	if err = e.build(r, p, opt); err == nil {
		root, _ := r.Search(p.State())
		built.Root = uint8(root)
		built.Layers, built.Earlier = r.statistics(), r.resumed.Elapsed
		err = r.control.Err()
	}
	built.Stats = r.workers[0].budget.Finish()
	return built, err
}

// Solve implements [solver.Engine]. Time and memory are proportional to the number of reachable
// positions; images count as one. If the table does not fit into opt.Memory, and Scratch is nil,
// the error is solver.ErrLimit.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	if p.Game() == nil {
		return solver.Undecided(e.Name()), solver.ErrNoPosition
	}
	r := e.begin(ctx, p, opt)
	defer r.release()
	w := r.workers[0].budget
	if err := e.build(r, p, opt); err != nil {
		return solver.Result{Distance: solver.NoDistance, Engine: e.Name(), Stats: w.Finish()}, err
	}
	return search.SolveExactly(p, e.Name(), r, w)
}

// begin prepares a build.
func (e Engine) begin(ctx context.Context, p variants.Position, opt solver.Options) *builder {
	c := search.NewControl(ctx, e.Name(), opt)
	r := newBuilder(keys.New(p.Game()), p.Game().Rules(), c, e.Scratch, opt)
	r.journal, r.report = e.Journal, e.Resumed
	c.Describe = r.describe
	c.Publish()
	return r
}

// build computes the table.
func (e Engine) build(r *builder, p variants.Position, opt solver.Options) error {
	symmetric := r.keys.Orbit(p.State()) == 1
	var before [keys.MaxLayers]uint64
	if e.Unreduced && !symmetric {
		var err error
		if before, err = e.countBefore(r, p, opt); err != nil {
			return err
		}
	}
	if err := r.forward(p.State(), symmetric, true); err != nil {
		return err
	}
	for cells, l := range r.layers {
		if l != nil && !symmetric {
			l.Unreduced = before[cells]
		}
	}
	if err := r.check(e); err != nil {
		return err
	}
	return r.evaluate(e)
}

// countBefore counts the positions of each layer before symmetry. It makes a forward pass with
// the symmetries that keep the first position, under which every image of a reachable position
// is reachable.
func (e Engine) countBefore(r *builder, p variants.Position, opt solver.Options) (before [keys.MaxLayers]uint64, err error) {
	counting := newBuilder(keys.Keeping(p), r.rules, r.control, e.Scratch, opt)
	defer counting.release()
	if err = counting.forward(p.State(), true, false); err != nil {
		return before, err
	}
	for cells, l := range counting.layers {
		if l != nil {
			before[cells] = l.Unreduced
		}
	}
	return before, nil
}

// statistics returns the counts of all layers.
func (r *builder) statistics() (all []Layer) {
	for _, l := range slices.Backward(r.layers[:]) {
		if l != nil {
			all = append(all, l.Layer)
		}
	}
	return all
}

// describe adds to a snapshot what only the build knows.
func (r *builder) describe(s *solver.Stats) {
	direction := "forward"
	if r.backward.Load() {
		direction = "backward"
	}
	s.Depth = int(r.at.Load())
	s.Phase = fmt.Sprintf("layer %d %s", s.Depth, direction)
	s.Solved = r.solved.Load()
	s.Memory = r.pool.Held() + r.mapped.Load()
}
