package crosscheck

import (
	"context"
	"math/big"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/variants"
)

// comparisonGames is the maximum number of different games that the oracle of values makes;
// comparing them takes quadratic time.
const comparisonGames = 1500

// Comparison returns the oracle of values in Col: in duel, and wherever marks close cells to their owners,
// of cells near each other. It treats the position as a game of Left and
// Right, and finds its value by comparing it with numbers, and with numbers plus ∗, by the
// definition of ≥ (Conway, On Numbers and Games, ch. 7): G ≥ H unless a Right option of G is ≤ H
// or G ≤ a Left option of H. It does not use components, nor the fact that values of Col
// are of that kind.
func Comparison() Source {
	return Source{
		Name: "values by comparison",
		Applies: func(p variants.Position) bool {
			f := p.Game().Variant().Family()
			return f.Kind == variants.Place && f.Close == variants.CloseOwn && p.Game().Near().Symmetric()
		},
		Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
			c := Nothing()
			left, right := p.State().Mine, p.State().Yours
			if p.Side() == variants.O {
				left, right = right, left
			}
			g := games{ctx: ctx, near: p.Game().Near(), byCells: map[[2]bitboard.Board]int{}, atLeast: map[[2]int]bool{}}
			id, ok := g.of(left, right)
			if !ok {
				return c, beyond(ctx, comparisonGames, "games")
			}
			c.ColValue = g.value(id)
			zero := g.make(nil, nil)
			wins := !g.ge(zero, id) // Left, moving first
			if p.Side() == variants.O {
				wins = !g.ge(id, zero)
			}
			c.Outcome = solver.Loss
			if wins {
				c.Outcome = solver.Win
			}
			return c, nil
		},
	}
}

// games is a set of games, numbered in the order in which they are made.
type games struct {
	ctx     context.Context
	near    *bitboard.Near
	options [][2][]int // Left's and Right's options of each game
	byCells map[[2]bitboard.Board]int
	atLeast map[[2]int]bool
}

// make returns a new game with the given options.
func (g *games) make(left, right []int) int {
	g.options = append(g.options, [2][]int{left, right})
	return len(g.options) - 1
}

// of returns the game in which Left may take the cells of one set and Right those of the other;
// ok is false if there are too many games.
func (g *games) of(left, right bitboard.Board) (id int, ok bool) {
	cells := [2]bitboard.Board{left, right}
	if id, ok := g.byCells[cells]; ok {
		return id, true
	}
	var options [2][]int
	for player, own := range cells {
		for c := range own.Cells() {
			after := cells
			after[player] &^= g.near.At(c) | bitboard.Of(c)
			after[1-player] &^= bitboard.Of(c)
			option, ok := g.of(after[0], after[1])
			if !ok {
				return 0, false
			}
			options[player] = append(options[player], option)
		}
	}
	if len(g.options) >= comparisonGames || g.ctx.Err() != nil {
		return 0, false
	}
	id = g.make(options[0], options[1])
	g.byCells[cells] = id
	return id, true
}

// ge reports whether game a is at least as good for Left as game b.
func (g *games) ge(a, b int) bool {
	if a == b {
		return true
	}
	if known, ok := g.atLeast[[2]int{a, b}]; ok {
		return known
	}
	holds := true
	for _, r := range g.options[a][1] {
		holds = holds && !g.ge(b, r)
	}
	for _, l := range g.options[b][0] {
		holds = holds && !g.ge(l, a)
	}
	g.atLeast[[2]int{a, b}] = holds
	return holds
}

// number is a number, and the game that is equal to it. A nil number stands for none.
type number struct {
	x  *big.Rat
	id int
}

// option returns the number as the only option of a player, or none.
func (n *number) option() []int {
	if n == nil {
		return nil
	}
	return []int{n.id}
}

// value returns the number x or x + ∗ that a game is equal to, or "other". It tries numbers from
// the simplest on, each between the greatest that is too small and the least that is too large.
func (g *games) value(id int) string {
	var low, high *number
	for range 64 {
		next := &number{between(low, high), g.make(low.option(), high.option())}
		atLeast, atMost := g.ge(id, next.id), g.ge(next.id, id)
		switch {
		case atLeast && atMost:
			return next.x.RatString()
		case atLeast:
			low = next
		case atMost:
			high = next
		default:
			return g.starred(id, next)
		}
	}
	return "other"
}

// starred returns the value of a game that is confused with a number.
func (g *games) starred(id int, n *number) string {
	star := g.make(n.option(), n.option())
	switch {
	case !g.ge(id, star) || !g.ge(star, id):
		return "other"
	case n.x.Sign() == 0:
		return "*"
	}
	return n.x.RatString() + "*"
}

// between returns the simplest number between two adjacent ones in the tree of numbers.
func between(low, high *number) *big.Rat {
	switch {
	case low == nil && high == nil:
		return new(big.Rat)
	case low == nil:
		return new(big.Rat).Sub(high.x, big.NewRat(1, 1))
	case high == nil:
		return new(big.Rat).Add(low.x, big.NewRat(1, 1))
	}
	sum := new(big.Rat).Add(low.x, high.x)
	return sum.Quo(sum, big.NewRat(2, 1))
}
