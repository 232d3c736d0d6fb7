package tablebase

// LimitCache makes a store keep about so many bytes of a table unpacked.
func LimitCache(s *Store, bytes int64) *Store {
	s.cache = bytes
	return s
}

// LimitDisk makes a store ask a function how many bytes may be written.
func LimitDisk(s *Store, free func(dir string) (uint64, error)) *Store {
	s.free = free
	return s
}
