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
