package interval

// Set is intervals with what is known of each. The zero value is empty. It is not safe for concurrent
// use while intervals are added.
type Set[V any] struct {
	*Cover     // nil if it is empty
	Values []V // by number
}

// Add adds an interval whose markers are those of its normal image, and what is known of it.
func (s *Set[V]) Add(rules *Rules, i Interval, v V) {
	if s.Cover == nil {
		s.Cover = rules.NewCover()
	}
	s.Cover.Add(i)
	s.Values = append(s.Values, v)
}

// Find returns an interval that covers an image of another one, and what is known of it.
func (s *Set[V]) Find(i Interval) (m Match, v V, ok bool) {
	if s.Cover == nil {
		return m, v, false
	}
	if m, ok = s.Cover.Find(i); ok {
		v = s.Values[m.Number]
	}
	return m, v, ok
}

// Generations is intervals in two generations, so that those that nobody asks about can be forgotten. The
// zero value is empty. It is not safe for concurrent use while intervals are added, or it ages.
type Generations[V any] struct{ Young, Old Set[V] }

// Find is [Set.Find] for both; old reports whether only the elder one has the interval. The caller may
// then add it to the younger one.
func (g *Generations[V]) Find(i Interval) (m Match, v V, old, ok bool) {
	if m, v, ok = g.Young.Find(i); !ok {
		m, v, ok = g.Old.Find(i)
		old = ok
	}
	return m, v, old, ok
}

// Age makes the younger generation the elder one, and returns what that was.
func (g *Generations[V]) Age() (forgotten Set[V]) {
	forgotten, g.Old, g.Young = g.Old, g.Young, Set[V]{}
	return forgotten
}
