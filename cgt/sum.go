package cgt

// Neg returns -v: the game with the players exchanged.
func (a *Arena) Neg(v Value) (Value, error) {
	return a.run(func() uint32 { return a.negative(v.id) }, v)
}

// Add returns v + w: both games side by side, where each move is in one of them.
func (a *Arena) Add(v, w Value) (Value, error) {
	return a.run(func() uint32 { return a.sum(v.id, w.id) }, v, w)
}

// Sub returns v - w.
func (a *Arena) Sub(v, w Value) (Value, error) {
	return a.run(func() uint32 { return a.sum(v.id, a.negative(w.id)) }, v, w)
}

// negative returns the negative of a form.
func (a *Arena) negative(id uint32) uint32 {
	f := a.forms[id]
	if f.negative != 0 || !a.step() {
		return max(1, f.negative) - 1
	}
	var negative uint32
	if c, ok := a.name(id); ok {
		negative = a.insertClosed(closed{-c.x, -c.ups, c.star})
	} else {
		lefts, rights := a.optionsOf(id)
		lefts, rights = each(rights, a.negative), each(lefts, a.negative)
		negative = a.insert(lefts, rights, 1-f.right, 1-f.left)
	}
	if a.err != nil {
		return 0
	}
	a.forms[id].negative, a.forms[negative].negative = negative+1, id+1
	return negative
}

// each returns f of each element.
func each(ids []uint32, f func(uint32) uint32) []uint32 {
	all := make([]uint32, len(ids))
	for i, id := range ids {
		all[i] = f(id)
	}
	return all
}

// sum returns the sum of two forms. If x is a number and G is not, the options of x + G are the options of G, plus x
// (number translation: Siegel, II.3).
func (a *Arena) sum(g, h uint32) uint32 {
	if a.forms[h].isNumber() {
		g, h = h, g
	}
	c, okC := a.name(g)
	d, okD := a.name(h)
	switch {
	case g == 0:
		return h
	case okC && okD:
		return a.insertClosed(closed{c.x + d.x, c.ups + d.ups, c.star ^ d.star})
	case g > h && !a.forms[g].isNumber():
		g, h = h, g
	}
	if known := a.sums.get(g, h); known != 0 || !a.step() {
		return max(1, known) - 1
	}
	plusG := func(option uint32) uint32 { return a.sum(option, g) }
	plusH := func(option uint32) uint32 { return a.sum(option, h) }
	lefts, rights := a.optionsOf(h)
	lefts, rights = each(lefts, plusG), each(rights, plusG)
	var sum uint32
	if f := a.forms[h]; a.forms[g].isNumber() {
		by := leftStop(a.forms[g].left.at())
		sum = a.insert(lefts, rights, f.left+by, f.right+by)
	} else {
		leftsG, rightsG := a.optionsOf(g)
		lefts, rights = append(lefts, each(leftsG, plusH)...), append(rights, each(rightsG, plusH)...)
		sum = a.canonical(lefts, rights)
	}
	if a.err != nil {
		return 0
	}
	a.put(&a.sums, g, h, sum+1)
	return sum
}
