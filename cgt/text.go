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
	text, _ := v.Text(math.MaxInt32)
	return text
}

// Text returns v as String does if this text has at most limit bytes. Else it ends with "…", and whole is false.
func (v Value) Text(limit int) (text string, whole bool) {
	w := &writer{Arena: v.arena, limit: min(limit, math.MaxInt32-1), known: map[uint32]written{}, opposite: map[[2]uint32]bool{}}
	if text = w.braced(v.id); len(text) > limit {
		return text[:limit] + "…", false
	}
	return text, true
}

// LaTeX returns v for the mathematics of LaTeX.
func (v Value) LaTeX() string {
	var b strings.Builder
	for text := latex.Replace(v.String()); text != ""; {
		n := max(run(text, decimal), run(text, "|"), 1)
		part := text[:n]
		if text = text[n:]; strings.HasPrefix(text, "/") {
			n = run(text[1:], decimal) + 1
			part = `\frac{` + part + `}{` + text[1:n] + `}`
			text = text[n:]
		} else if part[0] == '|' {
			part = `\mathrel{` + part + `}`
		}
		b.WriteString(part)
	}
	return b.String()
}

var latex = strings.NewReplacer("{", `\{`, "}", `\}`, "+-", `\pm `, "*", `{\ast}`,
	"^<", `{\uparrow}^{`, "v<", `{\downarrow}^{`, ">", "}", "^[", `{\uparrow}^{[`, "v[", `{\downarrow}^{[`, "]", "]}",
	"^^", `{\Uparrow}`, "vv", `{\Downarrow}`, "^", `{\uparrow}`, "v", `{\downarrow}`,
	"Tiny", `\operatorname{Tiny}`, "Miny", `\operatorname{Miny}`)

// writer writes a value.
type writer struct {
	*Arena
	limit int // a longer text is cut one byte after the limit
	known map[uint32]written
	// opposite says whether a form is the negative of another one. Nothing is added to the arena, which may be full.
	opposite map[[2]uint32]bool
}

// written is the text of a form without braces around it, and the number of bars in its middle, 0 for none.
type written struct {
	text string
	bars int
}

// braced returns the text of a form, with braces if it has bars.
func (w *writer) braced(id uint32) string {
	t := w.write(id)
	if t.bars > 0 {
		return "{" + t.text + "}"
	}
	return t.text
}

// write writes a form.
func (w *writer) write(id uint32) (t written) {
	if t, ok := w.known[id]; ok {
		return t
	}
	if text, ok := w.name(id); ok {
		return written{text, 0}
	}
	lefts, rights := w.optionsOf(id)
	if w.areOpposite(id, id) {
		switch t = w.list(lefts); {
		case len(lefts) > 1 || t.bars > 0:
			t = written{"+-{" + t.text + "}", 0}
		case strings.ContainsAny(t.text[1:], "^v*("):
			t.text = "+-(" + t.text + ")"
		default:
			t.text = "+-" + t.text
		}
	} else {
		l, r := w.list(lefts), w.list(rights)
		t.bars = max(l.bars, r.bars) + 1
		t.text = l.text + strings.Repeat("|", t.bars) + r.text
		if t.bars == 4 { // more are hard to read
			t = written{"{" + t.text + "}", 0}
		}
	}
	t.text = t.text[:min(len(t.text), w.limit+1)]
	w.known[id] = t
	return t
}

// areOpposite reports whether a form is the negative of another one.
func (w *writer) areOpposite(g, h uint32) bool {
	c, okC := w.Arena.name(g)
	d, okD := w.Arena.name(h)
	if okC || okD {
		return okC && okD && c == closed{-d.x, -d.ups, d.star}
	}
	is, ok := w.opposite[[2]uint32{g, h}]
	if !ok {
		f, e := &w.forms[g], &w.forms[h]
		is = f.left == 1-e.right && f.right == 1-e.left && f.lefts == e.rights && f.rights == e.lefts
		for _, left := range []bool{true, false} {
			is = is && !slices.ContainsFunc(w.side(g, left), func(g uint32) bool {
				return !slices.ContainsFunc(w.side(h, !left), func(h uint32) bool { return w.areOpposite(g, h) })
			})
		}
		w.opposite[[2]uint32{g, h}] = is
	}
	return is
}

// list writes options. A single option needs no braces, since the lengths of bars group the text.
func (w *writer) list(ids []uint32) written {
	if len(ids) == 1 {
		return w.write(ids[0])
	}
	var texts []string
	for _, id := range ids {
		texts = append(texts, w.braced(id))
	}
	return written{strings.Join(texts, ","), 0}
}

// name returns the name of a form. ok is false if it has none.
func (w *writer) name(id uint32) (text string, ok bool) {
	if c, ok := w.Arena.name(id); ok {
		return c.String(), true
	}
	for _, left := range []bool{true, false} { // {0||0|-x} and {x|0||0}
		zero := []uint32{0}
		threat := w.side(id, !left)
		if len(threat) != 1 || w.forms[threat[0]].closed != 0 || !slices.Equal(w.side(id, left), zero) ||
			!slices.Equal(w.side(threat[0], left), zero) {
			continue
		}
		gain := w.side(threat[0], !left)
		if len(gain) != 1 {
			continue
		}
		if c, ok := w.Arena.name(gain[0]); ok && left && c.x < 0 {
			return "Tiny(" + closed{-c.x, -c.ups, c.star}.String() + ")", true
		} else if ok && !left && c.x > 0 {
			return "Miny(" + c.String() + ")", true
		}
	}
	text, ok = w.named[id]
	return text, ok
}

// String returns the name of a closed form.
func (c closed) String() string {
	var text string
	if c.x != 0 || c.ups == 0 && c.star == 0 {
		text = c.x.String()
	}
	arrow, n := "^", int(c.ups)
	if n < 0 {
		arrow, n = "v", -n
	}
	if n > 2 {
		text += arrow + strconv.Itoa(n)
	} else {
		text += strings.Repeat(arrow, n)
	}
	if c.star > 0 {
		text += "*"
	}
	if c.star > 1 {
		text += strconv.Itoa(int(c.star))
	}
	return text
}

// nameUptimals names ↑^n, ↑[n] = ↑ + ↑^2 + … + ↑^n and their negatives as CGSuite does, for small n.
func (a *Arena) nameUptimals() {
	for n := 2; n < 5 && a.err == nil; n++ {
		for _, power := range []bool{false, true} {
			text := "[" + strconv.Itoa(n) + "]"
			if power {
				text = "<" + strconv.Itoa(n) + ">"
			}
			id := a.uptimal(n, power)
			a.named[id], a.named[a.negative(id)] = "^"+text, "v"+text
		}
	}
}

// uptimal returns ↑^n = {0|∗ - ↑[n-1]} or ↑[n] = {↑[n-1]|∗} (Siegel, II.4).
func (a *Arena) uptimal(n int, power bool) uint32 {
	star, sum := a.insertClosed(closed{star: 1}), uint32(0)
	for range n - 1 {
		sum = a.canonical([]uint32{sum}, []uint32{star})
	}
	if power {
		return a.canonical([]uint32{0}, []uint32{a.sum(star, a.negative(sum))})
	}
	return a.canonical([]uint32{sum}, []uint32{star})
}
