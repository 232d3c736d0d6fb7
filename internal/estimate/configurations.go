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

// configurations samples the positions of games in which marks close cells near them to their owner or
// to all, on a symmetric neighbourhood: duel, claim and their like.
//
// Where a player can still place depends on where stones lie, not on the order in which they
// were placed. A configuration, the stones of both players, arises in a!·b! orders for a and b
// stones, all legal. So the product of the numbers of moves along a random game, divided by
// a!·b!, is an unbiased count of configurations (Knuth, "Estimating the efficiency of backtrack
// programs", Mathematics of Computation 29, 1975); divided by the number of configurations that
// leave the same position, it counts positions. That number is enumerated.
type configurations struct {
	game   *variants.Game
	root   variants.State
	counts *count
	known  map[keys.Key]float64 // number of configurations; negative if there are more
	left   int                  // remaining steps of an enumeration
}

// enumerationSteps is the maximum number of steps of an enumeration.
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
			if g.root.Free != 0 { // all stones are alike
				product /= float64(ply)
			} else {
				product /= float64((ply + 1) / 2)
			}
			s = rules.Play(s, random.Move(r, moves))
			key := keys.Of(s)
			layer := keys.Layer(key)
			if layer >= g.counts.last {
				continue // counted already
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

// alike returns how many configurations leave the position with a key. All is false if there are
// too many to enumerate, and n is then only some of them.
func (g *configurations) alike(key keys.Key) (n float64, all bool) {
	if n, ok := g.known[key]; ok {
		return max(n, -n), n > 0
	}
	s := g.counts.keys.State(key)
	g.left = enumerationSteps
	if g.root.Free != 0 {
		n = g.cover(newStones(g.game.Near(), g.root.Free, s.Free, 0, 0), anyLead)
	} else { // equal numbers of stones, or one more of the player who moved first
		n = g.cover(newStones(g.game.Near(), g.root.Mine, s.Mine, g.root.Yours, s.Yours), 0)
		n += g.cover(newStones(g.game.Near(), g.root.Mine, s.Yours, g.root.Yours, s.Mine), 1)
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

// stones is a partial configuration that should leave certain cells open to each player and no
// others.
type stones struct {
	may  [2]bitboard.Board // cells for another stone of a player
	need [2]bitboard.Board // cells still to be closed to a player
	lead int               // number of stones of the first player minus those of the second
}

// anyLead stands for any lead, if there is only one kind of stones.
const anyLead = 64

// counts reports whether configurations count the positions of a game. Where a cell need not be near one
// that is near it, not all orders of its stones are legal.
func counts(game *variants.Game) bool {
	close := game.Variant().Family().Close
	return (close == variants.CloseOwn || close == variants.CloseAll) && game.Near().Symmetric()
}

// newStones returns the configuration without stones on a board where some cells are open to
// each player, of which certain ones should remain so.
func newStones(near *bitboard.Near, first, firstLeft, second, secondLeft bitboard.Board) stones {
	if firstLeft&^first != 0 || secondLeft&^second != 0 {
		return stones{need: [2]bitboard.Board{1, 0}} // impossible to meet
	}
	return stones{
		may: [2]bitboard.Board{
			first &^ near.Dilate(firstLeft) &^ secondLeft,
			second &^ near.Dilate(secondLeft) &^ firstLeft,
		},
		need: [2]bitboard.Board{first &^ firstLeft, second &^ secondLeft},
	}
}

// cover returns the number of ways to complete a configuration with the given lead. A cell is
// closed to a player by a stone of that player on it or beside it, or by a stone of the other on
// it. So once all are closed there is no room for more stones.
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
	near := g.game.Near()
	least, at, of := 100, 0, 0
	for player := range 2 {
		for c := range p.need[player].Cells() {
			n := (near.At(c).With(c) & p.may[player]).Count() + (bitboard.Of(c) & p.may[1-player]).Count()
			if n < least {
				least, at, of = n, c, player
			}
		}
	}
	for c := range (near.At(at).With(at) & p.may[of]).Cells() {
		ways += g.cover(p.with(near, of, c), lead)
		p.may[of] = p.may[of].Without(c) // the remaining ways have no stone there
	}
	if p.may[1-of].Has(at) {
		ways += g.cover(p.with(near, 1-of, at), lead)
	}
	return ways
}

// with adds a stone of a player.
func (p stones) with(near *bitboard.Near, player, c int) stones {
	around := near.At(c).With(c)
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
