package proof

// Bound says what a component is worth at least to Left: a number x or x + ∗, or both.
type Bound struct {
	x             Number
	plain, starry bool
}

// BoundOf returns the bound of a part that is worth at least a value.
func BoundOf(v Value) Bound { return Bound{v.X, !v.Star, v.Star} }

// Plus returns the bound of a sum.
func (b Bound) Plus(c Bound) Bound {
	return Bound{b.x + c.x, b.plain && c.plain || b.starry && c.starry, b.plain && c.starry || b.starry && c.plain}
}

// Shows reports whether a part with this bound is worth at least a value.
func (b Bound) Shows(v Value) bool {
	return b.x > v.X || b.x == v.X && (b.plain && !v.Star || b.starry && v.Star)
}

// Lacks returns the least values that make at least v when added to a part with this bound. There is one such value, or
// there are two that cannot be compared.
func (b Bound) Lacks(v Value) (values []Value) {
	for _, star := range []bool{false, true} {
		if w := (Value{v.X - b.x, star}); b.Plus(BoundOf(w)).Shows(v) {
			values = append(values, w)
		}
	}
	return values
}

// With returns a bound that shows a value and everything that b shows.
func (b Bound) With(v Value) Bound {
	switch {
	case v.X > b.x:
		return BoundOf(v)
	case v.X == b.x:
		return Bound{b.x, b.plain || !v.Star, b.starry || v.Star}
	}
	return b
}
