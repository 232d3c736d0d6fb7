package proof

import (
	"cmp"
	"context"
	"slices"
)

// Stats describes the content of a certificate.
type Stats struct {
	Layers []LayerStats `json:"layers"`     // strategy, intervals
	Sizes  []SizeStats  `json:"components"` // nimbers, values, bounds, exclusions: by number of cells, ascending
	Shared []Shared     `json:"shared"`     // strategy, intervals: the records to which most moves of the loser lead
}

// LayerStats describes the records of one layer.
type LayerStats struct {
	Ply     int    `json:"ply"`     // the ply of the positions, counted from the root
	Records uint64 `json:"records"` // positions with the winner to move, or intervals
	Replies uint64 `json:"replies"` // moves of the loser after the answers
	Ends    uint64 `json:"ends"`    // answers that leave the loser no move
	Walks   uint64 `json:"walks"`   // leaves by a walk or a plan
	Copies  uint64 `json:"copies"`  // leaves by copying
}

// SizeStats describes the components of one size.
type SizeStats struct {
	Cells      int    `json:"cells"`
	Components uint64 `json:"components"`
}

// Shared is a position with the winner to move, or an interval, and the number of the loser's moves in the
// certificate that lead to it.
type Shared struct {
	Position string `json:"position"` // cells that no longer matter are #; in duel, x and o are cells that only X or O may take; in intervals, ? are cells that may be free or not
	Ply      int    `json:"ply"`
	Moves    uint64 `json:"replies"`
}

// Stats reads the body and describes its content, with at most shared shared positions. It checks strategies but only
// reads tables, so only [Reader.Check] verifies a certificate. An error means that the file is no certificate. It needs
// memory for two layers, about 22 bytes a record, or 80 for an interval.
func (r *Reader) Stats(ctx context.Context, shared int) (Stats, error) {
	m, err := r.Header.Method.find()
	if err != nil {
		return Stats{}, err
	}
	s, err := m.stats(newChecker(ctx, r, Options{}), shared)
	if err == nil {
		err = r.End()
	}
	return s, err
}

// sizes counts the records of a table by the size of their components.
func (c *checker) sizes(int) (s Stats, err error) {
	var count [65]uint64
	read := 0
	err = c.Parts(func(p Part) error {
		count[p.Size()]++
		read++
		return c.tick(read)
	})
	for cells, n := range count {
		if n > 0 {
			s.Sizes = append(s.Sizes, SizeStats{cells, n})
		}
	}
	return s, err
}

// most adds the records of a layer to which more than one move leads, and keeps the records with the most such moves.
// Ties keep their order.
func most(best []Shared, in []uint32, keep int, record func(i int) (Shared, bool)) []Shared {
	for i, n := range in {
		if n < 2 || len(best) >= keep && (keep == 0 || uint64(n) <= best[len(best)-1].Moves) {
			continue
		}
		r, ok := record(i)
		if !ok {
			continue
		}
		r.Moves = uint64(n)
		best = append(best, r)
		slices.SortStableFunc(best, func(a, b Shared) int { return cmp.Compare(b.Moves, a.Moves) })
		best = best[:min(len(best), keep)]
	}
	return best
}
