package theory

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// byDefinition finds values from those of all options, without components, bounds or
// symmetry.
type byDefinition struct {
	near  *bitboard.Near
	known map[pair]Value
}

func newByDefinition(near *bitboard.Near) *byDefinition { return &byDefinition{near, map[pair]Value{}} }

// cols returns games of Col with every kind of neighbourhood, on boards of some sizes.
func cols(t *testing.T, sizes ...[2]int) (all []*variants.Game) {
	t.Helper()
	for _, id := range []string{
		"duel", "place rook own", "place hex own", "place knight own", "place queen own", "place rook own torus",
		"place offsets:-2,-1;-1,0;1,0;2,1 own",
	} {
		for _, size := range sizes {
			all = append(all, testgames.Game(t, id, size[0], size[1]))
		}
	}
	return append(all, testgames.Game(t, "place graph:3x4:0,1,2,3,4,5,6,8,9,11:0-1;0-5;0-9;1-2;1-6;2-3;2-8;3-11;4-5;4-8;5-6;6-11;8-9 own", 3, 4))
}

func (d *byDefinition) value(p pair) Value {
	if v, ok := d.known[p]; ok {
		return v
	}
	var left, right options
	for c := range p.a.Cells() {
		left.add(d.value(d.afterLeft(p, c)))
	}
	for c := range p.b.Cells() {
		// Seen from the other side, so that the greatest option is the best.
		right.add(d.value(pair{d.afterLeft(pair{p.b, p.a}, c).b, d.afterLeft(pair{p.b, p.a}, c).a}).Minus())
	}
	v := left.value(right)
	d.known[p] = v
	return v
}

func (d *byDefinition) afterLeft(p pair, c int) pair {
	return pair{p.a &^ d.near.At(c).With(c), p.b.Without(c)}
}

// options is what matters of a player's options, each a number or a number + ∗:
// the greatest number among them, and in which of the two forms it occurs.
type options struct {
	any bool
	x   number
	at  forms
}

func (o *options) add(v Value) {
	if !o.any || v.x > o.x {
		*o = options{any: true, x: v.x}
	}
	if v.x == o.x {
		o.at |= form(v.star)
	}
}

// admits reports whether the number y is no worse for the player whose options
// these are than to move: greater than every option x, and not less than any x + ∗,
// with which x itself is confused.
func (o options) admits(y number) bool {
	return !o.any || y > o.x || y == o.x && o.at == starry
}

// value returns the value of the game with these options of Left, and those of
// Right given in the negative: the simplest number that both sides admit (simplicity
// theorem, ONAG ch. 7), or else x + ∗, where both have the plain number x.
func (o options) value(right options) Value {
	for y := number(0); y <= bitboard.MaxCells*one; y += one {
		if o.admits(y) && right.admits(-y) {
			return Value{x: y}
		}
		if o.admits(-y) && right.admits(y) {
			return Value{x: -y}
		}
	}
	if o.x == -right.x && o.at == plain && right.at == plain {
		return Value{x: o.x, star: true}
	}
	below := o.x &^ (one - 1) // no integer fits, so it is less than 1 away
	for step := one / 2; step > 0; step /= 2 {
		for y := below; y <= below+one; y += step {
			if o.admits(y) && right.admits(-y) {
				return Value{x: y}
			}
		}
	}
	panic(fmt.Sprintf("a value of Col that is neither x nor x+*: %+v | %+v", o, right))
}

// randomSides draws what the players may take on a board: as often from play as not.
func randomSides(r *rand.Rand, near *bitboard.Near) pair {
	g := near.Grid()
	p := pair{randomSet(r, g), randomSet(r, g)}
	if r.IntN(2) == 0 {
		p.b = p.a
		for range r.IntN(4) {
			if c := r.IntN(g.Size()); p.a.Has(c) {
				p = pair{p.b.Without(c), p.a &^ near.At(c).With(c)}
			}
		}
	}
	return p
}

// Values and outcomes by their definition, in either order, starting with nothing remembered and
// with what other questions have left.
func TestValuesByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, game := range cols(t, [2]int{1, 9}, [2]int{10, 1}, [2]int{2, 5}, [2]int{3, 3}, [2]int{3, 4}, [2]int{4, 3}) {
		near := game.Near()
		reference, used := newByDefinition(near), NewValues(game)
		for range testgames.Of(120, 700) {
			p := randomSides(r, near)
			want := reference.value(p)
			apart := NewValues(game)
			apart.Apart = true
			for _, v := range []*Values{NewValues(game), used, apart} {
				require.Equal(t, yesOrNo(want.LeftWinsFirst()), v.LeftWinsFirst(p.a, p.b), "%v %#x", game, p)
				require.Equal(t, &want, v.Of(p.a, p.b), "%v %#x", game, p)
				require.Equal(t, yesOrNo(want.Minus().LeftWinsFirst()), v.LeftWinsFirst(p.b, p.a))
			}
		}
	}
}

// What the search assumes: a position is at least ∗ and what Left's move leaves, and at least 1 more
// than that if Right may not take the cell; cells taken from
// Right never lower it, the first bounds hold, and x = 0 for a position that is its own negative.
func TestWhatValuesRelyOn(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	copied := 0
	for _, game := range cols(t, [2]int{3, 4}, [2]int{1, 11}, [2]int{2, 5}, [2]int{3, 3}, [2]int{9, 1}) {
		g, near := game.Grid(), game.Near()
		v, reference, mirrors := NewValues(game), newByDefinition(near), newMirrors(game)
		for range testgames.Of(200, 2000) {
			p := randomSides(r, near)
			if len(mirrors.axes) > 0 && r.IntN(2) == 0 {
				p.b = g.Image(mirrors.axes[r.IntN(len(mirrors.axes))], p.a) | p.b&randomSet(r, g)
			}
			if p.a|p.b == 0 {
				continue
			}
			value := reference.value(p)
			for c := range p.a.Cells() {
				after := reference.value(reference.afterLeft(p, c))
				require.True(t, atLeast(value, after.Plus(Value{star: true})))
				require.True(t, p.b.Has(c) || atLeast(value, after.Plus(Value{x: one})))
			}
			for c := range p.b.Cells() {
				require.True(t, atLeast(reference.value(pair{p.a, p.b.Without(c)}), value))
			}
			key, swapped, self := v.shapes.canonicalPair(pair{v.shapes.place(p.a), v.shapes.place(p.b)})
			if swapped {
				value = value.Minus()
			}
			require.True(t, allows(v.first(key, self), value), "%v %#x", game, p)
			require.True(t, allows(v.first(key, self).minus(), value.Minus()))
			if self {
				require.Zero(t, value.x)
			}
			if v.shapes.copied(key) {
				copied++
			}
		}
	}
	require.Greater(t, copied, testgames.Of(500, 2000))
}

// atLeast reports whether the value v is no worse for Left than w.
func atLeast(v, w Value) bool { return v.x > w.x || v == w }

// allows reports whether a value is within bounds.
func allows(b bounds, v Value) bool {
	return b.lo <= v.x && v.x <= b.hi && (v.x != b.lo || b.atLo&form(v.star) != 0) && (v.x != b.hi || b.atHi&form(v.star) != 0)
}

// Whatever two bounds allow, the bounds of the sum allow in the sum, and nothing that no values
// between them add up to.
func TestBoundsAddUp(t *testing.T) {
	all := func() (all []bounds) {
		for lo := number(-1); lo <= 1; lo++ {
			for hi := lo; hi <= 1; hi++ {
				for atLo := forms(0); atLo <= anyForm; atLo++ {
					for atHi := forms(0); atHi <= anyForm; atHi++ {
						if lo < hi || atLo == atHi && atLo != 0 {
							all = append(all, bounds{lo, hi, atLo, atHi})
						}
					}
				}
			}
		}
		return all
	}()
	values := func(b bounds) (within []Value) {
		for x := 4 * b.lo; x <= 4*b.hi; x++ { // in quarters, so that there is something between
			for _, star := range []bool{false, true} {
				if v := (Value{x, star}); allows(bounds{4 * b.lo, 4 * b.hi, b.atLo, b.atHi}, v) {
					within = append(within, v)
				}
			}
		}
		return within
	}
	for _, b := range all {
		for _, c := range all {
			sum := b.plus(c)
			sum.lo, sum.hi = 4*sum.lo, 4*sum.hi
			lowest, highest := forms(0), forms(0)
			for _, v := range values(b) {
				for _, w := range values(c) {
					v := v.Plus(w)
					require.True(t, allows(sum, v), "%+v + %+v", b, c)
					if v.x == sum.lo {
						lowest |= form(v.star)
					}
					if v.x == sum.hi {
						highest |= form(v.star)
					}
				}
			}
			require.Equal(t, sum.atLo, lowest)
			require.Equal(t, sum.atHi, highest)
		}
	}
}

// Bounds that learn the outcomes of a hidden value never exclude it, and find it by asking about
// the simplest numbers.
func TestBoundsFindAValue(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range testgames.Of(1500, 5000) {
		places := r.IntN(fraction + 1)
		hidden := Value{number(r.IntN(16<<places)-8<<places) << (fraction - places), r.IntN(2) == 0}
		b := bounds{-8 * one, 8 * one, anyForm, anyForm}
		for asked := 0; ; asked++ {
			require.Less(t, asked, 64)
			require.Equal(t, b, unpack(b.pack()))
			require.Equal(t, b, b.minus().minus())
			if found, ok := b.exact(); ok {
				require.Equal(t, hidden, found)
				break
			}
			x, ok := b.simplest()
			require.True(t, ok)
			question := Value{-x, r.IntN(2) == 0}
			if _, known := b.leftWins(question); known {
				opposite := b.minus()
				question = question.Minus()
				opposite.learn(question, hidden.Minus().Plus(question).LeftWinsFirst())
				b = opposite.minus()
				continue
			}
			answer := hidden.Plus(question).LeftWinsFirst()
			b.learn(question, answer)
			wins, known := b.leftWins(question)
			require.True(t, known)
			require.Equal(t, answer, wins)
		}
	}
}

// A value that is too fine to represent is unknown.
func TestBoundsTooFine(t *testing.T) {
	_, ok := bounds{lo: 5, hi: 6}.simplest() // between two adjacent numbers
	require.False(t, ok)
}

// Outcomes of full boards: other programs find up to 5×7 that the second player wins; boards with
// an even side, or one of 3, by copying. The components looked into are counted; more of them mean
// that the search has become worse.
func TestOutcomesOfFullBoards(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		work       uint64
	}{
		{3, 3, 0}, {3, 5, 0}, {3, 21, 0}, {6, 6, 0}, {1, 13, 40}, {5, 5, 229}, {5, 7, 1740}, {7, 7, 15938}, {5, 9, 52240},
	} {
		game := testgames.Game(t, variants.Duel, c.rows, c.cols)
		g, v := game.Grid(), NewValues(game)
		require.Equal(t, No, v.LeftWinsFirst(g.All(), g.All()))
		require.LessOrEqual(t, v.Work, c.work, "%v", g)
		require.Equal(t, new(Value), v.Of(g.All(), g.All()))
	}
}

// A search allocates nothing once there is room for what it remembers, except for the components
// that it begins with.
func TestOutcomesAllocateNothing(t *testing.T) {
	game := testgames.Game(t, variants.Duel, 5, 5)
	g, v := game.Grid(), NewValues(game)
	v.LeftWinsFirst(g.All(), g.All())
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() {
		clear(v.known.words)
		v.known.used = 0
		v.LeftWinsFirst(g.All(), g.All())
	}), 1.0)
}

// Closing the cells that are of no use changes no value, and for every dominated move there is one
// that is left and no worse.
func TestDominated(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	useless, dominated := 0, 0
	for _, game := range cols(t, [2]int{1, 10}, [2]int{11, 1}, [2]int{2, 5}, [2]int{3, 3}, [2]int{3, 4}, [2]int{4, 3}) {
		s, reference := newShapes(game), newByDefinition(game.Near())
		back := newByDefinition(s.near)
		for range testgames.Of(150, 1500) {
			p := randomSides(r, game.Near())
			q := pair{s.place(p.a), s.place(p.b)}
			less := s.reduced(q)
			require.Zero(t, less.a&^q.a|less.b&^q.b)
			require.Equal(t, reference.value(p), back.value(less), "%v %#x", game, p)
			useless += (q.a | q.b).Count() - (less.a | less.b).Count()
			var left options
			for c := range q.a.Cells() {
				if !s.dominated(q, c) {
					left.add(back.value(back.afterLeft(q, c)))
				}
			}
			for c := range q.a.Cells() {
				if s.dominated(q, c) {
					dominated++
					after := back.value(back.afterLeft(q, c))
					require.True(t, left.any && (left.x > after.x || left.x == after.x && left.at&form(after.star) != 0))
				}
			}
		}
	}
	require.Greater(t, useless, testgames.Of(150, 500))
	require.Greater(t, dominated, testgames.Of(500, 2000))
}

// Useless cells by their definition, cell by cell, on every kind of board.
func TestUseful(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	useless := 0
	for _, game := range games(t, "duel", "place rook own", "place hex own torus") {
		g, s := game.Grid(), newShapes(game)
		if s.grid != g {
			s = &shapes{grid: g, near: game.Near(), king: game.Near() == g.King()}
		}
		for range testgames.Of(400, 1000) {
			mine, yours := randomSet(r, g), randomSet(r, g)
			want := mine
			for c := range (mine &^ yours).Cells() {
				for d := range (mine &^ yours & s.near.At(c)).Cells() {
					at, other := s.closed(c)&mine, s.closed(d)&mine
					if other&^at == 0 && other != at {
						want = want.Without(c)
					}
				}
			}
			require.Equal(t, want, s.useful(mine, yours), "%v %#x %#x", game, mine, yours)
			useless += (mine &^ want).Count()
		}
	}
	require.Greater(t, useless, 3000)
}
