package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// bounder writes lower bounds: of each component that it needs, the exact value.
type bounder struct {
	tabler
	table   *BoundTable
	records []BoundRecord
}

// boundsOf returns the certificate by lower bounds of a position, in which components of that many
// cells at most are reduced.
func boundsOf(p variants.Position, reduce int) certificate {
	winner, s := newOracle(p.Game()).winner(p), p.State()
	b := &bounder{tabler: newTabler(p, Values), table: NewBoundTable(p.Game(), reduce)}
	if winner == p.Side() {
		b.exactly(Sides{s.Mine, s.Yours})
	} else {
		b.exactly(Sides{s.Yours, s.Mine})
	}
	h := NewHeader(p, winner, Bounds)
	h.Reduce = reduce
	return certificate{header: h, bounds: b.records}
}

// exactly writes records until the table has the exact values of a position's components.
func (b *bounder) exactly(s Sides) {
	parts, _ := b.table.Parts(s, nil)
	for _, part := range parts {
		b.ensure(part, b.of(part).value)
	}
}

// ensure writes records until the table shows that a component is worth at least a value.
func (b *bounder) ensure(part Sides, least Value) {
	if b.table.Of(part).Shows(least) {
		return
	}
	r := b.reasons(part, least)[0]
	b.before(r)
	if err := b.table.Add(r); err != nil {
		panic(err)
	}
	b.records = append(b.records, r)
}

// reasons returns a record for each reason why a component is worth at least a value.
func (b *bounder) reasons(part Sides, least Value) (all []BoundRecord) {
	if reason, ok := b.table.Mirrored(part); ok && least == (Value{}) {
		all = append(all, BoundRecord{part, least, reason})
	}
	for cell := range part.Left.Cells() {
		if b.of(b.table.Left(part, cell)).value.AtLeast(part.AfterMove(cell, least)) {
			all = append(all, BoundRecord{part, least, Reason(cell)})
		}
	}
	replies := !least.Star
	if l, ok := least.X.Left(); ok {
		replies = replies && b.of(part).value.AtLeast(Value{l, true})
	}
	for cell := range part.Right.Cells() {
		replies = replies && b.of(b.table.Right(part, cell)).value.AtLeast(least.PlusStar())
	}
	if replies {
		all = append(all, BoundRecord{part, least, ByReplies})
	}
	return all
}

// before writes what a record follows from.
func (b *bounder) before(r BoundRecord) {
	switch {
	case r.Reason < ByReplies:
		b.exactly(b.table.Left(r.Part, int(r.Reason)))
	case r.Reason == ByReplies:
		if l, ok := r.Least.X.Left(); ok {
			b.ensure(r.Part, Value{l, true})
		}
		for cell := range b.table.Replies(r.Part).Cells() {
			b.exactly(b.table.Right(r.Part, cell))
		}
	}
}

// randomSides draws what players may take on a board: as often as not, as after some moves.
func randomSides(rng *rand.Rand, g *bitboard.Grid) Sides {
	s := Sides{variants.Board(rng.Uint64()) & g.All(), variants.Board(rng.Uint64()) & g.All()}
	if rng.IntN(2) == 0 {
		s.Right = s.Left
		for range rng.IntN(4) {
			if c := rng.IntN(g.Size()); s.Left.Has(c) {
				s = Sides{s.Right.Without(c), s.Left &^ (g.KingAt(c) | bitboard.Of(c))}
			}
		}
	}
	return s
}

// What a table takes for granted: a position is worth what its components are, without cells of no
// use; a component without a record is worth at least its bound; and Right has a reply that is as
// good as each one that is left out.
func TestBoundTablesRelyOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	reduced, omitted := 0, 0
	for _, size := range [][2]int{{1, 10}, {9, 1}, {2, 5}, {3, 3}, {3, 4}, {4, 3}} {
		p := testgames.Game(t, variants.Duel, size[0], size[1]).Start()
		oracle := newTabler(p, Values)
		for range testgames.Of(100, 1500) {
			s, table := randomSides(rng, p.Game().Grid()), NewBoundTable(p.Game(), rng.IntN(13))
			parts, sum := table.Parts(s, nil)
			for _, part := range parts {
				value := oracle.of(part).value
				sum = sum.Plus(value)
				require.Greater(t, part.Size(), 1)
				require.True(t, shownBy(value, table.Of(part)), "%v", part)
			}
			require.Equal(t, oracle.of(s).value, sum, "%v on %v", s, size)
			if all, _ := NewBoundTable(p.Game(), 0).Parts(s, nil); !slices.Equal(parts, all) {
				reduced++
			}
			for cell := range (s.Right &^ table.Replies(s)).Cells() {
				omitted++
				value, better := oracle.of(table.Right(s, cell)).value, false
				for other := range table.Replies(s).Cells() {
					better = better || value.AtLeast(oracle.of(table.Right(s, other)).value)
				}
				require.True(t, better, "%v on %v, cell %d", s, size, cell)
			}
		}
	}
	t.Log(reduced, omitted)
	require.Greater(t, reduced, testgames.Of(20, 300))
	require.Greater(t, omitted, testgames.Of(60, 1000))
}

// shownBy reports whether a value is at least what a bound says.
func shownBy(v Value, b Bound) bool {
	return (!b.plain || v.AtLeast(Value{b.x, false})) && (!b.starry || v.AtLeast(Value{b.x, true}))
}

// Whatever a table accepts is true, if what it knows is: of every component it is told the exact
// value, or something less, and it is offered records with values around the true one, for every
// reason. For the true value it accepts some.
func TestBoundsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	accepted := map[string]int{}
	for _, size := range [][2]int{{1, 10}, {9, 1}, {2, 5}, {3, 3}, {3, 4}, {4, 3}} {
		p := testgames.Game(t, variants.Duel, size[0], size[1]).Start()
		oracle := newTabler(p, Values)
		for range testgames.Of(50, 400) {
			b := &bounder{tabler: oracle, table: NewBoundTable(p.Game(), rng.IntN(13))}
			parts, _ := b.table.Parts(randomSides(rng, p.Game().Grid()), nil)
			for _, part := range parts {
				exact := b.of(part).value
				all := b.reasons(part, exact)
				require.True(t, len(all) > 0 || shownBy(exact, BoundOf(exact)) && b.table.Of(part).Shows(exact), "%v %v", part, exact)
				for _, r := range all {
					b.before(r)
				}
				delete(b.table.bounds, part)
				if l, ok := exact.X.Left(); ok && rng.IntN(2) == 0 {
					b.table.bounds[part] = BoundOf(Value{l, true})
				}
				for _, x := range []Number{-one, -one / 2, -one / 4, 0, one / 4, one / 2, one} {
					for reason := range ByMirror + RectangleMirrors + 1 {
						for _, star := range []bool{false, true} {
							r := BoundRecord{part, Value{exact.X + x, star}, reason}
							if b.table.check(r) == nil {
								require.True(t, exact.AtLeast(r.Least), "%v, worth %v", r, exact)
								accepted[reasonOf(reason)]++
							}
						}
					}
				}
			}
		}
	}
	t.Log(accepted)
	for _, kind := range []string{"move", "replies", "mirror"} {
		require.Greater(t, accepted[kind], 100, kind)
	}
}

func reasonOf(r Reason) string {
	switch {
	case r < ByReplies:
		return "move"
	case r == ByReplies:
		return "replies"
	}
	return "mirror"
}

// Bounds of sums are those of values that have the bounds.
func TestBoundsAddUp(t *testing.T) {
	var all []Bound
	for x := -one; x <= one; x += one {
		all = append(all, Bound{x, true, false}, Bound{x, false, true}, Bound{x, true, true})
	}
	values := func(b Bound) (least []Value) {
		for x := b.x; x <= b.x+one/4; x += one / 8 { // what is greater decides nothing
			for _, star := range []bool{false, true} {
				if v := (Value{x, star}); shownBy(v, b) {
					least = append(least, v)
				}
			}
		}
		return least
	}
	for _, b := range all {
		for _, c := range all {
			sum := b.Plus(c)
			for x := -4 * one; x <= 4*one; x += one / 2 {
				for _, star := range []bool{false, true} {
					least, holds := Value{x, star}, true
					for _, v := range values(b) {
						for _, w := range values(c) {
							holds = holds && v.Plus(w).AtLeast(least)
						}
					}
					require.Equal(t, holds, sum.Shows(least), "%v + %v, %v", b, c, least)
				}
			}
		}
	}
}
