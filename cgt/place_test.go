package cgt

import (
	"math/bits"
	"testing"
)

// place is Snort, or Col, on a graph. A position is the vertices that are open to Left, and those open to Right.
type place struct {
	arena   *Arena
	near    []uint32 // by vertex
	columns int      // of a grid; 0 if the graph is none
	col     bool
	known   map[position]Value
}

type position struct{ left, right uint32 }

// value returns the value of a position: the sum of its components'.
func (p *place) value(t testing.TB, at position) Value {
	sum := p.arena.Zero()
	for rest := at.left | at.right; rest != 0; {
		part := rest & -rest
		for {
			grown := part
			for open := part; open != 0; open &= open - 1 {
				v := open & -open
				near := p.near[bits.TrailingZeros32(v)] & rest
				// moves on v matter to those that the mover's opponent, or in Col the mover, has
				reach := uint32(0)
				left, right := at.left, at.right
				if p.col {
					left, right = right, left
				}
				if at.left&v != 0 {
					reach |= right
				}
				if at.right&v != 0 {
					reach |= left
				}
				grown |= near & reach
			}
			if grown == part {
				break
			}
			part = grown
		}
		rest &^= part
		var err error
		if sum, err = p.arena.Add(sum, p.component(t, position{at.left & part, at.right & part})); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

func (p *place) component(t testing.TB, at position) Value {
	at = p.least(at)
	if v, ok := p.known[at]; ok {
		return v
	}
	var lefts, rights []Value
	for c, near := range p.near {
		v := uint32(1) << c
		closedLeft, closedRight := v, v|near
		if p.col {
			closedLeft, closedRight = closedRight, closedLeft
		}
		if at.left&v != 0 {
			lefts = append(lefts, p.value(t, position{at.left &^ closedLeft, at.right &^ closedRight}))
		}
		if at.right&v != 0 {
			rights = append(rights, p.value(t, position{at.left &^ closedRight, at.right &^ closedLeft}))
		}
	}
	v, err := p.arena.Make(lefts, rights)
	if err != nil {
		t.Fatal(err)
	}
	p.known[at] = v
	return v
}

// least returns the least image of a position on a grid, by flips and shifts; on a graph, the position.
func (p *place) least(at position) position {
	if p.columns == 0 {
		return at
	}
	best := p.shifted(at)
	for range 2 {
		at = position{p.flipped(at.left, false), p.flipped(at.right, false)}
		for range 2 {
			at = position{p.flipped(at.left, true), p.flipped(at.right, true)}
			if image := p.shifted(at); image.left < best.left || image.left == best.left && image.right < best.right {
				best = image
			}
		}
	}
	return best
}

// flipped returns the image of vertices in which rows or columns are in reverse order.
func (p *place) flipped(open uint32, columns bool) (image uint32) {
	row := uint32(1)<<p.columns - 1
	for y := 0; y < len(p.near); y += p.columns {
		if columns {
			image |= bits.Reverse32(open>>y&row) >> (32 - p.columns) << y
		} else {
			image |= open >> y & row << (len(p.near) - p.columns - y)
		}
	}
	return image
}

// shifted moves a position into the first corner.
func (p *place) shifted(at position) position {
	all := at.left | at.right
	first := uint32(0) // a bit for each row
	for y := 0; y < len(p.near); y += p.columns {
		first |= 1 << y
	}
	by := bits.TrailingZeros32(all) / p.columns * p.columns
	for x := 0; x < p.columns && all&(first<<x) == 0; x++ {
		by++
	}
	return position{at.left >> by, at.right >> by}
}

// grid returns Snort on a grid of rook's or king's moves, with its symmetries.
func grid(a *Arena, rows, columns int, king bool) *place {
	p := &place{arena: a, columns: columns, known: map[position]Value{}}
	for c := range rows * columns {
		var near uint32
		for d := range rows * columns {
			y, x := c/columns-d/columns, c%columns-d%columns
			if c != d && y*y <= 1 && x*x <= 1 && (king || y*y+x*x == 1) {
				near |= 1 << d
			}
		}
		p.near = append(p.near, near)
	}
	return p
}

func (p *place) whole() position {
	all := uint32(1)<<len(p.near) - 1
	return position{all, all}
}

func BenchmarkSnort(b *testing.B) {
	for _, size := range []struct {
		rows, columns int
		king          bool
	}{{3, 4, false}, {4, 4, false}, {4, 4, true}, {1, 20, false}, {4, 5, false}, {4, 5, true}} {
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				a := NewArena(1 << 30)
				p := grid(a, size.rows, size.columns, size.king)
				v := p.value(b, p.whole())
				b.ReportMetric(float64(len(p.known)), "components")
				b.ReportMetric(float64(a.Len()), "values")
				b.ReportMetric(float64(a.Bytes()), "bytes")
				_ = v
			}
		})
	}
}
