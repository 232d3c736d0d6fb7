package cgt

// Neg returns -v: the game with the players exchanged.
func (a *Arena) Neg(v Value) (Value, error) {
	if err := a.begin(v); err != nil {
		return Value{}, err
	}
	return a.end(a.negative(v.id))
}

// Add returns v + w: both games side by side, where each move is in one of them.
func (a *Arena) Add(v, w Value) (Value, error) {
	if err := a.begin(v, w); err != nil {
		return Value{}, err
	}
	return a.end(a.sum(v.id, w.id))
}

// Sub returns v - w.
func (a *Arena) Sub(v, w Value) (Value, error) {
	if err := a.begin(v, w); err != nil {
		return Value{}, err
	}
	return a.end(a.sum(v.id, a.negative(w.id)))
}

// negative returns the negative of a form.
func (a *Arena) negative(id uint32) uint32 {
	f := a.forms[id]
	if f.negative != 0 || a.err != nil {
		return max(1, f.negative) - 1
	}
	var negative uint32
	if c, ok := a.name(id); ok {
		negative = a.insertClosed(closed{-c.x, -c.ups, c.star})
	} else {
		lefts, rights := a.optionsOf(id)
		negative = a.insert(each(rights, a.negative), each(lefts, a.negative), 1-f.right, 1-f.left)
	}
	if !a.step() {
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

// sum returns the sum of two forms.
func (a *Arena) sum(g, h uint32) uint32 {
	c, okC := a.name(g)
	d, okD := a.name(h)
	switch {
	case okC && okD:
		return a.insertClosed(c.plus(d))
	case g == 0:
		return h
	case h == 0:
		return g
	case g > h:
		g, h = h, g
	}
	if known := a.sums.get(g, h); known != 0 || a.err != nil {
		return max(1, known) - 1
	}
	var sum uint32
	switch {
	case a.forms[g].isNumber():
		sum = a.translated(h, g)
	case a.forms[h].isNumber():
		sum = a.translated(g, h)
	default:
		leftsG, rightsG := a.optionsOf(g)
		leftsH, rightsH := a.optionsOf(h)
		plus := func(x uint32) func(uint32) uint32 { return func(option uint32) uint32 { return a.sum(option, x) } }
		lefts := append(each(leftsG, plus(h)), each(leftsH, plus(g))...)
		rights := append(each(rightsG, plus(h)), each(rightsH, plus(g))...)
		if a.err != nil {
			return 0
		}
		sum = a.canonical(lefts, rights)
	}
	if !a.step() {
		return 0
	}
	a.put(&a.sums, g, h, sum+1)
	return sum
}

// translated returns g + x for a number x and a form g that is none: the canonical form has the options of g, plus x
// (number translation: Siegel, II.3).
func (a *Arena) translated(g, x uint32) uint32 {
	plus := func(option uint32) uint32 { return a.sum(option, x) }
	lefts, rights := a.optionsOf(g)
	lefts, rights = each(lefts, plus), each(rights, plus)
	by := stop(2 * a.forms[x].left.at())
	if a.err != nil {
		return 0
	}
	return a.insert(lefts, rights, a.forms[g].left+by, a.forms[g].right+by)
}
