package cgt

import "slices"

// Bounds are bounds of the thermograph of a game, found without its canonical form. The game's walls, and its stops
// with the player to move there, are at least as good for Left as in Low, and at least as good for Right as in High.
// The zero Bounds says nothing, and only its method Thermograph may be called.
type Bounds struct {
	Low, High        *Thermograph // both are the same if the thermograph is known
	Coolest, Hottest Dyadic       // the temperature is between these
}

// Bounds returns the bounds of a game with a known thermograph.
func (g *Thermograph) Bounds() Bounds { return Bounds{g, g, g.Temperature, g.Temperature} }

// Thermograph returns the thermograph, or nil if it is not known.
func (b Bounds) Thermograph() *Thermograph {
	if b.Low != b.High {
		return nil
	}
	return b.Low
}

// Mean returns the mean. ok is false if it is not known.
func (b Bounds) Mean() (x Dyadic, ok bool) { return b.Low.Mean, b.Low.Mean == b.High.Mean }

// Outcome returns who wins. ok is false if the winner is not known.
func (b Bounds) Outcome() (o Outcome, ok bool) {
	o = outcome(b.Low.left, b.Low.right)
	return o, o == outcome(b.High.left, b.High.right)
}

// Neg returns the bounds of the negative of a game.
func (b Bounds) Neg() Bounds {
	low := b.High.negative()
	return b.between(low, func() *Thermograph { return b.Low.negative() })
}

// between returns bounds with a given low and, unless Low and High of b are the same, a given high.
func (b Bounds) between(low *Thermograph, high func() *Thermograph) Bounds {
	if b.Low == b.High {
		return low.Bounds()
	}
	return Bounds{low, high(), b.Coolest, b.Hottest}
}

// JoinBounds returns the bounds of the game whose options have these bounds. Options that are better for Left never
// lower walls and stops. The game is hottest if all options are best for their players, and coolest if all are worst.
func (a *Arena) JoinBounds(left, right []Bounds) (b Bounds, err error) {
	low := func(b Bounds) *Thermograph { return b.Low }
	high := func(b Bounds) *Thermograph { return b.High }
	join := func(of, and func(Bounds) *Thermograph) (g *Thermograph) {
		if err == nil {
			var lefts, rights []*Thermograph
			for _, b := range left {
				lefts = append(lefts, of(b))
			}
			for _, b := range right {
				rights = append(rights, and(b))
			}
			g, err = joined(lefts, rights)
		}
		return g
	}
	b.Low = join(low, low)
	if known := func(b Bounds) bool { return b.Low == b.High }; err == nil && all(left, known) && all(right, known) {
		b = b.Low.Bounds()
	} else {
		b.High = join(high, high)
		if g, h := join(low, high), join(high, low); err == nil {
			b.Coolest, b.Hottest = g.Temperature, h.Temperature
		}
	}
	return a.kept(b, err)
}

func all[T any](s []T, is func(T) bool) bool {
	return !slices.ContainsFunc(s, func(x T) bool { return !is(x) })
}

// kept returns bounds whose Low and High are the same if they are equal, and counts their bytes.
func (a *Arena) kept(b Bounds, err error) (Bounds, error) {
	if err != nil {
		return Bounds{}, err
	}
	bytes := b.Low.bytes()
	if b.Low != b.High && b.Low.equal(b.High) {
		b = b.Low.Bounds()
	} else if b.Low != b.High {
		bytes += b.High.bytes()
	}
	_, err = a.run(func() uint32 { a.take(bytes); a.step(); return 0 })
	return b, err
}

func (g *Thermograph) bytes() int64 { return int64(16*(cap(g.Left)+cap(g.Right)) + 96) }

func (g *Thermograph) equal(h *Thermograph) bool {
	return g.left == h.left && g.right == h.right && slices.Equal(g.Left, h.Left) && slices.Equal(g.Right, h.Right)
}

// AddBounds returns the bounds of a sum. Its left wall is at most the sum of the left walls, and at least the hotter
// game's left wall plus the other's right wall; it leans as walls do. Stops have the same bounds. Means add up. If
// temperatures differ, the sum has the greater one.
func (a *Arena) AddBounds(b, c Bounds) (sum Bounds, err error) {
	switch {
	case c.zero():
		return b, nil
	case b.zero():
		return c, nil
	}
	sum.Low = b.Low.plus(c.Low)
	sum.High = b.High.negative().plus(c.High.negative()).negative()
	sum.Coolest, sum.Hottest = -one, max(b.Hottest, c.Hottest)
	if b.Coolest > c.Hottest || c.Coolest > b.Hottest {
		sum.Coolest = max(b.Coolest, c.Coolest)
	}
	if sum.Low.Left[0].X <= -bound || bound <= sum.High.Left[0].X || sum.Low.Right[0].X <= -bound {
		err = ErrRange
	}
	return a.kept(sum, err)
}

// zero reports whether it is known that a game is 0.
func (b Bounds) zero() bool {
	return b.Low == b.High && b.Low.left == leftStop(0) && b.Low.right == rightStop(0)
}

// negative returns the thermograph of the negative of a game.
func (g *Thermograph) negative() *Thermograph {
	neg := func(w Wall) (n Wall) {
		for _, p := range w {
			n = append(n, Point{p.T, -p.X})
		}
		return n
	}
	return &Thermograph{-g.Mean, g.Temperature, neg(g.Right), neg(g.Left), 1 - g.right, 1 - g.left}
}

// plus returns a lower bound for the thermograph of a sum.
func (g *Thermograph) plus(h *Thermograph) *Thermograph {
	if g.Temperature < h.Temperature {
		g, h = h, g
	}
	left, right := plusLeaning(g.Left, h.Right, 0), plusLeaning(g.Right, h.Right, 1)
	add := func(s, r stop) stop { return leftStop(s.at()+r.at()) + s&r&1 }
	sum := &Thermograph{
		Mean: g.Mean + h.Mean, Temperature: max(left[len(left)-1].T, right[len(right)-1].T),
		left: max(add(g.left, h.right), leftStop(left[0].X)), right: max(add(g.right, h.right), leftStop(right[0].X)),
	}
	sum.Left, sum.Right = left.cut(sum.Temperature), right.cut(sum.Temperature)
	if sum.left < sum.right {
		sum.Temperature = -sum.Mean.unit()
	}
	return sum
}

// cut returns a wall with its last corner at a tax, where its mast begins.
func (w Wall) cut(t Dyadic) Wall {
	if last := w[len(w)-1]; last.T < t {
		w = append(w, Point{t, last.X})
	}
	return w
}

// plusLeaning returns the least wall that is nowhere below the sum of two walls. As the tax rises, it never falls if
// lean is 1, and never rises if lean is 0.
func plusLeaning(v, w Wall, lean Dyadic) Wall {
	t := max(v[len(v)-1].T, w[len(w)-1].T)
	x := v.At(t) + w.At(t)
	out := Wall{{t, x}} // from the top
	for sum := x; t > 0; {
		next := max(v.before(t), w.before(t))
		at, line := v.At(next)+w.At(next), x-lean*(t-next)
		if at > line && x > sum { // it crosses the sum
			up := (x - sum) / (lean - (sum-at)/(t-next))
			out = append(out, Point{t - up, x - lean*up})
		}
		x, sum, t = max(at, line), at, next
		out = append(out, Point{t, x})
	}
	slices.Reverse(out)
	return out.plain()
}

// before returns the tax of the last corner below a tax.
func (w Wall) before(t Dyadic) (last Dyadic) {
	for _, p := range w {
		if p.T < t {
			last = p.T
		}
	}
	return last
}

// plain leaves out the corners at which a wall goes straight on.
func (w Wall) plain() (out Wall) {
	lean := Dyadic(2)
	for i, p := range w {
		next := Dyadic(0)
		if i+1 < len(w) {
			next = (w[i+1].X - p.X) / (w[i+1].T - p.T)
		}
		if next != lean {
			out = append(out, p)
		}
		lean = next
	}
	return out
}
