package draw

import (
	"fmt"
	"math"
	"strings"

	"gridlock/analysis"
	"gridlock/variants"
)

// Arrow shows a move: an arrow from the marker's old cell to its new one, or a frame for a mark that is placed. The
// blocked cell has a broken frame.
type Arrow struct {
	analysis.Geometry
	Player variants.Player
	Text   string // of the move
	Number int    // beside it; 0 for none
}

// Arrows returns the arrows of moves that are played one after the other, with numbers if there
// are several.
func Arrows(p variants.Position, moves []variants.Move) (all []Arrow) {
	for i, m := range moves {
		a := Arrow{Geometry: analysis.GeometryOf(p, m), Player: p.Side(), Text: p.MoveText(m)}
		if len(moves) > 1 {
			a.Number = i + 1
		}
		all, p = append(all, a), p.Play(m)
	}
	return all
}

// Sizes of arrows, in pixels.
const (
	fromMiddle = 15 // distance from the middle of the cell that it leaves
	toMiddle   = 20 // distance from the middle of the cell that it points to
	toGhost    = 4  // the same if the cell is small
	headLength = 9
	headWidth  = 6 // of each side
	keepRight  = 7 // distance from the line between the middles, for one of several arrows
	discRadius = 8 // of a number
)

// arrows draws arrows. Numbers of moves to the same cell stand beside one another.
func (b *board) arrows(arrows []Arrow) {
	numbers := map[int]int{} // how many numbers each cell has
	for _, a := range arrows {
		b.arrow(a)
	}
	for _, a := range arrows {
		for _, cell := range []int{a.To, a.Block} {
			if a.Number > 0 && b.on(cell) {
				b.number(cell, numbers[cell], a.Number)
				numbers[cell]++
			}
		}
	}
}

// on reports whether a cell is on the board.
func (b *board) on(cell int) bool { return cell >= 0 && cell < b.grid.Size() }

// arrow draws an arrow without its number.
func (b *board) arrow(a Arrow) {
	player := " " + strings.ToLower(a.Player.String())
	if b.on(a.Block) {
		b.frame("arrow blocked"+player, a.Block)
	}
	if !b.on(a.To) {
		return
	}
	if !b.on(a.From) {
		b.frame("arrow"+player, a.To)
		return
	}
	x, y, beyond := b.towards(a.From, a.To)
	if beyond {
		b.frame("arrow"+player, a.To)
	}
	fromX, fromY := b.middle(a.From)
	length := math.Hypot(float64(x-fromX), float64(y-fromY))
	dx, dy := float64(x-fromX)/length, float64(y-fromY)/length
	at := func(along, aside float64) string {
		if a.Number > 0 {
			aside += keepRight
		}
		return px(float64(fromX)+along*dx-aside*dy) + " " + px(float64(fromY)+along*dy+aside*dx)
	}
	tip := length - toMiddle
	if beyond {
		tip = length - toGhost
	}
	b.add(element("path", "class", "arrow"+player, "d", fmt.Sprintf("M%sL%s", at(fromMiddle, 0), at(tip-headLength, 0))),
		element("path", "class", "head"+player, "d",
			fmt.Sprintf("M%sL%sL%sZ", at(tip, 0), at(tip-headLength, headWidth), at(tip-headLength, -headWidth))))
}

// number draws a number in a cell that has some numbers already. The first goes to the corner at the top right.
func (b *board) number(cell, already, number int) {
	const inset = discRadius + 3
	const aside = cellSize/2 - inset
	x, y := b.middle(cell)
	x += aside - already%2*2*aside
	y += already/2%2*2*aside - aside
	b.add(element("circle", "class", "disc", "cx", x, "cy", y, "r", discRadius),
		label(fmt.Sprint(number), "text", "class", "disc", "x", x, "y", y))
}
