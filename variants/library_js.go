package variants

// The page without a server does not read rule files, whose parser would make it larger by a
// twenty-fifth. It has the five games, and all others by their words.

// Library returns nothing.
func Library() []Variant { return nil }

// LibraryIDs returns nothing.
func LibraryIDs() []string { return nil }

func library() map[string]func() Variant { return nil }
