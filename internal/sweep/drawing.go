package sweep

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"gridlock/internal/randomplay"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Drawing says which random positions of a board to take.
type Drawing struct {
	Positions int     // how many, at most
	Seed      uint64  // the seed of the random games from which positions come
	Holes     float64 // probability that a cell is missing from the board of such a game, from 0 to 1
}

// drawsPerPosition is how many random games are played for each position wanted. Small boards have
// too few positions.
const drawsPerPosition = 20

// Of returns positions with a legal move on the board of start, from random games. Each position is from another game,
// at a random ply, so early and late positions are equally likely. Images of a position are not repeated. The positions
// depend only on the drawing and the board. There are none if no game has a move.
func (d Drawing) Of(start variants.Position) (all []variants.Position) {
	r := boardRandom(d.Seed, start)
	keys, seen := keys.New(start.Game()), map[keys.Key]bool{}
	for range drawsPerPosition * d.Positions {
		if len(all) == d.Positions {
			break
		}
		if d.Holes > 0 {
			start = randomplay.Start(r, start.Game(), d.Holes)
		}
		history := randomplay.Game(r, start)
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
	return randomplay.New(hash.Sum64())
}
