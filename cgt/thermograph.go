package cgt

// Thermograph says how hot a game is. With a tax of t on each move, best play ends at the left wall's place at t if
// Left begins, and at the right wall's if Right does. The walls meet at the temperature, at which moves are no longer
// worth their tax. Above it there is a mast at the mean (Winning Ways, chapter 6; Siegel, II.5).
type Thermograph struct {
	Mean        Dyadic
	Temperature Dyadic // -1/2^k for a number n/2^k in lowest terms
	Left, Right Wall

	left, right stop
}

// Wall is a wall for taxes of 0 and more, by its corners from tax 0 up to the mast. Between corners it is straight.
type Wall []Point

// Point is a point X of a wall at the tax T.
type Point struct{ T, X Dyadic }

// At returns where the wall is at a tax of 0 or more.
func (w Wall) At(t Dyadic) Dyadic {
	x, _, _ := w.from(t)
	return x
}

// forever is more than all taxes.
const forever Dyadic = 1<<63 - 1

// from returns the wall's position at a tax, its slope from there (-1, 0 or 1), and the tax where the slope ends.
func (w Wall) from(t Dyadic) (x, lean, until Dyadic) {
	for i, p := range w[1:] {
		if t < p.T {
			p, q := w[i], p
			lean = (q.X - p.X) / (q.T - p.T)
			return p.X + lean*(t-p.T), lean, q.T
		}
	}
	return w[len(w)-1].X, 0, forever
}

// Stop is the end of a game if both play well.
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
func (a *Arena) Thermograph(v Value) (g *Thermograph, err error) {
	_, err = a.run(func() uint32 { g = a.thermograph(v.id); return 0 }, v)
	return g, err
}

func (a *Arena) thermograph(id uint32) *Thermograph {
	if !grow(a, &a.walls, int(id)+1-len(a.walls)) || !a.step() {
		return nil
	}
	a.walls = a.walls[:max(len(a.walls), int(id)+1)]
	if a.walls[id] != nil {
		return a.walls[id]
	}
	g := NumberThermograph(a.forms[id].left.at())
	if !a.forms[id].isNumber() {
		var options [2][]*Thermograph
		for i := range options {
			for _, option := range a.side(id, i == 0) {
				options[i] = append(options[i], a.thermograph(option))
			}
		}
		if a.err != nil {
			return nil
		}
		var err error
		if g, err = joined(options[0], options[1]); err != nil {
			a.fail(err)
			return nil
		}
	}
	if !a.take(g.bytes()) {
		return nil
	}
	a.walls[id] = g
	return g
}

// NumberThermograph returns the thermograph of a number: a mast.
func NumberThermograph(x Dyadic) *Thermograph {
	mast := Wall{{0, x}}
	return &Thermograph{x, -x.unit(), mast, mast, leftStop(x), rightStop(x)}
}

// joined returns the thermograph of the game whose options have these thermographs. It needs no canonical forms. It is
// exact, since each stop says who is to move there: {∗|1} is 0 and {↑|1} is 1/2, though ∗ and ↑ have the same walls. It
// fails with ErrRange if a mean or a temperature is too fine.
func joined(left, right []*Thermograph) (*Thermograph, error) {
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
	g := &Thermograph{left: lo, right: hi}
	for t, before := Dyadic(0), [2]Dyadic{2, 2}; ; {
		x, leanX, untilX := farthest(left, t, 1)
		y, leanY, untilY := farthest(right, t, -1)
		gap, closing, next := x-y-2*t, 2-leanX+leanY, min(untilX, untilY)
		if leanX != before[0] || gap == 0 {
			g.Left = append(g.Left, Point{t, x - t})
		}
		if leanY != before[1] || gap == 0 {
			g.Right = append(g.Right, Point{t, y + t})
		}
		before = [2]Dyadic{leanX, leanY}
		switch {
		case gap == 0:
			g.Mean, g.Temperature = x-t, t
			return g, nil
		case closing > 0 && (gap+closing-1)/closing <= next-t:
			if gap%closing != 0 {
				return nil, ErrRange
			}
			t += gap / closing
		default:
			t = next
		}
	}
}

// farthest returns, for a tax, the place of the greatest right wall of some thermographs (with sign -1 of the least
// left wall), how the wall leans there, and the tax up to which this holds.
func farthest(all []*Thermograph, t, sign Dyadic) (x, lean, until Dyadic) {
	wall := func(g *Thermograph) (x, lean, until Dyadic) {
		w := g.Right
		if sign < 0 {
			w = g.Left
		}
		x, lean, until = w.from(t)
		return sign * x, sign * lean, until
	}
	x, until = -forever, forever
	for _, g := range all {
		y, leanY, untilY := wall(g)
		if y > x || y == x && leanY > lean {
			x, lean = y, leanY
		}
		until = min(until, untilY)
	}
	for _, g := range all {
		if y, leanY, _ := wall(g); leanY > lean { // y is less, but gains one on x for each unit of tax
			until = min(until, t+x-y)
		}
	}
	return sign * x, sign * lean, until
}
