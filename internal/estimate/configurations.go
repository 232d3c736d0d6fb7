package estimate

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/random"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// configurations samples the positions of duel and claim.
//
// What can be played to there depends on where stones lie, not on the order in which they
// were placed. A configuration, the stones of both players, comes about in a!·b! orders for a
// and b stones, all legal. So the product of the numbers of moves along a random game,
// divided by a!·b!, counts configurations without bias (Knuth, "Estimating the efficiency of
// backtrack programs", Mathematics of Computation 29, 1975); and divided by how many
// configurations leave the same position, it counts positions. How many do is enumerated.
type configurations struct {
	game   *variants.Game
	root   variants.State
	counts *count
	known  map[keys.Key]float64 // number of configurations; less than 0 if there are more
	left   int                  // steps that an enumeration may still take
}

// enumerationSteps is how many steps an enumeration may take.
const enumerationSteps = 50_000

func newConfigurations(p variants.Position, c *count) *configurations {
	return &configurations{game: p.Game(), root: p.State(), counts: c, known: map[keys.Key]float64{}}
}

// sample implements sampler.
func (g *configurations) sample(ctx context.Context, r *rand.Rand, samples int) (b batch, err error) {
	b.states, b.positions = make([]float64, g.counts.last), make([]float64, g.counts.last)
	rules, keys := g.game.Rules(), g.counts.keys
	each := 1 / float64(samples)
	for range samples {
		if err := ctx.Err(); err != nil {
			return b, err
		}
		s, product := g.root, 1.0
		for ply := 1; ; ply++ {
			moves := rules.Legal(s)
			if moves == 0 {
				break
			}
			product *= float64(moves.Count())
			if g.root.Free != 0 { // claim: all stones are alike
				product /= float64(ply)
			} else {
				product /= float64((ply + 1) / 2)
			}
			s = rules.Play(s, random.Move(r, moves))
			key := keys.Of(s)
			layer := keys.Layer(key)
			if layer >= g.counts.last {
				continue // it was counted
			}
			alike, all := g.alike(key)
			if !all {
				b.open += product / alike * each // at most
				continue
			}
			b.states[layer] += product / alike * each
			b.positions[layer] += product / alike * each / float64(keys.Orbit(s))
		}
	}
	return b, nil
}

// alike returns how many configurations leave the position with a key. All is false when
// they are too many to enumerate, and there are more.
func (g *configurations) alike(key keys.Key) (n float64, all bool) {
	if n, ok := g.known[key]; ok {
		return max(n, -n), n > 0
	}
	s := g.counts.keys.State(key)
	g.left = enumerationSteps
	if g.root.Free != 0 {
		n = g.cover(newStones(g.game.Grid(), g.root.Free, s.Free, 0, 0), anyLead)
	} else { // after as many stones of both, or one more of who moved first
		n = g.cover(newStones(g.game.Grid(), g.root.Mine, s.Mine, g.root.Yours, s.Yours), 0)
		n += g.cover(newStones(g.game.Grid(), g.root.Mine, s.Yours, g.root.Yours, s.Mine), 1)
	}
	n = max(n, 1)
	if len(g.known) >= rememberedAtMost {
		clear(g.known)
	}
	g.known[key] = n
	if all = g.left >= 0; !all {
		g.known[key] = -n
	}
	return n, all
}

// stones is a partial configuration that is to leave certain cells open to either player and
// no others.
type stones struct {
	may  [2]bitboard.Board // where a player may have another stone
	need [2]bitboard.Board // cells that have to be closed to a player yet
	lead int               // stones of the first player more than of the second
}

// anyLead stands for any lead, where there is but one kind of stones.
const anyLead = 64

// newStones begins with no stones on a board where some cells are open to each player, of
// which certain ones are to stay so.
func newStones(grid *bitboard.Grid, first, firstLeft, second, secondLeft bitboard.Board) stones {
	if firstLeft&^first != 0 || secondLeft&^second != 0 {
		return stones{need: [2]bitboard.Board{1, 0}} // which cannot be met
	}
	return stones{
		may: [2]bitboard.Board{
			first &^ grid.DilateKing(firstLeft) &^ firstLeft &^ secondLeft,
			second &^ grid.DilateKing(secondLeft) &^ secondLeft &^ firstLeft,
		},
		need: [2]bitboard.Board{first &^ firstLeft, second &^ secondLeft},
	}
}

// cover returns how many ways there are to complete a configuration with the given lead. A
// cell is closed to a player by a stone of the player on it or beside it, or by one of the
// other's on it. So once all are closed there is no room for more stones.
func (g *configurations) cover(p stones, lead int) (ways float64) {
	if g.left--; g.left < 0 {
		return 0
	}
	if p.need[0]|p.need[1] == 0 {
		if lead == anyLead || p.lead == lead {
			return 1
		}
		return 0
	}
	grid := g.game.Grid()
	least, at, of := 100, 0, 0
	for player := range 2 {
		for c := range p.need[player].Cells() {
			n := ((grid.KingAt(c) | bitboard.Of(c)) & p.may[player]).Count() + (bitboard.Of(c) & p.may[1-player]).Count()
			if n < least {
				least, at, of = n, c, player
			}
		}
	}
	for c := range ((grid.KingAt(at) | bitboard.Of(at)) & p.may[of]).Cells() {
		ways += g.cover(p.with(grid, of, c), lead)
		p.may[of] = p.may[of].Without(c) // further ways have no stone there
	}
	if p.may[1-of].Has(at) {
		ways += g.cover(p.with(grid, 1-of, at), lead)
	}
	return ways
}

// with adds a stone of a player.
func (p stones) with(grid *bitboard.Grid, player, c int) stones {
	around := grid.KingAt(c) | bitboard.Of(c)
	p.may[player] &^= around
	p.may[1-player] &^= bitboard.Of(c)
	p.need[player] &^= around
	p.need[1-player] &^= bitboard.Of(c)
	p.lead += 1 - 2*player
	return p
}

// sorted returns keys in their order.
func sorted(set map[keys.Key]bool) []keys.Key {
	return slices.SortedFunc(maps.Keys(set), keys.Key.Compare)
}
