package sweep

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"gridlock/analysis"
	"gridlock/internal/printable"
	"gridlock/internal/random"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Sampling says which positions of boards to put into a dataset.
type Sampling struct {
	Drawing
	Nodes uint64 // limit for each; a position that takes more is left out
}

// Drawing says which random positions of a board to take.
type Drawing struct {
	Positions int     // how many, at most
	Seed      uint64  // of the random games that they are from
	Holes     float64 // probability that a cell is missing from the board of such a game, from 0 to 1
}

// Samples are the positions of a board for a dataset.
type Samples struct {
	Lines   []report.Sample
	Skipped int // positions that took too much work
}

// drawsPerPosition is how many random games are played for each position wanted. Small boards have
// too few positions.
const drawsPerPosition = 20

// sampleMemory is the memory for the positions of a board, in bytes: enough for the usual limit of
// nodes, and the same everywhere, since less of it takes more nodes.
const sampleMemory = 64 << 20

// Of returns positions of the board of a start with a legal move, from random games. Each is from
// another game, at a random ply of it, so that early and late positions are as likely; images of a
// position are not repeated. The positions of a board depend on the drawing and the board alone. There
// are none where no game has a move.
func (d Drawing) Of(start variants.Position) (all []variants.Position) {
	r := boardRandom(d.Seed, start)
	keys, seen := keys.New(start.Game()), map[keys.Key]bool{}
	for range drawsPerPosition * d.Positions {
		if len(all) == d.Positions {
			break
		}
		if d.Holes > 0 {
			start = random.Start(r, start.Game(), d.Holes)
		}
		history := random.Game(r, start)
		if len(history) == 1 {
			continue
		}
		p := history[r.IntN(len(history)-1)]
		if key := keys.Of(p.State()); !seen[key] {
			seen[key] = true
			all = append(all, p)
		}
	}
	return all
}

// boardRandom returns the generator of a seed and a board.
func boardRandom(seed uint64, start variants.Position) *rand.Rand {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%d %s", seed, start.Game())
	return random.New(hash.Sum64())
}

// sample asks about positions of a board. One worker does, and nothing is looked up, so that the
// answers are the same every time.
func (opt Options) sample(ctx context.Context, start variants.Position) (s Samples, err error) {
	ask := analysis.Options{Options: solver.Options{Nodes: opt.Sampling.Nodes, Memory: sampleMemory, Workers: 1, Monitor: opt.Ask.Monitor}}
	shared, err := auto.NewShared(start.Game(), ask.Memory)
	if err != nil {
		return s, err
	}
	defer shared.Release()
	ask.Auto = auto.Engine{Distance: opt.Ask.Auto.Distance, Shared: shared}
	for _, p := range opt.Sampling.Of(start) {
		answer, err := analysis.Ask(ctx, p, analysis.EveryMove, ask)
		switch {
		case ctx.Err() != nil, err != nil && !errors.Is(err, solver.ErrLimit):
			return s, err
		case !decided(answer.Knowledge):
			s.Skipped++
		default:
			name := group(p)
			s.Lines = append(s.Lines, report.NewSample(answer, name, split(name)))
		}
	}
	return s, nil
}

// decided reports whether it is known who wins after every move.
func decided(k *solver.Knowledge) bool {
	for _, m := range k.Moves() {
		if !m.After.Proven {
			return false
		}
	}
	return true
}

// NewDataset returns a table of the samples: lines of JSON, in the order of the plan.
func NewDataset(w io.Writer) Table {
	return newInOrder(func(r Row) error {
		for _, line := range r.Samples.Lines {
			if err := printable.WriteJSON(w, line); err != nil {
				return err
			}
		}
		return nil
	})
}
