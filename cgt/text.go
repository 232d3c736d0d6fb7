package cgt

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// String returns v as CGSuite writes it: "3/4", "2v*3", "{2||1|0}", "+-{3|2}". Options are in an order that depends on
// the game alone. The text of a complicated value can be very long; see [Value.Text].
func (v Value) String() string {
	text, _ := v.Text(math.MaxInt)
	return text
}

// Text returns v as String does if that takes at most about limit bytes. Else it ends with "…", and whole is false.
func (v Value) Text(limit int) (text string, whole bool) { return v.write(plain, limit) }

// LaTeX returns v for the mathematics of LaTeX, written like [Value.String].
func (v Value) LaTeX() string {
	text, _ := v.write(latex, math.MaxInt)
	return text
}

func (v Value) write(s signs, limit int) (text string, whole bool) {
	w := &writer{arena: v.arena, limit: limit, signs: s, bars: map[uint32]int{}, opposite: map[[2]uint32]bool{}}
	w.game(v.id, true, false)
	if w.text.Len() > limit {
		return w.text.String()[:limit] + "…", false
	}
	return w.text.String(), true
}

// signs are the signs of a way of writing. Of two signs, one is before and one behind something.
type signs struct {
	number          func(Dyadic) string
	braces, bar     [2]string
	plusMinus, star string
	up, down        [2]string // once, twice
	tiny, miny      [2]string
	sum, power      [2]string // around the order of ↑[n] and ↑^n
}

var plain = signs{
	number: Dyadic.String, braces: [2]string{"{", "}"}, plusMinus: "+-", star: "*",
	up: [2]string{"^", "^^"}, down: [2]string{"v", "vv"}, tiny: [2]string{"Tiny(", ")"}, miny: [2]string{"Miny(", ")"},
	sum: [2]string{"[", "]"}, power: [2]string{"<", ">"},
}

var latex = signs{
	number: Dyadic.LaTeX, braces: [2]string{`\{`, `\}`}, bar: [2]string{`\mathrel{`, `}`}, plusMinus: `\pm `, star: `{\ast}`,
	up: [2]string{`{\uparrow}`, `{\Uparrow}`}, down: [2]string{`{\downarrow}`, `{\Downarrow}`},
	tiny: [2]string{"+_{", "}"}, miny: [2]string{"-_{", "}"}, sum: [2]string{"^{[", "]}"}, power: [2]string{"^{", "}"},
}

// writer writes a value.
type writer struct {
	arena *Arena
	text  strings.Builder
	limit int
	signs
	bars     map[uint32]int     // how many bars a form has without its braces; 0 if it has none
	opposite map[[2]uint32]bool // whether a form is the negative of another one
}

// mostBars is the number of bars in a row that always has braces.
const mostBars = 4

// game writes a form. Braces are left out if they need not be there and nobody asks for them. Parentheses are around
// what has several parts.
func (w *writer) game(id uint32, braces, parentheses bool) {
	if w.text.Len() > w.limit {
		return
	}
	if c, ok := w.arena.name(id); ok {
		parentheses = parentheses && c.x != 0 && (c.ups != 0 || c.star != 0) || parentheses && c.ups != 0 && c.star != 0
		w.within(parentheses, func() { w.closed(c) })
		return
	}
	lefts, rights := w.arena.optionsOf(id)
	switch c, around, ok := w.short(lefts, rights); {
	case ok:
		w.within(parentheses, func() {
			w.text.WriteString(around[0])
			w.closed(c)
			w.text.WriteString(around[1])
		})
	case w.areOpposite(id, id):
		w.text.WriteString(w.plusMinus)
		if len(lefts) == 1 {
			w.game(lefts[0], true, true)
			return
		}
		w.text.WriteString(w.signs.braces[0])
		w.list(lefts)
		w.text.WriteString(w.signs.braces[1])
	default:
		n := w.barsOf(id)
		braces = braces || n == mostBars
		if braces {
			w.text.WriteString(w.signs.braces[0])
		}
		w.list(lefts)
		w.text.WriteString(w.bar[0] + strings.Repeat("|", n) + w.bar[1])
		w.list(rights)
		if braces {
			w.text.WriteString(w.signs.braces[1])
		}
	}
}

// within writes something in parentheses if they are needed.
func (w *writer) within(parentheses bool, write func()) {
	if parentheses {
		w.text.WriteByte('(')
		defer w.text.WriteByte(')')
	}
	write()
}

// list writes options. One alone needs no braces, since bars in a row say what belongs together.
func (w *writer) list(ids []uint32) {
	for i, id := range ids {
		if i > 0 {
			w.text.WriteByte(',')
		}
		w.game(id, len(ids) > 1, false)
	}
}

// closed writes a closed form.
func (w *writer) closed(c closed) {
	if c.x != 0 || c.ups == 0 && c.star == 0 {
		w.text.WriteString(w.number(c.x))
	}
	sign, n := w.up, int(c.ups)
	if n < 0 {
		sign, n = w.down, -n
	}
	switch {
	case n == 1 || n == 2:
		w.text.WriteString(sign[n-1])
	case n > 2:
		w.text.WriteString(sign[0] + strconv.Itoa(n))
	}
	if c.star > 0 {
		w.text.WriteString(w.star)
	}
	if c.star > 1 {
		w.text.WriteString(strconv.Itoa(int(c.star)))
	}
}

// barsOf returns how many bars a form has in its middle; 0 if it has none. One more than there are in an option
// without braces.
func (w *writer) barsOf(id uint32) (n int) {
	if n, ok := w.bars[id]; ok {
		return n
	}
	if _, ok := w.arena.name(id); ok {
		return 0
	}
	lefts, rights := w.arena.optionsOf(id)
	if _, _, ok := w.short(lefts, rights); !ok && !w.areOpposite(id, id) {
		n = 1
		for _, options := range [][]uint32{lefts, rights} {
			if len(options) == 1 {
				n = max(n, w.barsOf(options[0])%mostBars+1)
			}
		}
	}
	w.bars[id] = n
	return n
}

// areOpposite reports whether a form is the negative of another one.
func (w *writer) areOpposite(g, h uint32) bool {
	c, okC := w.arena.name(g)
	d, okD := w.arena.name(h)
	if okC || okD {
		return okC && okD && c == closed{-d.x, -d.ups, d.star}
	}
	is, ok := w.opposite[[2]uint32{g, h}]
	if !ok {
		f, e := &w.arena.forms[g], &w.arena.forms[h]
		is = f.left == 1-e.right && f.right == 1-e.left && f.lefts == e.rights && f.rights == e.lefts
		leftsG, rightsG := w.arena.optionsOf(g)
		leftsH, rightsH := w.arena.optionsOf(h)
		is = is && w.allOpposite(leftsG, rightsH) && w.allOpposite(leftsH, rightsG)
		w.opposite[[2]uint32{g, h}] = is
	}
	return is
}

// allOpposite reports whether each of some forms is the negative of one of others.
func (w *writer) allOpposite(ids, others []uint32) bool {
	return !slices.ContainsFunc(ids, func(g uint32) bool {
		return !slices.ContainsFunc(others, func(h uint32) bool { return w.areOpposite(g, h) })
	})
}

// short recognizes the games that are written as a closed form with something around it: Tiny(x) = {0||0|-x}, Miny(x) =
// {x|0||0}, the sums ↑[n] = ↑ + ↑^2 + … + ↑^n = {↑[n-1]|∗}, ↑^2 = {0|↓∗} and the negatives of these.
func (w *writer) short(lefts, rights []uint32) (c closed, around [2]string, ok bool) {
	if len(lefts) != 1 || len(rights) != 1 {
		return c, around, false
	}
	l, r := lefts[0], rights[0]
	if n := w.orderOfSum(l, r, 1); n > 1 {
		return closed{x: Dyadic(n) * one}, [2]string{w.up[0] + w.sum[0], w.sum[1]}, true
	}
	if n := w.orderOfSum(r, l, -1); n > 1 {
		return closed{x: Dyadic(n) * one}, [2]string{w.down[0] + w.sum[0], w.sum[1]}, true
	}
	below, okBelow := w.arena.name(r)
	above, okAbove := w.arena.name(l)
	zeroLeft, zeroRight := okAbove && above == closed{}, okBelow && below == closed{}
	switch {
	case zeroLeft && okBelow && below == closed{0, -1, 1}:
		return closed{x: 2 * one}, [2]string{w.up[0] + w.power[0], w.power[1]}, true
	case zeroRight && okAbove && above == closed{0, 1, 1}:
		return closed{x: 2 * one}, [2]string{w.down[0] + w.power[0], w.power[1]}, true
	case zeroLeft && !okBelow:
		lefts, rights = w.arena.optionsOf(r)
	case zeroRight && !okAbove:
		lefts, rights = w.arena.optionsOf(l)
	default:
		return c, around, false
	}
	if len(lefts) != 1 || len(rights) != 1 {
		return c, around, false
	}
	if c, ok = w.arena.name(rights[0]); zeroLeft && ok && lefts[0] == 0 && c.x < 0 {
		return closed{-c.x, -c.ups, c.star}, w.tiny, true
	}
	if c, ok = w.arena.name(lefts[0]); zeroRight && ok && rights[0] == 0 && c.x > 0 {
		return c, w.miny, true
	}
	return c, around, false
}

// orderOfSum returns n if {sum|star}, or its negative with sign -1, is ↑[n]; else 0.
func (w *writer) orderOfSum(sum, star uint32, sign int32) int {
	if c, ok := w.arena.name(star); !ok || c != (closed{0, 0, 1}) {
		return 0
	}
	if c, ok := w.arena.name(sum); ok {
		if c == (closed{0, sign, 0}) {
			return 2
		}
		return 0
	}
	lefts, rights := w.arena.optionsOf(sum)
	if sign < 0 {
		lefts, rights = rights, lefts
	}
	if len(lefts) != 1 || len(rights) != 1 {
		return 0
	}
	if n := w.orderOfSum(lefts[0], rights[0], sign); n > 0 {
		return n + 1
	}
	return 0
}
