package cgt

import "slices"

// Make returns the value of the game with these options: its canonical form, the only one in which no option is
// dominated and none is reversible (Conway, chapter 10; Siegel, II.2).
func (a *Arena) Make(left, right []Value) (Value, error) {
	ids := func(values []Value) []uint32 {
		ids := make([]uint32, len(values))
		for i, v := range values {
			ids[i] = v.id
		}
		return ids
	}
	if err := a.owns(left); err != nil {
		return Value{}, err
	}
	return a.run(func() uint32 { return a.canonical(ids(left), ids(right)) }, right...)
}

// Options returns the options of the canonical form, in an order that depends on the games alone.
func (a *Arena) Options(v Value) (left, right []Value, err error) {
	_, err = a.run(func() uint32 {
		lefts, rights := a.optionsOf(v.id)
		for _, id := range lefts {
			left = append(left, Value{a, id})
		}
		for _, id := range rights {
			right = append(right, Value{a, id})
		}
		return 0
	}, v)
	return left, right, err
}

// canonical returns the canonical form of the game with these options. It may change the lists.
func (a *Arena) canonical(lefts, rights []uint32) uint32 {
	if a.err != nil {
		return 0
	}
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
	f := &a.forms[making]
	f.left, f.right = lo, hi
	a.turn = a.turn + 1 | 1<<31
	a.lefts, a.rights = undominated(lefts, a.le), undominated(rights, a.ge)
	a.bypass(&a.lefts, true)
	a.bypass(&a.rights, false)
	a.lefts, a.rights = undominated(a.lefts, a.le), undominated(a.rights, a.ge)
	return a.insert(a.lefts, a.rights, lo, hi)
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

// bypass replaces reversible options of the game in the making: if the opponent's answer to an option leaves a game
// that is no worse for the opponent than the game itself, the options after that answer stand in for the option. This
// depends only on the value of the game, which stays, so each option, old or new, is checked once.
func (a *Arena) bypass(options *[]uint32, left bool) {
	for i := 0; i < len(*options) && a.step(); {
		answers := a.side((*options)[i], !left)
		k := slices.IndexFunc(answers, func(answer uint32) bool {
			return left && a.le(answer, making) || !left && a.le(making, answer)
		})
		if k < 0 {
			i++
			continue
		}
		*options = append(slices.Delete(*options, i, i+1), a.side(answers[k], left)...)
	}
}

// side returns the options of one player.
func (a *Arena) side(id uint32, left bool) []uint32 {
	lefts, rights := a.optionsOf(id)
	if left {
		return lefts
	}
	return rights
}
