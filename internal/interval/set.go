package interval

// Set holds intervals, each with a value. The zero value is empty. It is not safe for concurrent use while intervals
// are added.
type Set[V any] struct {
	*Cover     // nil if it is empty
	Values []V // by number
}

// Add adds an interval and its value. Its markers are those of its normal image.
func (s *Set[V]) Add(rules *Rules, i Interval, v V) {
	if s.Cover == nil {
		s.Cover = rules.NewCover()
	}
	s.Cover.Add(i)
	s.Values = append(s.Values, v)
}

// Find returns an interval that covers an image of i, and its value.
func (s *Set[V]) Find(i Interval) (m Match, v V, ok bool) {
	if s.Cover == nil {
		return m, v, false
	}
	if m, ok = s.Cover.Find(i); ok {
		v = s.Values[m.Number]
	}
	return m, v, ok
}

// Generations holds intervals in two generations, so that old ones can be forgotten unless they are used. The zero
// value is empty. It is not safe for concurrent use while intervals are added, or it ages.
type Generations[V any] struct{ Young, Old Set[V] }

// Find is [Set.Find] for both generations; old reports whether only Old has the interval. If so, the caller may add it
// to Young.
func (g *Generations[V]) Find(i Interval) (m Match, v V, old, ok bool) {
	if m, v, ok = g.Young.Find(i); !ok {
		m, v, ok = g.Old.Find(i)
		old = ok
	}
	return m, v, old, ok
}

// Age makes the younger generation the elder, and returns the former elder.
func (g *Generations[V]) Age() (forgotten Set[V]) {
	forgotten, g.Old, g.Young = g.Old, g.Young, Set[V]{}
	return forgotten
}
