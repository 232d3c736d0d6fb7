package cgt

import "slices"

// Thermograph says how hot a game is: with a tax of t on each move, best play beginning with Left ends at the left
// wall's place at t, and with Right at the right wall's. Where the walls meet, moves are no longer worth their tax:
// at the temperature, over which there is a mast at the mean (Winning Ways, chapter 6; Siegel, II.5).
type Thermograph struct {
	Mean        Dyadic
	Temperature Dyadic // of a number n/2^k in lowest terms -1/2^k
	Left, Right Wall

	left, right stop
}

// Wall is a wall for taxes of 0 and more: its corners from tax 0 up to the mast, between which it is straight.
type Wall []Point

// Point is a point X of a wall at the tax T.
type Point struct{ T, X Dyadic }

// At returns where the wall is at a tax of 0 or more.
func (w Wall) At(t Dyadic) Dyadic {
	for i := range w[1:] {
		if p, q := w[i], w[i+1]; t < q.T {
			return p.X + p.slope(q)*(t-p.T)
		}
	}
	return w[len(w)-1].X
}

// slope returns how the wall leans between two corners: -1, 0 or 1.
func (p Point) slope(q Point) Dyadic { return (q.X - p.X) / (q.T - p.T) }

// Stop is where a game ends if both play well.
type Stop struct {
	At    Dyadic
	Mover Outcome // Left or Right: who is to move there
}

func (s stop) public() Stop {
	if s.leftMoves() {
		return Stop{s.at(), Left}
	}
	return Stop{s.at(), Right}
}

// Stops returns where the game ends if Left begins, and if Right does.
func (g *Thermograph) Stops() (left, right Stop) { return g.left.public(), g.right.public() }

// Stops returns where the game ends if Left begins, and if Right does.
func (v Value) Stops() (left, right Stop) {
	f := v.arena.forms[v.id]
	return f.left.public(), f.right.public()
}

// Thermograph returns the thermograph of a value.
func (a *Arena) Thermograph(v Value) (*Thermograph, error) {
	if err := a.begin(v); err != nil {
		return nil, err
	}
	g := a.thermograph(v.id)
	return g, a.err
}

func (a *Arena) thermograph(id uint32) *Thermograph {
	if int(id) >= len(a.walls) {
		walls, ok := grown(a, a.walls, int(id)+1-len(a.walls))
		if !ok {
			return nil
		}
		a.walls = walls[:id+1]
	}
	if g := a.walls[id]; g != nil || !a.step() {
		return g
	}
	var lefts, rights []*Thermograph
	if !a.forms[id].isNumber() {
		l, r := a.optionsOf(id)
		for _, option := range l {
			lefts = append(lefts, a.thermograph(option))
		}
		for _, option := range r {
			rights = append(rights, a.thermograph(option))
		}
		if a.err != nil {
			return nil
		}
	}
	g := NumberThermograph(a.forms[id].left.at())
	if len(lefts) > 0 {
		var err error
		if g, err = JoinThermographs(lefts, rights); err != nil {
			a.fail(err)
			return nil
		}
	}
	if a.used += g.bytes(); a.used > a.limit {
		a.used -= g.bytes()
		a.fail(ErrMemory)
		return nil
	}
	a.walls[id] = g
	return g
}

// bytes returns the memory that a thermograph takes.
func (g *Thermograph) bytes() int64 { return int64(16*(cap(g.Left)+cap(g.Right)) + 96) }

// NumberThermograph returns the thermograph of a number: a mast.
func NumberThermograph(x Dyadic) *Thermograph {
	mast := Wall{{0, x}}
	return &Thermograph{x, -x.unit(), mast, mast, leftStop(x), rightStop(x)}
}

// JoinThermographs returns the thermograph of the game whose options have these. It needs no canonical forms, and is
// exact, since each stop says who is to move there: {∗|1} is 0 and {↑|1} is 1/2, though ∗ and ↑ have the same walls. It
// fails with ErrRange where a mean or a temperature is too fine.
func JoinThermographs(left, right []*Thermograph) (*Thermograph, error) {
	lo, hi := noLeft, noRight
	for _, g := range left {
		lo = max(lo, g.right)
	}
	for _, g := range right {
		hi = min(hi, g.left)
	}
	if x, ok, err := simplest(lo, hi); err != nil || ok && (x <= -bound || bound <= x) {
		return nil, ErrRange
	} else if ok {
		return NumberThermograph(x), nil
	}
	l, r := left[0].Right, right[0].Left
	for _, g := range left[1:] {
		l = envelope(l, g.Right, 1)
	}
	for _, g := range right[1:] {
		r = envelope(r, g.Left, -1)
	}
	g := &Thermograph{left: lo, right: hi}
	if err := g.build(l, r); err != nil {
		return nil, err
	}
	return g, nil
}

// envelope returns the greater of two walls at each tax or, with sign -1, the less. The walls lean to one side, so that
// they cross at Dyadics.
func envelope(v, w Wall, sign Dyadic) Wall {
	if slices.Equal(v, w) {
		return v
	}
	var all Wall
	taxes := corners(v, w)
	for i, t := range taxes {
		x, y := sign*v.At(t), sign*w.At(t)
		all = append(all, Point{t, sign * max(x, y)})
		if i+1 == len(taxes) {
			break
		}
		// where the one that is behind here is ahead at the next corner, it gains one a unit of tax
		next := taxes[i+1]
		if after := sign * (v.At(next) - w.At(next)); x < y && after > 0 || x > y && after < 0 {
			cross := t + max(x-y, y-x)
			all = append(all, Point{cross, v.At(cross)})
		}
	}
	return all.straight()
}

// corners returns the taxes at which two walls have corners, in order.
func corners(v, w Wall) []Dyadic {
	taxes := make([]Dyadic, 0, len(v)+len(w))
	for _, p := range v {
		taxes = append(taxes, p.T)
	}
	for _, p := range w {
		taxes = append(taxes, p.T)
	}
	slices.Sort(taxes)
	return slices.Compact(taxes)
}

// straight leaves out corners that are none.
func (w Wall) straight() Wall {
	kept := w[:0]
	for _, p := range w {
		if n := len(kept); n > 1 && kept[n-2].slope(kept[n-1]) == kept[n-1].slope(p) {
			kept = kept[:n-1]
		}
		kept = append(kept, p)
	}
	return slices.Clip(kept)
}

// build sets walls, mean and temperature. l is the greatest right wall of Left's options, and r the least left wall of
// Right's; each is moved by the tax, until they meet.
func (g *Thermograph) build(l, r Wall) error {
	taxes := corners(l, r)
	for i, t := range taxes {
		x, y := l.At(t)-t, r.At(t)+t
		if x > y {
			g.Left, g.Right = append(g.Left, Point{t, x}), append(g.Right, Point{t, y})
		}
		lean := Dyadic(2) // how fast they come nearer from here on; behind the last corner both are masts
		if i+1 < len(taxes) {
			next := taxes[i+1]
			xNext, yNext := l.At(next)-next, r.At(next)+next
			if xNext > yNext {
				continue
			}
			lean = (x - y - xNext + yNext) / (next - t)
		}
		if x > y && lean == 2 && (x-y)%2 != 0 {
			return ErrRange
		}
		if x > y {
			t += (x - y) / lean
			x = l.At(t) - t
		}
		g.Mean, g.Temperature = x, t
		g.Left, g.Right = append(g.Left, Point{t, x}).straight(), append(g.Right, Point{t, x}).straight()
		return nil
	}
	return nil
}

// SumHeat returns the mean of a sum, which is that of the means, and its temperature. Walls do not add up, so the
// temperature is exact only if one part is hotter than all others, or if all are numbers; else it may be less.
func SumHeat(parts ...*Thermograph) (mean, temperature Dyadic, exact bool, err error) {
	temperature, exact = -one, true
	for _, g := range parts {
		mean += g.Mean
		if mean <= -bound || bound <= mean {
			return 0, 0, false, ErrRange
		}
		if g.Temperature >= 0 {
			exact = g.Temperature > temperature || exact && g.Temperature < temperature
		}
		temperature = max(temperature, g.Temperature)
	}
	if temperature < 0 {
		temperature = -mean.unit()
	}
	return mean, temperature, exact, nil
}
