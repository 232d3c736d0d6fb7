package cgt

import "slices"

// Make returns the value of the game with these options: its canonical form, the only one in which no option is
// dominated and none is reversible (Conway, chapter 10; Siegel, II.2).
func (a *Arena) Make(left, right []Value) (Value, error) {
	if err := a.begin(left...); err != nil {
		return Value{}, err
	}
	if err := a.begin(right...); err != nil {
		return Value{}, err
	}
	return a.end(a.canonical(ids(left), ids(right)))
}

// Options returns the options of the canonical form, in an order that depends on the games alone.
func (a *Arena) Options(v Value) (left, right []Value, err error) {
	if err := a.begin(v); err != nil {
		return nil, nil, err
	}
	lefts, rights := a.optionsOf(v.id)
	for _, id := range lefts {
		left = append(left, Value{a, id})
	}
	for _, id := range rights {
		right = append(right, Value{a, id})
	}
	return left, right, a.err
}

func ids(values []Value) []uint32 {
	ids := make([]uint32, len(values))
	for i, v := range values {
		ids[i] = v.id
	}
	return ids
}

// game is a game in the making, whose value is not a number.
type game struct {
	stops         form
	lefts, rights []uint32
}

// canonical returns the canonical form of the game with these options. It may change the lists.
func (a *Arena) canonical(lefts, rights []uint32) uint32 {
	lo, hi := noLeft, noRight
	for _, id := range lefts {
		lo = max(lo, a.forms[id].right)
	}
	for _, id := range rights {
		hi = min(hi, a.forms[id].left)
	}
	if x, ok, err := simplest(lo, hi); err != nil {
		return a.fail(err)
	} else if ok {
		return a.number(x)
	}
	g := &game{stops: form{left: lo, right: hi}, lefts: undominated(lefts, a.le), rights: undominated(rights, a.ge)}
	a.bypassLefts(g)
	a.bypassRights(g)
	g.lefts, g.rights = undominated(g.lefts, a.le), undominated(g.rights, a.ge)
	if a.err != nil {
		return 0
	}
	return a.insert(g.lefts, g.rights, lo, hi)
}

// undominated returns the elements of a list, once each, that are not worse than another one.
func undominated(ids []uint32, worse func(g, h uint32) bool) []uint32 {
	kept := ids[:0]
	for _, id := range ids {
		if slices.ContainsFunc(kept, func(k uint32) bool { return worse(id, k) }) {
			continue
		}
		kept = append(slices.DeleteFunc(kept, func(k uint32) bool { return worse(k, id) }), id)
	}
	return kept
}

// bypassLefts replaces left options that are reversible: an option with a right option that is at most the game is
// replaced by the left options of that one. Whether it is depends on the value of the game, which stays; so each
// option, old or new, is looked at once.
func (a *Arena) bypassLefts(g *game) {
	for i := 0; i < len(g.lefts) && a.step(); {
		_, answers := a.optionsOf(g.lefts[i])
		k := slices.IndexFunc(answers, func(answer uint32) bool { return a.leGame(answer, g) })
		if k < 0 {
			i++
			continue
		}
		instead, _ := a.optionsOf(answers[k])
		g.lefts = append(slices.Delete(g.lefts, i, i+1), instead...)
	}
}

// bypassRights does the same for Right.
func (a *Arena) bypassRights(g *game) {
	for i := 0; i < len(g.rights) && a.step(); {
		answers, _ := a.optionsOf(g.rights[i])
		k := slices.IndexFunc(answers, func(answer uint32) bool { return a.geGame(answer, g) })
		if k < 0 {
			i++
			continue
		}
		_, instead := a.optionsOf(answers[k])
		g.rights = append(slices.Delete(g.rights, i, i+1), instead...)
	}
}

// leGame reports whether h ≤ g.
func (a *Arena) leGame(h uint32, g *game) bool {
	if atMost, ok := quick(&a.forms[h], &g.stops); ok || !a.step() {
		return atMost
	}
	for _, option := range g.rights {
		if a.le(option, h) {
			return false
		}
	}
	lefts, _ := a.optionsOf(h)
	return !slices.ContainsFunc(lefts, func(option uint32) bool { return a.geGame(option, g) })
}

// geGame reports whether h ≥ g.
func (a *Arena) geGame(h uint32, g *game) bool {
	if atMost, ok := quick(&g.stops, &a.forms[h]); ok || !a.step() {
		return atMost
	}
	for _, option := range g.lefts {
		if a.le(h, option) {
			return false
		}
	}
	_, rights := a.optionsOf(h)
	return !slices.ContainsFunc(rights, func(option uint32) bool { return a.leGame(option, g) })
}
